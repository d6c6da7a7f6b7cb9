// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// The version of the LibTorch this program was built with: "1.13.1".
const char* torchVersion();

}  // namespace recscope
