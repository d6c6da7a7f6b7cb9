// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_parts.h"

#include <algorithm>
#include <system_error>

#include "core/data/archive.h"
#include "core/data/file_kind.h"
#include "core/data/source_part.h"
#include "core/data/workbook.h"

namespace recscope {

namespace fs = std::filesystem;

FileParts partsToChoose(const fs::path& path) {
    FileParts parts;
    if (isFolder(path)) {
        std::error_code failure, unknown;
        fs::directory_iterator entry(path, failure);
        for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
            if (entry->is_regular_file(unknown)) parts.names.push_back(entry->path().filename().string());
        }
        std::sort(parts.names.begin(), parts.names.end());
        return parts;
    }
    const fs::path file = partAt(path).path;
    std::vector<ArchiveMember> members;
    for (const SourcePart& part : partsOf(file)) {
        if (part.member.empty()) continue;
        parts.names.push_back(part.member);
        members.push_back({part.member, part.unpacked});
    }
    if (members.empty()) return parts;
    const Packing packing = packingOf(file);
    if (packing == Packing::None) parts.kind = FileParts::Kind::Tables;
    if (packing == Packing::Zip && isWorkbookFile(file)) parts.kind = FileParts::Kind::Sheets;
    // Some documents are zip files, too, but no file in them is a table.
    if (packing == Packing::Zip && !documentKindOf(members).empty()) parts.names.clear();
    return parts;
}

}  // namespace recscope
