// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The application id of a workspace file: the bytes "RcSc" at offset 68 (sqlite.org/fileformat.html).
constexpr std::uint32_t kWorkspaceApplicationId = 0x52635363;

}  // namespace recscope
