// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// "1.2.0"
const char* programVersion();

}  // namespace recscope
