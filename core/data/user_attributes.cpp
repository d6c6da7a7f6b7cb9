// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/user_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/data/attribute_columns.h"
#include "core/data/column_names.h"
#include "core/data/file_sample.h"
#include "core/data/row_reader.h"
#include "core/data/user_rows.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int64_t kRowsPerProgress = 20000;

/// Whether a file describes users or items.
enum class Subject { Users, Items };

/// The users or items of a dataset by their ids.
class KnownIds {
public:
    KnownIds(std::span<const std::string> ids, bool areWhole) : m_areWhole(areWhole) {
        for (std::size_t i = 0; i < ids.size(); ++i) m_indices.emplace(ids[i], static_cast<std::int32_t>(i));
    }
    /// -1 = unknown id.
    std::int32_t indexOf(std::string_view id) const {
        id = trimmed(id);
        const auto found = m_indices.find(m_areWhole ? withoutZeroFraction(id) : id);
        return found == m_indices.end() ? -1 : found->second;
    }
    std::size_t size() const { return m_indices.size(); }

private:
    std::unordered_map<std::string_view, std::int32_t> m_indices;
    bool m_areWhole;
};

/// Reports the progress at intervals, and throws if a stop was requested.
void tick(std::int64_t row, const UserRows& rows, Subject subject, const ProgressSink& progress,
          const std::stop_token& stop) {
    if (row % kRowsPerProgress != 0) return;
    throwIfStopped(stop);
    if (progress) {
        progress({subject == Subject::Users ? translated("Reading users") : translated("Reading items"),
                  rows.source().consumed(), rows.source().size(), "bytes"});
    }
}

/// The column that holds the most ids of the dataset.
struct IdColumn {
    std::size_t column = 0;
    std::int64_t matched = 0;  ///< different users or items of the dataset in it
    bool isUsable = false;     ///< it holds the ids of the dataset, (nearly) every id in one row only
};

IdColumn idColumn(UserRows& rows, const KnownIds& known, Subject subject, const ProgressSink& progress,
                  const std::stop_token& stop) {
    constexpr double kHalf = 0.5, kUnique = 0.9;
    std::vector<std::vector<bool>> isMatched(rows.columnCount, std::vector<bool>(known.size()));
    // By column: number of rows with an id of the dataset, and number of different ids among them.
    std::vector<double> hits(rows.columnCount), ids(rows.columnCount);
    std::int64_t count = 0;
    while (rows.next()) {
        tick(++count, rows, subject, progress, stop);
        const auto fields = rows.fields();
        for (std::size_t column = 0; column < std::min(fields.size(), rows.columnCount); ++column) {
            const std::int32_t index = known.indexOf(fields[column]);
            if (index < 0) continue;
            ++hits[column];
            ids[column] += !isMatched[column][static_cast<std::size_t>(index)];
            isMatched[column][static_cast<std::size_t>(index)] = true;
        }
    }
    if (ids.empty()) return {};
    const auto best = static_cast<std::size_t>(std::max_element(ids.begin(), ids.end()) - ids.begin());
    constexpr double kMinMatches = 10;  // fewer matches may be due to chance
    const bool covers = ids[best] >= kHalf * static_cast<double>(known.size()) ||
                        (ids[best] >= kMinMatches && hits[best] >= kHalf * static_cast<double>(count));
    return {.column = best,
            .matched = static_cast<std::int64_t>(ids[best]),
            .isUsable = covers && ids[best] > 1 && ids[best] >= kUnique * hits[best]};
}

/// Names of the columns, also for MovieLens' files, which have no header.
std::vector<std::string> namesOf(const UserRows& rows, const SourcePart& part) {
    if (!rows.columns.empty()) return rows.columns;
    if (rows.columnCount == 5 && part.name() == "u.user") return {"user", "age", "gender", "occupation", "zip code"};
    if (rows.columnCount == 5 && part.name() == "users.dat") return {"user", "gender", "age", "occupation", "zip code"};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows.columnCount; ++i) names.push_back(fmt::format("column {}", i + 1));
    return names;
}

[[noreturn]] void failNoIds(const SourcePart& part, Subject subject) {
    const std::string name = part.name();
    throw Error(ErrorKind::Input,
                subject == Subject::Users ? translated("No column of {} holds the users of this dataset.", name)
                                          : translated("No column of {} holds the items of this dataset.", name),
                translated("One column must hold their ids, each once."));
}

