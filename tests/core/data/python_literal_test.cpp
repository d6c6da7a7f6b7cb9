// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/python_literal.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

PythonValue parsed(std::string_view text) {
    PythonValue value;
    const char* error = parsePythonLiteral(text, value);
    EXPECT_EQ(error, nullptr) << text << ": " << (error ? error : "");
    return value;
}

std::string textIn(std::string_view text) {
    return parsed(text).text;
}

std::string errorOf(std::string_view text) {
    PythonValue value;
    const char* error = parsePythonLiteral(text, value);
    return error ? error : "";
}

// The expected values are those of Python 3.11's ast.literal_eval, unless a comment says otherwise.
TEST(PythonLiteral, ReadsStringsWithPrefixesAndEscapes) {
    EXPECT_EQ(textIn("'it\\'s'"), "it's");
    EXPECT_EQ(textIn(R"(u"a \"b\"")"), "a \"b\"");
    EXPECT_EQ(textIn(R"('a\n\t\\\a')"), "a\n\t\\\a");
    EXPECT_EQ(textIn(R"(r'\n')"), "\\n");
    EXPECT_EQ(textIn(R"('\101\0612')"), "A12");
    EXPECT_EQ(textIn(R"(u'\u2122\U0001F600')"), "™😀");
    EXPECT_EQ(textIn("'a' \"b\" u'c'"), "abc");
    EXPECT_EQ(textIn("'''two 'quotes' inside'''"), "two 'quotes' inside");
    EXPECT_EQ(textIn(R"('\q')"), "\\q");
}

TEST(PythonLiteral, BytesOfPython2AndCharactersOfPython3AreBothUtf8) {
    EXPECT_EQ(textIn(R"(u'Caf\xe9')"), "Café");
    EXPECT_EQ(textIn(R"('Caf\xc3\xa9')"), "Café");  // a byte string of Python 2
    EXPECT_EQ(textIn(R"('Caf\xe9')"), "Café");
}

TEST(PythonLiteral, SurrogatePairsAreJoinedAndLoneSurrogatesReplaced) {
    EXPECT_EQ(textIn(R"(u'\ud83d\ude00')"), "😀");  // as a narrow build of Python 2 writes it
    EXPECT_EQ(textIn(R"(u'\ud83dx')"), "\uFFFDx");
    EXPECT_EQ(textIn(R"(u'\ud83d\u0041')"), "\uFFFDA");
}

TEST(PythonLiteral, ReadsNestedContainers) {
    const PythonValue value = parsed("{'a': [1, (2, 3.5e-3,), []], u'b': {'c': None}, 'd': True, 'a2': {1, 2}, }");
    ASSERT_EQ(value.kind, PythonValue::Kind::Dict);
    const PythonValue& list = *value.find("a");
    ASSERT_EQ(list.values.size(), 3u);
    EXPECT_EQ(list.values[1].values[1].text, "3.5e-3");
    EXPECT_EQ(value.find("b")->find("c")->kind, PythonValue::Kind::None);
    EXPECT_EQ(value.find("d")->text, "True");
    EXPECT_EQ(value.find("a2")->kind, PythonValue::Kind::List);
    EXPECT_EQ(value.find("z"), nullptr);
    EXPECT_TRUE(parsed("{}").values.empty());
    EXPECT_EQ(parsed("()").kind, PythonValue::Kind::List);
}

TEST(PythonLiteral, TheLastOfTwoEqualKeysCounts) {
    EXPECT_EQ(parsed("{'a': 1, 'a': 2}").find("a")->text, "2");
}

TEST(PythonLiteral, ReadsNumbersAsTheyAreWritten) {
    EXPECT_EQ(textIn("-12"), "-12");
    EXPECT_EQ(textIn("0.10"), "0.10");
    EXPECT_EQ(textIn("76561197970982479L"), "76561197970982479");  // Python 2's long
}

TEST(PythonLiteral, AnInvalidLiteralIsRefusedWithAReason) {
    EXPECT_EQ(errorOf("'open"), "a string is not closed");
    EXPECT_EQ(errorOf("'open\\"), "a string is not closed");
    EXPECT_EQ(errorOf("[1, 2"), "a list is not closed");
    EXPECT_EQ(errorOf("[1, "), "a value is missing");
    EXPECT_EQ(errorOf("[1 2]"), "a list is not closed");
    EXPECT_EQ(errorOf("{'a': 1"), "a dictionary is not closed");
    EXPECT_EQ(errorOf("{'a': 1, 'b'}"), "a dictionary has a key without a value");
    EXPECT_EQ(errorOf("{'a': open('x')}"), "an unknown word");
    EXPECT_EQ(errorOf("null"), "an unknown word");
    EXPECT_EQ(errorOf("1-2"), "a number cannot be read");
    EXPECT_EQ(errorOf(R"(u'\u12')"), "an escape sequence cannot be read");
    EXPECT_EQ(errorOf("{} {}"), "something follows the value");
    EXPECT_EQ(errorOf(""), "a value is missing");
}

TEST(PythonLiteral, ExcessiveNestingIsRefused) {
    EXPECT_EQ(errorOf(std::string(100'000, '[')), "nested too deeply");
}

}  // namespace
}  // namespace recscope
