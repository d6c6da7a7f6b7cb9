// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace recscope {

/// Work of a device that is recorded once and then replayed: the same kernels on the same memory.
class WorkGraph {
public:
    using Work = std::function<void()>;
    virtual ~WorkGraph() = default;

    /// Does the work where it will be recorded, so that all that is made once is made before.
    virtual void warmUp(const Work& work) = 0;
    /// Records the work without doing it. After an exception the work can still be done, but not recorded.
    virtual void record(const Work& work) = 0;
    virtual void replay() = 0;
};

}  // namespace recscope
