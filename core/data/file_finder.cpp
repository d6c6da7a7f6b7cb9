// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "core/data/archive.h"
#include "core/data/column_names.h"
#include "core/data/database_tables.h"
#include "core/data/delimited.h"
#include "core/data/file_kind.h"
#include "core/data/list_recognition.h"
#include "core/data/missing_value.h"
#include "core/data/order_tables.h"
#include "core/data/record_reader.h"
#include "core/data/tables_beside.h"
#include "core/data/workbook.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

std::vector<const DatasetFormat*> formatsToTry(const ImportOptions& options) {
    if (!options.format.empty()) return {&formatNamed(options.format)};
    std::vector<const DatasetFormat*> formats;
    for (const auto& format : allFormats()) formats.push_back(format.get());
    return formats;
}

/// True for the usual names of files that hold no interactions, or only a part of them.
bool isKnownOther(const std::string& name) {
    static const std::set<std::string> kNames = {
        "u.item",      "u.user",           "u.genre",          "u.info",    "u.occupation",      "users.dat",
        "users.csv",   "movies.dat",       "movies.csv",       "items.csv", "items.tsv",         "items.json",
        "items.jsonl", "links.csv",        "tags.csv",         "tags.dat",  "genome-scores.csv", "genome-tags.csv",
        "artists.dat", "movie_titles.csv", "steam_games.json", "README",    "README.txt",        "README.html",
        "README.md"};
    return kNames.contains(name) || name.starts_with("meta_") || name.ends_with(".item") || name.ends_with(".user");
}

/// A file that may hold the interactions.
struct Candidate {
    SourcePart part;
    double confidence = 0;                  ///< 0 = it cannot be read
    bool isHistory = false;                 ///< it has times, or names or the format identify its user and item columns
    bool hasNames = false;                  ///< its columns have names
    bool isListOfUsers = false;             ///< no user has a second row
    std::optional<OrderTable> orders = {};  ///< a table that says whose orders its lines belong to
    std::optional<Error> refusal = {};      ///< why a table that this build does not read was refused
};

bool isHistory(const Recognition& recognition) {
    const auto isNamed = [&](ColumnRole role) {
        const RoleReason reason = recognition.reasons.at(static_cast<std::size_t>(role));
        return reason == RoleReason::Name || reason == RoleReason::Format || reason == RoleReason::Chosen;
    };
    if (recognition.layout.columns.empty() || recognition.columnChoice == ColumnChoice::Fixed) return true;
    return recognition.layout.time.has_value() || (isNamed(ColumnRole::User) && isNamed(ColumnRole::Item));
}

/// True if no user has a second row and no column is named as the item: a list of persons.
bool isListOfUsers(const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    const RoleReason item = source.recognition.reasons.at(static_cast<std::size_t>(ColumnRole::Item));
    if (source.lacksUser || layout.isOnePerson || item != RoleReason::Values) return false;
    const auto parser = source.format->makeParser(layout);
    std::vector<RawRow> rows;
    std::set<std::string, std::less<>> users;
    bool headerIsNext = layout.hasHeader;
    for (const std::string& line : source.sample.lines) {
        if (trimmed(line).empty() || std::exchange(headerIsNext, false) || parser->parse(line, rows)) continue;
        for (const RawRow& row : rows) {
            if (!isMissing(row.user) && !users.emplace(trimmed(row.user)).second) return false;
        }
    }
    return users.size() > 1;
}

/// True for the names of tables in Apache's formats, which only some builds read.
bool isArrowName(const fs::path& path) {
    static const std::set<std::string> kEndings = {".parquet", ".feather", ".arrow"};
    return kEndings.contains(folded(path.extension().string()));
}

Candidate candidateFor(const ImportOptions& options, const SourcePart& part) {
    Candidate candidate{.part = part};
    if (isKnownOther(part.name())) return candidate;
    try {
        TextSample sample = readSample(part, options.encoding);
        if (sample.lines.size() < 2 && holdsTables(part.path)) return candidate;  // only the names of the columns
        addLaterLines(part, sample);
        const auto recognised = recognise(options, part, sample);
        if (recognised.empty()) return candidate;
        ImportSource source;
        source.part = part;
        source.format = recognised[0].format;
        source.recognition = recognised[0].recognition;
        source.lacksUser = source.recognition.lacksUser;
        source.sample = std::move(sample);
        source.sample.lines =
            recordsOf(std::vector<std::string_view>(source.sample.lines.begin(), source.sample.lines.end()),
                      source.recognition.layout.grammar);
        candidate.confidence = source.recognition.confidence;
        candidate.isHistory = isHistory(source.recognition);
        candidate.hasNames = !source.recognition.layout.columns.empty();
        candidate.isListOfUsers = isListOfUsers(source);
        candidate.orders = findOrderTable(source);
        if (candidate.orders) candidate.isHistory = true;
    } catch (const Error& error) {
        // A file that cannot be read is not a candidate.
        if (isArrowName(part.path)) candidate.refusal = error;
    }
    return candidate;
}

