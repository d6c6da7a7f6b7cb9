// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_finding.h"

#include <array>

#include "core/util/translated.h"

namespace recscope {

const char* columnKindName(ColumnKind kind) {
    static constexpr std::array kNames = {
        translatable("empty"),         translatable("one value"),     translatable("two values"),
        translatable("a category"),    translatable("whole numbers"), translatable("decimals"),
        translatable("small numbers"), translatable("times"),         translatable("times of day"),
        translatable("coordinates"),   translatable("ids"),           translatable("a different value in each row"),
        translatable("free text"),     translatable("web addresses"), translatable("lists")};
    return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace recscope
