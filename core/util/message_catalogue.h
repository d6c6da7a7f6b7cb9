// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace recscope {

/// The translations of one language, indexed by the English texts, from a file in gettext's .po format. Fuzzy, obsolete
/// and empty entries are ignored.
class MessageCatalogue {
public:
    /// Reads the text of a .po file in UTF-8. Throws Error(Input) that names the invalid line.
    explicit MessageCatalogue(std::string_view po);

    /// The translation of the English text, in the form for `count` if the entry has several; null if there is none.
    /// `context` distinguishes equal English texts with different meanings and is empty for nearly all texts. The
    /// pointer is valid for the lifetime of this object.
    const std::string* find(std::string_view context, std::string_view message,
                            std::optional<long long> count = {}) const;

    std::size_t size() const { return m_entries.size(); }

private:
    friend class MessageReader;
    std::unordered_map<std::string, std::vector<std::string>> m_entries;  ///< key: context, U+0004, message
};

}  // namespace recscope
