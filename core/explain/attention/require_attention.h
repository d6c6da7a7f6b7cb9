// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

class InferenceSession;

/// Throws Error(Usage) if the run's model has no attention.
void requireAttention(const InferenceSession& inference);
/// For analyses of shares of attention: also throws Error(Usage) if the weights are not those of a softmax.
void requireSoftmaxAttention(const InferenceSession& inference);

}  // namespace recscope
