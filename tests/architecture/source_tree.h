// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace recscope::architecture {

/// One `#include` line.
struct Include {
    std::string target;   ///< the text between the quotes or brackets
    bool quoted = false;  ///< true for "…", false for <…>
};

/// Gives access to the source files below a root folder: their names, texts and includes.
class SourceTree {
public:
    explicit SourceTree(std::filesystem::path root) : m_root(std::move(root)) {}

    /// The files below these folders whose names have one of the endings; `folders` may also name files. Paths are
    /// relative to the root and sorted.
    std::vector<std::string> files(const std::vector<std::string>& folders,
                                   const std::vector<std::string>& endings) const;
    std::vector<std::string> lines(const std::string& file) const;
    std::vector<Include> includesOf(const std::string& file) const;

    /// The shortest chains of includes from `file` to anything whose name matches the regular expression:
    /// "ui/a.cpp -> core/b.h -> torch/torch.h". Only quoted includes are followed.
    std::vector<std::string> chainsTo(const std::string& file, const std::string& forbidden) const;

private:
    std::string resolve(const std::string& from, const std::string& target) const;  ///< empty if not in the tree

    std::filesystem::path m_root;
};

}  // namespace recscope::architecture
