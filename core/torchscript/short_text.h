// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace recscope {

/// Makes an arbitrary text from a model fit for display: replaces control characters with spaces and cuts the text,
/// between two characters, to at most `maxBytes` bytes. Text that is not UTF-8 becomes empty.
std::string shortText(std::string text, std::size_t maxBytes);

}  // namespace recscope
