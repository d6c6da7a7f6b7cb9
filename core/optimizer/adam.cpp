// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizer/adam.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "core/util/error.h"

namespace recscope {

namespace {
constexpr double kAdamEpsilon = 1e-8;   // Kingma & Ba 2015, algorithm 1
constexpr double kAdamWEpsilon = 1e-6;  // official BERT4Rec code, AdamWeightDecayOptimizer
}  // namespace

Adam::Adam(const torch::OrderedDict<std::string, torch::Tensor>& parameters, const TrainingConfig& config)
    : m_beta1(config.beta1),
      m_beta2(config.beta2),
      m_epsilon(config.optimizer == OptimizerKind::AdamW ? kAdamWEpsilon : kAdamEpsilon),
      m_weightDecay(config.weightDecay),
      m_decoupled(config.optimizer == OptimizerKind::AdamW) {
    for (const auto& entry : parameters) {
        m_slots.push_back(
            {entry.key(), entry.value(), torch::zeros_like(entry.value()), torch::zeros_like(entry.value())});
    }
}

/// What the next step, which begins with this, does to every number of a matrix that decays.
kernels::AdamStep Adam::nextStep(double learningRate, double gradientScale) {
    ++m_steps;
    const double meanCorrection = 1 - std::pow(m_beta1, static_cast<double>(m_steps));
    const double squareCorrection = 1 - std::pow(m_beta2, static_cast<double>(m_steps));
    return {.beta1 = static_cast<float>(m_beta1),
            .beta2 = static_cast<float>(m_beta2),
            .epsilon = static_cast<float>(m_epsilon),
            .rest1 = static_cast<float>(1 - m_beta1),
            .rest2 = static_cast<float>(1 - m_beta2),
            .rate = static_cast<float>(learningRate / meanCorrection),
            .squareRoot = static_cast<float>(1 / std::sqrt(squareCorrection)),
            .gradientScale = static_cast<float>(gradientScale),
            .gradientDecay = static_cast<float>(m_decoupled ? 0 : m_weightDecay),
            .shrink = static_cast<float>(1 - learningRate * m_weightDecay)};
}

void Adam::step(double learningRate, double gradientScale) {
    if (!m_slots.front().parameter.is_cpu()) {
        startStep(learningRate, gradientScale);
        finishStep();
        return;
    }
    const torch::NoGradGuard noGrad;
    const kernels::AdamStep step = nextStep(learningRate, gradientScale);
    for (Slot& slot : m_slots) {
        const torch::Tensor gradient = slot.parameter.grad();
        if (!gradient.defined()) continue;
        kernels::AdamStep own = step;
        if (!decays(slot)) own.shrink = 1;
        stepInOnePass(slot, gradient.contiguous(), own);
    }
}

void Adam::startStep(double learningRate, double gradientScale) {
    const kernels::AdamStep step = nextStep(learningRate, gradientScale);
    // Filling is a kernel with a number in it: unlike a copy from the host's memory, nothing waits for it.
    const auto set = [&](torch::Tensor& number, float value) {
        if (!number.defined()) number = torch::empty({}, m_slots.front().parameter.options().requires_grad(false));
        number.fill_(value);
    };
    set(m_changing.rate, step.rate);
    set(m_changing.squareRoot, step.squareRoot);
    set(m_changing.gradientScale, step.gradientScale);
    set(m_changing.shrink, step.shrink);
}

void Adam::finishStep() {
    const torch::NoGradGuard noGrad;
    for (Slot& slot : m_slots) {
        if (slot.parameter.grad().defined()) stepByTensors(slot);
    }
}

void Adam::stepInOnePass(Slot& slot, const torch::Tensor& gradient, const kernels::AdamStep& step) {
    float* const value = slot.parameter.data_ptr<float>();
    float* const mean = slot.mean.data_ptr<float>();
    float* const square = slot.square.data_ptr<float>();
    const float* const slope = gradient.data_ptr<float>();
    at::parallel_for(0, slot.parameter.numel(), /*grain_size=*/1 << 14, [&](std::int64_t begin, std::int64_t end) {
        kernels::adam(step, value + begin, mean + begin, square + begin, slope + begin, end - begin);
    });
}

void Adam::stepByTensors(Slot& slot) const {
    torch::Tensor gradient = slot.parameter.grad() * m_changing.gradientScale;
    if (!m_decoupled && m_weightDecay > 0) gradient.add_(slot.parameter, m_weightDecay);
    slot.mean.mul_(m_beta1).add_(gradient, 1 - m_beta1);
    slot.square.mul_(m_beta2).addcmul_(gradient, gradient, 1 - m_beta2);
    if (decays(slot)) slot.parameter.mul_(m_changing.shrink);
    const torch::Tensor divisor = slot.square.sqrt().mul_(m_changing.squareRoot).add_(m_epsilon);
    slot.parameter.sub_((slot.mean * m_changing.rate).div_(divisor));
}

std::map<std::string, torch::Tensor> Adam::state() const {
    std::map<std::string, torch::Tensor> tensors;
    for (const Slot& slot : m_slots) {
        tensors["mean." + slot.name] = slot.mean;
        tensors["square." + slot.name] = slot.square;
    }
    return tensors;
}

void Adam::restore(const std::map<std::string, torch::Tensor>& state, std::int64_t steps) {
    torch::NoGradGuard noGrad;
    const auto load = [&](const std::string& name, torch::Tensor& into) {
        const auto found = state.find(name);
        if (found == state.end() || found->second.sizes() != into.sizes()) {
            throw Error(ErrorKind::Workspace, "The optimiser's stored state does not fit this run: " + name + ".",
                        "The run cannot be resumed; start a new one.");
        }
        into.copy_(found->second);
    };
    for (Slot& slot : m_slots) {
        load("mean." + slot.name, slot.mean);
        load("square." + slot.name, slot.square);
    }
    m_steps = steps;
}

double clipScale(double norm, double clipNorm) {
    return clipNorm > 0 && norm > clipNorm ? clipNorm / norm : 1;
}

}  // namespace recscope
