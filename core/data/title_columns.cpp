// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/title_columns.h"

#include <algorithm>
#include <unordered_set>

#include "core/data/column_names.h"
#include "core/data/column_profile.h"
#include "core/data/entity_names.h"
#include "core/data/header_row.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Records = std::vector<std::vector<std::string>>;

constexpr std::size_t kMaxRowsExamined = 5000;

std::size_t countNeeded(const Records& records, const TitleColumns& columns, std::size_t column,
                        const std::function<bool(std::string_view id)>& isNeeded) {
    std::unordered_set<std::string_view> found;
    for (std::size_t row = columns.hasHeader; row < records.size(); ++row) {
        if (column >= records[row].size()) continue;
        const std::string_view id = trimmed(records[row][column]);
        if (!id.empty() && isNeeded(id)) found.insert(id);
    }
    return found.size();
}

double idNameScore(const std::string& name) {
    const std::string plain = plainName(name);
    return plain == "id" ? 6 : plain == "parentasin" ? 7 : meaningOf(name).item;
}

void findId(const Records& records, const std::vector<ColumnProfile>& profiles,
            const std::function<bool(std::string_view id)>& isNeeded, const std::string& itemColumn,
            TitleColumns& columns) {
    double best = -1;
    std::vector<std::size_t> found(profiles.size(), 0);
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        if (isNeeded) found[column] = countNeeded(records, columns, column, isNeeded);
        // Row numbers may match ids by chance: if two columns match about equally many ids, the name and the uniqueness
        // of the values decide.
        constexpr double kSameName = 30;  // nearly doubles the score
        const double byName =
            nameTheSame(profiles[column].name, itemColumn) ? kSameName : idNameScore(profiles[column].name);
        double score = isNeeded ? static_cast<double>(found[column]) * (1 + 0.03 * std::max(0.0, byName)) : 0;
        if (isNeeded && profiles[column].distinctShare() < 0.5) score *= 0.5;
        if (!isNeeded) score = byName;
        if (score <= best) continue;
        best = score;
        columns.id = column;
    }
    columns.neededFound = found.empty() ? 0 : found[columns.id];
    for (std::size_t column = 0; column < found.size(); ++column) {
        if (column != columns.id) columns.neededInOther = std::max(columns.neededInOther, found[column]);
    }
}

constexpr double kTitleName = 7;  ///< minimum score of a name for titles

/// True for "titulo", and for "course_name" beside the ids in "course_id".
bool namesOwnTitle(const std::string& name, const std::string& idColumn) {
    constexpr int kSureRank = 3;
    const std::vector<std::string> words = wordsOf(name), things = subjectOf(idColumn);
    const bool isOwn = words.size() == 1 || (!words.empty() && !things.empty() && words.front() == things.front());
    return isOwn && titleNameRank(name, idColumn) >= kSureRank;
}

double titleNameScore(const std::string& name, const std::string& idColumn = {}) {
    const std::string plain = plainName(name);
    if (plain.empty()) return 0;
    if (plain == "title" || plain == "name") return 10;
    for (const char* other :
         {"genre", "categor", "kategor", "warengruppe", "author", "publisher", "url", "image", "description",
          "overview", "plot", "director", "cast", "brand", "language", "country", "tag", "keyword", "user", "summary",
          "review", "text", "file", "status", "type", "code", "id", "comment", "remark", "note", "instructor",
          "teacher", "lecturer",
          // numbers and codes in other languages
          "nomor", "kode", "nummer", "numero", "número", "codigo", "código", "inventar", "isbn", "barcode"}) {
        if (plain.find(other) != std::string::npos && plain.find("title") == std::string::npos) return -6;
    }
    if (plain == "originaltitle" || plain == "englishtitle") return 7;
    if (plain.find("title") != std::string::npos || namesOwnTitle(name, idColumn)) return 8;
    return plain.ends_with("name") ? kTitleName : meaningOf(name).item >= kSureName ? 4 : 0;
}

