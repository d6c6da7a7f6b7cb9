// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/message_catalogue.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::uint32_t kMagic = 0x950412de;
// Offsets in the file's header.
constexpr std::uint64_t kCountAt = 8, kMessagesAt = 12, kTranslationsAt = 16;
constexpr std::uint64_t kTableEntry = 8;  // bytes: a string's length and its offset
constexpr char kAfterContext = '\4', kBetweenForms = '\0';

[[noreturn]] void failUnreadable() {
    throw Error(ErrorKind::Input, translated("A translation is not in gettext's .mo format, or is incomplete."),
                translated("msgfmt writes this format."));
}

/// The text before the first separator; all of it if there is none.
std::string_view beforeFirst(char separator, std::string_view text) {
    return text.substr(0, text.find(separator));
}

}  // namespace

MessageCatalogue::MessageCatalogue(std::string_view mo) : m_file(mo) {
    if (numberAt(0) != kMagic) failUnreadable();
    m_count = numberAt(kCountAt);
    m_messages = numberAt(kMessagesAt);
    m_translations = numberAt(kTranslationsAt);
    if (m_count > m_file.size() / kTableEntry) failUnreadable();
    for (std::uint32_t i = 0; i < m_count; ++i) {
        stringOf(m_messages, i);
        stringOf(m_translations, i);
    }
}

std::uint32_t MessageCatalogue::numberAt(std::uint64_t offset) const {
    std::uint32_t number = 0;
    if (m_file.size() < sizeof number || offset > m_file.size() - sizeof number) failUnreadable();
    std::memcpy(&number, m_file.data() + offset, sizeof number);
    return number;
}

std::string_view MessageCatalogue::stringOf(std::uint32_t table, std::uint32_t index) const {
    const std::uint64_t entry = table + kTableEntry * index;
    const std::uint64_t length = numberAt(entry), offset = numberAt(entry + sizeof(std::uint32_t));
    if (offset + length > m_file.size()) failUnreadable();
    return m_file.substr(offset, length);
}

std::optional<std::string_view> MessageCatalogue::translationOf(std::string_view key) const {
    std::uint32_t first = 0, end = m_count;  // msgfmt sorts the entries by their bytes
    while (first < end) {
        const std::uint32_t middle = first + (end - first) / 2;
        const int order = beforeFirst(kBetweenForms, stringOf(m_messages, middle)).compare(key);
        if (order == 0) return stringOf(m_translations, middle);
        order < 0 ? first = middle + 1 : end = middle;
    }
    return std::nullopt;
}

std::optional<std::string_view> MessageCatalogue::find(std::string_view context, std::string_view message,
                                                       std::optional<long long> count) const {
    if (message.empty()) return std::nullopt;  // the key of the header
    const auto forms = context.empty() ? translationOf(message)
                                       : translationOf(std::string(context) + kAfterContext + std::string(message));
    if (!forms) return std::nullopt;
    // In all supported languages with two forms, the first is for 1 and the second for all other counts.
    const std::size_t last = forms->rfind(kBetweenForms);
    if (!count || *count == 1 || last == std::string_view::npos) return beforeFirst(kBetweenForms, *forms);
    return forms->substr(last + 1);
}

std::string_view MessageCatalogue::header(std::string_view field) const {
    std::string_view lines = translationOf({}).value_or(std::string_view());
    while (!lines.empty()) {
        const std::string_view line = beforeFirst('\n', lines);
        if (line.starts_with(field) && line.substr(field.size()).starts_with(": "))
            return line.substr(field.size() + 2);
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    }
    return {};
}

}  // namespace recscope
