// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/python_literal.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/data/text_encoding.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Known datasets nest at most four levels deep; the limit keeps a malicious line from exhausting the stack.
constexpr int kDeepest = 64;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A recursive descent parser; every function returns null or a description of the error.
class PythonParser {
public:
    explicit PythonParser(std::string_view text) : m_text(text) {}

    const char* parseAll(PythonValue& value) {
        if (const char* wrong = parseValue(value, 0)) return wrong;
        skipSpace();
        return m_at == m_text.size() ? nullptr : translatable("something follows the value");
    }

private:
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    void skipSpace() {
        while (m_at < m_text.size() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')) ++m_at;
    }
    bool skip(char c) {
        skipSpace();
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }

    const char* parseValue(PythonValue& value, int depth) {
        if (depth > kDeepest) return translatable("nested too deeply");
        skipSpace();
        const char c = peek();
        if (c == '{') return parseBraces(value, depth);
        if (c == '[') return parseSequence(value, depth, ']');
        if (c == '(') return parseSequence(value, depth, ')');
        if (isTextStart()) return parseTexts(value);
        if (isDigit(c) || c == '-' || c == '+' || c == '.') return parseNumberToken(value);
        return parseWord(value);
    }

    /// Parses values up to the closing bracket `close`.
    const char* parseSequence(PythonValue& value, int depth, char close) {
        ++m_at;
        value.kind = PythonValue::Kind::List;
        while (!skip(close)) {
            if (const char* wrong = parseValue(value.values.emplace_back(), depth + 1)) return wrong;
            if (skip(',')) continue;
            if (!skip(close)) return translatable("a list is not closed");
            break;
        }
        return nullptr;
    }

    /// Parses a dictionary, or a set if no colon follows the first value.
    const char* parseBraces(PythonValue& value, int depth) {
        ++m_at;
        value.kind = PythonValue::Kind::Dict;
        bool isSet = false;
        while (!skip('}')) {
            if (const char* wrong = parseValue(value.values.emplace_back(), depth + 1)) return wrong;
            const bool hasColon = skip(':');
            if (value.values.size() == 1) isSet = !hasColon;
            if (isSet == hasColon) return translatable("a dictionary has a key without a value");
            if (hasColon) {
                if (const char* wrong = parseValue(value.values.emplace_back(), depth + 1)) return wrong;
            }
            if (skip(',')) continue;
            if (!skip('}')) return translatable("a dictionary is not closed");
            break;
        }
        if (isSet) value.kind = PythonValue::Kind::List;
        return nullptr;
    }

    const char* parseWord(PythonValue& value) {
        const std::size_t begin = m_at;
        while (isLetter(peek()) || isDigit(peek())) ++m_at;
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (word == "None") return nullptr;
        if (word != "True" && word != "False")
            return word.empty() ? translatable("a value is missing") : translatable("an unknown word");
        value.kind = PythonValue::Kind::Boolean;
        value.text = word;
        return nullptr;
    }

    const char* parseNumberToken(PythonValue& value) {
        std::size_t begin = m_at;
        const auto isPart = [&](char c) { return isDigit(c) || isLetter(c) || c == '.' || c == '+' || c == '-'; };
        while (isPart(peek())) ++m_at;
        std::string_view token = m_text.substr(begin, m_at - begin);
        if (token.ends_with('L') || token.ends_with('l')) token.remove_suffix(1);  // Python 2's long integers
        double ignored = 0;
        const std::string_view digits = token.starts_with('+') ? token.substr(1) : token;
        const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), ignored);
        const bool fits = failure == std::errc() || failure == std::errc::result_out_of_range;
        if (!fits || end != digits.data() + digits.size()) return translatable("a number cannot be read");
        value.kind = PythonValue::Kind::Number;
        value.text = token;
        return nullptr;
    }

    /// True at a quote, or at one of the prefixes u, b, r or a pair of them before a quote.
    bool isTextStart() const {
        std::size_t letters = 0;
        while (letters < 2 && isLetter(peek(letters))) ++letters;
        const char quote = peek(letters);
        if (quote != '\'' && quote != '"') return false;
        for (std::size_t i = 0; i < letters; ++i) {
            if (std::string_view("uUbBrR").find(peek(i)) == std::string_view::npos) return false;
        }
        return true;
    }

    /// Parses one or more adjacent strings and concatenates them, as Python does.
    const char* parseTexts(PythonValue& value) {
        value.kind = PythonValue::Kind::Text;
        do {
            if (const char* wrong = parseText(value.text)) return wrong;
            skipSpace();
        } while (isTextStart());
        return nullptr;
    }

    const char* parseText(std::string& out) {
        bool isRaw = false, isUnicode = false;
        for (; isLetter(peek()); ++m_at) {
            isRaw |= peek() == 'r' || peek() == 'R';
            isUnicode |= peek() == 'u' || peek() == 'U';
        }
        const char quote = peek();
        const bool isTriple = peek(1) == quote && peek(2) == quote;
        m_at += isTriple ? 3 : 1;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == quote && (!isTriple || (peek(1) == quote && peek(2) == quote))) {
                m_at += isTriple ? 3 : 1;
                return nullptr;
            }
            if (c != '\\') {
                out += c;
                ++m_at;
            } else if (isRaw) {
                if (m_at + 1 >= m_text.size()) break;
                out.append(m_text.substr(m_at, 2));
                m_at += 2;
            } else if (const char* wrong = parseEscape(out, isUnicode)) {
                return wrong;
            }
        }
        return translatable("a string is not closed");
    }

    /// Reads exactly `digits` digits in base `base`; if there are fewer, returns false and leaves the position
    /// unchanged.
    bool readDigits(std::size_t digits, int base, std::uint32_t& number) {
        if (m_at + digits > m_text.size()) return false;
        const char* begin = m_text.data() + m_at;
        const auto [end, failure] = std::from_chars(begin, begin + digits, number, base);
        if (failure != std::errc() || end != begin + digits) return false;
        m_at += digits;
        return true;
    }

    const char* parseEscape(std::string& out, bool isUnicode) {
        constexpr std::string_view kLetters = "abfnrtv\\'\"", kMeanings = "\a\b\f\n\r\t\v\\'\"";
        constexpr const char* kWrong = translatable("an escape sequence cannot be read");
        ++m_at;
        if (m_at >= m_text.size()) return translatable("a string is not closed");
        const char c = m_text[m_at];
        if (const std::size_t known = kLetters.find(c); known != std::string_view::npos) {
            out += kMeanings[known];
            ++m_at;
            return nullptr;
        }
        if (c == 'x') return isUnicode ? parseCodePoint(out, 2) : parseBytes(out);
        if (c == 'u') return parseCodePoint(out, 4);
        if (c == 'U') return parseCodePoint(out, 8);
        if (c == '\n') {  // a continued line
            ++m_at;
            return nullptr;
        }
        if (c >= '0' && c <= '7') {
            std::uint32_t number = 0;
            for (int digits = 0; digits < 3 && peek() >= '0' && peek() <= '7'; ++digits, ++m_at) {
                number = number * 8 + static_cast<std::uint32_t>(peek() - '0');
            }
            return appendUtf8(out, number) ? nullptr : kWrong;
        }
        out += '\\';  // an unknown escape stays as it is, as in Python
        return nullptr;
    }

    /// \xhh of u'…', \uhhhh, \Uhhhhhhhh. Two surrogates are combined into a character above U+FFFF; a lone surrogate
    /// becomes U+FFFD.
    const char* parseCodePoint(std::string& out, std::size_t digits) {
        constexpr const char* kWrong = translatable("an escape sequence cannot be read");
        std::uint32_t number = 0;
        ++m_at;
        if (!readDigits(digits, 16, number)) return kWrong;
        constexpr std::uint32_t kHighHalf = 0xD800, kLowHalf = 0xDC00, kHalvesEnd = 0xE000, kReplacement = 0xFFFD;
        if (number >= kHighHalf && number < kLowHalf && peek() == '\\' && peek(1) == 'u') {
            const std::size_t before = m_at;
            std::uint32_t low = 0;
            m_at += 2;
            if (readDigits(4, 16, low) && low >= kLowHalf && low < kHalvesEnd) {
                number = 0x10000 + ((number - kHighHalf) << 10) + (low - kLowHalf);
            } else {
                m_at = before;
            }
        }
        if (number >= kHighHalf && number < kHalvesEnd) number = kReplacement;
        return appendUtf8(out, number) ? nullptr : kWrong;
    }

    /// \xhh without a "u" before the string: bytes in Python 2 (mostly UTF-8), characters in Python 3.
    const char* parseBytes(std::string& out) {
        std::string bytes;
        while (peek() == 'x') {
            std::uint32_t number = 0;
            ++m_at;
            if (!readDigits(2, 16, number)) return translatable("an escape sequence cannot be read");
            bytes += static_cast<char>(number);
            if (peek() != '\\' || peek(1) != 'x') break;
            ++m_at;
        }
        out += isUtf8(bytes) ? bytes : windows1252ToUtf8(bytes);
        return nullptr;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

const PythonValue* PythonValue::find(std::string_view key) const {
    if (kind != Kind::Dict) return nullptr;
    for (std::size_t i = values.size(); i >= 2; i -= 2) {
        if (values[i - 2].kind == Kind::Text && values[i - 2].text == key) return &values[i - 1];
    }
    return nullptr;
}

const char* parsePythonLiteral(std::string_view text, PythonValue& value) {
    value = {};
    return PythonParser(text).parseAll(value);
}

}  // namespace recscope
