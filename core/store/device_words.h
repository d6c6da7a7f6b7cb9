// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope {

/// What a run computed on (`RunRecord::device`, stored in English), in the language chosen: "cpu, 2 threads" is
/// "cpu, 2 thread" in Italian. What is known of none of its parts, a host's name among them, stays as it is.
std::string deviceWords(const std::string& device);

}  // namespace recscope
