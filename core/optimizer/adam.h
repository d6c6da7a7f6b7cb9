// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/optimizer/adam_step.h"

namespace recscope {

/// Adam (Kingma & Ba 2015) and AdamW (Loshchilov & Hutter 2019), with a state that is plain named tensors so that it
/// can be stored beside the weights. Same numbers as torch.optim.Adam / AdamW (golden test).
class Adam {
public:
    /// `parameters` in a fixed order. adamw does not decay one-dimensional ones (norms and biases: official BERT4Rec
    /// code).
    Adam(const torch::OrderedDict<std::string, torch::Tensor>& parameters, const TrainingConfig& config);

    /// The gradients count times `gradientScale`. On the CPU in one pass over each tensor, elsewhere by the two below.
    void step(double learningRate, double gradientScale = 1);

    // A step by tensors, in halves: what changes from step to step is put where the parameters are, and the rest reads
    // it there. So the second half can be recorded once and replayed.
    void startStep(double learningRate, double gradientScale = 1);
    void finishStep();
    /// A step that was started, or whose start threw, and that was not finished did not take place.
    void takeBackStart() { --m_steps; }

    /// "mean.NAME", "square.NAME"; the number of steps is the caller's to keep.
    std::map<std::string, torch::Tensor> state() const;
    /// Throws Error(Workspace) if a tensor is missing or has another shape.
    void restore(const std::map<std::string, torch::Tensor>& state, std::int64_t steps);

private:
    struct Slot {
        std::string name;
        torch::Tensor parameter, mean, square;
    };
    bool isDecoupled() const { return m_config.optimizer == OptimizerKind::AdamW; }
    bool decays(const Slot& slot) const {
        return isDecoupled() && m_config.weightDecay > 0 && slot.parameter.dim() > 1;
    }
    kernels::AdamStep nextStep(double learningRate, double gradientScale);
    static void stepInOnePass(Slot& slot, const torch::Tensor& gradient, const kernels::AdamStep& step);
    void stepByTensors(Slot& slot) const;

    std::vector<Slot> m_slots;
    /// Scalars where the parameters are: of kernels::AdamStep what is not the same in every step.
    struct Changing {
        torch::Tensor rate, squareRoot, gradientScale, shrink;
    };
    Changing m_changing;
    TrainingConfig m_config;
    std::int64_t m_steps = 0;
};

}  // namespace recscope
