// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parquet/parquet.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/util/byte_source.h"
#include "core/util/error.h"
#include "core/util/shell_word.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

/// The path, with another suffix, as a Python string literal: every JSON string is also a Python string.
std::string inPython(fs::path path, const char* suffix) {
    path.replace_extension(suffix);
    return nlohmann::json(path.string()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string pythonLine(const std::string& code) {
    return "python3 -c " + shellWord("import pandas; " + code);
}

}  // namespace

bool isParquet(const fs::path& path) {
    if (folded(path.extension().string()) == kParquetSuffix) return true;
    char first[4] = {};
    std::ifstream file(path, std::ios::binary);
    return file.read(first, sizeof first) && std::string_view(first, sizeof first) == "PAR1";
}

TableFormat tableFormatOf(const fs::path& path) {
    constexpr std::string_view kParquet = "PAR1", kArrowFile = "ARROW1", kArrowStream = "\xFF\xFF\xFF\xFF";
    const std::string first = readUpTo(*openFile(path), kArrowFile.size());
    if (first.starts_with(kParquet)) return TableFormat::Parquet;
    if (first.starts_with(kArrowFile)) return TableFormat::ArrowFile;
    const std::string suffix = folded(path.extension().string());
    const bool isNamedArrow = suffix == ".arrow" || suffix == ".arrows" || suffix == ".ipc" || suffix == ".feather";
    return isNamedArrow && first.starts_with(kArrowStream) ? TableFormat::ArrowStream : TableFormat::None;
}

void refuseToReadTable(const fs::path& path, TableFormat format) {
    const std::string from = inPython(path, path.extension().c_str()), to = inPython(path, ".csv");
    const std::string line =
        format == TableFormat::ArrowStream
            ? "python3 -c " + shellWord(fmt::format("import pyarrow.ipc; pyarrow.ipc.open_stream({}).read_pandas()"
                                                    ".to_csv({}, index=False)",
                                                    from, to))
            : pythonLine(fmt::format("pandas.read_{}({}).to_csv({}, index=False)",
                                     format == TableFormat::Parquet ? "parquet" : "feather", from, to));
    throw Error(ErrorKind::Input,
                translated("This build of RecScope does not read {}: {}.",
                           format == TableFormat::Parquet ? "Parquet" : "Arrow", path.filename().string()),
                translated("This command converts the file to CSV, which can be imported: {}", line));
}

void refuseToReadParquet(const fs::path& path) {
    // JSON lines can hold columns of lists; CSV would hold the text that NumPy prints for them.
    const std::string line = pythonLine(
        fmt::format("pandas.read_parquet({}).to_json({}, orient=\"records\", lines=True, double_precision=15)",
                    inPython(path, path.extension().c_str()), inPython(path, ".jsonl")));
    throw Error(ErrorKind::Input,
                translated("This build of RecScope does not read Parquet: {}.", path.filename().string()),
                translated("This command converts the file to JSON lines, which can be used instead: {}", line));
}

void refuseToWriteParquet(const fs::path& path) {
    const std::string line = pythonLine(
        fmt::format("pandas.read_csv({}, dtype={{\"user\": str, \"item\": str}}, keep_default_na=False).to_parquet({})",
                    inPython(path, ".csv"), inPython(path, path.extension().c_str())));
    throw Error(ErrorKind::Usage,
                translated("This build of RecScope does not write Parquet: {}.", path.filename().string()),
                translated("Write CSV instead; this command converts the CSV to Parquet: {}", line));
}

}  // namespace recscope
