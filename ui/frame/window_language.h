// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

/// The language that was chosen in the menu and is stored in the settings: a code of `languages()`, or empty = the
/// system's language.
QString languageChoice();
void storeLanguageChoice(const QString& code);

/// Sets the language of everything created from now on: `tr()`, Qt's own dialogs, numbers, and the texts of core. An
/// empty code means the system's language. Throws Error(Usage) for a code that is not in `languages()`.
void setWindowLanguage(const QString& code);

/// The name of a language in the current language, e.g. "Korean"; used if no font can show its native name.
QString languageTitle(const QString& code);

/// The message that no installed font can show a language, and what to do about it.
struct MissingFont {
    QString sentence, hint;
};
MissingFont missingFontText(const QString& code);

/// Returns `code` (empty = the system's language) if a font can show that language, else the code of English.
QString readableLanguage(const QString& code);

}  // namespace recscope::ui
