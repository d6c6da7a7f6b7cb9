// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/minibatch_step.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/product.h"
#include "core/optimizer/adam_step.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int64_t kAlignment = 16;  // in floats, so that each tensor's gradient begins on a cache line

std::int64_t aligned(std::int64_t count) {
    return (count + kAlignment - 1) / kAlignment * kAlignment;
}

kernels::Parameter parameterOf(HostTensors::Entry& entry, float* gradient) {
    return {.value = entry.values.data(),
            .gradient = gradient,
            .rows = entry.shape.front(),
            .columns = entry.shape.size() > 1 ? entry.shape[1] : 1};
}

std::size_t indexOf(const HostTensors& tensors, const std::string& name) {
    const auto& entries = tensors.entries();
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
    return static_cast<std::size_t>(found - entries.begin());
}

}  // namespace

ParameterLookup parametersOf(HostTensors& tensors) {
    return [&tensors](const std::string& name) {
        const std::size_t index = indexOf(tensors, name);
        return index == tensors.entries().size() ? kernels::Parameter()
                                                 : parameterOf(tensors.entries()[index], nullptr);
    };
}

struct MinibatchStep::Worker {
    explicit Worker(std::int64_t count) : gradient(static_cast<std::size_t>(count), 0.0F) {}

    std::vector<float> gradient;
    kernels::Arena arena;
    double loss = 0, squares = 0;
};

MinibatchStep::MinibatchStep(HostTensors& tensors, const TrainingConfig& config, int threads)
    : m_tensors(tensors), m_config(config), m_begins{0} {
    for (const HostTensors::Entry& entry : tensors.entries()) {
        m_means.add("mean." + entry.name, entry.shape);
        m_squares.add("square." + entry.name, entry.shape);
        m_begins.push_back(m_begins.back() + aligned(static_cast<std::int64_t>(entry.values.size())));
    }
    m_isUpdated.assign(tensors.entries().size(), true);
    m_gradient.resize(static_cast<std::size_t>(m_begins.back()));
    for (int i = 0; i < threads; ++i) m_workers.push_back(std::make_unique<Worker>(m_begins.back()));
    if (threads > 1) m_pool = std::make_unique<WorkerPool>(threads);
}

MinibatchStep::~MinibatchStep() = default;

ParameterLookup MinibatchStep::parameters(int worker) {
    return [this, worker](const std::string& name) {
        const std::size_t index = indexOf(m_tensors, name);
        if (index == m_tensors.entries().size()) return kernels::Parameter();
        return parameterOf(m_tensors.entries()[index],
                           m_workers[static_cast<std::size_t>(worker)]->gradient.data() + m_begins[index]);
    };
}

std::span<const float> MinibatchStep::gradient(const std::string& name) const {
    const std::size_t index = indexOf(m_tensors, name);
    return std::span(m_gradient)
        .subspan(static_cast<std::size_t>(m_begins[index]), m_tensors.entries()[index].values.size());
}

void MinibatchStep::runOnWorkers(const std::function<void(int)>& job) {
    if (!m_pool) {
        const kernels::OneThreadProducts oneThread;
        job(0);
        return;
    }
    m_pool->run([&](int worker) {
        kernels::useOneThread();
        job(worker);
    });
}

double MinibatchStep::step(const Share& share, double learningRate) {
    runOnWorkers([&](int worker) { computeShare(worker, share); });
    std::vector<float*> parts;
    for (const auto& worker : m_workers) parts.push_back(worker->gradient.data());
    const std::int64_t count = m_begins.back(), piece = aligned((count + threads() - 1) / threads());
    runOnWorkers([&](int worker) {
        m_workers[static_cast<std::size_t>(worker)]->squares =
            sumGradients(parts, worker * piece, (worker + 1) * piece);
    });
    double loss = 0, squares = 0;
    for (const auto& worker : m_workers) {
        loss += worker->loss;
        squares += worker->squares;
    }
    ++m_steps;
    const double scale = clipScale(std::sqrt(squares), m_config.clipNorm);
    runOnWorkers([&](int worker) { update(worker, learningRate, scale); });
    return loss;
}