std::optional<std::size_t> findTitle(const std::vector<ColumnProfile>& profiles, const TitleColumns& columns) {
    std::optional<std::size_t> best;
    double bestScore = 0;
    // If the ids are names, they are the titles themselves: beside the ids in "track_name", "artist_name" is no title.
    constexpr int kSureRank = 3;
    const ColumnProfile& ids = profiles[columns.id];
    constexpr double kTexts = 0.25;  // share of values of two and more words
    const bool areTexts =
        ids.numberShare < 0.5 && ids.kind != ColumnKind::Url && ids.manyWordsShare + ids.twoWordsShare >= kTexts;
    const bool areTitled = columns.hasHeader && ids.numberShare < 0.5 && (wordsOf(ids.name).size() > 1 || areTexts) &&
                           titleNameRank(ids.name, {}) >= kSureRank - 1;
    if (areTitled) best = columns.id;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        const double byName = titleNameScore(profile.name, profiles[columns.id].name);
        if (column == columns.id || profile.present() == 0) continue;
        if (areTitled && byName < 10 && !namesOwnTitle(profile.name, ids.name)) continue;
        switch (profile.kind) {
            case ColumnKind::Url:
            case ColumnKind::Time:
            case ColumnKind::Clock:
            case ColumnKind::Coordinate:
                continue;
            default:
                break;
        }
        constexpr double kOwnTexts = 0.8;  // share of texts that differ, if the name is not that of titles
        if (columns.hasHeader && byName < kTitleName && profile.distinctShare() < kOwnTexts) continue;
        // Some films have a number as their title ("1984"), but most do not.
        if (profile.numberShare > 0.5 && byName < 8) continue;
        double score =
            3 + byName + 3 * profile.distinctShare() - 4 * profile.missingShare() - 0.1 * static_cast<double>(column);
        constexpr double kLong = 100;
        if (profile.averageLength > kLong) score -= 4;
        if (profile.distinctShare() < 0.2 && profile.present() > 20) score -= 4;
        if (score <= bestScore) continue;
        best = column;
        bestScore = score;
    }
    return best;
}

std::optional<std::size_t> findGenres(const std::vector<ColumnProfile>& profiles, const TitleColumns& columns) {
    for (const char* name : {"genres", "genre", "categories", "category", "class", "kategorien", "kategorie",
                             "warengruppe", "categorie", "categoria", "generi", "genere"}) {
        for (std::size_t column = 0; column < profiles.size(); ++column) {
            if (plainName(profiles[column].name) == name && column != columns.id && column != columns.title)
                return column;
        }
    }
    const std::size_t next = columns.title.value_or(0) + 1;
    if (columns.hasHeader || next >= profiles.size() || next == columns.id) return std::nullopt;
    const ColumnProfile& profile = profiles[next];
    constexpr double kLong = 60;
    const bool isText = profile.numberShare < 0.5 && profile.averageLength < kLong && profile.kind != ColumnKind::Url &&
                        profile.kind != ColumnKind::Time;
    return isText ? std::optional(next) : std::nullopt;
}

/// True if a field of the first record, such as "id", names the ids and most values below it are needed ids.
bool isAboveIds(const Records& records, const std::function<bool(std::string_view id)>& isNeeded,
                const std::function<bool(const std::string& name)>& isId) {
    if (!isNeeded) return false;
    const std::size_t end = std::min(records.size(), kMaxRowsExamined);
    for (std::size_t column = 0; column < records[0].size(); ++column) {
        if (!isId(records[0][column])) continue;
        std::size_t needed = 0;
        for (std::size_t row = 1; row < end; ++row)
            needed += column < records[row].size() && isNeeded(trimmed(records[row][column]));
        if (2 * needed > end - 1) return true;
    }
    return false;
}

}  // namespace

TitleColumns findTitleColumns(const Records& records, const std::function<bool(std::string_view id)>& isNeeded,
                              const std::string& itemColumn, HeaderRow header) {
    TitleColumns columns;
    SampleTable table{
        {},
        {records.begin(), records.begin() + static_cast<std::ptrdiff_t>(std::min(records.size(), kMaxRowsExamined))}};
    const auto isTitle = [](const std::string& name) { return titleNameScore(name) >= kTitleName; };
    const auto isId = [&](const std::string& name) {
        return idNameScore(name) >= kSureName || nameTheSame(name, itemColumn);
    };
    const bool isNamed = std::any_of(records[0].begin(), records[0].end(), isTitle) &&
                         std::any_of(records[0].begin(), records[0].end(), isId);
    columns.hasHeader =
        header == HeaderRow::First || isNamed || isAboveIds(records, isNeeded, isId) || isHeaderRow(table.rows);
    if (columns.hasHeader) {
        table.names = std::move(table.rows[0]);
        table.rows.erase(table.rows.begin());
    }
    columns.count = columns.hasHeader ? table.names.size() : table.columnCount();
    for (auto& row : table.rows) {  // join surplus fields: an unquoted delimiter is mostly in the last text
        for (; row.size() > columns.count && columns.count > 0; row.pop_back()) row[row.size() - 2] += "," + row.back();
    }
    const std::vector<ColumnProfile> profiles = profileColumns(table);
    findId(records, profiles, isNeeded, itemColumn, columns);
    columns.title = findTitle(profiles, columns);
    columns.genres = findGenres(profiles, columns);
    return columns;
}

void mergeSplitText(std::vector<std::string>& record, const TitleColumns& columns, const std::string& delimiter) {
    if (!columns.title || columns.count == 0 || record.size() <= columns.count || *columns.title < columns.id) return;
    const auto title = static_cast<std::ptrdiff_t>(*columns.title);
    for (std::size_t torn = record.size() - columns.count; torn > 0; --torn) {
        std::string& text = record[static_cast<std::size_t>(title)];
        text += delimiter + record[static_cast<std::size_t>(title) + 1];
        record.erase(record.begin() + title + 1);
    }
}

}  // namespace recscope
