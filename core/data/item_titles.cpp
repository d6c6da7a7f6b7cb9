// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "core/data/delimited.h"
#include "core/data/file_sample.h"
#include "core/data/text_encoding.h"
#include "core/data/text_source.h"
#include "core/data/title_columns.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Records = std::vector<std::vector<std::string>>;

constexpr std::size_t kUItemFields = 24, kUItemFirstGenre = 5;
constexpr std::array kUGenres = {"unknown",     "Action", "Adventure", "Animation", "Children's", "Comedy",  "Crime",
                                 "Documentary", "Drama",  "Fantasy",   "Film-Noir", "Horror",     "Musical", "Mystery",
                                 "Romance",     "Sci-Fi", "Thriller",  "War",       "Western"};
static_assert(kUItemFirstGenre + kUGenres.size() == kUItemFields);

/// The names in u.genre ("Action|1"); without that file, the list that GroupLens published.
std::vector<std::string> genreNames(const SourcePart& uItem) {
    std::vector<std::string> names(kUGenres.begin(), kUGenres.end());
    const auto files = partsBeside(uItem, {"u.genre"});
    if (files.empty()) return names;
    constexpr std::size_t kMaxBytes = 1 << 16;
    for (const auto& record : splitRecords(readUpTo(*openPart(files[0]), kMaxBytes), "|")) {
        std::size_t index = 0;
        if (record.size() < 2) continue;
        const std::string& number = record[1];
        const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), index);
        if (failure == std::errc() && index < names.size()) names[index] = record[0];
    }
    return names;
}

void addUItem(ItemTitles& titles, const Records& records, const std::vector<std::string>& names) {
    for (const auto& record : records) {
        std::string genres;
        for (std::size_t i = kUItemFirstGenre; i < std::min(record.size(), kUItemFields); ++i) {
            if (trimmed(record[i]) != "1") continue;
            if (!genres.empty()) genres += '|';
            genres += names[i - kUItemFirstGenre];
        }
        titles.add(record[0], record.size() > 1 ? record[1] : std::string(), genres);
    }
}

/// "column 2", or its name.
std::string labelOf(const Records& records, const TitleColumns& columns, std::size_t column) {
    return columns.hasHeader && column < records[0].size() ? fmt::format("\"{}\"", trimmed(records[0][column]))
                                                           : translated("column {}", column + 1);
}

void addTable(ItemTitles& titles, Records& records, const std::string& delimiter) {
    const TitleColumns columns = findTitleColumns(records, titles.isNeeded, titles.itemColumn);
    const std::string ids = labelOf(records, columns, columns.id);
    titles.matched = columns.neededFound;
    // A table about other things may contain a few of the needed ids by chance, because many ids are small numbers. It
    // is not used if it contains fewer than 1 in 50.
    constexpr std::size_t kByChance = 50;
    const std::size_t rows = records.size() - columns.hasHeader;
    if (titles.isNeeded &&
        (columns.neededFound == 0 || columns.neededFound * kByChance < std::min(rows, titles.requested))) {
        titles.isUsed = false;
        titles.reading = columns.neededFound == 0   ? translated("none of the items occur in it")
                         : columns.neededFound == 1 ? translated("1 of the items occurs in it")
                                                    : translated("{} of the items occur in it",
                                                                 grouped(static_cast<long long>(columns.neededFound)));
        return;
    }
    if (!columns.title) {
        titles.isUsed = false;
        titles.reading = translated("its ids are in {}, but no column looks like titles", ids);
        return;
    }
    titles.reading = translated("ids in {}, titles in {}", ids, labelOf(records, columns, *columns.title));
    const auto nameOf = [&](std::size_t column) {
        const std::string_view name = trimmed(records[0][column]);
        return std::string(name.substr(0, name.rfind(':')));  // RecBole: "movie_title:token_seq"
    };
    if (columns.hasHeader && columns.genres) titles.genresColumn = nameOf(*columns.genres);
    if (columns.hasHeader) {
        for (const std::size_t column : {columns.id, *columns.title, columns.genres.value_or(columns.id)}) {
            titles.usedColumns.push_back(nameOf(column));
        }
    }
    const bool areWords = columns.hasHeader && columns.genres &&
                          records[0][*columns.genres].ends_with(":token_seq");  // RecBole: "Comedy Drama"
    for (std::size_t i = columns.hasHeader; i < records.size(); ++i) {
        auto& record = records[i];
        mergeSplitText(record, columns, delimiter);
        if (record.size() <= std::max(columns.id, *columns.title)) continue;
        std::string genreText =
            columns.genres && *columns.genres < record.size() ? record[*columns.genres] : std::string();
        if (areWords) std::replace(genreText.begin(), genreText.end(), ' ', '|');
        titles.add(record[columns.id], record[*columns.title], genreText);
    }
}

