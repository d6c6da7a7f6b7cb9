// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope {

/// The device of a run (`RunRecord::device`, stored in English) in the current language: "cpu, 2 threads" becomes "cpu,
/// 2 Threads" in German. Unknown parts, such as the name of a host, stay as they are.
std::string translatedDevice(const std::string& device);

}  // namespace recscope
