// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/companion_fit.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/data/delimited.h"
#include "core/data/item_titles.h"
#include "core/data/object_reader.h"
#include "core/data/row_reader.h"
#include "core/data/user_attributes.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// In bytes. Larger files are not compared with the sampled rows: that would delay the preview.
constexpr std::int64_t kMaxCompared = std::int64_t{32} << 20;
/// Limits on the number and the total size of the tables without a usual name that are examined.
constexpr int kMaxTables = 30;
constexpr std::int64_t kMaxBytesInAll = std::int64_t{128} << 20;

std::string matchSentence(Subject subject, std::int64_t matched, std::int64_t of, bool isWhole) {
    const std::string some = grouped(matched), all = grouped(of);
    if (subject == Subject::Items)
        return isWhole ? translated("{} of {} items match", some, all)
                       : translated("{} of {} items of the first rows match", some, all);
    return isWhole ? translated("{} of {} users match", some, all)
                   : translated("{} of {} users of the first rows match", some, all);
}

const std::string* firstLine(const TextSample& sample) {
    const auto first = std::find_if(sample.lines.begin(), sample.lines.end(),
                                    [](const std::string& line) { return !trimmed(line).empty(); });
    return first == sample.lines.end() ? nullptr : &*first;
}

/// The fields of the first row, which may be the header, or the keys of the first object.
std::vector<std::string> firstFields(const TextSample& sample) {
    const std::string* line = firstLine(sample);
    if (!line) return {};
    if (trimmed(*line).starts_with('{')) {
        for (const auto& reader : {makeJsonReader(), makePythonReader()}) {
            if (!reader->read(*line)) return reader->keys();
        }
        return {};
    }
    const std::vector<std::string_view> lines(sample.lines.begin(), sample.lines.end());
    const std::string delimiter = detectDelimiter(lines);
    if (delimiter.empty()) return {*line};
    std::vector<std::vector<std::string>> records = splitRecords(*line, delimiter);
    return records.empty() ? std::vector<std::string>() : std::move(records[0]);
}

bool hasColumn(const std::vector<std::string>& names, const std::string& column) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return nameTheSame(trimmed(name), column); });
}

/// Whether the table is a list of known ids and of nothing else.
bool isListOfIds(const TextSample& sample, const Described& described) {
    const std::string* line = firstLine(sample);
    const std::vector<std::string_view> lines(sample.lines.begin(), sample.lines.end());
    if (!line || trimmed(*line).starts_with('{') || !detectDelimiter(lines).empty()) return false;
    const KnownIds known(described);
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view id) { return known.indexOf(id) >= 0; });
}

/// Matching names suffice. Without them, so many ids must match that it is no coincidence.
Agreement agreementOf(const Described& described, const KeyColumn& key, const TableBeside& table, bool isKnownFile) {
    constexpr double kHalf = 0.5, kNearlyAll = 0.9, kAll = 0.99;
    constexpr double kByChance = 50;  // if fewer than 1 in 50 ids match, the table is about other things
    const auto matched = static_cast<double>(key.matched), all = static_cast<double>(described.ids.size());
    const auto rows = static_cast<double>(key.rows);
    const bool hasSome = matched > 0 && matched * kByChance >= std::min(rows, all);
    const bool hasMost = matched > 0 && matched >= kHalf * all;
    const bool isExpected = table.naming != FileNaming::Other;
    const bool isNamedAfterThem = table.naming <= FileNaming::Qualified;
    const std::string file = table.part.name();
    if (!hasSome) return Agreement::None;
    const bool areNamed = !described.column.empty() && !key.name.empty();
    if (areNamed) {
        if (nameTheSame(key.name, described.column))
            return isExpected || (hasMost && key.isUnique) ? Agreement::ColumnName : Agreement::None;
        const bool isGeneral = isGeneralName(described.column, described.subject);
        if (isBareId(key.name) && (isNamedAfterThem || (isGeneral && isExpected && hasMost)))
            return Agreement::FileName;
        if (isGeneralName(key.name, described.subject) && isNamedAfterThem && hasMost) return Agreement::FileName;
        if (isGeneral && isExpected && hasMost && isNamedAfter(file, key.name)) return Agreement::FileName;
    }
    if (isKnownFile) return Agreement::FileName;
    if (!isExpected) return Agreement::None;
    if (!areNamed) {
        // "items.csv" holds the items even if these are whole numbers without a name.
        const bool isGeneralFile = isGeneralName(file.substr(0, file.rfind('.')), described.subject);
        const bool isAboutThemAlone = matched >= kAll * all && matched >= kNearlyAll * rows;
        return !key.isByChance || (isGeneralFile && hasMost) || isAboutThemAlone ? Agreement::Values : Agreement::None;
    }
    // "users.csv" with "user_id" may describe the "buyers" of the interactions, too, if nearly all ids match ("U0017").
    // Ids that are plain numbers could match by chance, so practically all of them must.
    const bool arePlain = described.ids[0].find_first_not_of("0123456789") == std::string::npos;
    const bool isOfFile = isNamedAfter(file, key.name) ||
                          (!table.part.member.empty() && isNamedAfter(table.part.path.filename().string(), key.name));
    const bool areTheirs = arePlain ? !key.isByChance && matched >= kAll * all : matched >= kNearlyAll * all;
    if (isGeneralName(key.name, described.subject) && isOfFile && areTheirs) return Agreement::Values;
    const bool mayBeTheirs = isBareId(key.name) || isNamedAfterThem;
    return mayBeTheirs && !key.isByChance && matched >= kNearlyAll * all ? Agreement::Values : Agreement::None;
}

