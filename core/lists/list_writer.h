// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace recscope {

/// A kind of file for lists. Gets one list after the other; nothing is kept of those that were written.
class ListWriter {
public:
    virtual ~ListWriter() = default;
    ListWriter() = default;
    ListWriter(const ListWriter&) = delete;
    ListWriter& operator=(const ListWriter&) = delete;
    virtual void add(const UserList& list) = 0;
};

/// A format by the suffix of its files. A new one is a file with its writer and a line in `listFormats`.
struct ListFormat {
    const char* suffix;       ///< ".csv"
    const char* description;  ///< English, to be translated: "CSV, one row an item"
    std::unique_ptr<ListWriter> (*writer)(const ListSubject& subject, std::ostream& file);
};
const std::vector<ListFormat>& listFormats();
/// By the suffix of a path. Throws Error(Usage) naming those there are.
const ListFormat& listFormatOf(const std::filesystem::path& path);

/// One row an item: user, rank, item, title, score, probability, input.
std::unique_ptr<ListWriter> csvListWriter(const ListSubject& subject, std::ostream& file);
/// One line a user: an object with run, user, input, history_items … and the list.
std::unique_ptr<ListWriter> jsonLinesListWriter(const ListSubject& subject, std::ostream& file);

/// What becomes of complete lists when the work is stopped.
enum class WhenStopped {
    Discard,     ///< nothing is left
    KeepBeside,  ///< they stay in "FILE.part", which the error says
};

/// Writes lists as they come into "FILE.part", which takes the file's name when it is complete: the file asked for is
/// whole or as it was. Throws as `listSubject`, `recommendLists` and `listFormatOf`, and Error(Input) if the file
/// cannot be written.
ListTotals writeLists(Workspace& workspace, const ListRequest& request, const std::filesystem::path& path,
                      WhenStopped whenStopped, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
