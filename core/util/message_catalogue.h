// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace recscope {

/// The translations of one language, indexed by the English texts: a file in gettext's binary format, "The Format of
/// GNU MO Files" in gettext's manual. msgfmt writes no fuzzy, obsolete or empty entries.
class MessageCatalogue {
public:
    /// `mo`: the contents of a .mo file in UTF-8 and in this machine's byte order; they must outlive this object.
    /// Throws Error(Input) if they are not such a file or are cut off.
    explicit MessageCatalogue(std::string_view mo);

    /// The translation of the English text, in the form for `count` if the entry has several; nothing if there is none.
    /// `context` distinguishes equal English texts with different meanings and is empty for nearly all texts.
    std::optional<std::string_view> find(std::string_view context, std::string_view message,
                                         std::optional<long long> count = {}) const;

    /// The value of a field of the header, e.g. "Plural-Forms"; empty if the header lacks it.
    std::string_view header(std::string_view field) const;

private:
    std::uint32_t numberAt(std::uint64_t offset) const;
    /// String `index` of the table at byte offset `table`: an entry's English texts or its translations, with a zero
    /// byte between the singular and the plural.
    std::string_view stringOf(std::uint32_t table, std::uint32_t index) const;
    std::optional<std::string_view> translationOf(std::string_view key) const;

    std::string_view m_file;
    std::uint32_t m_count = 0;                         ///< number of entries
    std::uint32_t m_messages = 0, m_translations = 0;  ///< offsets of the two tables
};

}  // namespace recscope
