// SPDX-License-Identifier: GPL-3.0-or-later
#include "borders.h"

#include <algorithm>
#include <regex>

namespace recscope::architecture {

namespace {

constexpr const char* kTorch = R"(^(torch|ATen|c10|caffe2)/)";
constexpr const char* kSqlite = R"(^(sqlite3(ext)?\.h$|SQLiteCpp/))";
constexpr const char* kQt = R"(^(Q[A-Z]\w*$|Qt\w*/|qcustomplot|ui/|app/))";

const std::vector<std::string> kCode = {".h", ".cpp"};
const std::vector<std::string> kDataRooms = {"core/util", "core/data", "core/store", "core/sequence", "core/metrics"};

void addChains(const SourceTree& tree, const std::string& file, const std::string& forbidden, Violations& violations) {
    for (const std::string& chain : tree.chainsTo(file, forbidden)) violations.push_back(chain);
}

}  // namespace

Violations uiSeesTorchOrSqlite(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"ui", "app"}, kCode)) {
        addChains(tree, file, kTorch, violations);
        addChains(tree, file, kSqlite, violations);
    }
    return violations;
}

Violations coreSeesQt(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core"}, kCode)) addChains(tree, file, kQt, violations);
    return violations;
}

Violations dataSeesTorch(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files(kDataRooms, kCode)) {
        addChains(tree, file, kTorch, violations);
        addChains(tree, file, "^core/(batch|model|train|explain)/", violations);
    }
    return violations;
}

Violations sqliteOutsideStore(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core"}, kCode)) {
        if (!file.starts_with("core/store/")) addChains(tree, file, kSqlite, violations);
    }
    return violations;
}

Violations missingLicenceLines(const SourceTree& tree) {
    Violations violations;
    const std::vector<std::string> places = {"app", "core",      "ui",        "tests",          "cmake",
                                             ".ci", "resources", "packaging", "CMakeLists.txt", "dev"};
    const std::vector<std::string> endings = {".h",  ".cpp", ".cmake", "CMakeLists.txt", ".sql", ".py",
                                              ".sh", "dev",  "run"};
    for (const std::string& file : tree.files(places, endings)) {
        const std::vector<std::string> lines = tree.lines(file);
        const auto end = lines.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, lines.size()));
        const bool found = std::any_of(lines.begin(), end, [](const std::string& line) {
            return line.find("SPDX-License-Identifier: GPL-3.0-or-later") != std::string::npos;
        });
        if (!found) violations.push_back(file + ": no SPDX line in the first two");
    }
    return violations;
}

Violations coloursOutsideTheme(const SourceTree& tree) {
    static const std::regex literal(
        R"(QColor\s*[({]\s*("|'|[0-9]|QStringLiteral|QLatin1)|#[0-9A-Fa-f]{6}\b|"#[0-9A-Fa-f]{3}"|\bqRgba?\s*\(\s*[0-9]|QColorConstants|Qt::(black|white|gr[ae]y|red|green|blue|cyan|magenta|yellow|(dark|light)[A-Z]\w+)\b)");
    Violations violations;
    for (const std::string& file : tree.files({"ui", "app"}, kCode)) {
        if (file.starts_with("ui/theme/")) continue;
        const std::vector<std::string> lines = tree.lines(file);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string code = lines[i].substr(0, lines[i].find("//"));
            if (std::regex_search(code, literal)) {
                violations.push_back(file + ":" + std::to_string(i + 1) + ": a colour literal: " + code);
            }
        }
    }
    return violations;
}

}  // namespace recscope::architecture
