// SPDX-License-Identifier: GPL-3.0-or-later
#include "borders.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace recscope::architecture {

namespace {

constexpr const char* kTorch = R"(^(torch|ATen|c10|caffe2)/)";
constexpr const char* kSqlite = R"(^(sqlite3(ext)?\.h$|SQLiteCpp/))";
constexpr const char* kArrow = R"(^(arrow|parquet)/)";
constexpr const char* kQt = R"(^(Q[A-Z]\w*$|Qt\w*/|qcustomplot|ui/|app/))";

const std::vector<std::string> kCode = {".h", ".cpp"};
const std::vector<std::string> kDataFolders = {"core/util",     "core/data",    "core/store", "core/parquet",
                                               "core/sequence", "core/metrics", "core/config"};

using Folders = std::set<std::string>;

/// The folders of ui/ that every page may include.
const Folders kBelowPages = {"ui/theme",   "ui/jobs", "ui/widgets",   "ui/plot",
                             "ui/session", "ui/runs", "ui/attention", "ui/lists"};

Folders united(Folders folders, const Folders& others) {
    folders.insert(others.begin(), others.end());
    return folders;
}

/// For each source folder, the other folders that it may include.
const std::map<std::string, Folders> kAllowedIncludes = {
    {"core/util", {}},
    {"core/parquet", {"core/util"}},
    {"core/sequence", {"core/util"}},
    {"core/config", {"core/util", "core/sequence"}},
    {"core/metrics", {"core/util", "core/sequence"}},
    {"core/store", {"core/util", "core/sequence", "core/metrics"}},
    {"core/data", {"core/util", "core/parquet", "core/sequence", "core/metrics", "core/store"}},
    {"core/torchscript", {"core/util", "core/data", "core/recommender"}},  // core/data to look into archives
    {"core/kernels", {"core/util", "core/sequence"}},
    {"core/batch", {"core/util", "core/sequence", "core/config"}},
    {"core/optimizer", {"core/util", "core/config", "core/kernels"}},
    {"core/losses", {"core/util", "core/sequence", "core/config", "core/kernels", "core/batch"}},
    {"core/distributed", {"core/util"}},
    {"core/recommender",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/store", "core/kernels", "core/distributed"}},
    {"core/models",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/kernels", "core/batch", "core/optimizer",
      "core/losses", "core/recommender", "core/distributed", "core/torchscript"}},
    {"core/explain/scores",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/data", "core/store",
      "core/recommender"}},  // core/data for the planted causes of the sample data
    {"core/explain/attention",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/store", "core/recommender",
      "core/explain/scores"}},
    {"core/train",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/store", "core/recommender",
      "core/explain/attention", "core/distributed"}},  // core/explain/attention for the training timeline
    {"core/lists",
     {"core/util", "core/parquet", "core/sequence", "core/metrics", "core/store", "core/recommender",
      "core/train"}},  // core/train for user ids
    {"core/plan",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/data", "core/store", "core/recommender",
      "core/train", "core/explain/scores", "core/explain/attention",
      "core/remote"}},  // core/data to make the sample data
    {"core/adopt",
     {"core/util", "core/parquet", "core/sequence", "core/config", "core/data", "core/metrics", "core/store",
      "core/recommender", "core/models", "core/train", "core/torchscript"}},
    {"core/remote",
     {"core/util", "core/sequence", "core/config", "core/metrics", "core/store", "core/recommender", "core/train",
      "core/adopt"}},
    {"ui/theme", {}},
    {"ui/jobs", {}},
    {"ui/widgets", {"ui/theme"}},
    {"ui/plot", {"ui/theme", "ui/widgets"}},
    {"ui/session", {"ui/theme", "ui/jobs", "ui/widgets"}},
    {"ui/runs", {"ui/theme", "ui/jobs", "ui/widgets", "ui/session"}},
    {"ui/attention", {"ui/theme", "ui/jobs", "ui/widgets", "ui/plot", "ui/session", "ui/runs"}},
    {"ui/lists", {"ui/theme", "ui/jobs", "ui/widgets", "ui/session", "ui/runs", "ui/attention"}},
    {"ui/cohort", {"ui/theme", "ui/jobs", "ui/widgets", "ui/plot", "ui/session"}},
    {"ui/timeline", kBelowPages},
    {"ui/data", united(kBelowPages, {"ui/cohort"})},
    {"ui/train", united(kBelowPages, {"ui/timeline"})},
    {"ui/explore/tabs", united(kBelowPages, {"ui/timeline"})},
    {"ui/explore", united(kBelowPages, {"ui/timeline", "ui/cohort", "ui/explore/tabs"})},
    {"ui/compare", united(kBelowPages, {"ui/cohort"})},
    {"ui/learn", kBelowPages},
    {"ui/frame", united(kBelowPages, {"ui/data", "ui/train", "ui/explore", "ui/learn", "ui/compare"})},
};

