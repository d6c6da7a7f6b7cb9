// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

inline constexpr const char* kUtf8 = "UTF-8";
inline constexpr const char* kWindows1252 =
    "windows-1252";  ///< ISO-8859-1 with letters where that has control characters
inline constexpr const char* kUtf16Le = "UTF-16LE";
inline constexpr const char* kUtf16Be = "UTF-16BE";

/// The name of an encoding as RecScope writes it, also for other spellings ("latin1", "cp1252", "ISO-8859-1"); empty
/// for an empty name. Throws Error(Usage) with the names there are.
std::string encodingNamed(const std::string& name);
/// All of them, for a list to choose from.
std::vector<std::string> encodingNames();

/// windows-1252 as UTF-8; the five bytes that stand for nothing become U+FFFD.
std::string windows1252ToUtf8(std::string_view bytes);

/// UTF-16 by its byte order mark, or by the zero bytes of a text that is mostly ASCII; empty if it is none.
std::string utf16In(std::string_view firstBytes);

/// UTF-16 as UTF-8 without its byte order mark; what is no character becomes U+FFFD.
std::unique_ptr<ByteSource> utf8FromUtf16(std::unique_ptr<ByteSource> source, bool isBigEndian);

}  // namespace recscope
