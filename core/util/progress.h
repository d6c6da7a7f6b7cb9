// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace recscope {

/// The progress of a long piece of work.
struct Progress {
    std::string stage;       ///< current work, as text for the user of the program: "Reading ratings"
    std::int64_t done = 0;   ///< units finished
    std::int64_t total = 0;  ///< units in all; 0 = not known
    std::string unit;        ///< "rows", "users", "bytes"
};

/// Receives the progress. It is called in the thread that does the work, possibly very often, and must itself drop
/// reports that are too frequent for it.
using ProgressSink = std::function<void(const Progress&)>;

/// Throws `Error(Cancelled)` after a stop request.
void throwIfStopped(const std::stop_token& stop);

}  // namespace recscope
