// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/data/gzip_source.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kTarMagic = 257;  // byte position of the magic string of a tar file (POSIX ustar)

using Handle = std::unique_ptr<archive, decltype(&archive_read_free)>;

/// Throws Error(Input) with a sentence for the error that libarchive reported.
[[noreturn]] void failReading(archive* handle, const fs::path& path) {
    const char* reported = archive_error_string(handle);
    const std::string message = reported ? reported : translated("no reason given");
    const std::string lower = folded(message);
    const auto mentions = [&](const char* word) { return lower.find(word) != std::string::npos; };
    if (mentions("passphrase") || mentions("encrypt") || mentions("password")) {
        failInput(translated("The archive is protected by a password: {}.", path.string()),
                  translated("RecScope cannot open such archives. Unpack it and import the file inside."));
    }
    if (mentions("truncated") || mentions("unexpected end") || mentions("premature end") || mentions("no progress")) {
        failInput(translated("The archive is truncated: {}.", path.string()),
                  translated("The download was probably incomplete. Nothing was imported."));
    }
    failInput(translated("The archive is damaged: {} ({}).", path.string(), message),
              translated("Download it again, or unpack it with another program. Nothing was imported."));
}

/// True for a single compressed file, which may hold a tar archive.
bool isStream(Packing packing) {
    return packing >= Packing::Gzip;
}

Handle openArchive(const fs::path& path) {
    constexpr std::size_t kBlock = 1 << 18;
    Handle handle(archive_read_new(), &archive_read_free);
    archive_read_support_filter_gzip(handle.get());
    archive_read_support_filter_bzip2(handle.get());
    archive_read_support_filter_xz(handle.get());
    archive_read_support_filter_zstd(handle.get());
    archive_read_support_filter_lz4(handle.get());
    archive_read_support_filter_compress(handle.get());
    archive_read_support_format_zip(handle.get());
    archive_read_support_format_7zip(handle.get());
    archive_read_support_format_tar(handle.get());
    const Packing packing = packingOf(path);
    if (isStream(packing)) {
        archive_read_support_format_raw(handle.get());
        archive_read_support_format_empty(handle.get());
    }
    if (archive_read_open_filename(handle.get(), path.c_str(), kBlock) != ARCHIVE_OK) failReading(handle.get(), path);
    if (isStream(packing) && archive_filter_code(handle.get(), 0) == ARCHIVE_FILTER_NONE) {
        failInput(translated("The archive is damaged: {} (only its first bytes are those of a compressed file).",
                             path.string()),
                  translated("Download it again. Nothing was imported."));
    }
    return handle;
}

/// The next entry that is a file; null at the end.
archive_entry* nextFile(archive* handle, const fs::path& path) {
    for (;;) {
        archive_entry* entry = nullptr;
        const int result = archive_read_next_header(handle, &entry);
        if (result == ARCHIVE_EOF) return nullptr;
        if (result < ARCHIVE_WARN) failReading(handle, path);  // warnings only concern names in an unusual encoding
        if (archive_entry_filetype(entry) == AE_IFREG || archive_entry_filetype(entry) == 0) return entry;
    }
}

bool isSingleFile(archive* handle) {
    return archive_format(handle) == ARCHIVE_FORMAT_RAW;
}

std::string nameOf(archive* handle, archive_entry* entry) {
    if (isSingleFile(handle)) return {};
    if (const char* utf8 = archive_entry_pathname_utf8(entry)) return utf8;
    const char* bytes = archive_entry_pathname(entry);
    return bytes ? latin1ToUtf8(bytes) : std::string();
}

class MemberSource : public ByteSource {
public:
    MemberSource(Handle handle, const fs::path& path) : m_handle(std::move(handle)), m_path(path) {
        std::error_code failure;
        const auto size = fs::file_size(path, failure);
        m_size = failure ? 0 : static_cast<std::int64_t>(size);
    }

    std::size_t read(char* buffer, std::size_t size) override {
        const auto count = archive_read_data(m_handle.get(), buffer, size);
        if (count < 0) failReading(m_handle.get(), m_path);
        return static_cast<std::size_t>(count);
    }

    std::int64_t consumed() const override { return std::min(m_size, archive_filter_bytes(m_handle.get(), -1)); }
    std::int64_t size() const override { return m_size; }

private:
    Handle m_handle;
    fs::path m_path;
    std::int64_t m_size = 0;
};

/// Throws if a member unpacks to more than the limits in archive.h.
class LimitedSource : public ByteSource {
public:
    LimitedSource(std::unique_ptr<ByteSource> source, const fs::path& path)
        : m_source(std::move(source)), m_path(path) {}

