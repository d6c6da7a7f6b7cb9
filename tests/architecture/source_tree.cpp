// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <regex>
#include <set>

namespace recscope::architecture {

namespace fs = std::filesystem;

std::vector<std::string> SourceTree::files(const std::vector<std::string>& folders,
                                           const std::vector<std::string>& endings) const {
    std::vector<std::string> names;
    const auto addIfMatching = [&](const fs::path& path) {
        const std::string relative = path.lexically_relative(m_root).generic_string();
        const auto fits = [&relative](const std::string& ending) { return relative.ends_with(ending); };
        if (std::any_of(endings.begin(), endings.end(), fits)) names.push_back(relative);
    };
    for (const std::string& folder : folders) {
        const fs::path start = m_root / folder;
        if (fs::is_regular_file(start)) addIfMatching(start);
        if (!fs::is_directory(start)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(start)) {
            if (entry.is_regular_file()) addIfMatching(entry.path());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> SourceTree::lines(const std::string& file) const {
    std::ifstream stream(m_root / file);
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
}

std::vector<Include> SourceTree::includesOf(const std::string& file) const {
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    for (const std::string& line : lines(file)) {
        std::smatch match;
        if (line.find("include") != std::string::npos && std::regex_search(line, match, pattern)) {
            includes.push_back({match[2], match[1] == "\""});
        }
    }
    return includes;
}

std::string SourceTree::resolve(const std::string& from, const std::string& target) const {
    for (const fs::path& candidate : {fs::path(target), fs::path(from).parent_path() / target}) {
        if (fs::is_regular_file(m_root / candidate)) return candidate.lexically_normal().generic_string();
    }
    return {};
}

std::vector<std::string> SourceTree::chainsTo(const std::string& file, const std::string& forbidden) const {
    struct Visit {
        std::string file, chain;
    };
    const std::regex pattern(forbidden);
    std::vector<std::string> chains;
    std::set<std::string> seen = {file};
    std::deque<Visit> queue = {{file, file}};
    while (!queue.empty()) {
        const Visit visit = queue.front();
        queue.pop_front();
        for (const Include& include : includesOf(visit.file)) {
            const std::string chain = visit.chain + " -> " + include.target;
            if (std::regex_search(include.target, pattern)) {
                chains.push_back(chain);
                continue;
            }
            const std::string next = resolve(visit.file, include.target);
            if (include.quoted && !next.empty() && seen.insert(next).second) queue.push_back({next, chain});
        }
    }
    return chains;
}

}  // namespace recscope::architecture
