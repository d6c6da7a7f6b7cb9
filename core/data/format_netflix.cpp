// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/time_text.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// True for a line such as "1:", which precedes the ratings of film 1.
bool isFilm(std::string_view line) {
    return line.ends_with(':') && isDigits(line.substr(0, line.size() - 1));
}

class NetflixRows : public RowParser {
public:
    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        line = trimmed(line);
        m_isFilm = isFilm(line);
        if (m_isFilm) {
            m_film = line.substr(0, line.size() - 1);
            return nullptr;
        }
        m_splitter.split(line);
        constexpr std::size_t kFields = 3;
        if (m_splitter.fields().size() < kFields) return translatable("too few fields");
        rows.push_back({m_splitter.fields()[0], m_film, m_splitter.fields()[2], m_splitter.fields()[1]});
        return nullptr;
    }

    bool isBetweenRows() const override { return m_isFilm; }

private:
    FieldSplitter m_splitter{","};
    std::string m_film;
    bool m_isFilm = false;
};

/// The Netflix Prize: a line with the film and a colon, then its ratings.
class NetflixFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {
            "netflix-prize", translatable("Netflix Prize (combined_data_1.txt)"),
            translatable("a line with the film's number and a colon, then its ratings as user,rating,date; titles from "
                         "movie_titles.csv")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        const auto first = std::find_if(sample.lines.begin(), sample.lines.end(),
                                        [](std::string_view line) { return !trimmed(line).empty(); });
        if (first == sample.lines.end() || !isFilm(trimmed(*first))) return std::nullopt;
        std::size_t counted = 0, passed = 0;
        FieldSplitter splitter(",");
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty() || isFilm(trimmed(line))) continue;
            ++counted;
            passed += splitter.split(trimmed(line)) && splitter.fields().size() == 3 &&
                      isDigits(splitter.fields()[0]) && parseNumber(splitter.fields()[1]) &&
                      parseTime(splitter.fields()[2], TimeFormat::Date);
        }
        if (passed == 0 || 2 * passed < counted) return std::nullopt;
        return Recognition{
            1.0,
            translated("a film's number with a colon, then its ratings as user,rating,date"),
            {.delimiter = {}, .columns = {"user", "film", "date", "rating"}, .columnCount = 4, .time = 2, .rating = 3},
            TimeFormat::Date,
            ColumnChoice::Fixed};
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout&) const override {
        return std::make_unique<NetflixRows>();
    }
    std::vector<std::string> fileNames() const override { return {"combined_data_1.txt"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override {
        return {"movie_titles.csv", "movie_titles.txt"};
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeNetflixFormat() {
    return std::make_unique<NetflixFormat>();
}

}  // namespace recscope