/// The kind of a path that holds several texts. Tables: a database.
enum class Holder { Folder, Archive, Workbook, Tables };

[[noreturn]] void failUndecided(Holder holder, const std::string& where, const std::vector<std::string>& names) {
    const auto sentence = [&] {
        if (holder == Holder::Workbook) return translated("{} holds more than one sheet with interactions.", where);
        return holder == Holder::Tables ? translated("{} holds more than one table with interactions.", where)
                                        : translated("{} holds more than one file with interactions.", where);
    };
    failInput(sentence(), holder == Holder::Folder
                              ? translated("Choose one: {}.", listed(names))
                              : translated("Choose one (--member NAME on the command line): {}.", listed(names)));
}

bool areTheSame(const SourcePart& part, const SourcePart& other) {
    return part.path == other.path && part.member == other.member;
}

constexpr double kSure = 0.8;  // the confidence in a table whose user and item have known names

/// The tables that could hold interactions. Lists of persons, and tables of orders whose lines are in another table,
/// are left out if other candidates remain.
std::vector<Candidate> candidatesAmong(const ImportOptions& options, const std::vector<SourcePart>& parts) {
    std::vector<Candidate> candidates;
    for (const SourcePart& part : parts) candidates.push_back(candidateFor(options, part));
    const auto isReadable = [](const Candidate& candidate) { return candidate.confidence > 0 || candidate.orders; };
    const auto erase = [&](const auto& isOther) {
        const bool remain = std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
            return isReadable(candidate) && candidate.isHistory && !isOther(candidate);
        });
        if (remain) std::erase_if(candidates, isOther);
    };
    erase([](const Candidate& candidate) { return candidate.isListOfUsers && !candidate.orders; });
    std::vector<SourcePart> orders;
    for (const Candidate& candidate : candidates)
        if (candidate.orders) orders.push_back(candidate.orders->part);
    erase([&](const Candidate& candidate) {
        return std::any_of(orders.begin(), orders.end(),
                           [&](const SourcePart& part) { return areTheSame(part, candidate.part); });
    });
    return candidates;
}

std::string nameToChoose(Holder holder, const SourcePart& part) {
    const std::string file = part.path.filename().string();
    return part.member.empty()        ? file
           : holder == Holder::Folder ? fmt::format("{}/{}", file, part.member)
                                      : part.member;
}

/// The other tables of interactions beside the table `part`, which was chosen for its name. Large archives and folders
/// with many files are not searched.
std::vector<std::string> othersBeside(const ImportOptions& options, Holder holder, const SourcePart& part,
                                      const std::vector<SourcePart>& parts) {
    static const std::set<std::string> kGeneralNames = {"ratings", "reviews", "interactions"};
    constexpr std::size_t kMostParts = 30;
    constexpr std::int64_t kMaxBytes = std::int64_t{32} << 20;
    const std::string name = part.name();
    if (!kGeneralNames.contains(name.substr(0, name.rfind('.'))) || parts.size() > kMostParts) return {};
    if (holder != Holder::Folder && isLargerThan({part.path, {}}, kMaxBytes)) return {};
    std::vector<SourcePart> beside;
    std::copy_if(parts.begin(), parts.end(), std::back_inserter(beside),
                 [&](const SourcePart& other) { return !areTheSame(other, part); });
    std::vector<std::string> names;
    for (const Candidate& candidate : candidatesAmong(options, beside)) {
        const bool isSure = candidate.orders || (candidate.isHistory && candidate.confidence >= kSure);
        if (isSure && candidate.hasNames && !candidate.isListOfUsers)
            names.push_back(nameToChoose(holder, candidate.part));
    }
    return names;
}

