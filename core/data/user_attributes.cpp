// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/user_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/file_sample.h"
#include "core/data/id_table.h"
#include "core/data/row_reader.h"
#include "core/data/user_rows.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int64_t kRowsPerProgress = 20000;

/// The users of a dataset by their ids.
class KnownUsers {
public:
    KnownUsers(std::span<const std::string> ids, bool areWhole) : m_areWhole(areWhole) {
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

/// Unlike isMissing in core/data/missing_value.h, accepts "none" in lower case as a value, because it is an occupation
/// in MovieLens' u.user.
bool isMissing(std::string_view text) {
    static const std::set<std::string, std::less<>> kWords = {"", "-", "?", "\\n", "na", "n/a", "nan", "null"};
    text = trimmed(text);
    return text == "None" || kWords.contains(folded(text));
}

/// Reports the progress at intervals, and throws if a stop was requested.
void tick(std::int64_t row, const UserRows& rows, const ProgressSink& progress, const std::stop_token& stop) {
    if (row % kRowsPerProgress != 0) return;
    throwIfStopped(stop);
    if (progress) progress({translated("Reading users"), rows.source().consumed(), rows.source().size(), "bytes"});
}

/// The column that holds the ids of the dataset's users, (nearly) every id in one row only. Throws Error(Input) if
/// there is none.
std::size_t idColumn(UserRows& rows, const KnownUsers& known, const SourcePart& part, const ProgressSink& progress,
                     const std::stop_token& stop) {
    constexpr double kHalf = 0.5, kUnique = 0.9;
    std::vector<std::vector<bool>> isMatched(rows.columnCount, std::vector<bool>(known.size()));
    // By column: number of rows with the id of a user, and number of different users among them.
    std::vector<double> hits(rows.columnCount), users(rows.columnCount);
    std::int64_t count = 0;
    while (rows.next()) {
        tick(++count, rows, progress, stop);
        const auto fields = rows.fields();
        for (std::size_t column = 0; column < std::min(fields.size(), rows.columnCount); ++column) {
            const std::int32_t user = known.indexOf(fields[column]);
            if (user < 0) continue;
            ++hits[column];
            users[column] += !isMatched[column][static_cast<std::size_t>(user)];
            isMatched[column][static_cast<std::size_t>(user)] = true;
        }
    }
    const auto best = static_cast<std::size_t>(std::max_element(users.begin(), users.end()) - users.begin());
    constexpr double kMinMatches = 10;  // fewer matches may be due to chance
    const bool covers =
        best < users.size() && (users[best] >= kHalf * static_cast<double>(known.size()) ||
                                (users[best] >= kMinMatches && hits[best] >= kHalf * static_cast<double>(count)));
    if (covers && users[best] > 1 && users[best] >= kUnique * hits[best]) return best;
    throw Error(ErrorKind::Input, translated("No column of {} holds the users of this dataset.", part.name()),
                translated("One column must hold their ids, each once."));
}

/// A column while it is being read: its distinct values, and which of them each user has.
struct Column {
    static constexpr std::size_t kMaxAverageTextLength = 100;  // average in bytes; columns with longer texts are prose
    static constexpr std::size_t kBeforeJudging = 1000;        // number of values after which isProse may be set

    std::string name;
    IdTable texts;
    std::vector<std::int32_t> values;  // indexed by user: index in `texts`
    std::size_t read = 0, bytes = 0;   // number of values added, and their total size
    bool isProse = false;

    void add(std::size_t user, std::string_view text, bool isLatin1) {
        text = trimmed(text);
        if (isProse || isMissing(text)) return;
        ++read;
        bytes += text.size();
        isProse = read >= kBeforeJudging && bytes > kMaxAverageTextLength * read;
        values[user] = isLatin1 || !isUtf8(text) ? texts.indexOf(latin1ToUtf8(text)) : texts.indexOf(text);
    }
};

/// True if a column with this name holds codes, such as zip codes, which look like numbers but are not.
bool holdsCodes(const std::string& name) {
    static const std::set<std::string> kNames = {"zip", "zipcode", "postcode", "postalcode", "postal", "plz", "phone"};
    return kNames.contains(plainName(name));
}

bool isNumbers(const std::string& name, const std::vector<std::string>& texts) {
    constexpr std::size_t kMinDistinct = 11;  // columns with fewer distinct values hold codes
    if (texts.size() < kMinDistinct || holdsCodes(name)) return false;
    return std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
        const bool isCode = text.size() > 1 && text[0] == '0' && text[1] != '.';  // "02139"
        return !isCode && parseNumber(text);
    });
}

/// Codes of MovieLens 1M, from its README ("USERS FILE DESCRIPTION").
constexpr std::array<std::pair<const char*, const char*>, 7> kAges = {{{"1", "under 18"},
                                                                       {"18", "18-24"},
                                                                       {"25", "25-34"},
                                                                       {"35", "35-44"},
                                                                       {"45", "45-49"},
                                                                       {"50", "50-55"},
                                                                       {"56", "56 and over"}}};
