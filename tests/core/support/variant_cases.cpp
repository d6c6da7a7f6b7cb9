// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/support/variant_cases.h"

#include <algorithm>
#include <ostream>

namespace recscope {

namespace fs = std::filesystem;

void PrintTo(const VariantCase& variant, std::ostream* out) {
    *out << variant.name;
}

std::vector<VariantCase> variantCases() {
    std::vector<VariantCase> cases;
    for (const char* folder : {"variants", "layouts"}) {
        const fs::path root = fs::path(RECSCOPE_SOURCE_DIR) / "tests" / "data" / folder;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            if (entry.path().filename() != "truth.json") continue;
            const fs::path caseFolder = entry.path().parent_path();
            cases.push_back(
                {caseFolder, caseFolder.parent_path().filename().string() + "/" + caseFolder.filename().string()});
        }
    }
    std::sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return cases;
}

bool setOption(const std::string& name, const std::string& value, const fs::path& folder, ImportOptions& options) {
    if (name == "columns") {
        options.columns = ColumnMapping::parse(value);
    } else if (name == "encoding") {
        options.encoding = value;
    } else if (name == "items") {
        options.itemsPath = folder / value;
    } else if (name == "format") {
        options.format = value;
    } else if (name == "delimiter") {
        options.delimiter = value;
    } else if (name == "item_separator") {
        options.itemSeparator = value;
    } else if (name == "header") {
        options.header = headerFromName(value);
    } else if (name == "time_format" && value.find('%') == std::string::npos) {
        options.timeFormat = timeFormatFromName(value);
    } else if (name == "time_format") {
        options.timeFormat = TimeFormat::Pattern;
        options.timePattern = value;
    } else {
        return false;
    }
    return true;
}

}  // namespace recscope
