// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/new_file.h"

#include <cerrno>

#include "core/util/error.h"
#include "core/util/message.h"
#include "core/util/translated.h"

namespace recscope {

NewFile::NewFile(std::filesystem::path path)
    : m_path(std::move(path)), m_part(m_path.string() + ".part"), m_file(m_part, std::ios::binary | std::ios::trunc) {
    if (!m_file) fail();
}

NewFile::NewFile(std::filesystem::path path, std::uintmax_t keptBytes)
    : m_path(std::move(path)), m_part(m_path.string() + ".part") {
    std::error_code failed;
    std::filesystem::resize_file(m_part, keptBytes, failed);
    if (!failed) m_file.open(m_part, std::ios::binary | std::ios::app);
    if (failed || !m_file) fail();
}

NewFile::~NewFile() {
    if (m_done) return;
    m_file.close();
    std::error_code ignored;
    std::filesystem::remove(m_part, ignored);
}

void NewFile::requireWritten() const {
    if (!m_file) fail();
}

void NewFile::commit() {
    m_file.close();
    std::error_code failed;
    if (m_file) std::filesystem::rename(m_part, m_path, failed);
    if (!m_file || failed) fail();
    m_done = true;
}

void NewFile::keepPart() {
    m_file.close();
    if (!m_file) fail();
    m_done = true;
}

void NewFile::fail() const {
    const int reason = errno;  // error of the last failed write
    if (reason == ENOSPC)
        throw MessageError(ErrorKind::Input, {MessageId::DiskFull, {m_path.string()}},
                           translated("Free some space, or choose another folder."));
    throw Error(ErrorKind::Input, translated("The file {} could not be written.", m_path.string()),
                translated("Check that the folder exists, is writable, and has free space."));
}

}  // namespace recscope
