// SPDX-License-Identifier: GPL-3.0-or-later
// Shows that each weight of core/data/role_weights.cpp is needed: sets it to a value without effect and detects again
// which columns of the files in tests/data/variants are user, item, time and rating. Fails if this changes nothing for
// the case that is stated to need the weight.
#include "core/data/role_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/data/column_roles.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/data/import_source.h"
#include "core/data/known_layouts.h"
#include "core/util/error.h"
#include "tests/core/support/variant_cases.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The detected column indices of a file. Without `user`, the import is refused or asks which of `offered` is right.
struct Decision {
    std::optional<std::size_t> user, item, rating;
    std::vector<std::size_t> time;
    std::vector<std::string> offered;  ///< command-line options, such as "--columns user=1,item=2"
    bool operator==(const Decision&) const = default;
};

/// A table of a case, and which part of the decision its truth.json states.
struct Table {
    SampleTable table;
    bool isRefused = false, statesRatings = false;

    Decision decide(const RoleWeights& weights) const {
        const auto choice = assignRoles(profileColumns(table, {}, weights), {}, weights);
        if (!choice) return {};
        if (!choice->alternatives.empty()) {
            Decision question;
            for (const ColumnReading& reading : choice->alternatives) question.offered.push_back(reading.option());
            return question;
        }
        return {choice->roles.user,
                choice->roles.item,
                statesRatings ? choice->roles.rating : std::nullopt,
                choice->roles.time,
                {}};
    }
};

/// The table of a delimited text file whose import is expected to be refused.
std::optional<SampleTable> refusedTable(const ImportOptions& options) {
    std::ifstream file(options.path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    FileSample sample;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        sample.lines.push_back(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
    }
    if (sample.lines.empty()) return std::nullopt;
    sample.delimiter = options.delimiter.empty() ? detectDelimiter(sample.lines) : options.delimiter;
    if (sample.delimiter.empty()) return std::nullopt;
    SampleTable table{{}, sampleRows(sample, sample.delimiter)};
    if (table.rows.size() < 2 || table.columnCount() < 2) return std::nullopt;
    if (isHeaderRow(table.rows)) {
        table.names = table.rows[0];
        table.rows.erase(table.rows.begin());
    }
    return table;
}

/// The rows of a file as the import reads them.
std::optional<SampleTable> importedTable(const ImportOptions& options) {
    const ImportSource source = findSource(options);
    const TableLayout& layout = source.recognition.layout;
    const std::string format = source.format->info().name;
    if (format != "delimited" && format != "recbole" && format != "json-lines" && format != "python-lines")
        return std::nullopt;
    const auto parser = source.format->makeParser(layout);
    SampleTable table{layout.columns, {}};
    bool headerIsNext = layout.hasHeader;
    for (const std::string& line : source.sample.lines) {
        if (line.empty() || std::exchange(headerIsNext, false)) continue;
        for (auto& row : parser->cells(line)) table.rows.push_back(std::move(row));
    }
    return table;
}

/// The table of a case. Nothing if the weights do not decide its columns, because truth.json chooses them, the format
/// fixes them or they are those of a known public dataset, or if the weights contradict truth.json on whether the
/// import is refused.
std::optional<Table> tableOf(const VariantCase& variant) {
    std::ifstream file(variant.folder / "truth.json");
    const Json facts = Json::parse(file);
    if (facts.contains("setup")) return std::nullopt;
    ImportOptions options;
    options.path = variant.folder / facts.at("input").get<std::string>();
    const Json chosen = facts.contains("options") ? facts.at("options") : Json::object();
    for (const auto& [name, value] : chosen.items()) {
        if (name == "columns" || !setOption(name, value.get<std::string>(), variant.folder, options))
            return std::nullopt;
    }
    Table result{.table = {}, .isRefused = facts.contains("refused"), .statesRatings = facts.contains("ratings")};
    if (result.isRefused && !fs::is_regular_file(options.path)) return std::nullopt;
    const auto table = result.isRefused ? refusedTable(options) : importedTable(options);
    if (!table) return std::nullopt;
    result.table = *table;
    if (matchLayout(profileColumns(result.table), result.table.names.empty())) return std::nullopt;
    const bool decides = result.decide(kUsualWeights).user.has_value();
    return decides == result.isRefused ? std::nullopt : std::optional(result);
}

RoleWeights without(const RoleWeight& weight) {
    RoleWeights weights = kUsualWeights;
    weights.*weight.member = weight.neutral;
    return weights;
}

struct DecidedCase {
    std::string name;
    Table table;
    Decision usual;
};

/// All cases whose columns are decided by the weights.
const std::vector<DecidedCase>& decidedCases() {
    static const std::vector<DecidedCase> cases = [] {
        std::vector<DecidedCase> all;
        for (const VariantCase& variant : variantCases()) {
            if (auto table = tableOf(variant)) {
                const Decision usual = table->decide(kUsualWeights);
                all.push_back({variant.name, *std::move(table), usual});
            }
        }
        return all;
    }();
    return cases;
}

/// The cases whose columns are detected differently without the weight.
std::vector<std::string> casesThatNeed(const RoleWeight& weight) {
    const RoleWeights weights = without(weight);
    std::vector<std::string> names;
    for (const DecidedCase& known : decidedCases()) {
        if (known.table.decide(weights) != known.usual) names.push_back(known.name);
    }
    return names;
}

class RoleWeightsTest : public testing::TestWithParam<std::size_t> {};

TEST_P(RoleWeightsTest, IsNeededByItsCase) {
    const RoleWeight& weight = roleWeights()[GetParam()];
    for (const VariantCase& variant : variantCases()) {
        if (variant.name != weight.neededBy) continue;
        const auto table = tableOf(variant);
        ASSERT_TRUE(table) << weight.neededBy << " is not decided by the weights";
        if (table->decide(without(weight)) != table->decide(kUsualWeights)) return;
    }
    FAIL() << fmt::format("\"{}\" is not read differently with {} = {}. Cases that are: {}", weight.neededBy,
                          weight.name, weight.neutral, fmt::join(casesThatNeed(weight), ", "));
}

INSTANTIATE_TEST_SUITE_P(All, RoleWeightsTest, testing::Range(std::size_t{0}, roleWeights().size()),
                         [](const auto& info) { return std::string(roleWeights()[info.param].name); });

}  // namespace
}  // namespace recscope
