// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/data/entity_names.h"
#include "core/data/html_entities.h"
#include "core/data/item_titles.h"
#include "core/data/object_reader.h"
#include "core/data/text_source.h"
#include "core/data/title_columns.h"
#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int64_t kLinesPerProgress = 20000;

// Keys in order of preference. Amazon 2023 has both asin and parent_asin, and its reviews refer to parent_asin. Some of
// Steam's games have only an app_name.
constexpr const char* kIdKeys[] = {"parent_asin", "asin", "id", "item_id", "product_id", "item"};
constexpr const char* kTitleKeys[] = {"title",       "app_name",   "name",         "item_name", "product_title",
                                      "movie_title", "book_title", "product_name", "headline"};
constexpr const char* kGenreKeys[] = {"genres", "categories", "category"};

template <std::size_t N>
std::string firstOf(ObjectReader& reader, const char* const (&keys)[N]) {
    for (const char* key : keys) {
        if (const std::string_view text = trimmed(reader.scalar(key)); !text.empty()) return std::string(text);
    }
    return {};
}

/// The genres without repetitions, such as "Beauty|Hair Care". Amazon lists several category paths, each from the root.
std::string genresOf(ObjectReader& reader) {
    constexpr std::size_t kMaxGenres = 12;
    std::vector<std::string> genres;
    for (const char* key : kGenreKeys) {
        for (const std::string& text : reader.scalarsUnder(key)) {
            std::string genre = withoutHtmlEntities(trimmed(text));
            std::replace(genre.begin(), genre.end(), '|', '/');
            const bool isKnown = std::find(genres.begin(), genres.end(), genre) != genres.end();
            if (!genre.empty() && !isKnown && genres.size() < kMaxGenres) genres.push_back(std::move(genre));
        }
        if (!genres.empty()) break;
    }
    return fmt::format("{}", fmt::join(genres, "|"));
}

/// The key that holds the most needed ids in the first lines; empty if no particular ids are needed or none are found.
std::string keyOfIds(const SourcePart& part, ObjectReader& reader, const ItemTitles& titles) {
    constexpr std::int64_t kLines = 2000;
    if (!titles.isNeeded) return {};
    std::map<std::string, std::set<std::string>> found;
    LineReader lines(openText(part).bytes);
    std::string_view line;
    while (lines.lineNumber() < kLines && lines.next(line)) {
        if (trimmed(line).empty() || reader.read(line)) continue;
        for (const std::string& key : reader.keys()) {
            const std::string_view id = trimmed(reader.scalar(key));
            if (!id.empty() && titles.isNeeded(id)) found[key].emplace(id);
        }
    }
    std::string best;
    std::size_t mostIds = 0;
    for (const auto& [key, ids] : found) {
        if (ids.size() > mostIds) best = key;
        mostIds = std::max(mostIds, ids.size());
    }
    for (const auto& [key, ids] : found) {
        if (2 * ids.size() >= mostIds && nameTheSame(key, titles.itemColumn)) return key;
    }
    // A customary key is preferred if it holds about as many needed ids.
    for (const char* key : kIdKeys) {
        if (found.contains(key) && 10 * found[key].size() >= 9 * mostIds) return key;
    }
    return best;
}

/// The key whose values look like titles; used if no key has a customary name.
std::string keyOfTitles(const SourcePart& part, ObjectReader& reader, const ItemTitles& titles) {
    constexpr std::int64_t kLines = 500;
    std::vector<std::vector<std::string>> records(1);
    LineReader lines(openText(part).bytes);
    std::string_view line;
    while (lines.lineNumber() < kLines && lines.next(line)) {
        if (trimmed(line).empty() || reader.read(line)) continue;
        if (records[0].empty()) records[0] = reader.keys();
        auto& row = records.emplace_back();
        for (const std::string& key : records[0]) row.emplace_back(reader.scalar(key));
    }
    for (const char* key : kTitleKeys) {
        if (std::find(records[0].begin(), records[0].end(), key) != records[0].end()) return {};
    }
    if (records.size() < 2 || records[0].size() < 2) return {};
    const TitleColumns columns = findTitleColumns(records, titles.isNeeded, titles.itemColumn, HeaderRow::First);
    return columns.title ? records[0][*columns.title] : std::string();
}

}  // namespace

void readObjectTitles(const SourcePart& part, std::string_view firstLine, ItemTitles& titles,
                      const ProgressSink& progress, const std::stop_token& stop) {
    titles.encoding = "UTF-8";
    auto reader = makeJsonReader();
    if (reader->read(firstLine)) reader = makePythonReader();
    const std::string key = keyOfIds(part, *reader, titles);
    const std::string titleKey = keyOfTitles(part, *reader, titles);
    if (!key.empty()) titles.reading = translated("ids in \"{}\"", key);
    titles.usedColumns.assign(std::begin(kTitleKeys), std::end(kTitleKeys));
    titles.usedColumns.insert(titles.usedColumns.end(), std::begin(kGenreKeys), std::end(kGenreKeys));
    titles.usedColumns.insert(titles.usedColumns.end(), {key, titleKey});
    LineReader lines(readAhead(openText(part).bytes));
    std::string_view line;
    bool hasAny = false;
    while (lines.next(line)) {
        if (lines.lineNumber() % kLinesPerProgress == 0) {
            throwIfStopped(stop);
            if (progress)
                progress({translated("Reading titles"), lines.source().consumed(), lines.source().size(), "bytes"});
        }
        if (trimmed(line).empty() || reader->read(line)) continue;
        std::string id(key.empty() ? std::string_view() : trimmed(reader->scalar(key)));
        if (id.empty()) id = firstOf(*reader, kIdKeys);
        std::string title = firstOf(*reader, kTitleKeys);
        if (title.empty() && !titleKey.empty()) title = trimmed(reader->scalar(titleKey));
        if (id.empty()) continue;
        hasAny = true;
        titles.add(id, withoutHtmlEntities(title), genresOf(*reader));
    }
    if (hasAny) return;
    throw Error(ErrorKind::Input, translated("The titles file holds no items: {}.", part.displayPath()),
                translated("Each line needs an object with an item's id (asin, id, …) and its title."));
}

}  // namespace recscope
