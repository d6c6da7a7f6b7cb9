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

    /// The files below these folders whose names end in one of `endings`, such as ".h"; `folders` may also name files.
    /// Paths are relative to the root and sorted.
    std::vector<std::string> files(const std::vector<std::string>& folders,
                                   const std::vector<std::string>& endings) const;
    std::vector<std::string> lines(const std::string& file) const;
    std::vector<Include> includesOf(const std::string& file) const;

    /// The chains of includes from `file` to targets that match the regular expression `forbidden`, such as
    /// "ui/a.cpp -> core/b.h -> torch/torch.h". Only quoted includes are followed, and each header once: a header that
    /// is reached in several ways gives only its shortest chain.
    std::vector<std::string> chainsTo(const std::string& file, const std::string& forbidden) const;

private:
    /// The path of the header that the file `from` includes as `target`; empty if it is not in the tree.
    std::string resolve(const std::string& from, const std::string& target) const;

    std::filesystem::path m_root;
};

}  // namespace recscope::architecture
