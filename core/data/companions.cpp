// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/companions.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/companion_fit.h"
#include "core/data/id_table.h"
#include "core/data/missing_value.h"
#include "core/data/row_reader.h"
#include "core/data/text_encoding.h"
#include "core/data/user_attributes.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The distinct ids of the sampled rows.
struct SampledIds {
    std::vector<std::string> users, items;
};

SampledIds sampledIds(const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    const auto parser = source.format->makeParser(layout);
    IdTable users, items;
    const auto add = [](IdTable& table, std::string_view id, bool isWhole) {
        id = trimmed(id);
        if (isMissing(id)) return;
        if (isWhole) id = withoutZeroFraction(id);
        table.indexOf(isUtf8(id) ? std::string(id) : windows1252ToUtf8(id));
    };
    std::vector<RawRow> rows;
    bool headerIsNext = layout.hasHeader;
    for (const auto* lines : {&source.sample.lines, &source.sample.later}) {
        for (const std::string& line : *lines) {
            if (trimmed(line).empty() || std::exchange(headerIsNext, false) || parser->parse(line, rows)) continue;
            for (const RawRow& row : rows) {
                add(users, row.user, source.hasWholeUsers);
                add(items, row.item, source.hasWholeItems);
            }
        }
    }
    return {users.takeIds(), items.takeIds()};
}

/// A file that the user of the program named, or its only sheet or table.
SourcePart namedPart(const std::string& path) {
    SourcePart part = partAt(path);
    std::error_code failure;
    if (!part.member.empty() || !std::filesystem::is_regular_file(part.path, failure) || !holdsTables(part.path))
        return part;
    std::vector<SourcePart> tables = partsOf(part.path);
    return tables.size() == 1 ? std::move(tables[0]) : part;
}

/// The match of a file that the user of the program named; a file that cannot be read is refused later, by the import.
CompanionMatch matchOfNamed(const ImportSource& source, const SourcePart& part, const Described& described) {
    CompanionMatch match{.path = part.displayPath(), .isTaken = true, .sentence = {}};
    try {
        match = matchOf(source, part, described);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        match.sentence = error.what();
    }
    match.isTaken = true;
    return match;
}

/// Says in the report why a file that one could expect to hold the titles was left aside.
void reportLeftOut(const CompanionFit& fit, ImportSource& source) {
    const std::string& sentence = fit.match.sentence;
    switch (fit.verdict) {
        case CompanionVerdict::Taken:
            return;
        case CompanionVerdict::OneColumn:
            source.reading.push_back(sentence + ".");
            return;
        case CompanionVerdict::PerhapsOthers:
            source.reading.push_back(unusableText(fit.table.part, translatable("Titles"), sentence + "."));
            return;
        case CompanionVerdict::Others:
        case CompanionVerdict::Unreadable:
            source.warnings.push_back(unusableText(fit.table.part, translatable("Titles"),
                                                   sentence.ends_with('.') ? sentence : sentence + "."));
    }
}

void findTags(ImportSource& source) {
    if (!source.itemsPart) return;
    // Search beside the titles file. The stored settings name that file, so that a repeated import finds the same tags
    // again.
    for (const SourcePart& part : partsBeside(*source.itemsPart, source.format->tagsFileNames())) {
        if (part.displayPath() == source.part.displayPath()) continue;
        try {
            readSample(part);
            source.tagsPart = part;
            return;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input) throw;
            source.warnings.push_back(unusableText(part, translatable("Tags"), error.what()));
        }
    }
}

/// True if each order counts as one user. A file about persons then describes none of them, even if its ids are the
/// same numbers.
bool usersAreOrders(const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    return layout.user < layout.columns.size() && namesOrder(layout.columns[layout.user]);
}

}  // namespace

void findCompanions(const ImportOptions& options, ImportSource& source) {
    const bool wantsTitles = !options.itemsPath.empty() || options.findItems;
    const bool wantsUsers = !options.usersPath.empty() || options.findUsers;
    if (!wantsTitles && !wantsUsers) return;
    const SampledIds ids = sampledIds(source);

    const Described items = source.described(Subject::Items, ids.items);
    if (!options.itemsPath.empty()) {
        source.itemsPart = namedPart(options.itemsPath);
        source.hasChosenTitlesFile = true;
        source.titlesMatch = matchOfNamed(source, *source.itemsPart, items);
    } else if (options.findItems) {
        const CompanionSearch search = searchBeside(source, source.format->itemsFileNames(source.part.name()), items);
        if (search.best) source.itemsPart = search.best->table.part;
        source.titlesMatch = search.match();
        for (const CompanionFit& fit : search.leftOut) reportLeftOut(fit, source);
    }
    findTags(source);

    const Described users = source.described(Subject::Users, ids.users);
    if (!options.usersPath.empty()) {
        source.usersPart = namedPart(options.usersPath);
        source.usersMatch = matchOfNamed(source, *source.usersPart, users);
    } else if (options.findUsers && !source.recognition.layout.isOnePerson && !usersAreOrders(source)) {
        const CompanionSearch search = searchBeside(source, usersFileNames(source.part), users);
        if (search.best) source.usersPart = search.best->table.part;
        source.usersMatch = search.match();  // the report has a sentence of its own about users: importUsers
    }
}

}  // namespace recscope
