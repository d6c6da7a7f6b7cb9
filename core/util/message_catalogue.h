// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace recscope {

/// The sentences of one language, by their English ones: a file in gettext's .po format. Entries that are fuzzy,
/// obsolete or empty are left out.
class MessageCatalogue {
public:
    /// Reads the text of a .po file in UTF-8. Throws Error(Input) that names the line which is none.
    explicit MessageCatalogue(std::string_view po);

    /// The sentence for the English one, with the form for `count` where the entry has several; null if there is none.
    /// `context` tells equal English texts with different meanings apart; empty for nearly all. Lives as long as this.
    const std::string* find(std::string_view context, std::string_view message,
                            std::optional<long long> count = {}) const;

    std::size_t size() const { return m_entries.size(); }

private:
    friend class MessageReader;
    std::unordered_map<std::string, std::vector<std::string>> m_entries;  ///< by context, U+0004, message
};

}  // namespace recscope
