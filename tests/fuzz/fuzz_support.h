// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace recscope::fuzz {

/// Aborts the process, which libFuzzer reports as a finding, unless the promise is kept.
void promise(bool kept, const char* what);

/// The bytes as a file, since archives and imports are opened by path; in a memory file system where there is one.
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
