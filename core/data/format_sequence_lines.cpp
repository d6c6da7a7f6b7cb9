// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kSpace = " ";

bool isWholeNumber(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class SequenceRows : public RowParser {
public:
    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        m_splitter.split(trimmed(line));
        for (const std::string_view item : m_splitter.fields().subspan(1)) {
            if (!item.empty()) rows.push_back({m_splitter.fields()[0], item, {}, {}});
        }
        return nullptr;
    }

private:
    FieldSplitter m_splitter{kSpace};
};

/// S3-Rec's files: a user and then all items of that user, in order.
class SequenceLinesFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"sequence-lines", translatable("Sequence lines (S3-Rec)"),
                translatable("user item item item … separated by spaces, one user per line, items in their order")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        std::set<std::string> users;
        std::set<std::size_t> lengths;
        std::size_t lines = 0;
        const bool areNumbers = mostLinesPass(sample, kSpace, [&](std::span<const std::string_view> fields) {
            while (!fields.empty() && fields.back().empty()) fields = fields.first(fields.size() - 1);
            if (fields.size() < 2 || !std::all_of(fields.begin(), fields.end(), isWholeNumber)) return false;
            ++lines;
            users.emplace(fields[0]);
            lengths.insert(fields.size());
            return true;
        });
        const bool isPairs = lengths == std::set<std::size_t>{2};
        if (!areNumbers || isPairs || hasHeaderRow(sample, kSpace) || users.size() != lines) return std::nullopt;
        const bool differs = lengths.size() > 1;  // in a table, all lines have the same length
        return Recognition{
            differs ? 0.85 : 0.35,
            translated("whole numbers separated by spaces, each line begins with a different user; the items are taken "
                       "to be in time order, though files made for LightGCN look the same and have no order"),
            {.delimiter = {}, .columns = {"user", "item"}, .columnCount = 2, .time = {}, .rating = {}},
            TimeFormat::Auto,
            ColumnChoice::Fixed};
    }

    std::unique_ptr<RowParser> makeParser(const TableLayout&) const override {
        return std::make_unique<SequenceRows>();
    }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"items.csv"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeSequenceLinesFormat() {
    return std::make_unique<SequenceLinesFormat>();
}

}  // namespace recscope
