// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace recscope::ui {

/// Whether some installed font has the letters of the language with this code (see core/util/language.h). Always true
/// for languages in Latin script.
bool hasFontFor(const QString& code);

/// The font with the language's own glyph forms ("Noto Sans CJK SC" for Simplified Chinese: the same characters have
/// other forms in Japanese and in Korean); empty where the language needs none, or none is installed.
QString fontFamilyFor(const QString& code);

/// The system package that provides these fonts, for the person at the screen to install.
QString fontPackage();

/// The font that texts in the current language need in addition to the program's own.
class LanguageFonts : public QObject {
    Q_OBJECT
public:
    /// Watches the application for language changes from now on.
    LanguageFonts();

    /// The given family, followed by the font family of the current language if it needs one.
    QStringList withLanguage(const QString& family) const;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private:
    QString m_family;
};

}  // namespace recscope::ui