/// Whether the format itself prescribes the file's name: u.item beside u.data.
bool isOfFormat(const ImportSource& source, const TableBeside& table, Subject subject) {
    const ColumnRole role = subject == Subject::Items ? ColumnRole::Item : ColumnRole::User;
    return table.isUsual && source.recognition.layout.cellColumns.empty() &&
           source.recognition.reasons.at(static_cast<std::size_t>(role)) == RoleReason::Format;
}

CompanionMatch matchOf(const ImportSource& source, const SourcePart& part, const Described& described,
                       const KeyColumn& key) {
    const auto all = static_cast<std::int64_t>(described.ids.size());
    return {.path = part.displayPath(),
            .matched = key.matched,
            .of = all,
            .sentence = matchSentence(described.subject, key.matched, all, source.sample.isWhole)};
}

bool holdsTitles(const SourcePart& part, const Described& described) {
    const KnownIds known(described);
    const auto isNeeded = [&](std::string_view id) { return known.indexOf(id) >= 0; };
    return readItemTitles(part, isNeeded, {}, {}, described.ids.size(), described.column).hasTitles();
}

/// True if the column holds most of the ids, each once.
bool holdsMost(const Described& described, const KeyColumn& key) {
    return key.isUsable && 2 * key.matched >= static_cast<std::int64_t>(described.ids.size());
}

/// True for a table named after the items ("tracks.csv") that contains some of the ids, although none of its columns is
/// called "id" or like the column of the ids in the interactions: it may hold the ids of albums.
bool lacksTheirIds(const TextSample& sample, const Described& described, const KeyColumn& key,
                   const TableBeside& table) {
    if (table.naming > FileNaming::Qualified || described.column.empty() || key.name.empty()) return false;
    const std::vector<std::string> names = firstFields(sample);
    return key.matched > 0 && std::none_of(names.begin(), names.end(), [&](const std::string& name) {
               return isBareId(trimmed(name)) || nameTheSame(trimmed(name), described.column);
           });
}

/// A sentence that states why a table is used only if the user of the program chooses it. `match` says how many ids
/// match.
std::string whyUncertain(const Described& described, const KeyColumn& key, const TableBeside& table,
                         const std::string& match) {
    const bool areItems = described.subject == Subject::Items;
    const std::string advice =
        areItems ? translated("to use it, choose it as the titles file (--items) if the ids are the same")
                 : translated("to use it, choose it as the users file (--users) if the ids are the same");
    if (described.column.empty() || key.name.empty())
        return translated("{}, but numeric ids may match by chance: {}", match, advice);
    if (!holdsMost(described, key))
        return translated("{}, and no column of {} is called \"{}\": {}", match, table.part.name(), described.column,
                          advice);
    return translated("{}, but its ids are in \"{}\", not in \"{}\": {}", match, key.name, described.column, advice);
}

