// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/unrecognised.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/data/column_roles.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/data/json_outline.h"
#include "core/data/object_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Kind = JsonOutline::Kind;

MissingRole missingRoleIn(const SampleTable& table) {
    if (table.columnCount() < 2) return {};
    const std::vector<ColumnProfile> profiles = profileColumns(table);
    return {.why = profiles.size() > kReportedColumns ? std::string() : whyNoRoles(profiles),
            .columns = exampleColumns(profiles)};
}

/// The rows of the sampled objects, or of the elements of their lists under `list`.
SampleTable tableOfObjects(const TextSample& text, const std::string& list) {
    constexpr std::size_t kMaxRows = 4000, kMaxKeys = 64;
    auto reader = makeJsonReader();
    SampleTable table;
    std::vector<std::string> keys;
    const auto add = [&](const std::vector<std::string>& found, const auto& scalar) {
        for (const std::string& key : found) {
            if (keys.size() < kMaxKeys && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
        }
        auto& row = table.rows.emplace_back();
        for (const std::string& key : keys) row.emplace_back(scalar(key));
    };
    for (const std::string& line : text.lines) {
        if (trimmed(line).empty() || table.rows.size() >= kMaxRows) continue;
        if (table.rows.empty() && reader->read(line)) reader = makePythonReader();
        if (reader->read(line)) continue;
        if (list.empty()) {
            add(reader->keys(), [&](const std::string& key) { return reader->scalar(key); });
            continue;
        }
        for (std::size_t i = 0, count = reader->openList(list); i < count; ++i)
            add(reader->keysOf(i), [&](const std::string& key) { return reader->scalarOf(i, key); });
    }
    for (const std::string& key : keys) table.names.push_back(list.empty() ? key : fmt::format("{}[].{}", list, key));
    return table;
}

/// The outline of the text if it is one object, else of its first object.
JsonOutline outlineOf(const TextSample& text) {
    JsonOutliner outliner;
    for (const std::string& line : text.lines) {
        outliner.take(line);
        outliner.take("\n");
    }
    return outliner.outline();
}

/// The keys of the first objects in a list or dictionary, for display.
std::string keysText(const JsonOutline& value) {
    constexpr std::size_t kShown = 8;
    std::vector<std::string> keys;
    bool isMore = false;
    for (const JsonOutline& row : value.members) {
        for (const JsonOutline& member : row.members) {
            if (member.key.empty() || std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
            isMore = keys.size() == kShown;
            if (isMore) break;
            keys.push_back(member.key);
        }
    }
    return fmt::format("{}{}", fmt::join(keys, ", "), isMore ? ", …" : "");
}

[[noreturn]] void failObjects(const SourcePart& part, const TextSample& text) {
    const JsonOutline outline = outlineOf(text);
    std::vector<std::string> inner;
    std::string longest;  // the list of objects with the most elements
    std::size_t most = 0;
    for (const JsonOutline& member : outline.members) {
        if (member.kind != Kind::Array && member.kind != Kind::Object) continue;
        const std::string keys = keysText(member);
        inner.push_back(keys.empty() ? fmt::format("\"{}\"", member.key)
                                     : fmt::format("\"{}\" ({})", member.key, keys));
        if (member.kind != Kind::Array || member.countOf(Kind::Object) <= most) continue;
        longest = member.key;
        most = member.countOf(Kind::Object);
    }
    const bool hasScalars = outline.countOf(Kind::Text) + outline.countOf(Kind::Number) > 1;
    if (inner.empty() || (longest.empty() && hasScalars)) {
        const MissingRole missing = missingRoleIn(tableOfObjects(text, {}));
        failInput(
            missing.why.empty()
                ? translated("Nothing in {} looks like interactions.", part.displayPath())
                : translated("Nothing in {} looks like interactions: {}.", part.displayPath(), missing.why),
            missing.columns.empty()
                ? translated("Each object needs a user and an item.")
                : translated("Say which keys hold the user, the item and the time: --columns {}.", missing.columns));
    }
    const std::string sentence =
        translated("Nothing in {} looks like interactions. Each object holds {}.", part.displayPath(), listed(inner));
    const MissingRole missing = longest.empty() ? MissingRole() : missingRoleIn(tableOfObjects(text, longest));
    if (missing.columns.empty())
        failInput(sentence, translated("Write the interactions as one object per line, with a user and an item."));
    failInput(
        sentence,
        translated("If one of the lists holds the interactions, say which of its keys hold the user, the item and the "
                   "time, for example --columns {}.",
                   missing.columns));
}

}  // namespace

MissingRole missingRole(const ImportOptions& options, const TextSample& text) {
    FileSample sample{{}, {text.lines.begin(), text.lines.end()}, options.delimiter};
    if (sample.delimiter.empty()) sample.delimiter = detectDelimiter(sample.lines);
    if (sample.delimiter.empty()) return {};
    SampleTable table{{}, sampleRows(sample, sample.delimiter)};
    if (table.rows.size() > 1 && isHeaderRow(table.rows)) {
        table.names = table.rows[0];
        table.rows.erase(table.rows.begin());
    }
    return missingRoleIn(table);
}

void failUnrecognised(const ImportOptions& options, const SourcePart& part, const TextSample& text) {
    if (!options.format.empty()) {
        failInput(translated("The file is not in the format \"{}\": {}.", formatNamed(options.format).info().title,
                             part.displayPath()),
                  translated("Leave out the format to have it recognised."));
    }
    const std::string_view first = trimmed(text.lines[0]);
    if (first.starts_with('{') || first.starts_with('[')) failObjects(part, text);
    const MissingRole missing = missingRole(options, text);
    const std::string sentence =
        missing.why.empty() ? translated("Nothing in {} looks like interactions.", part.displayPath())
                            : translated("Nothing in {} looks like interactions: {}.", part.displayPath(), missing.why);
    if (missing.columns.empty()) {
        const std::vector<std::string_view> lines(text.lines.begin(), text.lines.end());
        failInput(sentence, options.delimiter.empty() && detectDelimiter(lines).empty()
                                ? translated("Each line needs a user and an item. If an unusual character separates "
                                             "them, name it (--delimiter on the command line).")
                                : translated("Each line needs a user and an item."));
    }
    failInput(sentence, translated("Whose interactions are these? Name the columns of the persons, or of the orders or "
                                   "sessions whose items belong together, of the items and of the times: {}.",
                                   missing.columns));
}

}  // namespace recscope
