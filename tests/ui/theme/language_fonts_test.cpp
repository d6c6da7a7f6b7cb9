// SPDX-License-Identifier: GPL-3.0-or-later
// Tests first a system whose fonts have Latin letters only, then one that also has a font for Chinese and Korean.
#include "ui/theme/language_fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "core/util/language.h"
#include "ui/theme/theme.h"

using namespace recscope;
using namespace recscope::ui;

class LanguageFontsTest : public QObject {
    Q_OBJECT

private slots:
    void withoutACjkFontChineseAndKoreanCannotBeShown() {
        for (const char* code : {"zh_CN", "ko"}) {
            QVERIFY2(!hasFontFor(code), code);
            QVERIFY2(fontFamilyFor(code).isEmpty(), code);
        }
    }
    void latinLettersCanAlwaysBeShown() {
        for (const char* code : {"en", "de", "it"}) {
            QVERIFY2(hasFontFor(code), code);
            QVERIFY2(fontFamilyFor(code).isEmpty(), code);  // the program's own font suffices
        }
    }
    /// Must be the last test, because the font that it adds cannot be removed.
    void withACjkFontEachLanguageHasItsOwnGlyphForms() {
        const QString file = QStandardPaths::locate(QStandardPaths::GenericDataLocation,
                                                    QStringLiteral("fonts/opentype/noto/NotoSansCJK-Regular.ttc"));
        if (file.isEmpty()) QSKIP("The package fonts-noto-cjk is not installed.");
        Theme& theme = Theme::instance();
        QVERIFY(QFontDatabase::addApplicationFont(file) >= 0);
        QCOMPARE(fontFamilyFor(QStringLiteral("zh_CN")), QStringLiteral("Noto Sans CJK SC"));
        QCOMPARE(fontFamilyFor(QStringLiteral("ko")), QStringLiteral("Noto Sans CJK KR"));
        // The theme appends the font of the current language to its own.
        const QString ownFamily = theme.body().families().constFirst();
        for (const auto& [code, family] :
             {std::pair("ko", "Noto Sans CJK KR"), std::pair("zh_CN", "Noto Sans CJK SC")}) {
            setLanguage(code);
            QEvent changed(QEvent::LanguageChange);
            QCoreApplication::sendEvent(qApp, &changed);
            for (const QFont& font : {theme.body(), theme.caption(), theme.pageTitle(), theme.numbers()})
                QCOMPARE(font.families().constLast(), QString(family));
            QCOMPARE(QApplication::font().families(), (QStringList{ownFamily, family}));
        }
        setLanguage("en");
        QEvent changed(QEvent::LanguageChange);
        QCoreApplication::sendEvent(qApp, &changed);
        QCOMPARE(theme.body().families(), QStringList{ownFamily});
    }
};

int main(int argc, char** argv) {
    // Makes DejaVu the only font. This must happen before Qt's first query to fontconfig.
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("fonts.conf")));
    if (!file.open(QIODevice::WriteOnly)) return 1;
    file.write(QStringLiteral("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\">"
                              "<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>%1</cachedir>"
                              "</fontconfig>")
                   .arg(folder.filePath(QStringLiteral("cache")))
                   .toUtf8());
    file.close();
    qputenv("FONTCONFIG_FILE", file.fileName().toUtf8());
    QApplication application(argc, argv);
    LanguageFontsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "language_fonts_test.moc"
