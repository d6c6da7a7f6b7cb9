// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// A value as Python's `repr` writes it: anything that ast.literal_eval reads, except complex numbers.
struct PythonValue {
    enum class Kind { None, Boolean, Number, Text, List, Dict };

    Kind kind = Kind::None;
    std::string text;                 ///< Text: decoded, UTF-8. Number: as written. Boolean: "True", "False"
    std::vector<PythonValue> values;  ///< List: its values (tuples and sets too). Dict: key, value, key, value, …

    /// The value of a dictionary key (the last one if it is repeated, as in Python); null if the key is absent or this
    /// is not a dictionary.
    const PythonValue* find(std::string_view key) const;
    bool isScalar() const { return kind == Kind::Boolean || kind == Kind::Number || kind == Kind::Text; }
};

/// Parses the whole string without evaluating anything. If it is valid, fills in `value` and returns null; otherwise
/// returns a description of the error, such as "a string is not closed".
const char* parsePythonLiteral(std::string_view text, PythonValue& value);

}  // namespace recscope
