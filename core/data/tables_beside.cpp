// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tables_beside.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/data/archive.h"
#include "core/data/joined_rows.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

/// Larger files are considered only if they have a usual name.
constexpr std::int64_t kMaxBytes = std::int64_t{32} << 20;
/// Folders and archives with more entries are not searched.
constexpr std::size_t kMaxEntries = 1000;

bool endsWithOneOf(const std::string& name, const auto& endings) {
    const std::string lower = folded(name);
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) { return lower.ends_with(ending); });
}

/// Whether a file could be a table by its name.
bool isNamedLikeATable(const SourcePart& part) {
    static constexpr std::array kEndings = {".csv",  ".tsv",  ".txt",     ".dat",     ".json", ".jsonl",
                                            ".item", ".user", ".parquet", ".feather", ".data"};
    return endsWithOneOf(part.name(), kEndings);
}

bool isWorkbookName(const fs::path& path) {
    static constexpr std::array kEndings = {".xlsx"};
    return endsWithOneOf(path.filename().string(), kEndings);
}

void addFilesOf(const fs::path& folder, std::vector<SourcePart>& parts) {
    std::error_code failure, unknown;
    std::vector<SourcePart> files;
    std::size_t entries = 0;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
        if (++entries > kMaxEntries) return;
        const SourcePart file{folder / entry->path().filename(), {}};
        const bool isWorkbook = isWorkbookName(file.path);
        if (!(isWorkbook || isNamedLikeATable(file)) || !entry->is_regular_file(unknown) ||
            isLargerThan(file, kMaxBytes))
            continue;
        if (!isWorkbook) {
            files.push_back(file);
            continue;
        }
        try {
            for (SourcePart& sheet : partsOf(file.path)) files.push_back(std::move(sheet));
        } catch (const Error&) {
            // A damaged workbook beside the interactions is ignored.
        }
    }
    parts.insert(parts.end(), files.begin(), files.end());
}

/// The other members, sheets or tables of the file that holds the interactions.
void addMembersBeside(const SourcePart& interactions, std::vector<SourcePart>& parts) {
    if (isLargerThan({interactions.path, {}}, kMaxBytes)) return;  // a member may be found only by unpacking all
    const bool areTables = holdsTables(interactions.path);
    const std::string folder = interactions.member.substr(0, interactions.member.rfind('/') + 1);
    std::vector<SourcePart> members = partsOf(interactions.path);
    if (members.size() > kMaxEntries) return;
    for (SourcePart& member : members) {
        const bool isBeside = member.member.substr(0, member.member.rfind('/') + 1) == folder;
        if (areTables || (isBeside && isNamedLikeATable(member) && !isLargerThan(member, kMaxBytes)))
            parts.push_back(std::move(member));
    }
}

/// How well the name fits. A sheet of another workbook may also have the name of the workbook: "products.xlsx/Sheet1".
FileNaming namingOf(const SourcePart& part, const SourcePart& interactions, const std::string& column,
                    Subject subject) {
    const FileNaming naming = fileNaming(part.name(), column, subject);
    const bool isOtherBook = !part.member.empty() && part.path != interactions.path;
    return isOtherBook ? std::min(naming, fileNaming(part.path.filename().string(), column, subject)) : naming;
}

bool areTheSame(const SourcePart& part, const SourcePart& other) {
    return part.path.lexically_normal() == other.path.lexically_normal() && part.member == other.member;
}

}  // namespace

std::vector<TableBeside> tablesBeside(const SourcePart& interactions, const std::vector<std::string>& usual,
                                      const std::string& column, Subject subject) {
    if (interactions.isJoined) {
        const JoinedParts parts = joinedPartsOf(interactions);
        std::vector<TableBeside> others = tablesBeside(parts.lines, usual, column, subject);
        std::erase_if(others, [&](const TableBeside& table) { return areTheSame(table.part, parts.orders); });
        return others;
    }
    std::vector<TableBeside> tables;
    const auto isKnown = [&](const SourcePart& part) {
        return areTheSame(part, interactions) ||
               std::any_of(tables.begin(), tables.end(),
                           [&](const TableBeside& table) { return areTheSame(table.part, part); });
    };
    for (SourcePart& part : partsBeside(interactions, usual)) {
        if (isKnown(part)) continue;  // the interactions themselves may have one of the names
        const FileNaming naming = std::min(fileNaming(part.name(), column, subject), FileNaming::Usual);
        tables.push_back({std::move(part), naming, /*isUsual=*/true});
    }
    std::vector<SourcePart> others;
    if (!interactions.member.empty()) addMembersBeside(interactions, others);
    addFilesOf(interactions.path.parent_path(), others);
    std::sort(others.begin(), others.end(),
              [](const SourcePart& a, const SourcePart& b) { return a.displayPath() < b.displayPath(); });
    for (SourcePart& part : others) {
        if (isKnown(part)) continue;
        const FileNaming naming = namingOf(part, interactions, column, subject);
        tables.push_back({std::move(part), naming, /*isUsual=*/false});
    }
    std::stable_sort(tables.begin(), tables.end(),
                     [](const TableBeside& a, const TableBeside& b) { return a.naming < b.naming; });
    return tables;
}

std::int64_t textSize(const SourcePart& part) {
    constexpr std::int64_t kUsualRatio = 5;  // usual compression ratio of tables
    if (part.unpacked >= 0) return part.unpacked;
    std::error_code failure;
    const auto size = static_cast<std::int64_t>(fs::file_size(part.path, failure));
    if (failure) return 0;
    const bool isPacked = part.member.empty() && packingOf(part.path) != Packing::None;
    return isPacked ? size * kUsualRatio : size;
}

}  // namespace recscope
