// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/support/archive_files.h"

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>

namespace recscope {

namespace {

void check(archive* handle, long long result) {
    if (result < ARCHIVE_WARN) throw std::runtime_error(archive_error_string(handle));
}

void writeAll(archive* handle, const std::filesystem::path& path, const PackedFiles& files) {
    check(handle, archive_write_open_filename(handle, path.c_str()));
    for (const auto& [name, bytes] : files) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        check(handle, archive_write_header(handle, entry));
        check(handle, archive_write_data(handle, bytes.data(), bytes.size()));
        archive_entry_free(entry);
    }
    check(handle, archive_write_close(handle));
    archive_write_free(handle);
}

}  // namespace

void writeGzip(const std::filesystem::path& path, const std::string& bytes) {
    archive* handle = archive_write_new();
    archive_write_set_format_raw(handle);
    archive_write_add_filter_gzip(handle);
    writeAll(handle, path, {{"data", bytes}});
}

void writeCompressed(const std::filesystem::path& path, const std::string& bytes, const char* filter) {
    archive* handle = archive_write_new();
    archive_write_set_format_raw(handle);
    check(handle, archive_write_add_filter_by_name(handle, filter));
    writeAll(handle, path, {{"data", bytes}});
}

void writeZip(const std::filesystem::path& path, const PackedFiles& files, const std::string& password) {
    archive* handle = archive_write_new();
    archive_write_set_format_zip(handle);
    if (!password.empty()) {
        check(handle, archive_write_set_options(handle, "zip:encryption=traditional"));
        check(handle, archive_write_set_passphrase(handle, password.c_str()));
    }
    writeAll(handle, path, files);
}

void write7z(const std::filesystem::path& path, const PackedFiles& files) {
    archive* handle = archive_write_new();
    archive_write_set_format_7zip(handle);
    writeAll(handle, path, files);
}

}  // namespace recscope
