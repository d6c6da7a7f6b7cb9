// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/kernels/arena.h"
#include "core/kernels/tape.h"
#include "core/recommender/host_tensors.h"
#include "core/util/worker_pool.h"

namespace recscope {

/// Finds a tensor by its name, in the form that the kernels use: a vector is a matrix of one column.
using ParameterLookup = std::function<kernels::Parameter(const std::string&)>;
/// Returns a lookup whose results have no gradient buffers; an unknown name gives a null parameter. `tensors` must
/// outlive the lookup and its results.
ParameterLookup parametersOf(HostTensors& tensors);

/// How a step changes the weights. Plain (gradient descent without moments): subtracts the learning rate times
/// (gradient + decay * weight).
enum class UpdateRule { Adam, Plain };

/// Optimizer steps of a model whose tensors are HostTensors. Each thread computes the gradients of its share of a batch
/// in its own buffer; the gradients are summed in thread order and clipped, and the update rule changes all tensors in
/// one pass. Results are reproducible for a given number of threads.
class MinibatchStep {
public:
    /// `tensors` must outlive this, and its entries must not be added, removed or moved.
    MinibatchStep(HostTensors& tensors, const TrainingConfig& config, int threads);
    ~MinibatchStep();

    int threads() const { return static_cast<int>(m_workers.size()); }
    /// Returns a lookup whose results have the gradient buffers of thread `worker`.
    ParameterLookup parameters(int worker);

    /// Computes one thread's share of a batch: adds its gradients to those of `parameters(worker)` and returns its
    /// contribution to the loss. The arena belongs to the thread and is empty.
    using Share = std::function<double(int worker, kernels::Arena& arena)>;
    /// Makes one step and returns the sum of the shares' contributions to the loss.
    double step(const Share& share, double learningRate);

    /// From now on, steps update only these tensors.
    void learnOnly(const std::vector<std::string>& names);
    /// From now on, steps update all tensors except these.
    void learnAllBut(const std::vector<std::string>& names);
    void setRule(UpdateRule rule) { m_rule = rule; }

    /// The gradient of the last step, summed over all shares, before clipping.
    std::span<const float> gradient(const std::string& name) const;

    /// Adds Adam's moments to `to`: for each tensor NAME, the tensors "mean.NAME" and "square.NAME".
    void putState(SafeTensors& to) const;
    /// `steps` is the number of steps made since the weights were initialised. Throws Error(Workspace) if the state
    /// does not fit the tensors.
    void restore(const SafeTensors& state, std::int64_t steps);

private:
    struct Worker;
    void runOnWorkers(const std::function<void(int)>& job);
    void computeShare(int worker, const Share& share);
    /// Sums the threads' gradients at indices first … last - 1 into m_gradient and returns the sum of the squares of
    /// the sums.
    double sumGradients(const std::vector<float*>& parts, std::int64_t first, std::int64_t last);
    void update(int worker, double learningRate, double gradientScale);

    HostTensors& m_tensors;
    TrainingConfig m_config;
    HostTensors m_means, m_squares;      ///< Adam's moments of each tensor, in the order of m_tensors
    std::vector<std::int64_t> m_begins;  ///< offset of each tensor's gradient in m_gradient; last entry: its total size
    std::vector<float> m_gradient;       ///< gradients of all tensors, summed over the threads
    std::vector<bool> m_isUpdated;       ///< for each tensor: whether steps update it
    UpdateRule m_rule = UpdateRule::Adam;
    std::int64_t m_steps = 0;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::unique_ptr<WorkerPool> m_pool;  ///< null: the calling thread does all the work
};

}  // namespace recscope
