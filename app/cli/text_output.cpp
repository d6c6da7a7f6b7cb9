// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>

#include "app/cli/table_layout.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

void printTable(const Row& titles, const std::vector<Row>& rows) {
    fmt::print(stdout, "{}", laidOut(titles, rows, terminalColumns()));
}

void printTestMetrics(const RunRecord& run, const std::vector<Reference>& references) {
    Row titles{""};
    for (const auto& [name, value] : run.test->named()) titles.emplace_back(name);
    std::vector<Row> rows;
    const auto add = [&rows](const std::string& name, const Metrics& metrics) {
        Row& row = rows.emplace_back(Row{name});
        for (const auto& [metric, value] : metrics.named()) row.push_back(decimals(value, 4));
    };
    add(run.name, *run.test);
    for (const Reference& reference : references) add(reference.title(), reference.test);
    printTable(titles, rows);
}

std::pair<std::string, std::string> keyAndValue(const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
        throw CLI::ValidationError("--set", translated("\"{}\" is not key=value", setting));
    return {setting.substr(0, equals), setting.substr(equals + 1)};
}

std::string usersText(std::int64_t count) {
    return count == 1 ? translated("1 user") : translated("{} users", grouped(count));
}

std::string decimals(double value, int digits) {
    return fmt::format("{:.{}f}", value, digits);
}

std::string percent(double share, int digits) {
    return fmt::format("{:.{}f} %", 100 * share, digits);
}

std::string duration(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return translated("{} min {:02} s", whole / 60, whole % 60);
    return translated("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace recscope::cli
