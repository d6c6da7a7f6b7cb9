// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/column_finding.h"
#include "core/data/file_parts.h"
#include "core/data/import_report.h"
#include "core/data/time_text.h"
#include "core/sequence/dataset.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// As the only entry of ImportOptions::kinds: keep all kinds, including those that the previous version left out.
inline constexpr const char* kAllKinds = "all";

/// As the column of users in ColumnMapping: all rows belong to one person, whose user id is kOnlyUser.
inline constexpr const char* kOnePerson = "one-person";
inline constexpr const char* kOnlyUser = "me";

/// The column of each role: a 1-based number, a header name or a key of the JSON objects; empty = none. Several columns
/// are written with plus signs: a time as "date+time", "year+month+day", "6+5+4"; attributes as "price+brand". The user
/// may be kOnePerson, and with lists of items user and order may be kEachRow.
struct ColumnMapping {
    std::string user, item, time, rating, order = {}, kind = {}, title = {}, category = {}, attributes = {};

    /// Parses "user=1,item=2,time=4,rating=3,order=5,kind=6,title=7,category=8,attributes=9+10". Throws Error(Usage).
    static ColumnMapping parse(const std::string& text);
    bool empty() const { return *this == ColumnMapping(); }
    /// The column or columns of a role.
    const std::string& of(ColumnRole role) const;
    std::string& of(ColumnRole role);
    bool operator==(const ColumnMapping&) const = default;
    /// The text that `parse` reads: "user=1,item=2,time=4".
    std::string text() const;
};

/// The key of a role in ColumnMapping's text: "user", "item", …, "attributes".
const char* columnRoleKey(ColumnRole role);

/// Whether the first line of delimited text names the columns.
enum class Header {
    Auto,  ///< detected by comparing the first line with the lines below
    Yes,
    No,
};
const char* headerName(Header header);           ///< "auto", "yes", "no"
Header headerFromName(const std::string& name);  ///< throws Error(Usage)

/// Which interactions are kept if a user has several with the same item; First and Last follow the
/// order of the history.
enum class Duplicates { All, First, Last };

/// Which interactions of a user form one order (basket). The column of orders is named in ColumnMapping::order.
enum class Orders {
    Column,    ///< those with the same value in the column of orders; without such a column there are no orders
    SameTime,  ///< those at the same time, as it is written in the file
};

/// How the minimum numbers of interactions are applied.
enum class KCore {
    None,        ///< the minimum numbers are not applied
    SinglePass,  ///< drops rare items, then users with few interactions left; some items may fall below their minimum
                 ///< again
    Iterative,   ///< repeats the single pass until all remaining users and items have enough: a true k-core
};

/// Everything that determines an imported dataset; stored with the dataset so that the import can be repeated.
struct ImportOptions {
    /// A file, an archive or a folder. A file in an archive is written "ml-1m.zip/ml-1m/ratings.dat".
    std::filesystem::path path;
    std::string member;                  ///< file, sheet or table inside `path`; empty = found by name and content
    std::filesystem::path itemsPath;     ///< titles; empty = searched beside `path` by name and content
    bool findItems = true;               ///< false: an empty `itemsPath` means no titles
    std::filesystem::path usersPath;     ///< user attributes; empty = searched beside `path`
    bool findUsers = true;               ///< false: an empty `usersPath` means no user attributes
    std::string name;                    ///< name of the dataset; empty = derived from the file name
    std::string format;                  ///< name of a DatasetFormat; empty = recognised
    ColumnMapping columns;               ///< empty = recognised by header, JSON key or content
    std::vector<ColumnRole> foundRoles;  ///< roles in `columns` that were recognised earlier, not chosen
    std::string delimiter;               ///< for delimited text: any string; empty = recognised by content
    /// What separates the items in a cell; kWholeItems: each cell is one item; empty = recognised by content.
    std::string itemSeparator;
    std::string encoding;                      ///< see encodingNamed; empty = recognised by content
    Header header = Header::Auto;              ///< whether delimited text has a header
    TimeFormat timeFormat = TimeFormat::Auto;  ///< Auto = determined by the format or the column's values
    std::string timePattern;                   ///< for TimeFormat::Pattern: "%d.%m.%Y %H:%M", see TimePattern
    std::optional<double> minRating;           ///< rows with a lower rating are dropped
    /// Rows with another kind of event are dropped; empty = keep all, but with ExistingDataset::AddRows the kinds that
    /// were chosen for the previous version.
    std::vector<std::string> kinds;
    Orders orders = Orders::Column;
    Duplicates duplicates = Duplicates::All;
    KCore kCore = KCore::SinglePass;
    std::int64_t minUserInteractions = 0;  ///< users with fewer are dropped, see KCore
    std::int64_t minItemInteractions = 0;  ///< items with fewer are dropped, see KCore
    std::int64_t minHistoryLength = 0;     ///< users with shorter histories are dropped once, after all other filters
    bool keepDamaged = false;              ///< keep the undamaged rows even if half of the rows or more are damaged

