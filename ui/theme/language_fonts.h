// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace recscope::ui {

/// Whether some installed font has the letters of the language with this code (of core/util/language.h). Languages in
/// Latin letters always have one.
bool hasFontFor(const QString& code);

/// The font the language's own glyph forms come from ("Noto Sans CJK SC" for Simplified Chinese: the same characters
/// have other forms in Japanese and in Korean); empty where the language needs none, or none is installed.
QString fontFamilyFor(const QString& code);

/// The package that has those fonts, for a person to install.
QString fontPackage();

/// What texts in the current language need beside the program's own font.
class LanguageFonts : public QObject {
    Q_OBJECT
public:
    /// Tells changes of the language from then on.
    LanguageFonts();

    /// The family, and after it the one of the current language.
    QStringList withLanguage(const QString& family) const;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private:
    QString m_family;
};

}  // namespace recscope::ui
