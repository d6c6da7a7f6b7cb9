// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/data/dataset_format.h"
#include "core/data/header_row.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isWholeNumber(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The files published with SASRec and BERT4Rec: lines of "user item" in chronological order.
class SasrecTextFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"sasrec-text", translatable("SASRec and BERT4Rec text"),
                translatable("user and item as whole numbers separated by a space, no times: the order of the lines is "
                             "the order in time; titles from items.csv")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        constexpr const char* kSpace = " ";
        const bool fits = mostLinesPass(sample, kSpace, [](std::span<const std::string_view> fields) {
            return fields.size() == 2 && isWholeNumber(fields[0]) && isWholeNumber(fields[1]);
        });
        if (!fits || hasHeaderRow(sample, kSpace)) return std::nullopt;
        return Recognition{0.9,
                           translated("two whole numbers per line, separated by a space: user and item; the order of "
                                      "the lines is taken as the order in time"),
                           {.delimiter = kSpace, .columns = {}, .columnCount = 2, .time = {}, .rating = {}}};
    }

    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"items.csv"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeSasrecTextFormat() {
    return std::make_unique<SasrecTextFormat>();
}

}  // namespace recscope