    std::string toJson() const;
    /// Throws Error(Workspace) for text that `toJson` did not write.
    static ImportOptions fromJson(const std::string& text);
    bool operator==(const ImportOptions&) const = default;
};

const char* ordersName(Orders orders);                   ///< "column", "same-time"
Orders ordersFromName(const std::string& name);          ///< throws Error(Usage)
const char* duplicatesName(Duplicates duplicates);       ///< "all", "first", "last"
Duplicates duplicatesFromName(const std::string& name);  ///< throws Error(Usage)
const char* kCoreName(KCore kCore);                      ///< "none", "single-pass", "iterative"
KCore kCoreFromName(const std::string& name);            ///< throws Error(Usage)

/// Named filter settings that a paper used.
struct ImportPreset {
    std::string name, title, description;
    Duplicates duplicates = Duplicates::All;
    KCore kCore = KCore::None;
    std::int64_t minUserInteractions = 0, minItemInteractions = 0, minHistoryLength = 0;

    void applyTo(ImportOptions& options) const;
};
std::vector<ImportPreset> importPresets();
/// Throws Error(Usage), listing the known names, if the name is unknown.
ImportPreset importPreset(const std::string& name);

/// A format that could read the file. `confidence`: 1 = content and name leave no doubt; 0.8 or more = the content
/// alone is unambiguous; about 0.5 = the columns are guessed from their values; less = an assumption that the user of
/// the program should check.
struct FormatCandidate {
    std::string name, title;
    double confidence = 0;
    std::string why;
};

/// A cell of the preview; both indices count from 0.
struct CellIndex {
    std::size_t row = 0, column = 0;
};

/// One way to read a file: the roles of the columns, and how the times are written.
struct ColumnReading {
    ColumnMapping columns;
    TimeFormat timeFormat = TimeFormat::Auto;
    std::string sentence;            ///< "user in \"buyer\", item in \"book_id\"", or "03/04/2012 is 3 April 2012"
    std::string itemSeparator = {};  ///< as in ImportOptions; empty = the reading does not concern it

    std::string option() const;  ///< the command-line option that chooses this reading: "--columns user=1,item=2"
};

/// How well a titles file or users file fits the interactions.
struct CompanionMatch {
    std::string path;  ///< path of the file; empty = there is none
    /// Numbers of distinct items (or users) of the sampled rows: those that occur in the file, and all. 0 of 0 = not
    /// compared, because the file is large.
    std::int64_t matched = 0, of = 0;
    bool isTaken = false;  ///< false: the file was found beside the interactions, but describes something else
    std::string sentence;  ///< "312 of 350 items of the first rows match"; or why the file cannot be used; may be empty
};

