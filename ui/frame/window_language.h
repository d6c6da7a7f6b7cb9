// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

/// What the person chose in the menu: a code of `languages()`, or empty to follow the system. Kept in the settings.
QString languageChoice();
void keepLanguageChoice(const QString& code);

/// Everything that is made from now on speaks this language: `tr()`, Qt's own dialogs, numbers, and what core says.
/// Empty = the system's. Throws Error(Usage) for a code that is none of `languages()`.
void speak(const QString& code);

/// The name of a language in the current one: "Korean". For who has no font to read it in itself.
QString languageTitle(const QString& code);

/// What to say of a language whose letters no installed font has, and what to do about it.
struct MissingFont {
    QString sentence, hint;
};
MissingFont missingFontText(const QString& code);

/// `code` (empty = the system's language) if a font can show it, English otherwise.
QString readableLanguage(const QString& code);

}  // namespace recscope::ui
