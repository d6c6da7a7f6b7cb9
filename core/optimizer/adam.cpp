// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizer/adam.h"

#include <ATen/Parallel.h>
#include <torch/ordered_dict.h>
#include <torch/utils.h>

#include "core/optimizer/adam_step.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

Adam::Adam(const torch::OrderedDict<std::string, torch::Tensor>& parameters, const TrainingConfig& config)
    : m_config(config) {
    for (const auto& entry : parameters) {
        m_slots.push_back(
            {entry.key(), entry.value(), torch::zeros_like(entry.value()), torch::zeros_like(entry.value())});
    }
}

/// Starts the next step and returns its coefficients for parameters with weight decay.
kernels::AdamStep Adam::nextStep(double learningRate, double gradientScale) {
    return adamStep(m_config, ++m_steps, learningRate, gradientScale);
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
        kernels::AdamStep localStep = step;
        if (!decays(slot)) localStep.shrink = 1;
        stepInOnePass(slot, gradient.contiguous(), localStep);
    }
}

void Adam::startStep(double learningRate, double gradientScale) {
    const kernels::AdamStep step = nextStep(learningRate, gradientScale);
    // fill_() passes the number as a kernel argument and, unlike a copy from host memory, does not wait for the device.
    const auto set = [&](torch::Tensor& number, float value) {
        if (!number.defined()) number = torch::empty({}, m_slots.front().parameter.options().requires_grad(false));
        number.fill_(value);
    };
    set(m_stepScalars.rate, step.rate);
    set(m_stepScalars.squareRoot, step.squareRoot);
    set(m_stepScalars.gradientScale, step.gradientScale);
    set(m_stepScalars.shrink, step.shrink);
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
    torch::Tensor gradient = slot.parameter.grad() * m_stepScalars.gradientScale;
    if (!isDecoupled() && m_config.weightDecay > 0) gradient.add_(slot.parameter, m_config.weightDecay);
    slot.mean.mul_(m_config.beta1).add_(gradient, 1 - m_config.beta1);
    slot.square.mul_(m_config.beta2).addcmul_(gradient, gradient, 1 - m_config.beta2);
    if (decays(slot)) slot.parameter.mul_(m_stepScalars.shrink);
    const torch::Tensor divisor = slot.square.sqrt().mul_(m_stepScalars.squareRoot).add_(adamEpsilon(m_config));
    slot.parameter.sub_((slot.mean * m_stepScalars.rate).div_(divisor));
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
            throw optimizerStateError(translated("The weights lack the tensor {}.", name));
        }
        into.copy_(found->second);
    };
    for (Slot& slot : m_slots) {
        load("mean." + slot.name, slot.mean);
        load("square." + slot.name, slot.square);
    }
    m_steps = steps;
}

}  // namespace recscope
