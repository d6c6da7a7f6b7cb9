// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/gzip_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <vector>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

class GzipSource : public ByteSource {
public:
    explicit GzipSource(const std::filesystem::path& path) : m_path(path), m_file(openFile(path)), m_packed(1 << 18) {
        constexpr int kGzipOnly = 16;  // added to windowBits: see inflateInit2 in zlib's manual
        if (inflateInit2(&m_stream, kGzipOnly + MAX_WBITS) != Z_OK) fail(translated("not enough memory"));
    }
    GzipSource(const GzipSource&) = delete;
    GzipSource& operator=(const GzipSource&) = delete;
    ~GzipSource() override { inflateEnd(&m_stream); }

    std::size_t read(char* buffer, std::size_t size) override {
        m_stream.next_out = reinterpret_cast<Bytef*>(buffer);
        m_stream.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1 << 30));
        const uInt requested = m_stream.avail_out;
        while (m_stream.avail_out == requested) {
            if (m_stream.avail_in == 0 && !refill()) {
                if (!m_atBoundary) failCut();
                return 0;
            }
            if (m_atBoundary && m_members > 0 && !isNextMember()) return 0;
            m_atBoundary = false;
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            if (result == Z_STREAM_END) {
                m_atBoundary = true;
                ++m_members;
                inflateReset(&m_stream);
            } else if (result != Z_OK && result != Z_BUF_ERROR) {
                fail(m_stream.msg ? m_stream.msg : translated("unreadable"));
            }
        }
        return requested - m_stream.avail_out;
    }

    std::int64_t consumed() const override { return m_file->consumed(); }
    std::int64_t size() const override { return m_file->size(); }

private:
    bool refill() {
        const std::size_t count = m_file->read(m_packed.data(), m_packed.size());
        m_stream.next_in = reinterpret_cast<Bytef*>(m_packed.data());
        m_stream.avail_in = static_cast<uInt>(count);
        return count > 0;
    }

    /// True if another gzip member follows; false for the zeros that some programs append to a file as padding.
    bool isNextMember() const { return m_stream.next_in[0] == 0x1F; }

    [[noreturn]] void failCut() const {
        throw Error(ErrorKind::Input, translated("The archive is truncated: {}.", m_path.string()),
                    translated("The download was probably incomplete. Nothing was imported."));
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorKind::Input, translated("The archive is damaged: {} ({}).", m_path.string(), what),
                    translated("Download it again, or unpack it with another program. Nothing was imported."));
    }

    std::filesystem::path m_path;
    std::unique_ptr<ByteSource> m_file;
    std::vector<char> m_packed;
    z_stream m_stream{};
    bool m_atBoundary = false;  // between two members
    int m_members = 0;          // number of members read to their end
};

}  // namespace

std::unique_ptr<ByteSource> openGzip(const std::filesystem::path& path) {
    return std::make_unique<GzipSource>(path);
}

}  // namespace recscope
