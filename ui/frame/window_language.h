// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

/// The person's choice in the menu: a code of `languages()`, or empty to follow the system. Stored in the settings.
QString languageChoice();
void keepLanguageChoice(const QString& code);

/// Sets the language of everything created from now on: `tr()`, Qt's own dialogs, numbers, and the texts of core. Empty
/// = the system's. Throws Error(Usage) for a code that is not in `languages()`.
void speak(const QString& code);

/// The name of a language in the current one: "Korean". Used if no font can show the language's own name.
QString languageTitle(const QString& code);

/// Message about a language that no installed font can show, and what to do about it.
struct MissingFont {
    QString sentence, hint;
};
MissingFont missingFontText(const QString& code);

/// `code` (empty = the system's language) if a font can show it, English otherwise.
QString readableLanguage(const QString& code);

}  // namespace recscope::ui
