// SPDX-License-Identifier: GPL-3.0-or-later
// Imports every folder of tests/data/variants and tests/data/layouts and compares the result with its truth.json, whose
// keys tests/data/variants/README.md defines.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/util/text.h"
#include "tests/core/support/import_fixture.h"
#include "tests/core/support/variant_cases.h"

namespace recscope {
namespace {

using Json = nlohmann::ordered_json;
using Differences = std::vector<std::string>;

/// True if one of the words of "a|b|c" occurs in the text, whatever its case.
bool has(const std::string& text, std::string_view words) {
    const std::string lower = folded(text);
    while (true) {
        const std::size_t end = words.find('|');
        if (lower.find(folded(words.substr(0, end))) != std::string::npos) return true;
        if (end == std::string_view::npos) return false;
        words.remove_prefix(end + 1);
    }
}

/// The value of `key`; an empty object if the facts do not state it.
const Json& partOf(const Json& facts, const char* key) {
    static const Json kNothing = Json::object();
    const auto part = facts.find(key);
    return part == facts.end() ? kNothing : *part;
}

/// What was stored, in the form of a truth.json.
struct StoredData {
    std::int64_t users = 0, items = 0, interactions = 0;
    bool hasTimes = false;
    std::map<std::string, std::vector<std::string>> histories;
    std::map<std::string, std::vector<std::optional<double>>> times, ratings, orders;
    std::map<std::string, std::vector<std::optional<std::string>>> kinds;
    std::map<std::string, std::string> titles;
    ColumnMapping columns = {};  ///< as in the stored settings
};

std::string shown(const std::vector<std::string>& values) {
    return fmt::format("{}", fmt::join(values, " "));
}
std::string shown(const std::vector<std::optional<double>>& values) {
    std::vector<std::string> texts;
    for (const auto& value : values) texts.push_back(value ? fmt::format("{}", *value) : "none");
    return shown(texts);
}
std::string shown(const std::vector<std::optional<std::string>>& values) {
    std::vector<std::string> texts;
    for (const auto& value : values) texts.push_back(value.value_or("none"));
    return shown(texts);
}

bool isSame(const std::string& stored, const Json& stated, double) {
    return stored == stated.get<std::string>();
}
bool isSame(const std::optional<double>& stored, const Json& stated, double tolerance) {
    if (stated.is_null() || !stored) return stated.is_null() && !stored;
    return std::abs(*stored - stated.get<double>()) <= tolerance;
}
bool isSame(const std::optional<std::string>& stored, const Json& stated, double) {
    if (stated.is_null() || !stored) return stated.is_null() && !stored;
    return *stored == stated.get<std::string>();
}

/// Appends a difference for the first user whose values differ from the stated ones.
template <class Values>
void compareByUser(const char* what, const std::map<std::string, Values>& stored, const Json& stated, double tolerance,
                   Differences& differences) {
    for (const auto& [user, values] : stated.items()) {
        const auto entry = stored.find(user);
        if (entry == stored.end()) {
            differences.push_back(fmt::format("{}: there is no user \"{}\"", what, user));
            return;
        }
        bool same = entry->second.size() == values.size();
        for (std::size_t i = 0; same && i < values.size(); ++i) same = isSame(entry->second[i], values[i], tolerance);
        if (same) continue;
        differences.push_back(
            fmt::format("{} of user \"{}\": {}; stated {}", what, user, shown(entry->second), values.dump()));
        return;
    }
}

void compareCounts(const StoredData& stored, const Json& facts, Differences& differences) {
    for (const auto& [key, count] : {std::pair("users", stored.users), std::pair("items", stored.items),
                                     std::pair("interactions", stored.interactions)}) {
        if (facts.contains(key) && facts[key] != count) {
            differences.push_back(fmt::format("{} {}; stated {}", count, key, facts[key].get<std::int64_t>()));
        }
    }
}

Differences dataDifferences(const StoredData& stored, const Json& facts) {
    Differences differences;
    compareCounts(stored, facts, differences);
    if (facts.contains("histories")) compareByUser("items", stored.histories, facts["histories"], 0, differences);
    const Json times = facts.value("times", Json()), ratings = facts.value("ratings", Json());
    if (times.is_boolean() && times != stored.hasTimes) {
        differences.push_back(stored.hasTimes ? "there are times" : "there are no times");
    } else if (times.is_object()) {
        compareByUser("times", stored.times, times, /*tolerance=*/1, differences);
    }
    if (ratings.is_object()) compareByUser("ratings", stored.ratings, ratings, /*tolerance=*/1e-5, differences);
    if (ratings == false) {
        for (const auto& [user, values] : stored.ratings) {
            if (std::none_of(values.begin(), values.end(), [](const auto& rating) { return rating.has_value(); }))
                continue;
            differences.push_back(fmt::format("user \"{}\" has ratings: {}", user, shown(values)));
            break;
        }
    }
    for (const ColumnRole role : {ColumnRole::Order, ColumnRole::Kind}) {
        const Json& roles = partOf(facts, "roles");
        const auto stated = roles.find(columnRoleKey(role));
        if (stated == roles.end()) continue;
        const std::string column = stated->is_null() ? std::string() : std::to_string(stated->get<int>());
        if (stored.columns.of(role) != column)
            differences.push_back(fmt::format("{} in column \"{}\"; stated \"{}\"", columnRoleKey(role),
                                              stored.columns.of(role), column));
    }
    if (facts.contains("orders")) compareByUser("orders", stored.orders, facts["orders"], 0, differences);
    if (facts.contains("kinds")) compareByUser("kinds", stored.kinds, facts["kinds"], 0, differences);
    for (const auto& [item, title] : partOf(facts, "titles").items()) {
        const auto entry = stored.titles.find(item);
        if (entry != stored.titles.end() && entry->second == title.get<std::string>()) continue;
        differences.push_back(fmt::format("item \"{}\" is called \"{}\"; stated {}", item,
                                          entry == stored.titles.end() ? "" : entry->second, title.dump()));
        break;
    }
    return differences;
}

/// True if the text has a plural after 1, such as "1 users".
bool hasPluralAfterOne(const std::string& text) {
    for (const char* plural : {"users", "items", "rows", "interactions", "ids", "lines", "columns", "titles"}) {
        const std::string words = fmt::format("1 {}", plural);
        for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
            const char before = at == 0 ? ' ' : text[at - 1];
            if (!std::isdigit(static_cast<unsigned char>(before)) && before != ',' && before != '.') return true;
        }
    }
    return false;
}

Differences statedDifferences(const ImportReport& report, const Json& facts) {
    Differences differences;
    for (const auto& [words, count] : partOf(facts, "dropped").items()) {
        std::int64_t counted = 0;
        for (const DroppedRows& rows : report.dropped) counted += has(rows.reason, words) ? rows.count : 0;
        if (count != counted) differences.push_back(fmt::format("{} rows dropped for {}", counted, words));
    }
    if (facts.contains("dropped_rows") && facts["dropped_rows"] != report.droppedRows()) {
        differences.push_back(fmt::format("{} rows dropped", report.droppedRows()));
    }
    if (facts.contains("dropped_reasons") && facts["dropped_reasons"] != report.dropped.size()) {
        differences.push_back(fmt::format("dropped for {} reasons", report.dropped.size()));
    }
    const std::string text = report.toText();
    for (const auto& words : partOf(facts, "warnings")) {
        if (!has(text, words.get<std::string>())) differences.push_back("no mention of " + words.dump());
    }
    for (const auto& words : partOf(facts, "unsaid")) {
        if (has(text, words.get<std::string>())) differences.push_back("mentions " + words.dump());
    }
    if (hasPluralAfterOne(text)) differences.push_back("a plural after 1");
    if (!differences.empty()) differences.push_back(text);
    return differences;
}

class VariantsTest : public ImporterTest, public testing::WithParamInterface<VariantCase> {
protected:
    void TearDown() override {
        for (const fs::path& folder : m_closed) fs::permissions(folder, fs::perms::owner_all);
    }

