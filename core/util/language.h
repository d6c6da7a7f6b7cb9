// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

class MessageCatalogue;

/// A language the program speaks.
struct Language {
    std::string code;  ///< "en", "zh_CN"; of resources/translations and resources/lessons
    std::string name;  ///< in itself: "简体中文"
    char point = '.';  ///< before the decimals of a number
    char group = ',';  ///< between its thousands
};

/// English, and those that resources/translations has whole.
const std::vector<Language>& languages();

/// The code of the language that is meant by a locale's name: "de" of "de_AT.UTF-8", "zh_CN" of "zh-Hans"; empty if the
/// program does not speak it.
std::string languageOf(std::string_view localeName);

/// What the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG, as gettext reads them); "en" where that is
/// nothing we speak.
std::string systemLanguage();

/// All threads speak this language from now on. What they said before stays as it is. Throws Error(Usage) for a code
/// that is none of `languages()`.
void setLanguage(std::string_view code);

/// English until `setLanguage` was called.
std::string currentLanguage();

/// How the current language writes numbers. Lives as long as the program.
const Language& numbersOfLanguage();

/// Null for English. Lives as long as the program.
const MessageCatalogue* currentMessages();

}  // namespace recscope
