// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// Turns "Salt &amp; Pepper&#39;s" into "Salt & Pepper's": decodes numeric entities and the named ones that shop titles
/// use. Anything else stays unchanged.
std::string withoutHtmlEntities(std::string_view text);

}  // namespace recscope
