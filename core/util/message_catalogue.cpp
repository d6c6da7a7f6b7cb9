// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/message_catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::string keyOf(std::string_view context, std::string_view message) {
    std::string key(context);
    key += '\4';  // the separator in gettext's .mo files
    key += message;
    return key;
}

struct Entry {
    std::string context, message;
    std::vector<std::string> forms;
    bool fuzzy = false, complete = false;  ///< complete: the msgstr of the entry was read
};

}  // namespace

class MessageReader {
public:
    explicit MessageReader(MessageCatalogue& catalogue) : m_catalogue(catalogue) {}

    void read(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            ++m_line;
            readLine(trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        finishEntry();
    }

private:
    void readLine(std::string_view line) {
        if (line.empty()) return;
        if (line.starts_with('#')) {
            if (m_entry.complete) finishEntry();
            if (line.starts_with("#,") && line.find("fuzzy") != std::string_view::npos) m_entry.fuzzy = true;
            return;
        }
        if (line.starts_with('"')) {
            if (!m_target) fail();
            append(line);
            return;
        }
        const std::size_t space = line.find_first_of(" \t");
        if (space == std::string_view::npos) fail();
        m_target = begin(line.substr(0, space));
        append(trimmed(line.substr(space)));
    }

    /// The string that stores the text after this keyword.
    std::string* begin(std::string_view keyword) {
        if (keyword == "msgctxt" || (keyword == "msgid" && m_entry.complete)) {
            if (m_entry.complete) finishEntry();
            if (keyword == "msgctxt") return &m_entry.context;
        }
        if (keyword == "msgid") return &m_entry.message;
        if (keyword == "msgid_plural") return &m_ignored;  // the English singular is the key
        if (keyword != "msgstr" && !keyword.starts_with("msgstr[")) fail();
        m_entry.complete = true;
        return &m_entry.forms.emplace_back();
    }

    void append(std::string_view quoted) {
        if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') fail();
        quoted = quoted.substr(1, quoted.size() - 2);
        for (std::size_t i = 0; i < quoted.size(); ++i) {
            if (quoted[i] != '\\') {
                m_target->push_back(quoted[i]);
                continue;
            }
            if (++i == quoted.size()) fail();
            m_target->push_back(quoted[i] == 'n' ? '\n' : quoted[i] == 't' ? '\t' : quoted[i]);
        }
    }

    /// Adds the entry to the catalogue unless it is fuzzy or incomplete, and begins a new one.
    void finishEntry() {
        const bool isWhole =
            !m_entry.forms.empty() && std::none_of(m_entry.forms.begin(), m_entry.forms.end(),
                                                   [](const std::string& form) { return form.empty(); });
        if (!m_entry.fuzzy && isWhole && !m_entry.message.empty())
            m_catalogue.m_entries[keyOf(m_entry.context, m_entry.message)] = std::move(m_entry.forms);
        m_entry = {};
        m_target = nullptr;
    }

    [[noreturn]] void fail() const {
        throw Error(ErrorKind::Input, translated("Line {} of a translation is not in gettext's .po format.", m_line),
                    translated("msgfmt --check shows the error."));
    }

    MessageCatalogue& m_catalogue;
    Entry m_entry;
    std::string* m_target = nullptr;  // receives the quoted text of the next lines
    std::string m_ignored;
    int m_line = 0;
};

MessageCatalogue::MessageCatalogue(std::string_view po) {
    MessageReader(*this).read(po);
}

const std::string* MessageCatalogue::find(std::string_view context, std::string_view message,
                                          std::optional<long long> count) const {
    const auto found = m_entries.find(keyOf(context, message));
    if (found == m_entries.end()) return nullptr;
    // In all supported languages with two forms, the first is for 1 and the second for other counts (`plural=(n !=
    // 1)`).
    const std::vector<std::string>& forms = found->second;
    return count && *count != 1 ? &forms.back() : &forms.front();
}

}  // namespace recscope
