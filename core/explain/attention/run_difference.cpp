// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/run_difference.h"

#include <limits>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

void requireHead(const AttentionMaps& maps, HeadId head) {
    if (head.layer >= 0 && head.layer < maps.layers && head.head >= 0 && head.head < maps.heads) return;
    throw Error(ErrorKind::Usage, translated("There is no {} in this run.", headName(head)),
                translated("It has {} layers of {} heads.", maps.layers, maps.heads));
}

std::int32_t itemsRead(const Explanation& explanation) {
    return static_cast<std::int32_t>(explanation.history.size()) - explanation.firstPosition;
}

}  // namespace

AttentionView runDifference(const Explanation& first, HeadId firstHead, const Explanation& second, HeadId secondHead) {
    if (first.history != second.history) {
        throw Error(ErrorKind::Input,
                    translated("The two runs have read different histories: their columns stand for different items."),
                    translated("Choose the same user for both."));
    }
    requireHead(first.attention, firstHead);
    requireHead(second.attention, secondHead);
    const AttentionMaps &maps = first.attention, &secondMaps = second.attention;
    const std::int32_t rowShift = secondMaps.size - maps.size, columnShift = itemsRead(second) - itemsRead(first);
    AttentionView view = viewOf(maps, firstHead);
    std::size_t cell = 0;
    for (std::int32_t row = 0; row < maps.size; ++row) {
        for (std::int32_t column = 0; column < maps.size; ++column, ++cell) {
            const std::int32_t otherRow = row + rowShift, otherColumn = column + columnShift;
            const bool isKnown = otherRow >= 0 && otherColumn >= 0 && otherColumn < secondMaps.size;
            view.weights[cell] =
                isKnown ? view.weights[cell] - secondMaps.at(secondHead.layer, secondHead.head, otherRow, otherColumn)
                        : std::numeric_limits<float>::quiet_NaN();
        }
    }
    return view;
}

}  // namespace recscope
