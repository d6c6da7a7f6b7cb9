// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/data/dataset_format.h"
#include "core/data/date_text.h"
#include "core/data/delimited.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kFields = 5, kUser = 1, kTime = 2, kShown = 4;

/// Yields an interaction for each news article that was clicked in an impression, at the time of the impression.
class MindRows : public RowParser {
public:
    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        m_splitter.split(line);
        if (m_splitter.fields().size() < kFields) return translatable("too few fields");
        std::string_view left = trimmed(m_splitter.fields()[kShown]);
        while (!left.empty()) {
            constexpr std::string_view kClicked = "-1";
            const std::size_t end = std::min(left.find(' '), left.size());
            std::string_view news = left.substr(0, end);
            left.remove_prefix(std::min(end + 1, left.size()));
            if (!news.ends_with(kClicked)) continue;
            news.remove_suffix(kClicked.size());
            rows.push_back({m_splitter.fields()[kUser], news, m_splitter.fields()[kTime], {}});
        }
        return nullptr;
    }

private:
    FieldSplitter m_splitter{"\t"};
};

/// MIND: news articles shown to readers, and the articles that each reader had read before.
class MindFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"mind-behaviors", translatable("MIND (behaviors.tsv)"),
                translatable("one impression per line: the user, the time and the news items clicked (ending in -1); "
                             "news items read earlier have no times and are not used; titles from news.tsv")};
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
            translated("one impression per line: the user, the time and the news items clicked (ending in -1); news "
                       "items read earlier have no times and are not used"),
            {.delimiter = {}, .columns = {"user", "news", "time"}, .columnCount = 3, .time = 2, .rating = {}},
            TimeFormat::MonthFirst,
            ColumnChoice::Fixed};
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout&) const override {
        return std::make_unique<MindRows>();
    }
    std::vector<std::string> fileNames() const override { return {"behaviors.tsv"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"news.tsv"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeMindFormat() {
    return std::make_unique<MindFormat>();
}

}  // namespace recscope
