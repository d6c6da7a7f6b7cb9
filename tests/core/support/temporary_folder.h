// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>

namespace recscope {

/// A folder for one test, removed by the destructor.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "recscope-test-XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
        m_path = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(const std::string& name) const { return m_path / name; }

    /// Writes a file and returns its path.
    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        std::ofstream(m_path / name, std::ios::binary) << bytes;
        return m_path / name;
    }

private:
    std::filesystem::path m_path;
};

inline std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Expects `work` to throw an Error of this kind, with a hint and a message that contains `part`.
#define EXPECT_ERROR(work, expectedKind, part)                                              \
    try {                                                                                   \
        work;                                                                               \
        ADD_FAILURE() << "no error: " #work;                                                \
    } catch (const ::recscope::Error& error) {                                              \
        EXPECT_EQ(error.kind(), expectedKind);                                              \
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what(); \
        EXPECT_FALSE(error.hint().empty()) << error.what();                                 \
    }

}  // namespace recscope
