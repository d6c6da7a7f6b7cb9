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

/// Names of the columns, also for MovieLens' files, which have no header.
std::vector<std::string> namesOf(const UserRows& rows, const SourcePart& part) {
    if (!rows.columns.empty()) return rows.columns;
    if (rows.columnCount == 5 && part.name() == "u.user") return {"user", "age", "gender", "occupation", "zip code"};
    if (rows.columnCount == 5 && part.name() == "users.dat") return {"user", "gender", "age", "occupation", "zip code"};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows.columnCount; ++i) names.push_back(fmt::format("column {}", i + 1));
    return names;
}

/// True for a second column "id" and for the index of pandas, which number the rows of the table.
bool isRowNumber(const std::string& name) {
    const std::string plain = plainName(name);
    return plain.empty() || plain == "id" || plain == "unnamed";
}

[[noreturn]] void failNoIds(const SourcePart& part, Subject subject) {
    const std::string name = part.name();
    throw Error(ErrorKind::Input,
                subject == Subject::Users ? translated("No column of {} holds the users of this dataset.", name)
                                          : translated("No column of {} holds the items of this dataset.", name),
                translated("One column must hold their ids, each once."));
}

}  // namespace

AttributesFile readAttributesFile(const SourcePart& part, const Described& described,
                                  std::span<const std::string> ignored, const ProgressSink& progress,
                                  const std::stop_token& stop) {
    const Subject subject = described.subject;
    const std::size_t all = described.ids.size();
    const KnownIds known(described);
    const auto isId = [&](std::string_view text) { return known.indexOf(text) >= 0; };
    const TextSample sample = readSample(part);
    const std::unique_ptr<UserRows> firstPass = openUserRows(part, sample, isId, described.column);
    const KeyColumn id = findKeyColumn(*firstPass, known, described,
                                       [&](std::int64_t row) { tick(row, *firstPass, subject, progress, stop); });
    if (!id.isUsable) failNoIds(part, subject);

    const std::unique_ptr<UserRows> rows = openUserRows(part, sample, isId, described.column);
    std::vector<AttributeColumn> columns;
    std::vector<std::size_t> inRow;  // index of each column in a row
    const std::vector<std::string> names = namesOf(*rows, part);
    for (std::size_t i = 0; i < rows->columnCount; ++i) {
        if (i == id.column || isRowNumber(names[i]) ||
            std::find(ignored.begin(), ignored.end(), names[i]) != ignored.end())
            continue;
        AttributeColumn& column = columns.emplace_back();
        column.name = names[i];
        column.values.assign(all, UserAttribute::kUnknown);
        inRow.push_back(i);
    }
    AttributesFile file;
    std::vector<bool> hasRow(all);
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

std::vector<std::string> usersFileNames(const SourcePart& interactions) {
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
    return names;
}

KeyColumn keyColumnOf(const SourcePart& part, const Described& described) {
    const KnownIds known(described);
    const auto isId = [&](std::string_view text) { return known.indexOf(text) >= 0; };
    return findKeyColumn(*openUserRows(part, readSample(part), isId, described.column), known, described);
}

}  // namespace recscope