    std::size_t read(char* buffer, std::size_t size) override {
        const std::size_t count = m_source->read(buffer, size);
        m_unpacked += static_cast<std::int64_t>(count);
        failIfTooMuch();
        return count;
    }

    std::int64_t consumed() const override { return m_source->consumed(); }
    std::int64_t size() const override { return m_source->size(); }

private:
    void failIfTooMuch() const {
        if (m_unpacked > kMaxUnpackedBytes) {
            failInput(translated("{} unpacks to more than {} GiB, the largest RecScope reads from an archive.",
                                 m_path.string(), kMaxUnpackedBytes >> 30),
                      translated("Unpack it yourself if it really is data. Nothing was imported."));
        }
        if (m_unpacked > kRatioFreeBytes && m_unpacked / kMaxCompressionRatio > size()) {
            failInput(
                translated("{} unpacks to more than {} times its size: real data does not compress that well.",
                           m_path.string(), kMaxCompressionRatio),
                translated("It may have been built to fill a disk. Unpack it yourself if you trust it. Nothing was "
                           "imported."));
        }
    }

    std::unique_ptr<ByteSource> m_source;
    fs::path m_path;
    std::int64_t m_unpacked = 0;
};

}  // namespace

Packing packingOfBytes(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\x1F\x8B"sv)) return Packing::Gzip;
    if (bytes.starts_with("PK\x03\x04"sv) || bytes.starts_with("PK\x05\x06"sv)) return Packing::Zip;
    if (bytes.starts_with("7z\xBC\xAF\x27\x1C"sv)) return Packing::SevenZip;
    if (bytes.starts_with("BZh"sv) && bytes.size() > 9 && bytes.substr(4).starts_with("1AY&SY")) return Packing::Bzip2;
    if (bytes.starts_with("BZh"sv) && bytes.size() > 9 && bytes.substr(4).starts_with("\x17rE8P\x90"))
        return Packing::Bzip2;  // a compressed empty file
    if (bytes.starts_with("\xFD"
                          "7zXZ\0"sv))
        return Packing::Xz;
    if (bytes.starts_with("\x28\xB5\x2F\xFD"sv)) return Packing::Zstd;
    if (bytes.starts_with("\x04\x22\x4D\x18"sv)) return Packing::Lz4;
    if (bytes.starts_with("\x1F\x9D"sv)) return Packing::Compress;
    if (bytes.size() >= kTarMagic + 5 && bytes.substr(kTarMagic).starts_with("ustar"sv)) return Packing::Tar;
    return Packing::None;
}

Packing packingOf(const fs::path& path) {
    constexpr std::size_t kMagicBytes = kTarMagic + 5;
    return packingOfBytes(readUpTo(*openFile(path), kMagicBytes));
}

std::vector<ArchiveMember> archiveMembers(const fs::path& path) {
    const Handle handle = openArchive(path);
    std::vector<ArchiveMember> members;
    while (archive_entry* entry = nextFile(handle.get(), path)) {
        if (members.size() == kMaxMembers) {
            failInput(translated("The archive {} holds more than {} files.", path.string(), grouped(kMaxMembers)),
                      translated("Unpack it and import the file with the interactions."));
        }
        const bool knowsSize = archive_entry_size_is_set(entry) && !isSingleFile(handle.get());
        members.push_back({nameOf(handle.get(), entry), knowsSize ? archive_entry_size(entry) : -1});
        if (isSingleFile(handle.get())) break;
    }
    if (members.empty() && archive_format(handle.get()) == ARCHIVE_FORMAT_EMPTY) members.push_back({{}, 0});
    return members;
}

std::unique_ptr<ByteSource> openMember(const fs::path& path, const std::string& member) {
    Handle handle = openArchive(path);
    while (archive_entry* entry = nextFile(handle.get(), path)) {
        const std::string name = nameOf(handle.get(), entry);
        if (!member.empty() && name != member) continue;
        if (archive_entry_is_encrypted(entry)) {
            failInput(translated("{} in {} is protected by a password.", name, path.string()),
                      translated("RecScope cannot open such archives. Unpack it and import the file inside."));
        }
        std::unique_ptr<ByteSource> source;
        if (isSingleFile(handle.get()) && packingOf(path) == Packing::Gzip) {
            source = openGzip(path);
        } else {
            source = std::make_unique<MemberSource>(std::move(handle), path);
        }
        return std::make_unique<LimitedSource>(std::move(source), path);
    }
    if (member.empty() && archive_format(handle.get()) == ARCHIVE_FORMAT_EMPTY) return sourceOf({});
    failInput(member.empty() ? translated("The archive {} holds no file.", path.string())
                             : translated("There is no \"{}\" in {}.", member, path.string()),
              translated("Choose another file."));
}

}  // namespace recscope