bool isMostlyWindows1252(std::string_view text) {
    std::size_t utf8 = 0, other = 0;
    for (const std::string_view line : linesOf(text, text.size())) {
        if (!isAscii(line)) ++(isUtf8(line) ? utf8 : other);
    }
    return other > utf8;
}

/// Converts lines that are not valid UTF-8 from windows-1252 to UTF-8. If `encoding` is windows-1252, converts all
/// lines.
std::string utf8LineByLine(std::string_view text, std::string_view encoding) {
    if (encoding == kWindows1252) return windows1252ToUtf8(text);
    std::string all;
    all.reserve(text.size());
    while (!text.empty()) {
        const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        all += isUtf8(line) ? std::string(line) : windows1252ToUtf8(line);
        text.remove_prefix(line.size());
    }
    return all;
}

std::string withoutRemarks(std::string_view text, const RemarkLines& remarks) {
    const std::vector<std::string_view> lines = linesOf(text, text.size());
    return fmt::format("{}\n", fmt::join(recscope::withoutRemarks({lines.begin(), lines.end()}, remarks), "\n"));
}

/// Reads titles from a table. Tables are small: the whole text is held in memory, since a quoted title may span lines.
void readTable(const SourcePart& part, const TextSample& sample, ItemTitles& titles) {
    constexpr std::size_t kMaxBytes = std::size_t{1} << 29;  // 512 MiB
    const OpenedText opened = openText(part);
    std::string text = readUpTo(*opened.bytes, kMaxBytes + 1);
    if (text.size() > kMaxBytes) {
        throw Error(ErrorKind::Input, translated("The titles file is larger than 512 MiB: {}.", part.displayPath()),
                    translated("Choose the file with the items' titles, not one with interactions."));
    }
    if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    titles.encoding = opened.encoding.empty() ? kUtf8 : opened.encoding;
    if (!isUtf8(text)) {
        if (isMostlyWindows1252(text)) titles.encoding = kWindows1252;
        text = utf8LineByLine(text, titles.encoding);
    }
    if (!sample.remarks.empty()) text = withoutRemarks(text, sample.remarks);
    constexpr std::size_t kSampleLines = 500;
    std::string delimiter = sample.remarks.delimiter;
    if (delimiter.empty()) delimiter = detectDelimiter(linesOf(text, kSampleLines));
    const bool isProse = delimiter.empty() || delimiter == " ";
    Records records = isProse ? Records() : splitRecords(std::move(text), delimiter);
    if (records.empty()) {
        throw Error(ErrorKind::Input, translated("The titles file holds no table: {}.", part.displayPath()),
                    translated("Each line needs an item's id and its title, for example \"item,title,genres\"."));
    }
    if (delimiter == "|" && records[0].size() == kUItemFields) {
        addUItem(titles, records, genreNames(part));
    } else {
        addTable(titles, records, delimiter);
    }
}

}  // namespace

void ItemTitles::add(std::string_view id, std::string_view title, std::string_view genres) {
    id = trimmed(id);
    genres = trimmed(genres);
    if (id.empty() || (isNeeded && !isNeeded(id))) return;
    if (genres == "(no genres listed)" || genres == "unknown") genres = {};
    byId.try_emplace(std::string(id), ItemTitle{std::string(trimmed(title)), std::string(genres)});
}

bool ItemTitles::hasTitles() const {
    const auto titled =
        std::count_if(byId.begin(), byId.end(), [](const auto& entry) { return !entry.second.title.empty(); });
    return isUsed && titled > 0 && 2 * static_cast<std::size_t>(titled) >= byId.size();
}

ItemTitles readItemTitles(const SourcePart& part, std::function<bool(std::string_view id)> isNeeded,
                          const ProgressSink& progress, const std::stop_token& stop, std::size_t requested,
                          const std::string& itemColumn) {
    ItemTitles titles;
    titles.itemColumn = itemColumn;
    titles.isNeeded = std::move(isNeeded);
    titles.requested = requested;
    const TextSample sample = readSample(part);
    const auto first = std::find_if(sample.lines.begin(), sample.lines.end(),
                                    [](const std::string& line) { return !trimmed(line).empty(); });
    if (trimmed(*first).starts_with('{')) {
        readObjectTitles(part, *first, titles, progress, stop);
    } else {
        readTable(part, sample, titles);
    }
    if (titles.isUsed) titles.matched = titles.byId.size();
    return titles;
}

}  // namespace recscope