/// The shared building blocks under core/models: a model's folder may include these, but no other model.
const std::set<std::string> kSharedModelFolders = {"transformer", "pairwise", "word2vec", "minibatch"};

/// The folder of a file as the rules name it: "core/models" for core/models/gru4rec/x.h, or "core/explain/scores", or
/// "ui/train". Empty for files outside core/ and the folders of ui/.
std::string folderOf(const std::string& file) {
    static const std::regex folder(R"(^(core/explain/[a-z_]+|core/[a-z_]+|ui/explore/tabs|ui/[a-z_]+)/)");
    std::smatch match;
    return std::regex_search(file, match, folder) ? match[1].str() : std::string();
}

/// The model whose folder a file is in: "gru4rec" for core/models/gru4rec/x.h. Empty for files of no model.
std::string modelOf(const std::string& file) {
    static const std::regex model("^core/models/([a-z0-9_]+)/");
    std::smatch match;
    return std::regex_search(file, match, model) ? match[1].str() : std::string();
}

void addChains(const SourceTree& tree, const std::string& file, const std::string& forbidden, Violations& violations) {
    for (const std::string& chain : tree.chainsTo(file, forbidden)) violations.push_back(chain);
}

}  // namespace

Violations uiIncludesTorchOrSqlite(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"ui", "app"}, kCode)) {
        addChains(tree, file, kTorch, violations);
        addChains(tree, file, kSqlite, violations);
    }
    return violations;
}

Violations coreIncludesQt(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core"}, kCode)) addChains(tree, file, kQt, violations);
    return violations;
}

Violations dataIncludesTorch(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files(kDataFolders, kCode)) {
        addChains(tree, file, kTorch, violations);
        addChains(
            tree, file,
            "^core/(adopt|batch|explain|kernels|lists|losses|models|optimizer|recommender|remote|distributed|train)/",
            violations);
    }
    return violations;
}

Violations torchInOtherModels(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core/models"}, kCode)) {
        if (modelOf(file) != "transformer") addChains(tree, file, kTorch, violations);
    }
    return violations;
}

Violations sqliteOutsideStore(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core"}, kCode)) {
        // database_tables.cpp imports from other programs' SQLite databases.
        if (file.starts_with("core/store/") || file == "core/data/database_tables.cpp") continue;
        addChains(tree, file, kSqlite, violations);
    }
    return violations;
}

Violations arrowOutsideParquet(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core", "ui", "app"}, kCode)) {
        if (!file.starts_with("core/parquet/") || file.ends_with(".h")) addChains(tree, file, kArrow, violations);
    }
    return violations;
}

Violations forbiddenIncludes(const SourceTree& tree) {
    Violations violations;
    for (const std::string& file : tree.files({"core", "ui"}, kCode)) {
        const std::string from = folderOf(file);
        const auto allowed = kAllowedIncludes.find(from);
        if (allowed == kAllowedIncludes.end()) {
            if (!from.empty()) violations.push_back(file + ": " + from + " is not a listed folder");
            continue;
        }
        for (const Include& include : tree.includesOf(file)) {
            const std::string to = folderOf(include.target);
            const bool isAlwaysAllowed = to.empty() || (from.starts_with("ui/") && to.starts_with("core/"));
            const std::string model = modelOf(include.target);
            const bool isOtherModel =
                from == "core/models" && to == from && model != modelOf(file) && !kSharedModelFolders.contains(model);
            const bool isRegistry = file == "core/recommender/registry.cpp" && to == "core/models";
            if (isOtherModel || (!isAlwaysAllowed && to != from && !allowed->second.contains(to) && !isRegistry))
                violations.push_back(file + " -> " + include.target);
        }
    }
    return violations;
}

