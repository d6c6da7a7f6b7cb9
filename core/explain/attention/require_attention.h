// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

class Explainer;

/// Throws Error(Usage) if the run's model has no attention.
void requireAttention(const Explainer& explainer);

}  // namespace recscope
