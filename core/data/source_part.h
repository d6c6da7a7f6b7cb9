// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// The location of a text: a file, a file inside an archive, a sheet of an Excel workbook, or a table of an SQLite
/// database or of a JSON file (see jsonTables). A table in a Parquet or Arrow file and a sparse matrix of SciPy are the
/// whole file. Archive members, sheets and tables are written as if the file were a folder:
/// "ml-1m.zip/ml-1m/ratings.dat", "shop.xlsx/Orders", "shop.db/orders", "shop.db/SELECT user, item FROM orders".
struct SourcePart {
    std::filesystem::path path;  ///< path of the file on disk
    /// Name of the file in the archive (with its folders), of the sheet or of the table, or a query. Empty = the file
    /// on disk itself, or the content of a single compressed file.
    std::string member;
    std::int64_t unpacked = -1;  ///< size of the text in bytes; -1 = not known before it is read
    bool isJoined = false;       ///< two tables read as one, both named in `member`: see joined_rows.h

    std::string name() const;         ///< without folders and without ".gz" and the like: "ratings.dat"
    std::string folder() const;       ///< name of its folder, or else of its archive without the extension
    std::string displayPath() const;  ///< as a path, for display
    /// Like displayPath, but independent of the working directory, which may differ when the path is read again.
    std::string absolutePath() const;
};

/// Parses a path in the notation above. A path that does not exist is returned unchanged. Throws Error(Input) if a file
/// cannot be read.
SourcePart partAt(const std::filesystem::path& path);

/// The part that `member` names in the file `path`: a part of exactly this name, or else two tables read as one.
SourcePart partIn(const std::filesystem::path& path, const std::string& member);

/// All files inside an archive, sheets of a workbook, or tables of a database or JSON file; for any other file, the
/// file itself.
std::vector<SourcePart> partsOf(const std::filesystem::path& path);

/// The parts in the same folder or archive that have one of these names, with or without an extension such as ".gz"
/// appended. For sheets and tables, the extension and the case of letters are ignored: the table "Movies" has the name
/// "movies.csv". They are in the order of `names`; empty if there are none.
std::vector<SourcePart> partsBeside(const SourcePart& part, const std::vector<std::string>& names);

/// Whether the file is an Excel workbook, an SQLite database or a JSON file with tables (see jsonTables). Throws
/// Error(Input) if it cannot be opened.
bool holdsTables(const std::filesystem::path& path);

/// Whether the text of the part is the plain file on disk: not unpacked, and not made from a table.
bool isPlainFile(const SourcePart& part);

/// Whether the text is made from a table whose columns have names, so that its first line is the header.
bool hasColumnNames(const SourcePart& part);

/// For display, what the text of the part is made from if it is not a text itself: "a table of a database", "a sparse
/// matrix"; else empty.
std::string originText(const SourcePart& part);

/// False for a path that does not exist. Throws Error(Input) if this cannot be determined: a link that leads back to
/// itself, a folder that may not be entered.
bool isFolder(const std::filesystem::path& path);

/// Opens the unpacked bytes of the part; for a sheet, table or matrix, these are its rows as the text of a CSV file.
/// Throws Error(Input) if the file is missing, if it is a folder or a device, or if the archive is damaged.
std::unique_ptr<ByteSource> openPart(const SourcePart& part);

}  // namespace recscope
