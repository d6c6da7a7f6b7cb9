// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// "Salt &amp; Pepper&#39;s" as "Salt & Pepper's": numeric entities and the named ones that shop titles use. What is
/// none stays as it is.
std::string withoutHtmlEntities(std::string_view text);

}  // namespace recscope