Violations comparedModelNames(const SourceTree& tree) {
    // Only a string literal that equals a model's name is a violation, because code compares it or looks it up. A
    // longer literal is a message, which may name models. The two names below are not checked: they are also ordinary
    // words.
    static const std::set<std::string> ordinaryWords = {"bigram", "popularity"};
    std::set<std::string> models;
    for (const std::string& file : tree.files({"core/models"}, kCode)) {
        const std::string model = modelOf(file);
        if (!ordinaryWords.contains(model) && !kSharedModelFolders.contains(model)) models.insert(model);
    }
    std::string anyModel;  // "caser|gru4rec|…"
    for (const std::string& model : models) anyModel += (anyModel.empty() ? "" : "|") + model;
    if (anyModel.empty()) return {};
    const std::regex name("\"(" + anyModel + ")\"");
    Violations violations;
    for (const std::string& file : tree.files({"core", "ui", "app"}, kCode)) {
        if (!modelOf(file).empty()) continue;
        const std::vector<std::string> lines = tree.lines(file);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (std::regex_search(lines[i].substr(0, lines[i].find("//")), name))
                violations.push_back(file + ":" + std::to_string(i + 1) + ": a model by name: " + lines[i]);
        }
    }
    return violations;
}

Violations searchedMessages(const SourceTree& tree) {
    // A sentence for the screen is translated, so code that decides by its words works in one language only. Code
    // should compare the ids of core/util/message.h or the kinds of errors instead. A call that spans lines is not
    // found.
    static const std::regex search(
        R"((\bwordsOf\(.*\)|\b(run|record)(\.|->)(message|device)(\.text)?|\berror\.what\(\))\)?)"
        R"(\.(find|rfind|contains|starts_with|ends_with|startsWith|endsWith|indexOf|split)\()"
        R"(|\bsentence\.(find|contains|starts_with|ends_with|startsWith|endsWith|indexOf)\((tr\()?")");
    Violations violations;
    for (const std::string& file : tree.files({"core", "ui", "app"}, kCode)) {
        const std::vector<std::string> lines = tree.lines(file);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (std::regex_search(lines[i].substr(0, lines[i].find("//")), search))
                violations.push_back(file + ":" + std::to_string(i + 1) + ": searches in words: " + lines[i]);
        }
    }
    return violations;
}

Violations ownHeaderNotFirst(const SourceTree& tree) {
    Violations violations;
    const std::vector<std::string> headers = tree.files({"core", "ui", "app"}, {".h"});
    for (const std::string& file : tree.files({"core", "ui", "app"}, {".cpp"})) {
        const std::string header = file.substr(0, file.size() - 3) + "h";
        if (!std::binary_search(headers.begin(), headers.end(), header)) continue;
        const std::vector<Include> includes = tree.includesOf(file);
        const bool isFirst =
            !includes.empty() && (includes.front().target == header || header.ends_with("/" + includes.front().target));
        if (!isFirst) violations.push_back(file + ": " + header + " is not its first include");
    }
    return violations;
}

Violations missingLicenceLines(const SourceTree& tree) {
    Violations violations;
    const std::vector<std::string> roots = {"app", "core",      "ui",        "tests",          "cmake",
                                            ".ci", "resources", "packaging", "CMakeLists.txt", "dev"};
    const std::vector<std::string> endings = {".h",  ".cpp", ".cmake", "CMakeLists.txt", ".sql", ".py",
                                              ".sh", "dev",  "run"};
    for (const std::string& file : tree.files(roots, endings)) {
        const std::vector<std::string> lines = tree.lines(file);
        const auto end = lines.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, lines.size()));
        const bool hasLicence = std::any_of(lines.begin(), end, [](const std::string& line) {
            return line.find("SPDX-License-Identifier: GPL-3.0-or-later") != std::string::npos;
        });
        if (!hasLicence) violations.push_back(file + ": no SPDX line in the first two");
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
