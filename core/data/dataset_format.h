// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/delimited.h"
#include "core/data/importer.h"
#include "core/data/item_lists.h"
#include "core/data/record_grammar.h"
#include "core/data/row_parser.h"
#include "core/data/text_source.h"

namespace recscope {

/// The beginning of a file, for recognising its format.
struct FileSample {
    std::string fileName;                      ///< without its folder and without ".gz"
    std::vector<std::string_view> lines;       ///< the first few thousand complete lines; never empty
    std::string delimiter;                     ///< chosen by the user of the program or detected; may be empty
    std::vector<std::string_view> later = {};  ///< lines from later in the file; the first may begin inside a record
    Header header = Header::Auto;              ///< chosen by the user of the program
    TimeFormat timeFormat = TimeFormat::Auto;  ///< chosen by the user of the program
    std::string timePattern = {};              ///< chosen by the user of the program
    RecordGrammar grammar = {};                ///< how records are written with `delimiter`
    std::vector<ColumnRole> foundRoles = {};   ///< see ImportOptions
    std::string origin = {};                   ///< see originText
    Objects objects = Objects::Lines;          ///< see OpenedText
    std::string itemSeparator = {};            ///< chosen by the user of the program, see ImportOptions

    /// A splitter for the lines of the sample, with the file's quote convention.
    FieldSplitter splitter(const std::string& delimiter) const;
};

struct ColumnRoles;

/// The role of each column of a line. Columns are numbered from 0: they are the fields of delimited text, or the keys
/// of objects.
struct TableLayout {
    std::string delimiter;  ///< empty: not delimited text
    bool hasHeader = false;
    std::vector<std::string> columns;  ///< names from the header, or keys; empty if there are none
    std::size_t columnCount = 0;
    std::size_t user = 0, item = 1;
    bool isOnePerson = false;  ///< `user` is not used: every row belongs to kOnlyUser
    std::optional<std::size_t> time, rating;
    std::vector<std::size_t> furtherTimeColumns =
        {};  ///< columns whose text is appended to that of `time`, each after a space
    std::optional<std::size_t> order = {}, kind = {}, title = {}, category = {};  ///< see ColumnRole
    std::vector<std::size_t> attributes = {};
    /// Of a wide table, which has one row for each user and many columns of cells (for example, one for each item): the
    /// name of each column of cells; empty for a column that is not read.
    std::vector<std::string> cellColumns = {};
    bool isZeroARating = false;    ///< of a wide table: a 0 in a cell is an answer or a rating, not the lack of one
    bool areWords = false;         ///< of a wide table: the cells hold words, of which "no" is one
    bool hasNumberedRows = false;  ///< of a wide table: it has no column of ids, and rows are numbered from 1
    RecordGrammar grammar = {};    ///< learned from the sample once the format is recognised
    ItemLists itemLists = {};      ///< how the cells of `item` hold lists; empty if each holds one item
    /// A column that is not in the file and holds the number of the line; only with lists of items.
    std::optional<std::size_t> lineColumn = {};

    void addLineColumn();                     ///< Pre: the layout has no such column yet
    void setRoles(const ColumnRoles& roles);  ///< Pre: the roles have a user or one person, and an item
    void setTime(const std::vector<std::size_t>& timeColumns);
    std::vector<std::size_t> timeColumns() const;
    std::size_t columnsNeeded() const;  ///< number of columns; a line with fewer is damaged
    /// Like columnsNeeded, but includes the columns that may be absent at the end of a line.
    std::size_t columnsRead() const;
    ColumnMapping asMapping() const;  ///< the columns of the roles as 1-based numbers
};

/// Whether the user of the program may choose the columns (Possible), or the format determines them (Fixed).
enum class ColumnChoice { Possible, Fixed };

/// How a format was recognised, and the meaning of its columns.
struct Recognition {
    double confidence = 0;  ///< 0…1, see FormatCandidate
    std::string why;        ///< for the report: "two whole numbers per line, separated by a space"
    TableLayout layout;
    TimeFormat timeFormat = TimeFormat::Auto;
    ColumnChoice columnChoice = ColumnChoice::Possible;
    std::vector<ColumnReading> alternatives = {};  ///< two or more if their scores are too close to decide; else empty
    bool lacksUser = false;                        ///< see ImportPreview; the layout then has no user
    RoleReasons reasons = {};                      ///< why each column has its role
    std::string noTime = {};     ///< a sentence if a column is named like a time but holds no readable times
    std::string warning = {};    ///< a sentence for the report, for example that nothing orders a user's items, or that
                                 ///< some fields are not read
    std::string whyNoUser = {};  ///< with lacksUser: why the file cannot have a user; empty if a column could be one
};

/// One file format. To add a format, derive from this class in a new file and add a line to dataset_formats.cpp.
class DatasetFormat {
public:
    virtual ~DatasetFormat() = default;
    virtual FormatInfo info() const = 0;

