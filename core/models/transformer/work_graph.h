// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace recscope {

/// Device work that is recorded once and then replayed: the same kernels on the same memory.
class WorkGraph {
public:
    using Work = std::function<void()>;
    virtual ~WorkGraph() = default;

    /// Executes the work on the stream where it will be recorded, so that memory and library handles that are created
    /// on first use exist before the recording.
    virtual void warmUp(const Work& work) = 0;
    /// Records the work without executing it. If this throws, nothing is recorded: execute the work itself instead.
    virtual void record(const Work& work) = 0;
    /// Executes the recorded work.
    virtual void replay() = 0;
};

}  // namespace recscope
