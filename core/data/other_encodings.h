// SPDX-License-Identifier: GPL-3.0-or-later
// Encodings of East Asian and Cyrillic texts, which iconv converts to UTF-8.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// "GB18030", "Big5", "EUC-KR", "Shift_JIS", "EUC-JP", "windows-1251" and "KOI8-R".
const std::vector<std::string>& otherEncodings();
bool isOtherEncoding(const std::string& name);

/// The one of these encodings in which a text is written, as uchardet recognises it from the first bytes; empty if it
/// is none of them, if the text is UTF-8, or if the bytes cannot be converted.
std::string otherEncodingIn(std::string_view firstBytes);

/// Converts one of these encodings to UTF-8; invalid bytes become U+FFFD.
std::unique_ptr<ByteSource> utf8FromOther(std::unique_ptr<ByteSource> source, const std::string& encoding);

}  // namespace recscope