    /// Copies the case and creates what cannot be committed: empty folders, links and folders without permissions.
    void setUpCase(const Json& facts) {
        m_case = m_folder / "case";
        fs::copy(GetParam().folder, m_case, fs::copy_options::recursive);
        fs::remove(m_case / "truth.json");
        const Json& setup = partOf(facts, "setup");
        for (const auto& name : partOf(setup, "folders")) fs::create_directories(m_case / name.get<std::string>());
        for (const auto& [link, target] : partOf(setup, "links").items()) {
            fs::create_symlink(target.get<std::string>(), m_case / link);
        }
        for (const auto& name : partOf(setup, "closed")) {
            m_closed.push_back(m_case / name.get<std::string>());
            fs::permissions(m_closed.back(), fs::perms::none);
        }
    }

    StoredData storedData(const ImportResult& result) {
        StoredData data{result.dataset.users,
                        result.dataset.items,
                        result.dataset.interactions,
                        result.dataset.hasTimes,
                        {},
                        {},
                        {},
                        {},
                        {},
                        {}};
        data.columns = ImportOptions::fromJson(result.dataset.settings).columns;
        const std::vector<std::string>& kinds = result.dataset.eventKinds;
        const auto items = m_store.items(result.dataset.id);
        for (const ItemInfo& item : items) data.titles[item.id] = item.title;
        auto& database = m_workspace.connection().database;
        SQLite::Statement users(database, "SELECT user, id FROM user WHERE dataset = ?");
        users.bind(1, result.dataset.id);
        while (users.executeStep()) {
            const std::string id = users.getColumn(1).getString();
            for (const Interaction& interaction : m_store.history(result.dataset.id, users.getColumn(0).getInt())) {
                data.histories[id].push_back(items[static_cast<std::size_t>(interaction.token - 1)].id);
                data.times[id].push_back(interaction.time);
                data.ratings[id].push_back(interaction.rating);
                data.orders[id].push_back(interaction.order);
                data.kinds[id].push_back(interaction.kind
                                             ? std::optional(kinds[static_cast<std::size_t>(*interaction.kind)])
                                             : std::nullopt);
            }
        }
        return data;
    }

