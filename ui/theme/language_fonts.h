// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace recscope::ui {

/// Whether an installed font has the letters of the language with this code (see core/util/language.h). Always true for
/// languages in Latin script.
bool hasFontFor(const QString& code);

/// The font with the glyph forms that are correct in this language, e.g. "Noto Sans CJK SC" for Simplified Chinese,
/// whose characters have other forms in Japanese and Korean. Empty if the language needs no such font or none is
/// installed.
QString fontFamilyFor(const QString& code);

/// The name of the system package with fonts for Chinese and Korean, shown to the user of the program.
QString fontPackage();

/// Provides the font that the current language needs in addition to the program's own.
class LanguageFonts : public QObject {
    Q_OBJECT
public:
    /// Starts watching the application for language changes.
    LanguageFonts();

    /// The given family, followed by the font family that the current language needs, if any.
    QStringList withLanguage(const QString& family) const;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// The current language needs another font family than before.
    void changed();

private:
    QString m_family;  ///< the font family that the current language needs; empty if none
};

}  // namespace recscope::ui
