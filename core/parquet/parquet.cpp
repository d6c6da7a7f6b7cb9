// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parquet/parquet.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/util/error.h"
#include "core/util/shell_word.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

/// The path, with another suffix, as a Python string literal: every JSON string is also one of Python.
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
