// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/companions.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/data/archive.h"
#include "core/data/item_titles.h"
#include "core/data/missing_value.h"
#include "core/data/row_reader.h"
#include "core/data/text_encoding.h"
#include "core/data/user_attributes.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Larger files are not compared with the sampled rows: that would delay the preview.
constexpr std::int64_t kMaxCompared = std::int64_t{32} << 20;

/// The different ids of the sampled rows.
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

/// How a candidate file compares with the sampled ids.
struct Comparison {
    std::int64_t matched = 0;
    bool isUsable = false;
};
using Compare = std::function<Comparison(const SourcePart&)>;

std::string itemsSentence(std::int64_t matched, std::int64_t of, bool isWhole) {
    return isWhole ? translated("{} of {} items match", grouped(matched), grouped(of))
                   : translated("{} of {} items of the first rows match", grouped(matched), grouped(of));
}

std::string usersSentence(std::int64_t matched, std::int64_t of, bool isWhole) {
    return isWhole ? translated("{} of {} users match", grouped(matched), grouped(of))
                   : translated("{} of {} users of the first rows match", grouped(matched), grouped(of));
}

/// Compares one file with the sampled rows. Throws Error(Input) if it cannot be read.
CompanionMatch compared(const SourcePart& part, std::int64_t ids, const Compare& compare,
                        const std::function<std::string(std::int64_t, std::int64_t)>& sentence) {
    CompanionMatch match{.path = part.displayPath(), .isTaken = true, .sentence = {}};
    if (ids == 0 || isLargerThan(part, kMaxCompared)) return match;
    const Comparison comparison = compare(part);
    match.matched = comparison.matched;
    match.of = ids;
    match.isTaken = comparison.isUsable;
    match.sentence = sentence(match.matched, match.of);
    return match;
}

/// The first of the candidates that fits; a sentence in `warnings` about each of the others.
std::optional<SourcePart> firstThatFits(const ImportSource& source, const std::vector<SourcePart>& candidates,
                                        const char* what, const std::function<CompanionMatch(const SourcePart&)>& look,
                                        CompanionMatch& match, std::vector<std::string>& warnings) {
    for (const SourcePart& part : candidates) {
        if (part.displayPath() == source.part.displayPath())
            continue;  // the interactions file itself may have one of the names
        CompanionMatch found;
        try {
            readSample(part);
            found = look(part);
            if (!found.isTaken) warnings.push_back(unusableText(part, what, found.sentence + "."));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input) throw;
            warnings.push_back(unusableText(part, what, error.what()));
            found = {.path = part.displayPath(), .sentence = error.what()};
        }
        if (match.path.empty() || found.isTaken) match = found;
        if (found.isTaken) return part;
    }
    return std::nullopt;
}

/// The match of a file that the person named; a file that cannot be read is refused later, by the import.
CompanionMatch ofNamed(const SourcePart& part, const std::function<CompanionMatch(const SourcePart&)>& look) {
    CompanionMatch match{.path = part.displayPath(), .sentence = {}};
    try {
        match = look(part);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        match.sentence = error.what();
    }
    match.isTaken = true;
    return match;
}

void findTags(ImportSource& source) {
    if (!source.itemsPart) return;
    // Search beside the titles file. The stored settings name that file, so that a repeated import finds the same tags
    // again.
    CompanionMatch unused;
    source.tagsPart = firstThatFits(
        source, partsBeside(*source.itemsPart, source.format->tagsFileNames()), translatable("Tags"),
        [](const SourcePart& part) {
            return CompanionMatch{.path = part.displayPath(), .isTaken = true, .sentence = {}};
        },
        unused, source.warnings);
}

}  // namespace

bool isLargerThan(const SourcePart& part, std::int64_t bytes) {
    constexpr std::uintmax_t kUsualRatio = 5;  // of compressed tables
    if (part.unpacked >= 0) return part.unpacked > bytes;
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(part.path, failure);
    if (failure) return false;
    const bool isPacked = part.member.empty() && packingOf(part.path) != Packing::None;
    return size * (isPacked ? kUsualRatio : 1) > static_cast<std::uintmax_t>(bytes);
}

void findCompanions(const ImportOptions& options, ImportSource& source) {
    const bool wantsTitles = !options.itemsPath.empty() || options.findItems;
    const bool wantsUsers = !options.usersPath.empty() || options.findUsers;
    if (!wantsTitles && !wantsUsers) return;
    const SampledIds ids = sampledIds(source);
    const bool isWhole = source.sample.isWhole;

    std::unordered_set<std::string_view> items(ids.items.begin(), ids.items.end());
    const auto isNeeded = [&](std::string_view id) {
        return items.contains(source.hasWholeItems ? withoutZeroFraction(id) : id);
    };
    const auto lookAtTitles = [&](const SourcePart& part) {
        return compared(
            part, static_cast<std::int64_t>(ids.items.size()),
            [&](const SourcePart& file) -> Comparison {
                const auto matched =
                    static_cast<std::int64_t>(readItemTitles(file, isNeeded, {}, {}, items.size()).matched);
                return {.matched = matched, .isUsable = matched > 0};
            },
            [&](std::int64_t matched, std::int64_t of) { return itemsSentence(matched, of, isWhole); });
    };
    if (!options.itemsPath.empty()) {
        source.itemsPart = partAt(options.itemsPath);
        source.hasChosenItems = true;
        source.titlesMatch = ofNamed(*source.itemsPart, lookAtTitles);
    } else if (options.findItems) {
        source.itemsPart =
            firstThatFits(source, partsBeside(source.part, source.format->itemsFileNames(source.part.name())),
                          translatable("Titles"), lookAtTitles, source.titlesMatch, source.warnings);
    }
    findTags(source);

    const auto lookAtUsers = [&](const SourcePart& part) {
        return compared(
            part, static_cast<std::int64_t>(ids.users.size()),
            [&](const SourcePart& file) -> Comparison {
                const UsersMatch match = matchUsers(file, ids.users, source.hasWholeUsers);
                return {.matched = match.matched, .isUsable = match.isUsable};
            },
            [&](std::int64_t matched, std::int64_t of) { return usersSentence(matched, of, isWhole); });
    };
    if (!options.usersPath.empty()) {
        source.usersPart = partAt(options.usersPath);
        source.usersMatch = ofNamed(*source.usersPart, lookAtUsers);
    } else if (options.findUsers) {
        std::vector<std::string> reportedLater;  // the report has a sentence of its own about users: importUsers
        source.usersPart = firstThatFits(source, usersFilesBeside(source.part), translatable("User attributes"),
                                         lookAtUsers, source.usersMatch, reportedLater);
    }
}

}  // namespace recscope
