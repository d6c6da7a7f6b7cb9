// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/byte_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

class FileSource : public ByteSource {
public:
    explicit FileSource(const std::filesystem::path& path) : m_path(path) {
        m_file.rdbuf()->pubsetbuf(nullptr, 0);  // no buffer: callers read large blocks, and a buffer would add a copy
        m_file.open(path, std::ios::binary);
        if (!m_file) {
            throw Error(ErrorKind::Input,
                        translated("The file cannot be opened: {} ({}).", path.string(), std::strerror(errno)),
                        translated("Check the path and the permissions."));
        }
        std::error_code failure;
        const auto size = std::filesystem::file_size(path, failure);
        m_size = failure ? 0 : static_cast<std::int64_t>(size);
    }

    std::size_t read(char* buffer, std::size_t size) override {
        m_file.read(buffer, static_cast<std::streamsize>(size));
        if (m_file.bad()) {
            throw Error(ErrorKind::Input, translated("The file could not be read to its end: {}.", m_path.string()),
                        translated("Check the disk, and that it is still connected."));
        }
        const auto count = static_cast<std::size_t>(m_file.gcount());
        m_consumed += static_cast<std::int64_t>(count);
        return count;
    }

    std::int64_t consumed() const override { return m_consumed; }
    std::int64_t size() const override { return m_size; }

private:
    std::filesystem::path m_path;
    std::ifstream m_file;
    std::int64_t m_size = 0, m_consumed = 0;
};

class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::string bytes) : m_bytes(std::move(bytes)) {}

    std::size_t read(char* buffer, std::size_t size) override {
        const std::size_t count = std::min(size, m_bytes.size() - m_at);
        std::memcpy(buffer, m_bytes.data() + m_at, count);
        m_at += count;
        return count;
    }

    std::int64_t consumed() const override { return static_cast<std::int64_t>(m_at); }
    std::int64_t size() const override { return static_cast<std::int64_t>(m_bytes.size()); }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
};

}  // namespace

std::unique_ptr<ByteSource> openFile(const std::filesystem::path& path) {
    return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> sourceOf(std::string bytes) {
    return std::make_unique<MemorySource>(std::move(bytes));
}

std::string readUpTo(ByteSource& source, std::size_t limit) {
    constexpr std::size_t kBlock = 1 << 16;
    std::string bytes;
    while (bytes.size() < limit) {
        const std::size_t begin = bytes.size();
        bytes.resize(begin + std::min(kBlock, limit - begin));
        const std::size_t count = source.read(bytes.data() + begin, bytes.size() - begin);
        bytes.resize(begin + count);
        if (count == 0) break;
    }
    return bytes;
}

}  // namespace recscope
