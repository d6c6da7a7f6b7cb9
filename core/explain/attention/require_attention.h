// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

class InferenceSession;

/// Throws Error(Usage) if the run's model has no attention.
void requireAttention(const InferenceSession& inference);

}  // namespace recscope
