// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// A value of a JSON text or Python literal without its contents: its kind and the first of its members.
struct JsonOutline {
    enum class Kind { Text, Number, Array, Object };  ///< Text: a string, true, false or null
    Kind kind = Kind::Object;
    std::string key;                         ///< its key in the object that holds it; empty in an array
    std::array<std::size_t, 4> counts = {};  ///< number of members of each kind
    std::vector<JsonOutline> members = {};   ///< the first members, of the upper levels only

    std::size_t count() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
    std::size_t countOf(Kind which) const { return counts.at(static_cast<std::size_t>(which)); }
};

/// Makes the outline of a text that is one object, character by character.
class JsonOutliner {
public:
    void take(std::string_view text);
    bool isOneObject() const { return m_isOneObject; }  ///< false once the text is known to be something else
    bool isClosed() const { return m_isClosed; }        ///< the object has ended
    JsonOutline outline() const;  ///< the outline of the text so far; without members if it is not an object

private:
    void take(char c);
    void takeBetween(char c);
    void open(char bracket);
    void close();
    void endToken();
    void add(JsonOutline value);

    std::vector<JsonOutline> m_open;  // the containers around the current character, those of the upper levels only
    std::size_t m_depth = 0;
    std::string m_token, m_key;  // the text or number that is being read, without quotes; the last key
    char m_quote = 0;            // inside a text: the quote that closes it; else 0
    bool m_isEscaped = false, m_isText = false;
    bool m_isOneObject = true, m_isClosed = false;
    JsonOutline m_root;
};

/// How the rows of a table are arranged in JSON.
enum class JsonTable {
    None,   ///< the value is not a table
    Rows,   ///< an array of objects, or a dictionary of objects: {"1": {"user": "a", "item": "b"}, …}
    Lists,  ///< a dictionary of lists: {"user": ["item", …], …}
    Pairs   ///< a dictionary of dictionaries: {"user": {"item": 5, …}, …}, or {"user": {"item": {"rating": 5}}}
};

/// How the value, an object or a member of one, represents a table.
JsonTable tableIn(const JsonOutline& value);

/// The paths of the tables in the two upper levels below an object that is not a table itself: "ratings",
/// "shop/ratings".
std::vector<std::string> tablesBelow(const JsonOutline& object);

/// The value under a path; null if there is none.
const JsonOutline* valueAt(const JsonOutline& object, std::string_view path);

/// How a text that is one dictionary represents a table, judged by its beginning. Unset if more of the text is needed.
std::optional<JsonTable> dictionaryIn(std::string_view beginning);

}  // namespace recscope