constexpr std::array<std::pair<const char*, const char*>, 21> kOccupations = {{{"0", "other or not specified"},
                                                                               {"1", "academic/educator"},
                                                                               {"2", "artist"},
                                                                               {"3", "clerical/admin"},
                                                                               {"4", "college/grad student"},
                                                                               {"5", "customer service"},
                                                                               {"6", "doctor/health care"},
                                                                               {"7", "executive/managerial"},
                                                                               {"8", "farmer"},
                                                                               {"9", "homemaker"},
                                                                               {"10", "K-12 student"},
                                                                               {"11", "lawyer"},
                                                                               {"12", "programmer"},
                                                                               {"13", "retired"},
                                                                               {"14", "sales/marketing"},
                                                                               {"15", "scientist"},
                                                                               {"16", "self-employed"},
                                                                               {"17", "technician/engineer"},
                                                                               {"18", "tradesman/craftsman"},
                                                                               {"19", "unemployed"},
                                                                               {"20", "writer"}}};

template <std::size_t N>
const char* wordOf(const std::array<std::pair<const char*, const char*>, N>& codes, const std::string& text) {
    for (const auto& [code, word] : codes) {
        if (text == code) return word;
    }
    return nullptr;
}

/// Replaces the codes of age and occupation by their names if these columns hold only MovieLens' codes.
void decodeMovieLens(std::vector<Column>& columns, std::vector<std::vector<std::string>>& texts) {
    std::optional<std::size_t> age, occupation;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (plainName(columns[i].name) == "age") age = i;
        if (plainName(columns[i].name) == "occupation") occupation = i;
    }
    if (!age || !occupation) return;
    const auto all = [](const std::vector<std::string>& list, const auto& codes) {
        return !list.empty() &&
               std::all_of(list.begin(), list.end(), [&](const auto& text) { return wordOf(codes, text); });
    };
    if (!all(texts[*age], kAges) || !all(texts[*occupation], kOccupations)) return;
    for (std::string& text : texts[*age]) text = wordOf(kAges, text);
    for (std::string& text : texts[*occupation]) text = wordOf(kOccupations, text);
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

UserAttribute attributeOf(Column& column, std::vector<std::string> texts) {
    UserAttribute attribute;
    attribute.name = column.name;
    if (!isNumbers(column.name, texts)) {
        attribute.labels = std::move(texts);
        attribute.categories = std::move(column.values);
        return attribute;
    }
    attribute.kind = AttributeKind::Number;
    for (const std::int32_t value : column.values)
        attribute.numbers.push_back(value < 0 ? std::numeric_limits<double>::quiet_NaN()
                                              : *parseNumber(texts[static_cast<std::size_t>(value)]));
    return attribute;
}

/// True for a category that is nearly unique to each user, or has very many values: it identifies users instead of
/// grouping them.
bool isNearlyAnId(const UserAttribute& attribute, std::size_t users) {
    constexpr std::size_t kManyLabels = 10000, kMinUsers = 20;
    return attribute.kind == AttributeKind::Category &&
           (attribute.labels.size() > kManyLabels || (attribute.labels.size() == users && users >= kMinUsers));
}

}  // namespace

std::optional<SourcePart> findUsersFile(const SourcePart& interactions) {
    const std::string name = interactions.name(), stem = name.substr(0, name.rfind('.'));
    const auto found = partsBeside(interactions, {stem + ".user", "u.user", "users.dat", "users.csv", "users.tsv",
                                                  "BX-Users.csv", "BX_Users.csv", "Users.csv", "users.jsonl"});
    return found.empty() ? std::nullopt : std::optional(found.front());
}

UsersFile readUsersFile(const SourcePart& part, std::span<const std::string> userIds, bool hasWholeIds,
                        const ProgressSink& progress, const std::stop_token& stop) {
    const KnownUsers known(userIds, hasWholeIds);
    const auto isId = [&](std::string_view text) { return known.indexOf(text) >= 0; };
    const TextSample sample = readSample(part);
    const std::size_t id = idColumn(*openUserRows(part, sample, isId), known, part, progress, stop);

    const std::unique_ptr<UserRows> rows = openUserRows(part, sample, isId);
    std::vector<Column> columns;
    std::vector<std::size_t> inRow;  // index of each column in a row
    const std::vector<std::string> names = namesOf(*rows, part);
    for (std::size_t i = 0; i < rows->columnCount; ++i) {
        if (i == id) continue;
        Column& column = columns.emplace_back();
        column.name = trimmed(names[i]).empty() ? fmt::format("column {}", i + 1) : names[i];
        column.values.assign(userIds.size(), UserAttribute::kUnknown);
        inRow.push_back(i);
    }
    UsersFile file;
    std::vector<bool> hasRow(userIds.size());
    const bool isLatin1 = sample.encoding != "UTF-8";
    for (std::int64_t count = 1; rows->next(); ++count) {
        tick(count, *rows, progress, stop);
        const auto fields = rows->fields();
        const std::int32_t user = id < fields.size() ? known.indexOf(fields[id]) : -1;
        if (user < 0 || hasRow[static_cast<std::size_t>(user)]) continue;
        hasRow[static_cast<std::size_t>(user)] = true;
        ++file.users;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (inRow[i] < fields.size()) columns[i].add(static_cast<std::size_t>(user), fields[inRow[i]], isLatin1);
        }
    }
    std::vector<std::vector<std::string>> texts;
    for (Column& column : columns) texts.push_back(column.texts.takeIds());
    decodeMovieLens(columns, texts);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (texts[i].empty()) continue;  // no values
        UserAttribute attribute = attributeOf(columns[i], std::move(texts[i]));
        if (columns[i].isProse || isNearlyAnId(attribute, static_cast<std::size_t>(file.users))) {
            file.leftOut.push_back(attribute.name);
        } else {
            file.attributes.push_back(std::move(attribute));
        }
    }
    return file;
}

}  // namespace recscope