    /// Unset if the file has another format. `columns` are the ones chosen by the user of the program; the caller puts
    /// them into the layout afterwards. They matter here because a file whose columns are chosen may have unknown
    /// column names.
    virtual std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const = 0;

    /// The parser for the lines after the header. It splits the cells of the items if the layout says that they hold
    /// lists.
    std::unique_ptr<RowParser> makeParser(const TableLayout& layout) const;

    /// The usual names of interactions files in this format. They help to find the file in a folder or an archive.
    virtual std::vector<std::string> fileNames() const { return {}; }
    /// Possible names of the titles file in the folder of the interactions file `fileName`.
    virtual std::vector<std::string> itemsFileNames(const std::string& fileName) const = 0;
    /// Possible names of the file with user tags of the items in the folder of the titles file: see readItemTags.
    virtual std::vector<std::string> tagsFileNames() const { return {}; }

protected:
    /// The parser of lines whose cells hold one item each. By default it parses delimited text.
    virtual std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const;
};

std::unique_ptr<DatasetFormat> makeMovieLens100kFormat();
std::unique_ptr<DatasetFormat> makeMovieLensDatFormat();
std::unique_ptr<DatasetFormat> makeMovieLensCsvFormat();
std::unique_ptr<DatasetFormat> makeAmazonCsvFormat();
std::unique_ptr<DatasetFormat> makeAmazonReviewsFormat();
std::unique_ptr<DatasetFormat> makeAmazonReviews2023Format();
std::unique_ptr<DatasetFormat> makeSteamReviewsFormat();
std::unique_ptr<DatasetFormat> makeSteamUserReviewsFormat();
std::unique_ptr<DatasetFormat> makeRecBoleFormat();
std::unique_ptr<DatasetFormat> makeSasrecTextFormat();
std::unique_ptr<DatasetFormat> makeSequenceLinesFormat();
std::unique_ptr<DatasetFormat> makeRaggedListsFormat();
std::unique_ptr<DatasetFormat> makeBasketLinesFormat();
std::unique_ptr<DatasetFormat> makeAnswerLinesFormat();
std::unique_ptr<DatasetFormat> makeWideCellsFormat();
std::unique_ptr<DatasetFormat> makeWidePositionsFormat();
std::unique_ptr<DatasetFormat> makeNestedListsFormat();
std::unique_ptr<DatasetFormat> makeNestedPythonListsFormat();
std::unique_ptr<DatasetFormat> makeNetflixFormat();
std::unique_ptr<DatasetFormat> makeMindFormat();
std::unique_ptr<DatasetFormat> makeJsonLinesFormat();
std::unique_ptr<DatasetFormat> makePythonLinesFormat();
std::unique_ptr<DatasetFormat> makeDelimitedFormat();

/// All formats. If two recognise a file with the same confidence, the earlier one wins.
const std::vector<std::unique_ptr<DatasetFormat>>& allFormats();
/// Throws Error(Usage), listing the known names, if the name is unknown.
const DatasetFormat& formatNamed(const std::string& name);

/// True if `test(fields)` holds for at least half of the non-empty lines of the sample. Half is enough so that damaged
/// lines do not prevent recognition: the import reports them later.
bool mostLinesPass(const FileSample& sample, const std::string& delimiter,
                   const std::function<bool(std::span<const std::string_view>)>& test);

}  // namespace recscope
