// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/source_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "core/data/archive.h"
#include "core/data/arrow_tables.h"
#include "core/data/database_tables.h"
#include "core/data/joined_rows.h"
#include "core/data/json_tables.h"
#include "core/data/sparse_matrix.h"
#include "core/data/workbook.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

std::string_view afterLast(std::string_view text, char separator) {
    return text.substr(text.rfind(separator) + 1);  // npos + 1 = 0: all of it
}

/// Like fs::status, but throws Error(Input) with a sentence if the path is inaccessible.
fs::file_status statusOf(const fs::path& path) {
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (status.type() != fs::file_type::none) return status;
    if (failure == std::errc::too_many_symbolic_link_levels) {
        failInput(translated("{} is a link that leads back to itself.", path.string()),
                  translated("Choose the file it should lead to."));
    }
    if (failure == std::errc::permission_denied) {
        failInput(translated("{} cannot be accessed: you may not enter one of its folders.", path.string()),
                  translated("Check the permissions of its folders."));
    }
    failInput(translated("{} cannot be accessed: {}.", path.string(), failure.message()),
              translated("Check the path."));
}

void checkFile(const fs::path& path) {
    if (path.empty()) failInput(translated("No file was named."), translated("Choose the file with the interactions."));
    const fs::file_status status = statusOf(path);
    if (!fs::exists(status))
        failInput(translated("There is no file {}.", path.string()), translated("Check the path."));
    if (fs::is_directory(status)) {
        failInput(translated("{} is a folder, not a file.", path.string()), translated("Name the file inside it."));
    }
    if (!fs::is_regular_file(status)) {
        failInput(translated("{} is not a file that can be read.", path.string()),
                  translated("Choose a text file or an archive."));
    }
}

}  // namespace

std::string SourcePart::name() const {
    if (isJoined) return joinedPartsOf(*this).lines.name();
    std::string name = member.empty() ? path.filename().string() : std::string(afterLast(member, '/'));
    for (const std::string_view ending : kCompressedEndings) {
        if (!name.ends_with(ending) || name.size() == ending.size()) continue;
        name.resize(name.size() - ending.size());
        break;
    }
    return name;
}

std::string SourcePart::folder() const {
    if (isJoined) return joinedPartsOf(*this).lines.folder();
    std::error_code failure;  // ignored: if there is no working directory, the path stays relative
    if (member.empty()) return fs::absolute(path, failure).lexically_normal().parent_path().filename().string();
    const std::size_t end = member.rfind('/');
    if (end == std::string::npos || end == 0) return path.stem().string();
    return std::string(afterLast(std::string_view(member).substr(0, end), '/'));
}

std::string SourcePart::displayPath() const {
    if (member.empty()) return path.string();
    return member.starts_with(kJoin) ? path.string() + member : fmt::format("{}/{}", path.string(), member);
}

std::string SourcePart::absolutePath() const {
    std::error_code failure;  // ignored: if there is no working directory, the path stays relative
    return SourcePart{fs::absolute(path, failure), member}.displayPath();
}

SourcePart partAt(const fs::path& path) {
    std::error_code failure;
    if (fs::exists(path, failure)) return {path, {}};
    // Names in an archive may contain "..", "//" or begin with "/": they are split as text, never resolved.
    const std::string text = path.string();
    if (const std::size_t join = text.rfind(kJoin); join != std::string::npos) {
        const fs::path lines = text.substr(0, join), orders = lines.parent_path() / text.substr(join + kJoin.size());
        if (fs::is_regular_file(lines, failure) && fs::is_regular_file(orders, failure))
            return {.path = lines, .member = text.substr(join), .isJoined = true};
    }
    for (std::size_t end = text.rfind('/'); end != std::string::npos && end > 0; end = text.rfind('/', end - 1)) {
        const fs::path file = text.substr(0, end);
        if (!fs::is_regular_file(file, failure)) continue;
        const bool hasParts = packingOf(file) != Packing::None || holdsTables(file);
        return hasParts ? partIn(file, text.substr(end + 1)) : SourcePart{path, {}};
    }
    return {path, {}};
}

SourcePart partIn(const fs::path& path, const std::string& member) {
    const std::size_t join = isSqlQuery(member) ? std::string::npos : member.rfind(kJoin);
    if (join == std::string::npos) return {path, member};
    if (join == 0) return {.path = path, .member = member, .isJoined = true};
    const std::vector<SourcePart> parts = partsOf(path);
    const auto isNamed = [&](const SourcePart& part) { return part.member == member; };
    return {.path = path, .member = member, .isJoined = std::none_of(parts.begin(), parts.end(), isNamed)};
}

