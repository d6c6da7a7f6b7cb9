// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>
#include <utility>

#include "core/data/import_source.h"
#include "core/data/importer.h"
#include "core/data/missing_value.h"
#include "core/data/record_reader.h"
#include "core/data/source_part.h"
#include "core/data/text_encoding.h"
#include "core/data/text_source.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::size_t kPreviewRows = 20;
// Plain and compressed files up to these sizes in bytes are read to count their rows, which takes about a tenth of a
// second. For larger files the count is estimated.
constexpr std::int64_t kCountedBytes = 64 << 20, kCountedPackedBytes = 16 << 20;

void addRow(const ImportSource& source, std::vector<std::string> cells, ImportPreview& preview) {
    for (std::size_t column = 0; column < cells.size(); ++column) {
        const bool isBroken = !isUtf8(cells[column]);
        if (isBroken && source.encoding != kWindows1252)
            preview.encodingErrors.push_back({preview.rows.size(), column});
        if (isBroken || source.encoding == kWindows1252) cells[column] = windows1252ToUtf8(cells[column]);
    }
    preview.rows.push_back(std::move(cells));
}

/// Adds the first rows to the preview. Returns how many rows one line of the sample holds on average.
double addFirstRows(const ImportSource& source, ImportPreview& preview) {
    const auto parser = source.format->makeParser(source.recognition.layout);
    bool headerIsNext = source.recognition.layout.hasHeader;
    std::size_t lines = 0, rows = 0;
    for (const std::string& line : source.sample.lines) {
        if (trimmed(line).empty()) continue;
        if (headerIsNext) {
            headerIsNext = false;
            continue;
        }
        ++lines;
        auto cells = parser->cells(line);
        rows += cells.size();
        for (auto& row : cells) {
            if (preview.rows.size() < kPreviewRows) addRow(source, std::move(row), preview);
        }
    }
    return lines > 0 ? static_cast<double>(rows) / static_cast<double>(lines) : 1;
}

/// The number of records that are not empty.
std::int64_t countRecords(const ImportSource& source) {
    const auto open = textOpener(source.part, source.encoding);
    RecordReader reader(open(), source.recognition.layout.grammar, open);
    const RemarkLines& remarks = source.sample.remarks;
    if (!remarks.empty()) {
        reader.skipLines([&](std::int64_t number, std::string_view line) { return remarks.isRemark(number, line); });
    }
    std::string_view record;
    std::int64_t records = 0;
    while (reader.next(record)) {
        reader.join(record);
        records += !trimmed(record).empty();
    }
    return records;
}

/// The size of the unpacked text in bytes, estimated for a compressed file; 0 if it cannot be determined.
double textBytes(const ImportSource& source) {
    if (source.part.unpacked >= 0) return static_cast<double>(source.part.unpacked);
    std::error_code failure;
    const auto size = static_cast<double>(std::filesystem::file_size(source.part.path, failure));
    if (failure || !source.part.member.empty()) return 0;
    if (isPlainFile(source.part)) return size;
    const double packed = static_cast<double>(std::max<std::int64_t>(source.sample.packedBytes, 1));
    return size * static_cast<double>(source.sample.bytes) / packed;
}

void countRows(const ImportSource& source, double rowsPerLine, ImportPreview& preview) {
    std::error_code failure;
    const auto onDisk = static_cast<std::int64_t>(std::filesystem::file_size(source.part.path, failure));
    const bool isPacked = !isPlainFile(source.part);
    double lines = 0;
    if (source.sample.isWhole || onDisk <= (isPacked ? kCountedPackedBytes : kCountedBytes)) {
        lines = static_cast<double>(countRecords(source));
        preview.isEstimate = rowsPerLine != 1 && !source.sample.isWhole;
    } else {
        const double perByte =
            static_cast<double>(source.sample.lines.size()) / static_cast<double>(source.sample.bytes);
        lines = textBytes(source) * perByte;
        preview.isEstimate = true;
    }
    if (lines > 0 && source.recognition.layout.hasHeader) lines -= 1;
    preview.totalRows = std::llround(lines * rowsPerLine);
}

/// The kinds of events in the sample, most frequent first.
std::vector<std::string> kindsOf(const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    if (!layout.kind) return {};
    const auto parser = source.format->makeParser(layout);
    std::map<std::string, std::int64_t> counts;
    std::vector<RawRow> rows;
    bool headerIsNext = layout.hasHeader;
    for (const auto* lines : {&source.sample.lines, &source.sample.later}) {
        for (const std::string& line : *lines) {
            if (trimmed(line).empty() || std::exchange(headerIsNext, false) || parser->parse(line, rows)) continue;
            for (const RawRow& row : rows) {
                if (!isMissing(row.kind)) ++counts[std::string(trimmed(row.kind))];
            }
        }
    }
    std::vector<std::string> kinds;
    for (const auto& [kind, count] : counts) kinds.push_back(kind);
    std::stable_sort(kinds.begin(), kinds.end(),
                     [&](const std::string& a, const std::string& b) { return counts[a] > counts[b]; });
    return kinds;
}

}  // namespace

ImportPreview previewImport(const ImportOptions& options) {
    const ImportSource source = findSource(options);
    ImportPreview preview;
    preview.format = source.candidates[0].name;
    preview.why = source.recognition.why;
    preview.confidence = source.recognition.confidence;
    preview.candidates = source.candidates;
    preview.delimiter = source.recognition.layout.delimiter;
    preview.itemSeparator = source.recognition.layout.itemLists.separator;
    preview.encoding = source.encoding;
    preview.timeFormat = source.timeFormat;
    preview.timePattern = source.timePattern;
    preview.columnFindings = source.findings;
    preview.kinds = kindsOf(source);
    preview.alternatives = source.alternatives;
    preview.lacksUser = source.lacksUser;
    preview.columns = source.recognition.layout.asMapping();
    preview.columnsCanBeChosen = source.recognition.columnChoice == ColumnChoice::Possible;
    preview.header = source.recognition.layout.columns;
    preview.member = isFolder(options.path) ? source.part.path.filename().string() : source.part.member;
    preview.parts = partsToChoose(options.path);
    if (source.itemsPart) preview.itemsPath = source.itemsPart->displayPath();
    if (source.usersPart) preview.usersPath = source.usersPart->displayPath();
    preview.titles = source.titlesMatch;
    preview.users = source.usersMatch;
    preview.suggestedName = source.suggestedName;
    preview.hasHeader = source.recognition.layout.hasHeader;
    countRows(source, addFirstRows(source, preview), preview);
    return preview;
}

}  // namespace recscope