    static void expectOffers(const ImportOptions& options, const Json& stated) {
        std::vector<std::string> offered;
        for (const ColumnReading& reading : previewImport(options).alternatives)
            offered.push_back(reading.columns.text());
        // The import window can choose columns only by number.
        for (const ColumnReading& reading : previewImport(options).alternatives)
            EXPECT_TRUE(reading.columns.item.empty() || parseNumber(reading.columns.item)) << reading.columns.text();
        EXPECT_EQ(Json(offered), stated);
    }

    void expectRefusal(const ImportOptions& options, const Json& words) {
        try {
            const ImportResult result = import(options);
            ADD_FAILURE() << "imported, but it should be refused: " << result.report.toText();
        } catch (const Error& error) {
            std::string text = std::string(error.what()) + "\n" + error.hint();
            // The file name "ratings.xlsx" in the message does not count as an explanation of xlsx.
            const std::string name = options.path.filename().string();
            for (std::size_t at = text.find(name); at != std::string::npos && options.path.has_extension();
                 at = text.find(name)) {
                text.erase(at, name.size());
            }
            for (const auto& alternatives : words)
                EXPECT_TRUE(has(text, alternatives.get<std::string>())) << alternatives << " not in: " << text;
        }
    }

    void expectData(const ImportOptions& options, const Json& facts) {
        try {
            const ImportResult result = import(options);
            const StoredData stored = storedData(result);
            Differences differences = dataDifferences(stored, facts);
            // truth.json may list other acceptable readings under "or". What the report says is checked only for the
            // first reading.
            const bool differsFromFirst = !differences.empty();
            for (const Json& other : partOf(facts, "or")) {
                if (dataDifferences(stored, other).empty()) differences.clear();
            }
            if (differences.empty() && !differsFromFirst) differences = statedDifferences(result.report, facts);
            EXPECT_TRUE(differences.empty())
                << fmt::format("{}", fmt::join(differences, "\n")) << "\nread with " << result.report.why;
            expectEveryRowAccounted(result.report);
        } catch (const Error& error) {
            ADD_FAILURE() << "refused: " << error.what() << "\n" << error.hint();
        }
    }

