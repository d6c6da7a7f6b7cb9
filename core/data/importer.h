// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/import_report.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// Which column of a delimited file holds what: a 1-based number or a header name; empty = none.
struct ColumnMapping {
    std::string user, item, time, rating;

    /// From "user=1,item=2,time=4,rating=3". Throws Error(Usage).
    static ColumnMapping parse(const std::string& text);
    bool empty() const { return user.empty() && item.empty() && time.empty() && rating.empty(); }
};

struct ImportOptions {
    std::filesystem::path path;            ///< the file with the interactions, or a folder that holds them
    std::filesystem::path itemsPath;       ///< titles; empty = found beside `path` where the format knows the name
    std::string name;                      ///< of the dataset; empty = from the file name
    std::string format;                    ///< name of a DatasetFormat; empty = recognised by content
    ColumnMapping columns;                 ///< for delimited text; empty = by header or by content
    std::string delimiter;                 ///< for delimited text: any string; empty = recognised by content
    std::string encoding;                  ///< "UTF-8" or "ISO-8859-1"; empty = recognised by content
    std::optional<double> minRating;       ///< rows with a lower rating are dropped
    std::int64_t minUserInteractions = 0;  ///< users with fewer are dropped (after minItemInteractions, one pass)
    std::int64_t minItemInteractions = 0;  ///< items with fewer are dropped
};

/// The first lines of a file as the importer would read them, for the import dialog.
struct ImportPreview {
    std::string format, why, delimiter, encoding;
    std::vector<std::string> header;             ///< empty = the file has none
    std::vector<std::vector<std::string>> rows;  ///< the first 20
    ColumnMapping columns;                       ///< what would be used, as 1-based numbers
    std::string itemsPath;                       ///< titles file found beside it, may be empty
    std::string suggestedName;
};

struct FormatInfo {
    std::string name;   ///< "movielens-100k": for options, JSON and the dataset's record
    std::string title;  ///< "MovieLens 100K (u.data)"
    std::string description;
};

/// Every format the importer knows, in the order they are tried.
std::vector<FormatInfo> datasetFormats();

/// Reads only the beginning of the file. Throws Error(Input).
ImportPreview previewImport(const ImportOptions& options);

struct ImportResult {
    DatasetInfo dataset;
    ImportReport report;
};

/// Reads, numbers users and items by first appearance in the file, orders each history by (time, row), and stores the
/// dataset in one transaction. On an error or a stop the workspace is as before. Throws Error(Input) when nothing
/// usable is left or half of the rows or more are damaged, Error(Usage) for an unknown format or column,
/// Error(Cancelled), Error(Workspace).
ImportResult importDataset(Workspace& workspace, const ImportOptions& options, const ProgressSink& progress,
                           std::stop_token stop);

}  // namespace recscope
