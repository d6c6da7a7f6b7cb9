// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace recscope {

/// A file that is written as "FILE.part" beside its target and renamed when it is complete: after any failure,
/// an older file at the target is unchanged, and no incomplete file has the target's name. All methods throw
/// Error(Input) if the file cannot be written.
class NewFile {
public:
    explicit NewFile(std::filesystem::path path);
    /// Continues a .part file that was kept earlier, after its first `keptBytes` bytes; the rest of it is dropped.
    NewFile(std::filesystem::path path, std::uintmax_t keptBytes);
    ~NewFile();  ///< removes the .part file unless it was committed or kept
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    std::ostream& stream() { return m_file; }
    const std::filesystem::path& partPath() const { return m_part; }
    /// Throws if any earlier write failed, for example because the disk is full.
    void requireWritten() const;
    /// Renames the file to its final name.
    void commit();
    /// Keeps the part written so far in the file `partPath()`.
    void keepPart();

private:
    [[noreturn]] void fail() const;
    std::filesystem::path m_path, m_part;
    std::ofstream m_file;
    bool m_done = false;
};

}  // namespace recscope
