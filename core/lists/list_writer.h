// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace recscope {

/// Writes recommendation lists in one file format.
class ListWriter {
public:
    virtual ~ListWriter() = default;
    ListWriter() = default;
    ListWriter(const ListWriter&) = delete;
    ListWriter& operator=(const ListWriter&) = delete;
    /// The text at the beginning of the file.
    virtual std::string header() const { return {}; }
    /// One list as text; several threads may call this concurrently. Empty for formats that are not text.
    virtual std::string textOf(const UserList& /*list*/) const { return {}; }
    /// Writes a list, whose text is `list.text`.
    virtual void add(const UserList& list, std::ostream& file) { file << list.text; }
    /// Writes whatever follows the last list in this format.
    virtual void finish() {}
};

/// Whether further lists can be appended to a file in a format, if the file ends after a complete list.
enum class Continuation { Possible, Impossible };

/// A file format, identified by its suffix. To add one, add a source file with its writer and a line in `listFormats`.
struct ListFormat {
    const char* suffix;       ///< ".csv"
    const char* description;  ///< in English, translated when shown: "CSV, one row for each item of a list"
    Continuation continuation;
    /// `file` is the file that the lists are written to.
    std::unique_ptr<ListWriter> (*writer)(const ListSubject& subject, std::ostream& file);
};
/// The formats that this build writes.
const std::vector<ListFormat>& listFormats();
/// The format for the suffix of a path. Throws an Error(Usage) that lists the known suffixes if the suffix is unknown.
/// For .parquet in a build that does not write it, see refuseToWriteParquet.
const ListFormat& listFormatOf(const std::filesystem::path& path);

/// Writes CSV with one row per recommended item: user, rank, item, title, score, probability, input.
std::unique_ptr<ListWriter> csvListWriter(const ListSubject& subject, std::ostream& file);
/// Writes JSON lines, one line per user: an object with run, user, input, target and recommendations.
std::unique_ptr<ListWriter> jsonLinesListWriter(const ListSubject& subject, std::ostream& file);

/// Writes Parquet with the rows of the CSV.
std::unique_ptr<ListWriter> parquetListWriter(const ListSubject& subject, std::ostream& file);

/// What happens to the lists already written when `writeLists` is stopped.
enum class WhenStopped {
    Discard,  ///< they are deleted
    /// They stay in "FILE.part"; the next call for the same file and request continues after them, if the format can be
    /// continued. Otherwise they are deleted.
    KeepPart,
};

/// Appends the lists to "FILE.part" as soon as they are computed and renames that file to the requested one at the end,
/// so that the requested file is either complete or unchanged. With KeepPart, the lists of a process that was killed
/// are continued, too: "FILE.part.state" records which lists are complete, and for which request and weights. Throws
/// for the same reasons as `listSubject`, `recommendLists` and `listFormatOf`, and Error(Input) if the file cannot be
/// written.
ListTotals writeLists(Workspace& workspace, const ListRequest& request, const std::filesystem::path& path,
                      WhenStopped whenStopped, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
