// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_support.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace recscope::fuzz {

void require(bool isTrue, const char* what) {
    if (isTrue) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

ByteFile::ByteFile(std::string_view bytes, const char* ending) {
    const std::filesystem::path memory = "/dev/shm";
    const auto folder = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    m_path = folder / ("recscope-fuzz-" + std::to_string(::getpid()) + ending);
    std::ofstream(m_path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

ByteFile::~ByteFile() {
    std::error_code ignored;
    std::filesystem::remove(m_path, ignored);
}

}  // namespace recscope::fuzz
