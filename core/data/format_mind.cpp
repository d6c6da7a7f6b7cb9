// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <string>

#include "core/data/dataset_format.h"
#include "core/data/date_text.h"
#include "core/data/delimited.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::size_t kFields = 5, kUser = 1, kTime = 2, kHistory = 3, kShown = 4;

/// The items of a history in their order. The history of a user is the same in all impressions: it counts once.
class MindRows : public RowParser {
public:
    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        m_splitter.split(line);
        if (m_splitter.fields().size() < kFields) return "too few fields";
        const std::string_view user = trimmed(m_splitter.fields()[kUser]);
        std::string_view left = trimmed(m_splitter.fields()[kHistory]);
        if (left.empty() || !m_users.emplace(user).second) return nullptr;
        while (!left.empty()) {
            const std::size_t end = std::min(left.find(' '), left.size());
            if (end > 0) rows.push_back({user, left.substr(0, end), {}, {}});
            left.remove_prefix(std::min(end + 1, left.size()));
        }
        return nullptr;
    }

private:
    FieldSplitter m_splitter{"\t"};
    std::set<std::string, std::less<>> m_users;
};

/// MIND: news shown to readers, with what they had read before.
class MindFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {
            "mind-behaviors", "MIND (behaviors.tsv)",
            "an impression a line: its id, the user, the time, the news read before in their order, the news shown; "
            "the histories are imported, once a user; titles from news.tsv"};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        const bool fits = mostLinesPass(sample, "\t", [](std::span<const std::string_view> fields) {
            if (fields.size() != kFields || !parseNumericDate(fields[kTime], DateOrder::MonthFirst)) return false;
            const std::string_view shown = trimmed(fields[kShown]);
            return shown.ends_with("-0") || shown.ends_with("-1") || (shown.starts_with('N') && isAscii(shown));
        });
        if (!fits) return std::nullopt;
        return Recognition{
            0.98,
            "an impression a line: the user and the news read before, in their order; the news shown and "
            "clicked are not used, since only the histories have an order",
            {.delimiter = {}, .columns = {"user", "news"}, .columnCount = 2, .time = {}, .rating = {}},
            TimeFormat::Auto,
            ColumnChoice::Fixed};
    }

    std::unique_ptr<RowParser> makeParser(const TableLayout&) const override { return std::make_unique<MindRows>(); }
    std::vector<std::string> fileNames() const override { return {"behaviors.tsv"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"news.tsv"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeMindFormat() {
    return std::make_unique<MindFormat>();
}

}  // namespace recscope
