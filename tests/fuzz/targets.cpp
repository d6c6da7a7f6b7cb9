// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <string>

#include "core/data/archive.h"
#include "core/data/delimited_rows.h"
#include "core/data/html_entities.h"
#include "core/data/importer.h"
#include "core/data/item_titles.h"
#include "core/data/object_reader.h"
#include "core/data/python_literal.h"
#include "core/data/record_reader.h"
#include "core/store/dataset_store.h"
#include "core/store/scenario_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "core/util/safetensors_index.h"
#include "core/util/text.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/fuzz/fuzz_support.h"

namespace recscope::fuzz {

namespace {

/// Whether `part` is empty or refers to characters within `whole`.
bool isInside(std::string_view part, std::string_view whole) {
    return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

/// Reads every line as an object, and every value that the reader finds in it.
void readObjects(std::string_view bytes, ObjectReader& reader) {
    LineReader lines(sourceOf(std::string(bytes)));
    std::string_view line;
    while (lines.next(line)) {
        if (reader.read(line)) continue;
        for (const std::string& key : reader.keys()) {
            (void)reader.scalar(key);
            (void)reader.scalarsUnder(key);
        }
        (void)reader.scalarsUnder("categories");
        for (const std::string& list : reader.listKeys()) {
            for (std::size_t element = 0, count = reader.openList(list); element < count; ++element) {
                for (const std::string& key : reader.keysOf(element)) (void)reader.scalarOf(element, key);
            }
        }
    }
}

/// A workspace with a dataset and a scenario (a saved edited history). `database` is a second connection, with which
/// the test overwrites the stored texts of the scenario directly in SQLite.
struct ScenarioFixture {
    ScenarioFixture() : database((folder / "a.recscope").string(), SQLite::OPEN_READWRITE) {
        ImportOptions options;
        options.path = folder.write("pair.csv", "user,item,time\nu1,a,1\nu1,b,2\nu1,c,3\nu2,b,1\nu2,a,2\nu2,c,3\n");
        (void)importDataset(workspace, options, {}, {});
        dataset = DatasetStore(workspace).list().front().id;
        scenario = ScenarioStore(workspace).save(dataset, "u1", "what if", history, {});
        database.exec("PRAGMA synchronous = OFF");
    }

    TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "a.recscope");
    SQLite::Database database;
    DatasetId dataset = 0;
    ScenarioId scenario = 0;
    const std::vector<Token> history = {1, 2, 3};
};

}  // namespace

void delimited(std::string_view bytes) {
    const auto lines = linesOf(bytes, 100);
    std::string delimiter = detectDelimiter(lines);
    if (delimiter.empty()) delimiter = ",";
    (void)splitRecords(std::string(bytes), delimiter);
    DelimitedRows rows({.delimiter = delimiter, .columns = {}, .columnCount = 4, .time = 3, .rating = 2});
    std::vector<RawRow> found;
    LineReader reader(sourceOf(std::string(bytes)));
    std::string_view line;
    std::int64_t counted = 0;
    while (reader.next(line)) {
        ++counted;
        require(line.find('\n') == std::string_view::npos, "a line contains no line end");
        const bool isQuoted = line.find('"') != std::string_view::npos;
        if (rows.parse(line, found)) continue;
        require(found.size() == 1, "each line gives one row");
        require(isQuoted || isInside(found[0].user, line), "fields are parts of the line");
        for (const TimeFormat format : timeFormats()) (void)parseTime(found[0].time, format);
        (void)parseNumber(found[0].rating);
        (void)withoutHtmlEntities(found[0].item);
    }
    require(counted == reader.lineNumber(), "lines are counted");
    require(reader.bytesRead() == static_cast<std::int64_t>(bytes.size()), "bytes are counted");

    RecordReader records(sourceOf(std::string(bytes)), grammarOf(lines, delimiter));
    std::int64_t nextLine = 1;
    while (records.next(line)) {
        require(records.lineNumber() == nextLine, "no line is lost or read twice");
        const std::string first(line);
        const bool isJoined = records.join(line) == Joined::Whole;
        require(isJoined ? line.starts_with(first) && line.size() <= RecordReader::kMaxBytes : line == first,
                "a record begins with its line and is not endless");
        nextLine += records.lineCount();
        if (isJoined) (void)rows.parse(line, found);
    }
    require(nextLine == counted + 1, "all lines are in the records");
}

void jsonLines(std::string_view bytes) {
    readObjects(bytes, *makeJsonReader());
}

void pythonLiterals(std::string_view bytes) {
    PythonValue value;
    if (!parsePythonLiteral(bytes, value) && isUtf8(bytes)) {
        require(value.kind != PythonValue::Kind::Text || isUtf8(value.text), "text from UTF-8 is UTF-8");
    }
    readObjects(bytes, *makePythonReader());
}

void archives(std::string_view bytes) {
    const ByteFile file(bytes, ".archive");
    try {
        if (packingOf(file.path()) == Packing::None) return;
        for (const ArchiveMember& member : archiveMembers(file.path())) {
            constexpr std::size_t kEnough = 1 << 20;
            (void)readUpTo(*openMember(file.path(), member.name), kEnough);
        }
    } catch (const Error&) {
    }
}

void preview(std::string_view bytes) {
    const ByteFile file(bytes, ".csv");
    ImportOptions options;
    options.path = file.path();
    options.keepDamaged = true;
    try {
        const ImportPreview shown = previewImport(options);
        require(!shown.candidates.empty() && shown.rows.size() <= 20, "a preview has a format and 20 rows at most");
        for (const auto& row : shown.rows) {
            for (const std::string& cell : row) require(isUtf8(cell), "the preview is UTF-8");
        }
    } catch (const Error& error) {
        require(!error.hint().empty(), "an error has a hint");
    }
    try {
        const ImportReport report = countImport(options, {}, {});
        require(report.rowsRead == report.rowsKept + report.droppedRows(), "no row is lost");
        require(report.users > 0 && report.items > 0, "an import is not empty");
        require(ImportReport::fromJson(report.toJson()).toJson() == report.toJson(), "the report is JSON");
    } catch (const Error&) {
    }
    try {
        (void)readItemTitles(partAt(file.path()));
    } catch (const Error&) {
    }
}

void safetensors(std::string_view bytes) {
    try {
        for (const auto& [name, place] : readSafeTensorsIndex(bytes).tensors) {
            require(place.begin <= place.end && place.end <= bytes.size(), "a tensor lies inside the file");
            for (const std::int64_t size : place.shape) require(size >= 0, "a size is not negative");
        }
    } catch (const Error& error) {
        require(!error.hint().empty(), "an error has a hint");
    }
}

void scenario(std::string_view bytes) {
    static ScenarioFixture fixture;
    const std::size_t end = bytes.find('\n');  // the original history ends here, and the edited items follow
    SQLite::Statement update(fixture.database, "UPDATE scenario SET history = ?, places = ?");
    SQLite::bind(update, std::string(bytes.substr(0, end)),
                 std::string(end == std::string_view::npos ? "[]" : bytes.substr(end + 1)));
    update.exec();
    const ScenarioStore store(fixture.workspace);
    try {
        require(store.list(fixture.dataset).size() == 1, "a scenario stays in the list");
        const Scenario read = store.open(fixture.dataset, fixture.scenario);
        for (const EditedItem& item : withCheckedOrigins(read, fixture.history))
            require(item.original < std::int32_t(fixture.history.size()),
                    "an item's original position is in the history");
    } catch (const Error& error) {
        require(!error.hint().empty(), "an error has a hint");
    }
}

const std::vector<NamedTarget>& targets() {
    static const std::vector<NamedTarget> all = {
        {"delimited", delimited}, {"json_lines", jsonLines}, {"python_literals", pythonLiterals},
        {"archives", archives},   {"preview", preview},      {"safetensors", safetensors},
        {"scenario", scenario}};
    return all;
}

}  // namespace recscope::fuzz
