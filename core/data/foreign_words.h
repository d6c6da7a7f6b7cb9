// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope {

/// Translates the words of a column's name (in lower case) into English and puts them into the English order, so that
/// the lists of words need only English: {"id", "produto"} becomes {"product", "id"} and {"jumlah", "barang"} ("number
/// of goods") becomes {"product", "quantity"}. Knows the words of shops, media and lessons in Spanish, Portuguese,
/// French, German, Italian, Indonesian, Turkish, Polish and Dutch; other words stay.
std::vector<std::string> inEnglish(std::vector<std::string> words);

}  // namespace recscope
