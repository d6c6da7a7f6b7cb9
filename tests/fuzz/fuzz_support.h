// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace recscope::fuzz {

/// Aborts the process if `isTrue` is false; libFuzzer reports an abort as a finding. `what` states the property that
/// does not hold then.
void require(bool isTrue, const char* what);

/// A temporary file with these bytes, for code that opens files by path. It is in /dev/shm, which is in memory, if that
/// folder exists.
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