/// The first lines of a file as the importer would read them, for the import dialog.
struct ImportPreview {
    std::string format, why, delimiter, encoding;
    std::string itemSeparator;  ///< what separates the items in a cell; empty = each cell is one item
    double confidence = 0;
    std::vector<FormatCandidate> candidates;     ///< all formats that could read the file, best first
    std::vector<std::string> header;             ///< names of the columns; empty = the file has none
    std::vector<std::vector<std::string>> rows;  ///< cells of the first 20 rows
    std::vector<CellIndex> encodingErrors;       ///< cells with invalid UTF-8, shown as windows-1252
    ColumnMapping columns;                       ///< the columns that would be used, as 1-based numbers
    bool columnsCanBeChosen = true;              ///< false: the format fixes the columns
    bool hasHeader = false;                      ///< the first line names the columns
    std::vector<ColumnFinding> columnFindings;   ///< one for each column, in their order
    std::vector<std::string> kinds;              ///< kinds of events in the sample, most frequent first
    /// If any: the file can be read in each of these ways, and the user of the program must choose (an import without
    /// chosen columns or time format is refused). Empty: one reading is clearly the best.
    std::vector<ColumnReading> alternatives;
    bool lacksUser = false;  ///< no column says whose interactions these are; there may be one alternative only
    TimeFormat timeFormat = TimeFormat::Auto;
    std::string timePattern;
    std::int64_t totalRows = 0;  ///< rows in the file; 0 = not known
    bool isEstimate = false;     ///< totalRows is estimated from the size of the file
    std::string member;          ///< the part that is read, see ImportOptions::member; may be empty
    FileParts parts;             ///< all parts among which the user of the program can choose
    std::string itemsPath;       ///< titles file that would be used, may be empty
    std::string usersPath;       ///< users file that would be used, may be empty
    /// The files that the user of the program named or that were found beside the interactions.
    CompanionMatch titles, users;
    std::string suggestedName;
};

struct FormatInfo {
    std::string name;   ///< "movielens-100k": used in options, JSON and the stored dataset
    std::string title;  ///< "MovieLens 100K (u.data)"
    std::string description;
};

/// A public dataset whose columns the importer knows, although there is no separate format for it.
struct KnownLayout {
    std::string name;     ///< "retailrocket"
    std::string title;    ///< "RetailRocket (events.csv)"
    std::string columns;  ///< for display: the role of each column
};
std::vector<KnownLayout> knownLayouts();

/// Every format the importer knows.
std::vector<FormatInfo> datasetFormats();

/// Reads the beginning of the file, or all of a small file to count its rows. Throws Error(Input), Error(Usage).
ImportPreview previewImport(const ImportOptions& options);

/// What an import does if a dataset of the workspace already has the name. AddRows and Replace store a new version,
/// which takes the name. The previous version (DatasetInfo::previous) is renamed to "NAME (before 2026-11-27)" and does
/// not change: its runs, cohorts and ranks refer to it.
enum class ExistingDataset {
    Refuse,   ///< throws Error(Input)
    AddRows,  ///< the new version has the rows of the previous version and the rows of the file that are not among them
    Replace,  ///< the new version has only the rows of the file
};
const char* existingDatasetName(ExistingDataset existing);         ///< "refuse", "add", "replace"
ExistingDataset existingDatasetFromName(const std::string& name);  ///< throws Error(Usage)

struct ImportResult {
    DatasetInfo dataset;
    ImportReport report;
};

/// The report that `importDataset` would give, without storing anything. Without a workspace, the name counts as free;
/// with one, `existing` must be AddRows or Replace. Throws for the same reasons as `importDataset`.
ImportReport countImport(const ImportOptions& options, const ProgressSink& progress, std::stop_token stop,
                         Workspace* workspace = nullptr, ExistingDataset existing = ExistingDataset::Replace);

/// Reads the file, numbers users and items by first appearance, sorts each history by time (rows with equal times keep
/// the order of the file), and stores the dataset in one transaction. On an error or a cancellation the workspace is
/// unchanged. Throws Error(Input) if nothing usable is left or (unless keepDamaged) half of the rows or more are
/// damaged, Error(Usage) for an unknown format or column, Error(Cancelled), Error(Workspace).
///
/// With AddRows, the users and items of the previous version keep their numbers, and the new ones follow. A row of the
/// file counts as known if the version has one with the same user, item and second, and the same rating if both have
/// one. Titles, categories, tags and attributes of the previous version are kept where the new files state none. The
/// filters count all rows, but drop only rows of the file; only `duplicates` applies to both. Throws Error(Input) if
/// only one of the two has times, or if no row is new. If no dataset has the name, `existing` has no effect.
ImportResult importDataset(Workspace& workspace, const ImportOptions& options, const ProgressSink& progress,
                           std::stop_token stop, ExistingDataset existing = ExistingDataset::Refuse);

}  // namespace recscope
