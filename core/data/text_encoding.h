// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

inline constexpr const char* kUtf8 = "UTF-8";
inline constexpr const char* kWindows1252 = "windows-1252";  ///< ISO-8859-1 with printable characters at 0x80 to 0x9F
inline constexpr const char* kUtf16Le = "UTF-16LE";
inline constexpr const char* kUtf16Be = "UTF-16BE";

/// RecScope's name for an encoding that may be spelled differently ("latin1", "cp1252", "ISO-8859-1"); empty for an
/// empty name. Throws Error(Usage), listing the known names, if the name is unknown.
std::string encodingNamed(const std::string& name);
/// All names, for a list to choose from.
std::vector<std::string> encodingNames();

/// Converts windows-1252 to UTF-8; the five undefined bytes become U+FFFD.
std::string windows1252ToUtf8(std::string_view bytes);

/// The UTF-16 encoding of a text, recognised by its byte order mark, or by the zero bytes of a text that is mostly
/// ASCII; empty if the text is not UTF-16.
std::string utf16In(std::string_view firstBytes);

/// Converts UTF-16 to UTF-8 without its byte order mark; invalid code units become U+FFFD.
std::unique_ptr<ByteSource> utf8FromUtf16(std::unique_ptr<ByteSource> source, bool isBigEndian);

}  // namespace recscope
