// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The application id in the header of a workspace (sqlite.org/fileformat.html, offset 68): "RcSc".
constexpr std::uint32_t kWorkspaceApplicationId = 0x52635363;

}  // namespace recscope