/// Reads the table and decides whether it describes the items or users. Throws Error(Input) if it cannot be read.
void compare(const ImportSource& source, const TextSample& sample, const Described& described, CompanionFit& fit) {
    const SourcePart& part = fit.table.part;
    const bool areItems = described.subject == Subject::Items;
    if (isListOfIds(sample, described)) {
        fit.verdict = CompanionVerdict::OneColumn;
        fit.match.sentence = areItems ? translated("{} has only one column and therefore no titles", part.name())
                                      : translated("{} has only one column and therefore no attributes", part.name());
        return;
    }
    const KeyColumn key = keyColumnOf(part, described);
    fit.match = matchOf(source, part, described, key);
    fit.agreement = agreementOf(described, key, fit.table, isOfFormat(source, fit.table, described.subject));
    if (fit.agreement != Agreement::None && (areItems || key.isUsable)) {
        fit.hasTitles = !areItems || holdsTitles(part, described);
        // A table without titles is used for its attributes if its name shows that it belongs to the items.
        const bool isTaken = fit.hasTitles || fit.table.naming != FileNaming::Other;
        fit.verdict = isTaken ? CompanionVerdict::Taken : CompanionVerdict::Others;
    } else if (fit.agreement == Agreement::None &&
               (holdsMost(described, key) || lacksTheirIds(sample, described, key, fit.table))) {
        fit.verdict = CompanionVerdict::PerhapsOthers;
        fit.match.sentence = whyUncertain(described, key, fit.table, fit.match.sentence);
    }
    fit.match.isTaken = fit.verdict == CompanionVerdict::Taken;
}

/// Decides without comparing ids, because the table is too large or no ids are known: uses the table unless the names
/// of its columns contradict.
void judgeUnread(const TextSample& sample, const Described& described, CompanionFit& fit) {
    const std::vector<std::string> names = firstFields(sample);
    const bool isBare = std::any_of(names.begin(), names.end(), [](const std::string& name) { return isBareId(name); });
    const bool mayBe = described.column.empty() || isGeneralName(described.column, described.subject) || isBare ||
                       hasColumn(names, described.column);
    fit.verdict = mayBe ? CompanionVerdict::Taken : CompanionVerdict::Others;
    fit.hasTitles = fit.match.isTaken = mayBe;
}

/// True if the table's name suggests that it would be used.
bool isWorthReporting(const CompanionFit& fit, const Described& described) {
    const bool isNamed = !described.column.empty() && !isGeneralName(described.column, described.subject);
    const bool isUsual = fit.table.isUsual && (!isNamed || fit.verdict != CompanionVerdict::Others);
    return fit.table.naming <= FileNaming::Qualified || isUsual || fit.verdict == CompanionVerdict::PerhapsOthers;
}

/// A sort key; the best fit has the smallest.
auto rankOf(const CompanionFit& fit) {
    return std::tuple(!fit.hasTitles, fit.agreement != Agreement::ColumnName, fit.table.naming, -fit.match.matched);
}

}  // namespace

CompanionMatch CompanionSearch::match() const {
    return best ? best->match : leftOut.empty() ? CompanionMatch() : leftOut[0].match;
}

CompanionMatch matchOf(const ImportSource& source, const SourcePart& part, const Described& described) {
    if (described.ids.empty() || isLargerThan(part, kMaxCompared)) return {.path = part.displayPath(), .sentence = {}};
    return matchOf(source, part, described, keyColumnOf(part, described));
}

CompanionSearch searchBeside(const ImportSource& source, const std::vector<std::string>& usual,
                             const Described& described) {
    CompanionSearch search;
    int tables = 0;
    std::int64_t bytes = 0;
    for (TableBeside& table : tablesBeside(source.part, usual, described.column, described.subject)) {
        // Tables are sorted by their names: after one named after the items, the rest need not be read.
        if (search.best && search.best->hasTitles && search.best->table.naming <= FileNaming::Qualified &&
            table.naming > search.best->table.naming)
            break;
        const bool isOther = table.naming == FileNaming::Other;
        if (isOther && described.column.empty()) break;
        if (!table.isUsual && (++tables > kMaxTables || bytes > kMaxBytesInAll)) continue;
        CompanionFit fit{.table = std::move(table), .match = {}};
        fit.match.path = fit.table.part.displayPath();
        try {
            const TextSample sample = readSample(fit.table.part);
            if (isOther && !hasColumn(firstFields(sample), described.column)) continue;
            if (described.ids.empty() || isLargerThan(fit.table.part, kMaxCompared)) {
                judgeUnread(sample, described, fit);
            } else {
                bytes += textSize(fit.table.part);
                compare(source, sample, described, fit);
            }
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input) throw;
            fit.verdict = CompanionVerdict::Unreadable;
            fit.match.sentence = error.what();
        }
        if (fit.verdict != CompanionVerdict::Taken) {
            if (isWorthReporting(fit, described)) search.leftOut.push_back(std::move(fit));
        } else if (!search.best || rankOf(fit) < rankOf(*search.best)) {
            search.best = std::move(fit);
        }
    }
    if (search.best) search.leftOut.clear();
    return search;
}

}  // namespace recscope
