// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/models/transformer/work_graph.h"

namespace recscope {

/// A graph of the current CUDA device; null where this build's LibTorch is without CUDA.
#ifdef RECSCOPE_CUDA
std::unique_ptr<WorkGraph> makeCudaGraph();
#else
inline std::unique_ptr<WorkGraph> makeCudaGraph() {
    return nullptr;
}
#endif

}  // namespace recscope
