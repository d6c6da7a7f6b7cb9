// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/language_fonts.h"

#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QRawFont>
#include <algorithm>

#include "core/util/language.h"

namespace recscope::ui {

namespace {

/// A language whose script the program's own font lacks.
struct Script {
    const char* code;
    QFontDatabase::WritingSystem system;
    const char16_t* sample;  ///< common characters of the language; a suitable font has all of them
    QStringList preferred;   ///< families with the language's glyph forms, in order of preference
};

const Script* scriptOf(const QString& code) {
    static const Script all[] = {
        {"zh_CN",
         QFontDatabase::SimplifiedChinese,
         u"的这数据",
         {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"), QStringLiteral("Source Han Sans SC"),
          QStringLiteral("Source Han Sans CN"), QStringLiteral("WenQuanYi Micro Hei"),
          QStringLiteral("WenQuanYi Zen Hei")}},
        {"ko",
         QFontDatabase::Korean,
         u"이데터를",
         {QStringLiteral("Noto Sans CJK KR"), QStringLiteral("Noto Sans KR"), QStringLiteral("Source Han Sans K"),
          QStringLiteral("Source Han Sans KR"), QStringLiteral("NanumGothic")}}};
    const auto* found = std::find_if(std::begin(all), std::end(all),
                                     [&](const Script& script) { return code == QLatin1String(script.code); });
    return found == std::end(all) ? nullptr : found;
}

/// Whether the font supports the script. Tests sample characters, because the writing systems that a font declares are
/// not reliable.
bool hasLetters(const QString& family, const Script& script) {
    const QRawFont font = QRawFont::fromFont(QFont(family), script.system);
    return font.isValid() &&
           std::all_of(script.sample, script.sample + std::char_traits<char16_t>::length(script.sample),
                       [&](char16_t letter) { return font.supportsCharacter(QChar(letter)); });
}

}  // namespace

QString fontFamilyFor(const QString& code) {
    const Script* const script = scriptOf(code);
    if (!script) return {};
    const QStringList installed = QFontDatabase::families(script->system);
    for (const QStringList& families : {script->preferred, installed})
        for (const QString& family : families)
            if (installed.contains(family) && hasLetters(family, *script)) return family;
    return {};
}

bool hasFontFor(const QString& code) {
    return !scriptOf(code) || !fontFamilyFor(code).isEmpty();
}

QString fontPackage() {
    return QStringLiteral("fonts-noto-cjk");
}

LanguageFonts::LanguageFonts() : m_family(fontFamilyFor(QString::fromStdString(currentLanguage()))) {
    qApp->installEventFilter(this);
}

QStringList LanguageFonts::withLanguage(const QString& family) const {
    return m_family.isEmpty() ? QStringList{family} : QStringList{family, m_family};
}

bool LanguageFonts::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::LanguageChange && watched == qApp) {
        const QString family = fontFamilyFor(QString::fromStdString(currentLanguage()));
        if (family != m_family) {
            m_family = family;
            emit changed();
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace recscope::ui
