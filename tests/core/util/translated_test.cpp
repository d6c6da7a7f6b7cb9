// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/translated.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "core/data/column_names.h"
#include "core/store/cohort_choice.h"
#include "core/util/error.h"
#include "core/util/language.h"
#include "core/util/message_catalogue.h"
#include "core/util/text.h"

namespace recscope {

const std::vector<std::pair<std::string, std::string_view>>& messageCatalogues();

namespace {

/// tests/data/messages.mo, which `msgfmt -o messages.mo messages.po` makes.
const std::string& messages() {
    static const std::string contents = [] {
        std::ifstream file(RECSCOPE_SOURCE_DIR "/tests/data/messages.mo", std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    return contents;
}

std::string lookedUp(std::string_view context, std::string_view message, std::optional<long long> count = {}) {
    static const MessageCatalogue catalogue(messages());
    return std::string(catalogue.find(context, message, count).value_or("(nothing)"));
}

/// Sets the language; the destructor sets English again.
struct ScopedLanguage {
    explicit ScopedLanguage(const char* code) { setLanguage(code); }
    ~ScopedLanguage() { setLanguage("en"); }
};

/// Sets the language variables of the environment; the destructor restores the previous values.
class Environment {
public:
    Environment(const char* language, const char* all, const char* lang) {
        set("LANGUAGE", language);
        set("LC_ALL", all);
        set("LC_MESSAGES", "");
        set("LANG", lang);
    }
    ~Environment() {
        for (const auto& [name, value] : m_before) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
    }

private:
    void set(const char* name, const char* value) {
        const char* before = std::getenv(name);
        m_before.emplace_back(name, before ? std::optional<std::string>(before) : std::nullopt);
        setenv(name, value, 1);
    }
    std::vector<std::pair<const char*, std::optional<std::string>>> m_before;
};

std::string systemLanguageOf(const char* language, const char* all, const char* lang) {
    const Environment environment(language, all, lang);
    return systemLanguage();
}

TEST(MessageCatalogue, AMessageIsFoundByItsEnglishTextAndContext) {
    EXPECT_EQ(lookedUp("", "Train"), "Addestra");
    EXPECT_EQ(lookedUp("noun", "Train"), "Treno");
    EXPECT_EQ(lookedUp("verb", "Train"), "(nothing)");
}

TEST(MessageCatalogue, MessagesOnSeveralLinesWithEscapesAreJoined) {
    EXPECT_EQ(lookedUp("", "two lines\n\"quoted\"\tand \\"), "due righe\n\"fra virgolette\"\te \\");
}

TEST(MessageCatalogue, FuzzyEmptyObsoleteAndHeaderEntriesAreSkipped) {
    for (const char* message : {"Guessed", "Empty", "Old", ""})
        EXPECT_EQ(lookedUp("", message), "(nothing)") << message;
}

TEST(MessageCatalogue, TheFormFollowsTheCount) {
    EXPECT_EQ(lookedUp("", "%n run", 1), "%n prova");
    EXPECT_EQ(lookedUp("", "%n run", 0), "%n prove");
    EXPECT_EQ(lookedUp("", "%n run", 7), "%n prove");
    EXPECT_EQ(lookedUp("", "Train", 7), "Addestra");
}

TEST(MessageCatalogue, FieldsOfTheHeaderAreFound) {
    const MessageCatalogue catalogue(messages());
    EXPECT_EQ(catalogue.header("Language"), "it");
    EXPECT_EQ(catalogue.header("Lang"), "");
}

TEST(MessageCatalogue, AFileThatIsCutOffOrIsNoCatalogueIsRefused) {
    const std::string_view whole = messages();
    for (std::size_t length = 0; length + 1 < whole.size(); ++length)  // the last byte is the zero after the last text
        EXPECT_THROW(MessageCatalogue(whole.substr(0, length)), Error) << length;
    std::string other(whole);
    other.front() ^= 1;
    EXPECT_THROW(MessageCatalogue{other}, Error);
}

TEST(Language, EachHasACatalogueAndEachCatalogueALanguage) {
    std::vector<std::string> codes = {"en"};
    for (const auto& [code, contents] : messageCatalogues()) codes.push_back(code);
    ASSERT_EQ(codes.size(), languages().size());
    for (const Language& language : languages()) {
        EXPECT_NE(std::find(codes.begin(), codes.end(), language.code), codes.end()) << language.code;
        const ScopedLanguage scopedLanguage(language.code.c_str());
        EXPECT_EQ(currentLanguage(), language.code);
        EXPECT_EQ(currentMessages() != nullptr, language.code != "en");
    }
}

TEST(Language, PluralRulesAreThoseThatFindSupports) {
    for (const auto& [code, contents] : messageCatalogues()) {
        const std::string_view rule = MessageCatalogue(contents).header("Plural-Forms");
        EXPECT_TRUE(rule == "nplurals=1; plural=0;" || rule == "nplurals=2; plural=(n != 1);") << code << rule;
    }
}

TEST(Language, LocalesMapToTheirLanguage) {
    const auto codeIfAvailable = [](const std::string& code) {
        for (const Language& language : languages())
            if (language.code == code) return code;
        return std::string();
    };
    EXPECT_EQ(languageOf("it_CH.UTF-8@euro"), "it");
    EXPECT_EQ(languageOf("de_AT.UTF-8@euro"), codeIfAvailable("de"));
    EXPECT_EQ(languageOf("it"), "it");
    EXPECT_EQ(languageOf("zh-Hans-SG"), codeIfAvailable("zh_CN"));
    EXPECT_EQ(languageOf("zh_TW"), "");  // another script
    EXPECT_EQ(languageOf("en_GB"), "en");
    EXPECT_EQ(languageOf("ita"), "");
}

TEST(Language, TheEnvironmentIsReadAsGettextReadsIt) {
    EXPECT_EQ(systemLanguageOf("", "", "it_IT.UTF-8"), "it");
    EXPECT_EQ(systemLanguageOf("", "en_US.UTF-8", "it_IT.UTF-8"), "en");
    EXPECT_EQ(systemLanguageOf("fr:it", "", "en_US.UTF-8"), "it");
    EXPECT_EQ(systemLanguageOf("fr", "", "it_IT.UTF-8"), "it");
    EXPECT_EQ(systemLanguageOf("it", "C.UTF-8", "it_IT.UTF-8"), "en");
    EXPECT_EQ(systemLanguageOf("", "", "fr_FR.UTF-8"), "en");
}

TEST(Language, AnUnavailableLanguageIsRefused) {
    EXPECT_THROW(setLanguage("xx"), Error);
    EXPECT_EQ(currentLanguage(), "en");
}

TEST(Translated, UnknownTextStaysEnglishInEveryLanguage) {
    const ScopedLanguage scopedLanguage("it");
    EXPECT_EQ(translated(std::string_view("no sentence {} of ours")), "no sentence {} of ours");
    EXPECT_EQ(translatedFormat("no {} sentence", fmt::make_format_args(3)), "no 3 sentence");
}

TEST(Translated, NumbersFollowTheLanguage) {
    EXPECT_EQ(grouped(1'000'209), "1,000,209");
    const ScopedLanguage scopedLanguage("de");
    EXPECT_EQ(grouped(1'000'209), "1.000.209");
    EXPECT_EQ(numberText(-0.333, 2), "\u22120,33");
    const std::string rule = translated(
        "A rule that knows only the last item has the right next one among its ten guesses for {:.1f} % of the users; "
        "always guessing the ten most popular items does so for {:.1f} %{}.",
        55.44, 1234.5, "");
    EXPECT_NE(rule.find("55,4 %"), std::string::npos) << rule;
    EXPECT_NE(rule.find("1.234,5 %"), std::string::npos) << rule;
    EXPECT_EQ(fmt::format("{:.1f}", 0.5), "0.5") << "output for programs does not change";
}

TEST(Translated, ListsRangesAndColumnsFollowTheLanguage) {
    TableLayout layout;
    layout.rating = 2;
    EXPECT_EQ(columnsText(layout), "user in column 1, item in column 2 and rating in column 3");
    const ScopedLanguage scopedLanguage("de");
    EXPECT_EQ(columnsText(layout), "Nutzer in Spalte 1, Item in Spalte 2 und Bewertung in Spalte 3");
    EXPECT_EQ(listed({"a", "b", "c", "d"}, 2), "a, b und 2 weitere");
    EXPECT_EQ(NumberRange::parse("20-35").sentence(), "20 bis 35");
}

TEST(Translated, TheEnglishTextIsTheKey) {
    const std::string english = translated("RecScope is not available in \"{}\".", "xx");
    EXPECT_EQ(english, "RecScope is not available in \"xx\".");
    const ScopedLanguage scopedLanguage("it");
    const auto italian = currentMessages()->find("", "RecScope is not available in \"{}\".");
    ASSERT_TRUE(italian);
    EXPECT_NE(*italian, english);
    EXPECT_EQ(translated("RecScope is not available in \"{}\".", "xx"),
              fmt::format(fmt::runtime(std::string(*italian)), "xx"));
}

}  // namespace
}  // namespace recscope