double MinibatchStep::sumGradients(const std::vector<float*>& parts, std::int64_t first, std::int64_t last) {
    double squares = 0;
    const auto sum = [&](std::int64_t begin, std::int64_t end) {
        begin = std::max(begin, first);
        end = std::min(end, last);
        if (begin >= end) return;
        std::vector<float*> partsAtBegin = parts;
        for (float*& part : partsAtBegin) part += begin;
        squares += kernels::sumAndClear(partsAtBegin, m_gradient.data() + begin, end - begin);
    };
    const bool updatesAll = std::find(m_isUpdated.begin(), m_isUpdated.end(), false) == m_isUpdated.end();
    if (updatesAll) sum(0, m_begins.back());
    // Gradients of tensors that steps do not update are ignored.
    for (std::size_t i = 0; i < m_isUpdated.size() && !updatesAll; ++i)
        if (m_isUpdated[i]) sum(m_begins[i], m_begins[i + 1]);
    return squares;
}

void MinibatchStep::learnOnly(const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < m_isUpdated.size(); ++i)
        m_isUpdated[i] = std::find(names.begin(), names.end(), m_tensors.entries()[i].name) != names.end();
}

void MinibatchStep::learnAllBut(const std::vector<std::string>& names) {
    learnOnly(names);
    m_isUpdated.flip();
}

void MinibatchStep::computeShare(int worker, const Share& share) {
    const bool usesBFloat16 = m_config.matmulPrecision == MatmulPrecision::Medium && kernels::hasBFloat16();
    const kernels::ProductPrecision precision(usesBFloat16 ? kernels::Precision::BFloat16
                                                           : kernels::Precision::Float32);
    Worker& thisWorker = *m_workers[static_cast<std::size_t>(worker)];
    thisWorker.arena.reset();
    thisWorker.loss = share(worker, thisWorker.arena);
}

/// Updates the part of every tensor that is assigned to this worker.
void MinibatchStep::update(int worker, double learningRate, double gradientScale) {
    const kernels::AdamStep step = adamStep(m_config, m_steps, learningRate, gradientScale);
    for (std::size_t i = 0; i < m_tensors.entries().size(); ++i) {
        if (!m_isUpdated[i]) continue;
        HostTensors::Entry& entry = m_tensors.entries()[i];
        kernels::AdamStep workerStep = step;
        if (entry.shape.size() < 2) workerStep.shrink = 1;  // AdamW does not decay vectors (biases)
        const auto count = static_cast<std::int64_t>(entry.values.size()),
                   piece = aligned((count + threads() - 1) / threads());
        const std::int64_t begin = std::min(worker * piece, count), end = std::min(begin + piece, count);
        if (m_rule == UpdateRule::Plain) {
            // AdamW with shrink 1: a vector, which is not decayed (see above).
            const bool decays = workerStep.shrink != 1 || m_config.optimizer != OptimizerKind::AdamW;
            const double decayFactor = decays ? 1 - learningRate * m_config.weightDecay : 1;
            float* const values = entry.values.data() + begin;
            kernels::scale(values, values, end - begin, static_cast<float>(decayFactor));
            kernels::addScaled(values, m_gradient.data() + m_begins[i] + begin, end - begin,
                               static_cast<float>(-learningRate * gradientScale));
            continue;
        }
        kernels::adam(workerStep, entry.values.data() + begin, m_means.entries()[i].values.data() + begin,
                      m_squares.entries()[i].values.data() + begin, m_gradient.data() + m_begins[i] + begin,
                      end - begin);
    }
}

void MinibatchStep::putState(SafeTensors& to) const {
    m_means.copyTo(to);
    m_squares.copyTo(to);
}

void MinibatchStep::restore(const SafeTensors& state, std::int64_t steps) {
    try {
        m_means.copyFrom(state);
        m_squares.copyFrom(state);
    } catch (const Error& error) {
        throw optimizerStateError(error.what());
    }
    m_steps = steps;
}

}  // namespace recscope
