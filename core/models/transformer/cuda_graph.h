// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/transformer/work_graph.h"

namespace recscope {

/// Creates a WorkGraph for the current CUDA device; returns null if the LibTorch of this build has no CUDA.
#ifdef RECSCOPE_CUDA
std::unique_ptr<WorkGraph> makeCudaGraph();
#else
inline std::unique_ptr<WorkGraph> makeCudaGraph() {
    return nullptr;
}
#endif

}  // namespace recscope