UsersFile readFile(const SourcePart& part, Subject subject, std::span<const std::string> ids, bool hasWholeIds,
                   std::span<const std::string> ignored, const ProgressSink& progress, const std::stop_token& stop) {
    const KnownIds known(ids, hasWholeIds);
    const auto isId = [&](std::string_view text) { return known.indexOf(text) >= 0; };
    const TextSample sample = readSample(part);
    const IdColumn id = idColumn(*openUserRows(part, sample, isId), known, subject, progress, stop);
    if (!id.isUsable) failNoIds(part, subject);

    const std::unique_ptr<UserRows> rows = openUserRows(part, sample, isId);
    std::vector<AttributeColumn> columns;
    std::vector<std::size_t> inRow;  // index of each column in a row
    const std::vector<std::string> names = namesOf(*rows, part);
    for (std::size_t i = 0; i < rows->columnCount; ++i) {
        if (i == id.column || std::find(ignored.begin(), ignored.end(), names[i]) != ignored.end()) continue;
        AttributeColumn& column = columns.emplace_back();
        column.name = trimmed(names[i]).empty() ? fmt::format("column {}", i + 1) : names[i];
        column.values.assign(ids.size(), UserAttribute::kUnknown);
        inRow.push_back(i);
    }
    UsersFile file;
    std::vector<bool> hasRow(ids.size());
    const bool isLatin1 = sample.encoding != "UTF-8";
    for (std::int64_t count = 1; rows->next(); ++count) {
        tick(count, *rows, subject, progress, stop);
        const auto fields = rows->fields();
        // Titles often contain an unquoted delimiter; the values after it are in wrong columns.
        const bool isTorn = subject == Subject::Items && fields.size() > rows->columnCount;
        const std::int32_t index = id.column < fields.size() ? known.indexOf(fields[id.column]) : -1;
        if (index < 0 || isTorn || hasRow[static_cast<std::size_t>(index)]) continue;
        hasRow[static_cast<std::size_t>(index)] = true;
        ++file.users;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (inRow[i] < fields.size()) columns[i].add(static_cast<std::size_t>(index), fields[inRow[i]], isLatin1);
        }
    }
    AttributesFound found = attributesOf(std::move(columns), static_cast<std::size_t>(file.users));
    file.attributes = std::move(found.attributes);
    file.leftOut = std::move(found.leftOut);
    return file;
}

}  // namespace

std::vector<SourcePart> usersFilesBeside(const SourcePart& interactions) {
    const std::string name = interactions.name(), stem = name.substr(0, name.rfind('.'));
    std::vector<std::string> names = {stem + ".user", "u.user",       "users.dat", "users.csv",  "users.tsv",
                                      "BX-Users.csv", "BX_Users.csv", "Users.csv", "users.jsonl"};
    for (const char* word : {"customers", "clients", "members", "subscribers", "profiles", "user_profiles"}) {
        for (const char* ending : {".csv", ".tsv", ".jsonl"}) {
            std::string lower = std::string(word) + ending, upper = lower;
            upper[0] = static_cast<char>(upper[0] - 'a' + 'A');
            names.push_back(std::move(lower));
            names.push_back(std::move(upper));
        }
    }
    return partsBeside(interactions, names);
}

UsersFile readUsersFile(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds,
                        const ProgressSink& progress, const std::stop_token& stop) {
    return readFile(part, Subject::Users, userIds, hasWholeIds, {}, progress, stop);
}

UsersFile readItemsFile(const SourcePart& part, std::span<const std::string> itemIds, bool hasWholeIds,
                        std::span<const std::string> ignored, const ProgressSink& progress,
                        const std::stop_token& stop) {
    return readFile(part, Subject::Items, itemIds, hasWholeIds, ignored, progress, stop);
}

UsersMatch matchUsers(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds) {
    const KnownIds known(userIds, hasWholeIds);
    const auto isId = [&](std::string_view text) { return known.indexOf(text) >= 0; };
    const IdColumn id = idColumn(*openUserRows(part, readSample(part), isId), known, Subject::Users, {}, {});
    return {.matched = id.matched, .isUsable = id.isUsable};
}

}  // namespace recscope
