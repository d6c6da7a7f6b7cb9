// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include "core/data/dataset_format.h"
#include "core/data/header_row.h"
#include "core/data/list_rows.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// S3-Rec's files: a user and then all items of that user, in order.
class SequenceLinesFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {
            "sequence-lines", translatable("Sequence lines (S3-Rec)"),
            translatable("user item item item … separated by spaces, commas, semicolons or tabs, one user per line, "
                         "items in their order")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        for (const std::string delimiter : kListDelimiters) {
            const ListLines lines = listLinesOf(sample, delimiter);
            const bool isBlank = delimiter == " ";
            if (lines.empty() || (!isBlank && !areRagged(lines)) || hasHeaderRow(sample, delimiter)) continue;
            ListLines ofNumbers;  // damaged lines do not prevent recognition: the import reports them
            std::copy_if(lines.begin(), lines.end(), std::back_inserter(ofNumbers),
                         [](const auto& fields) { return fields.size() > 1 && areWholeNumbers(fields); });
            if (2 * ofNumbers.size() >= lines.size()) {
                // In a table, all lines have the same length.
                const bool isTable = !areRagged(ofNumbers), arePairs = isTable && ofNumbers[0].size() == 2;
                if (arePairs || (isTable && !isBlank) || listStatistics(ofNumbers).firsts != ofNumbers.size()) continue;
                return recognition(delimiter, isTable ? 0.35 : 0.85);
            }
            if (isBlank) continue;
            // If the fields are words, no user is also an item, and most items occur again.
            const ListFindings found = listStatistics(lines);
            const bool areUsers = found.firsts == found.lines && found.sharedFirsts == 0;
            if (areUsers && found.areShort && 2 * found.repeated >= found.fields - found.lines)
                return recognition(delimiter, 0.6);
        }
        return std::nullopt;
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<ListRows>(layout, std::vector{ListColumn::Field, ListColumn::Items});
    }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"items.csv"}; }

private:
    static Recognition recognition(const std::string& delimiter, double confidence) {
        return {confidence,
                translated("fields separated by {}, each line begins with a different user; the items are taken to be "
                           "in time order, though files made for LightGCN look the same and have no order",
                           translated(delimiterName(delimiter))),
                {.delimiter = delimiter, .columns = {"user", "item"}, .columnCount = 2, .time = {}, .rating = {}},
                TimeFormat::Auto,
                ColumnChoice::Fixed};
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeSequenceLinesFormat() {
    return std::make_unique<SequenceLinesFormat>();
}

}  // namespace recscope
