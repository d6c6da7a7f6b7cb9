// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <torch/ordered_dict.h>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/optimizer/adam_step.h"

namespace recscope {

/// Adam (Kingma & Ba 2015) and AdamW (Loshchilov & Hutter 2019). The optimizer state consists of named tensors, so that
/// it can be stored with the weights. The results are those of torch.optim.Adam and AdamW
/// (tests/core/optimizer/adam_test.cpp).
class Adam {
public:
    /// The order of `parameters` must be fixed. AdamW does not decay one-dimensional parameters (norms and biases), as
    /// in the official BERT4Rec code.
    Adam(const torch::OrderedDict<std::string, torch::Tensor>& parameters, const TrainingConfig& config);

    /// Makes one step; `gradientScale` (from gradient clipping) multiplies the gradients. On the CPU, this is a single
    /// pass over each tensor; on other devices, it calls startStep() and finishStep().
    void step(double learningRate, double gradientScale = 1);

    // A step in two halves: startStep() writes those values that differ between steps into tensors on the device of the
    // parameters, and finishStep() reads them there. finishStep() can therefore be recorded once, in a CUDA graph, and
    // replayed.
    void startStep(double learningRate, double gradientScale = 1);
    void finishStep();
    /// Undoes a startStep() that is not followed by finishStep(), even if that startStep() threw an exception, because
    /// startStep() counts the step before anything can fail.
    void undoStartStep() { --m_steps; }

    /// Two tensors per parameter NAME: "mean.NAME" and "square.NAME". The caller must store the number of steps itself.
    std::map<std::string, torch::Tensor> state() const;
    /// Throws Error(Workspace) if a tensor is missing or has the wrong shape.
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
    /// Scalars on the device of the parameters: the fields of kernels::AdamStep that change from step to step.
    struct StepScalars {
        torch::Tensor rate, squareRoot, gradientScale, shrink;
    };
    StepScalars m_stepScalars;
    TrainingConfig m_config;
    std::int64_t m_steps = 0;
};

}  // namespace recscope
