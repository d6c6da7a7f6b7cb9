// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

class MessageCatalogue;

/// A language of the user interface.
struct Language {
    std::string code;  ///< "en", "zh_CN"; as in resources/translations and resources/lessons
    std::string name;  ///< in the language itself: "简体中文"
    char point = '.';  ///< decimal separator
    char group = ',';  ///< thousands separator
};

/// English, and the languages with a complete catalogue in resources/translations.
const std::vector<Language>& languages();

/// The code of the language of a locale: "de" for "de_AT.UTF-8", "zh_CN" for "zh-Hans"; empty if the program does not
/// support it.
std::string languageOf(std::string_view localeName);

/// The language that the environment requests (LANGUAGE, LC_ALL, LC_MESSAGES, LANG, as gettext reads them); "en" if it
/// is not supported.
std::string systemLanguage();

/// Sets the language of all threads from now on. Texts produced earlier stay as they are. Throws Error(Usage) for a
/// code that is not in `languages()`.
void setLanguage(std::string_view code);

/// The code of the current language; "en" until `setLanguage` is called.
std::string currentLanguage();

/// The current language, for its decimal and thousands separators. The reference stays valid until the program ends.
const Language& currentLanguageInfo();

/// The translations of the current language; null for English. The pointer stays valid until the program ends.
const MessageCatalogue* currentMessages();

}  // namespace recscope
