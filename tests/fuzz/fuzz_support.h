// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace recscope::fuzz {

/// Ends the process, which is a finding, if it was not kept.
void promise(bool kept, const char* what);

/// The bytes as a file, since archives and imports are opened by path; in memory where there is such a place.
class ByteFile {
public:
    ByteFile(std::string_view bytes, const char* ending);
    ByteFile(const ByteFile&) = delete;
    ByteFile& operator=(const ByteFile&) = delete;
    ~ByteFile();
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

}  // namespace recscope::fuzz