/// Chooses the interactions among `parts`, the files of a folder or archive. `where` names it in error messages ("The
/// folder …"); `whereName` is its plain name, which a file with the interactions may share.
FoundInteractions choose(const ImportOptions& options, Holder holder, const std::string& where,
                         const std::string& whereName, const std::vector<SourcePart>& parts) {
    std::vector<std::string> known;
    for (const DatasetFormat* format : formatsToTry(options)) {
        for (const std::string& name : format->fileNames()) {
            for (const SourcePart& part : parts) {
                if (part.name() == name) return {part, othersBeside(options, holder, part, parts)};
            }
            if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
        }
    }
    std::vector<SourcePart> readable, others, sure;
    std::optional<Error> refusal;       // of the file whose name makes it the most likely to hold the interactions
    constexpr double kDoubtful = 0.65;  // confidence at or below which a file is ignored beside one with kSure
    bool isDecided = true;              // false if a file has a confidence between kDoubtful and kSure
    for (const Candidate& candidate : candidatesAmong(options, parts)) {
        const SourcePart& part = candidate.part;
        const double confidence = candidate.orders ? kSure : candidate.confidence;
        if (confidence > 0) (candidate.isHistory ? readable : others).push_back(part);
        if (confidence >= kSure) sure.push_back(part);
        isDecided &= confidence >= kSure || confidence <= kDoubtful;
        const std::string stem = part.path.stem().string();
        const bool isNamed = std::any_of(known.begin(), known.end(), [&](const std::string& name) {
            return name.substr(0, name.rfind('.')) == stem;
        });
        if (candidate.refusal && (!refusal || isNamed)) refusal = candidate.refusal;
    }
    if (readable.empty() && refusal) throw Error(*refusal);
    // Tables that do not look like histories are used only if there is no other.
    if (readable.empty()) readable = std::move(others);
    if (readable.size() == 1) return {readable[0], {}};
    if (sure.size() == 1 && isDecided) return {sure[0], {}};
    for (const SourcePart& part : readable) {
        if (part.name().substr(0, part.name().rfind('.')) == whereName) return {part, {}};
    }
    if (readable.empty() && (holder == Holder::Workbook || holder == Holder::Tables)) {
        std::vector<std::string> tables;
        for (const SourcePart& part : parts) tables.push_back(part.member);
        failInput(holder == Holder::Workbook ? translated("{} holds no sheet with interactions.", where)
                                             : translated("{} holds no table with interactions.", where),
                  translated("Choose one (--member NAME on the command line) to see what is missing in it: {}.",
                             listed(tables)));
    }
    if (readable.empty()) {
        failInput(translated("{} holds no file with interactions.", where),
                  translated("RecScope looks for {}, or for a text file with a user and an item in each line.",
                             listed(known, /*limit=*/known.size())));
    }
    std::vector<std::string> names;
    names.reserve(readable.size());
    for (const SourcePart& part : readable) names.push_back(nameToChoose(holder, part));
    failUndecided(holder, where, names);
}

/// The sheets or tables of a workbook or database; for any other file, the file itself.
std::vector<SourcePart> tablesIn(const fs::path& path) {
    try {
        if (isDatabaseFile(path) || isWorkbookFile(path)) return partsOf(path);
    } catch (const Error&) {
        // A damaged file is not a candidate.
    }
    return {{path, {}}};
}

FoundInteractions findInFolder(const ImportOptions& options, const fs::path& folder) {
    std::vector<SourcePart> parts;
    std::error_code failure, unknown;
    fs::directory_iterator entry(folder, failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
        if (!entry->is_regular_file(unknown)) continue;
        const std::vector<SourcePart> inside = tablesIn(entry->path());
        parts.insert(parts.end(), inside.begin(), inside.end());
    }
    if (failure) {
        failInput(translated("The folder {} cannot be read: {}.", folder.string(), failure.message()),
                  translated("Check the permissions."));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    const SourcePart anyFile{folder / "x", {}};  // folder() states the name of the folder that holds a file
    return choose(options, Holder::Folder, translated("The folder {}", folder.string()), anyFile.folder(), parts);
}

}  // namespace

namespace {

/// The number of lines that suffice to learn how records are written: about 500, and more if quoted fields span many
/// lines.
std::size_t enoughLines(const std::vector<std::string_view>& lines) {
    constexpr std::size_t kLines = 500, kRecords = 50;
    std::size_t count = 0, records = 0;
    bool isQuoteOpen = false;
    while (count < lines.size() && (count < kLines || records < kRecords || isQuoteOpen)) {
        isQuoteOpen ^= std::count(lines[count].begin(), lines[count].end(), '"') % 2 != 0;
        records += !isQuoteOpen;
        ++count;
    }
    return count;
}

/// Sets the reason Chosen for the columns that the user of the program chose. Returns false if none was chosen.
bool markChosenRoles(const ImportOptions& options, RoleReasons& reasons) {
    bool isChosen = false;
    for (std::size_t role = 0; role < reasons.size(); ++role) {
        const bool isFound = std::find(options.foundRoles.begin(), options.foundRoles.end(),
                                       static_cast<ColumnRole>(role)) != options.foundRoles.end();
        if (options.columns.of(static_cast<ColumnRole>(role)).empty() || isFound) continue;
        reasons.at(role) = RoleReason::Chosen;
        isChosen = true;
    }
    return isChosen;
}

}  // namespace