    fs::path m_case;
    std::vector<fs::path> m_closed;
};

TEST_P(VariantsTest, IsImportedAsItsTruthJsonStates) {
    const Json facts = Json::parse(bytesOf(GetParam().folder / "truth.json"));
    SCOPED_TRACE(facts["about"].get<std::string>());
    setUpCase(facts);
    if (!m_closed.empty() && geteuid() == 0) GTEST_SKIP() << "root may enter every folder";
    ImportOptions options = optionsFor(m_case / facts["input"].get<std::string>());
    for (const auto& [name, value] : partOf(facts, "options").items()) {
        ASSERT_TRUE(setOption(name, value.get<std::string>(), m_case, options)) << name << " " << value;
    }
    if (facts.contains("refused")) {
        expectRefusal(options, facts["refused"]);
        if (facts.contains("offered")) expectOffers(options, facts["offered"]);
    } else {
        expectData(options, facts);
    }
}

INSTANTIATE_TEST_SUITE_P(All, VariantsTest, testing::ValuesIn(variantCases()), [](const auto& info) {
    std::string name = info.param.name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

/// Imports files with a long record, which are generated because they are too large to be committed.
using LongRecordTest = ImporterTest;

/// 30 rows, one of them with a quoted text of `lines` lines that start with `beginning`.
std::string rowsWithALongText(std::size_t lines, const char* beginning) {
    std::string text = "user_id,item_id,timestamp,review\n";
    for (int row = 0; row < 30; ++row) {
        text += fmt::format("{},{},{},", row % 6 + 1, 100 + row % 7, 1500000000 + row * 1000);
        if (row != 11) {
            text += "short\n";
            continue;
        }
        text += '"';
        for (std::size_t line = 0; line < lines; ++line) text += fmt::format("{}line {} of a text\n", beginning, line);
        text += "\"\n";
    }
    return text;
}

TEST_F(LongRecordTest, ARecordOfTwoMegabytesIsOneRow) {
    const ImportResult result = import(m_folder.write("reviews.csv", rowsWithALongText(50000, "901,902,1600000000,")));
    EXPECT_EQ(result.dataset.users, 6);
    EXPECT_EQ(result.dataset.items, 7);
    EXPECT_EQ(result.report.rowsKept, 30);
    EXPECT_EQ(result.report.droppedRows(), 0);
}

TEST_F(LongRecordTest, LinesOfATooLongRecordAreNotRows) {
    const ImportResult result =
        import(m_folder.write("reviews.csv", rowsWithALongText(700000, "901, 902 and more, says ")));
    EXPECT_EQ(result.dataset.users, 6);
    EXPECT_EQ(result.dataset.items, 7);
    EXPECT_EQ(result.report.rowsRead, 30);
    EXPECT_LE(result.report.droppedRows(), 1);
}

TEST_F(LongRecordTest, LinesOfATooLongRecordAreNotRowsEvenIfTheyLookLikeRows) {
    const ImportResult result = import(m_folder.write("reviews.csv", rowsWithALongText(700000, "901,902,1600000000,")));
    EXPECT_EQ(result.dataset.users, 6);
    EXPECT_EQ(result.dataset.items, 7);
    EXPECT_EQ(result.report.rowsRead, 30);
    EXPECT_EQ(result.report.rowsKept, 29);
    EXPECT_EQ(result.report.droppedRows(), 1);
}

TEST_F(LongRecordTest, RowsAfterALoneQuoteInALargeFileAreRead) {
    std::string text = rowsWithALongText(1, "");
    constexpr int kRows = 700000;  // together more bytes than one record may have
    text += "1,100,1500000000,\"lone\n";
    for (int row = 0; row < kRows; ++row)
        text += fmt::format("{},{},1600000000,line {}\n", row % 6 + 1, 100 + row % 7, row);
    const ImportResult result = import(m_folder.write("reviews.csv", text));
    EXPECT_EQ(result.report.rowsRead, 31 + kRows);
    EXPECT_EQ(result.report.rowsKept, 30 + kRows);
}

}  // namespace
}  // namespace recscope
