// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>

namespace recscope {

/// A file that is written beside the one asked for, as "FILE.part", and takes its name when it is complete: whatever
/// goes wrong, an older file stays as it was and no half one has its name. All throw Error(Input) if it cannot be
/// written.
class NewFile {
public:
    explicit NewFile(std::filesystem::path path);
    ~NewFile();  ///< removes what was not committed or kept
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    std::ostream& stream() { return m_file; }
    const std::filesystem::path& partPath() const { return m_part; }
    /// Throws as soon as something could not be written, a full disk for example.
    void requireWritten() const;
    /// Gives it its name.
    void commit();
    /// Leaves what was written so far under `partPath()`.
    void keepPart();

private:
    [[noreturn]] void fail() const;
    std::filesystem::path m_path, m_part;
    std::ofstream m_file;
    bool m_done = false;
};

}  // namespace recscope