std::vector<SourcePart> partsOf(const fs::path& path) {
    checkFile(path);
    std::vector<SourcePart> parts;
    if (isDatabaseFile(path)) {
        for (const std::string& table : databaseTables(path)) parts.push_back({path, table});
        return parts;
    }
    const Packing packing = packingOf(path);
    if (packing == Packing::None) {
        for (const std::string& table : jsonTables(path)) parts.push_back({path, table});
        return parts.empty() ? std::vector<SourcePart>{{path, {}}} : parts;
    }
    const std::vector<ArchiveMember> members = archiveMembers(path);
    if (packing == Packing::Zip && isSparseMatrix(members)) return {{path, {}}};
    if (packing == Packing::Zip && isWorkbook(members)) {
        for (const std::string& sheet : sheetsOf(path)) parts.push_back({path, sheet});
        return parts;
    }
    for (const ArchiveMember& member : members) parts.push_back({path, member.name, member.size});
    return parts;
}

std::vector<SourcePart> partsBeside(const SourcePart& part, const std::vector<std::string>& names) {
    std::vector<SourcePart> found;
    if (part.isJoined) return partsBeside(joinedPartsOf(part).lines, names);
    if (part.member.empty()) {
        for (const std::string& name : names) {
            std::vector<std::string> candidates = {name};
            for (const std::string_view ending : kCompressedEndings) candidates.push_back(name + std::string(ending));
            for (const std::string& candidate : candidates) {
                const fs::path path = part.path.parent_path() / candidate;
                std::error_code failure;
                if (path != part.path && fs::is_regular_file(path, failure)) found.push_back({path, {}});
            }
        }
        return found;
    }
    const std::string folder = part.member.substr(0, part.member.rfind('/') + 1);
    const std::vector<SourcePart> members = partsOf(part.path);
    const bool areTables = holdsTables(part.path);
    for (const std::string& name : names) {
        // A table "Movies" of a database is what "movies.csv" is in a folder.
        const std::string table = folded(name.substr(0, name.rfind('.')));
        for (const SourcePart& member : members) {
            const bool fits = areTables ? folded(member.name()) == table : member.member == folder + name;
            if (member.member != part.member && fits) found.push_back(member);
        }
    }
    return found;
}

bool holdsTables(const fs::path& path) {
    return isDatabaseFile(path) || isWorkbookFile(path) || !jsonTables(path).empty();
}

bool isPlainFile(const SourcePart& part) {
    return part.member.empty() && packingOf(part.path) == Packing::None && !isArrowTable(part.path);
}

bool hasColumnNames(const SourcePart& part) {
    if (part.isJoined) return true;
    if (!part.member.empty()) return isDatabaseFile(part.path);
    return isArrowTable(part.path) || isSparseMatrixFile(part.path);
}

std::string originText(const SourcePart& part) {
    if (part.isJoined) return translated("two tables read as one");
    if (part.member.empty()) {
        if (isArrowTable(part.path)) return translated("a table");
        return isSparseMatrixFile(part.path) ? translated("a sparse matrix") : std::string();
    }
    if (isDatabaseFile(part.path)) return translated("a table of a database");
    if (isWorkbookFile(part.path)) return translated("a sheet of a workbook");
    return packingOf(part.path) == Packing::None ? translated("a table of a JSON file") : std::string();
}

bool isFolder(const fs::path& path) {
    return !path.empty() && fs::is_directory(statusOf(path));
}

std::unique_ptr<ByteSource> openPart(const SourcePart& part) {
    checkFile(part.path);
    if (part.isJoined) return openJoinedRows(part);
    if (part.member.empty() && isArrowTable(part.path)) return openArrowTable(part.path);
    if (part.member.empty() && packingOf(part.path) == Packing::None) return openFile(part.path);
    if (part.member.empty() && isSparseMatrixFile(part.path)) return openSparseMatrix(part.path);
    if (isDatabaseFile(part.path)) return openDatabaseTable(part.path, part.member);
    if (isWorkbookFile(part.path)) return openSheet(part.path, part.member);
    if (packingOf(part.path) == Packing::None) return openJsonTable(part.path, part.member);
    return openMember(part.path, part.member);
}

}  // namespace recscope
