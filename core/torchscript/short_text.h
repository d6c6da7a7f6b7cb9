// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace recscope {

/// A model's own text, which may be anything, for display: without control characters, at most `maxBytes` bytes, cut
/// between two characters. Text that is not UTF-8 becomes empty.
std::string shortText(std::string text, std::size_t maxBytes);

}  // namespace recscope