std::vector<Recognised> recognise(const ImportOptions& options, const SourcePart& part, const TextSample& text) {
    FileSample sample{part.name(), {text.lines.begin(), text.lines.end()}, options.delimiter};
    sample.later.assign(text.later.begin(), text.later.end());
    sample.header = hasColumnNames(part) && options.header == Header::Auto ? Header::Yes : options.header;
    sample.timeFormat = options.timeFormat;
    sample.timePattern = options.timePattern;
    sample.foundRoles = options.foundRoles;
    sample.objects = text.objects;
    sample.origin = originText(part);
    sample.itemSeparator = options.itemSeparator;
    const auto beginning = std::span(sample.lines).first(enoughLines(sample.lines));
    if (sample.delimiter.empty()) sample.delimiter = text.remarks.delimiter;
    if (sample.delimiter.empty()) sample.delimiter = detectDelimiter(beginning);
    sample.grammar = grammarOf(beginning, sample.delimiter);
    const std::vector<std::string> records = recordsOf(sample.lines, sample.grammar);
    sample.lines.assign(records.begin(), records.end());
    const std::vector<std::string_view> lines(text.lines.begin(), text.lines.end());
    std::vector<Recognised> all;
    const auto tryFormat = [&](const DatasetFormat* format) {
        auto recognition = format->recognise(sample, options.columns);
        if (!recognition) return;
        TableLayout& layout = recognition->layout;
        const bool isSampled = layout.delimiter == sample.delimiter;
        layout.grammar = isSampled ? sample.grammar : grammarOf(lines, layout.delimiter);
        const auto add = [&] {
            if (!layout.itemLists.empty()) recognition->why += fmt::format("; {}", listsText(layout));
            all.push_back({format, *std::move(recognition)});
        };
        if (!options.columns.empty()) {
            if (recognition->columnChoice == ColumnChoice::Fixed) return;
            chooseColumns(options.columns, recognition->layout);
            if (!options.columns.user.empty() && !options.columns.item.empty()) {
                std::erase_if(recognition->alternatives,
                              [](const ColumnReading& reading) { return reading.itemSeparator.empty(); });
                recognition->noTime.clear();
            }
            // If no column was chosen, the reasons stay as recognised.
            if (!markChosenRoles(options, recognition->reasons)) {
                add();
                return;
            }
            recognition->why = fmt::format("{} ({})", columnsText(recognition->layout),
                                           reasonsText(recognition->layout, recognition->reasons));
            if (!sample.origin.empty()) {
                recognition->why = fmt::format("{}; {}", sample.origin, recognition->why);
            } else if (!recognition->layout.delimiter.empty()) {
                recognition->why =
                    translated("fields separated by {}; {}", translated(delimiterName(recognition->layout.delimiter)),
                               recognition->why);
            }
        }
        add();
    };
    std::exception_ptr unknownColumn;  // a chosen column may be unknown to one format and known to another
    for (const DatasetFormat* format : formatsToTry(options)) {
        try {
            tryFormat(format);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Usage) throw;
            if (!unknownColumn) unknownColumn = std::current_exception();
        }
    }
    if (all.empty() && unknownColumn) std::rethrow_exception(unknownColumn);
    std::stable_sort(all.begin(), all.end(), [](const Recognised& a, const Recognised& b) {
        return a.recognition.confidence > b.recognition.confidence;
    });
    return all;
}

FoundInteractions findInteractions(const ImportOptions& options) {
    if (!options.member.empty()) {
        if (isFolder(options.path)) {
            ImportOptions inside = options;
            inside.path = options.path / options.member;
            inside.member.clear();
            return findInteractions(inside);
        }
        return {partIn(partAt(options.path).path, options.member), {}};  // the path may name another part
    }
    if (isFolder(options.path)) return findInFolder(options, options.path);
    SourcePart part = partAt(options.path);
    if (!part.member.empty()) return {part, {}};
    const std::vector<SourcePart> parts = partsOf(part.path);
    if (packingOf(part.path) == Packing::Zip) {
        std::vector<ArchiveMember> members;
        for (const SourcePart& part : parts) members.push_back({part.member, part.unpacked});
        const FileKind kind = documentKindOf(members);
        if (!kind.empty())
            failInput(translated("The file is {}, not plain text: {}.", translated(kind.what), part.displayPath()),
                      translated(kind.hint));
    }
    const bool areTables = holdsTables(part.path);
    if (parts.empty()) {
        failInput(areTables ? translated("The file {} holds no table.", part.path.string())
                            : translated("The archive {} holds no file.", part.path.string()),
                  translated("Choose another file."));
    }
    if (parts.size() == 1) return {parts[0], {}};
    const Holder holder = !areTables ? Holder::Archive : isWorkbookFile(part.path) ? Holder::Workbook : Holder::Tables;
    return choose(
        options, holder,
        areTables ? translated("The file {}", part.path.string()) : translated("The archive {}", part.path.string()),
        part.path.stem().string(), parts);
}

}  // namespace recscope
