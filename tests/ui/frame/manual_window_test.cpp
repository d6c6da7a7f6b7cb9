// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/manual_window.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocumentFragment>

#include "ui/frame/main_window.h"
#include "ui/frame/window_menu.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// A window without an open workspace, which the manual does not need.
struct Fixture {
    MainWindow window;

    Fixture() { show(window); }
    ManualWindow& open() {
        QTest::keyClick(&window, Qt::Key_F1, Qt::ShiftModifier);
        return manual();
    }
    ManualWindow& manual() {
        if (!waitUntil([this] { return window.findChild<ManualWindow*>() != nullptr; })) qFatal("There is no manual.");
        return *window.findChild<ManualWindow*>();
    }
    QTextBrowser& text() { return *find<QTextBrowser>(manual(), "manualText"); }
    QListWidget& chapters() { return *find<QListWidget>(manual(), "manualChapters"); }
    /// The file name of the shown chapter, without ".md".
    QString chapter() { return chapters().currentItem()->data(Qt::UserRole).toString(); }
};

/// The targets of all links in `text`.
QStringList linksOf(const QTextDocument& text) {
    QStringList links;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (const QString to = at.fragment().charFormat().anchorHref(); !to.isEmpty()) links << to;
    return links;
}

int picturesOf(const QTextDocument& text) {
    int count = 0;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at) count += at.fragment().charFormat().isImageFormat();
    return count;
}

/// The width of the widest picture, in pixels; 0 if there is none.
int widestPicture(const QTextBrowser& text) {
    int widest = 0;
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextImageFormat image = at.fragment().charFormat().toImageFormat();
            if (!image.isValid()) continue;
            const QUrl name = text.source().resolved(QUrl(image.name()));
            const auto loaded = text.document()->resource(QTextDocument::ImageResource, name).value<QImage>();
            widest = std::max(widest, loaded.width());
        }
    return widest;
}

class ManualWindowTest : public QObject {
    Q_OBJECT
private slots:
    void shiftF1OpensTheManualAndEveryChapterHasTextAndValidLinks() {
        Fixture fixture;
        QVERIFY(fixture.open().isVisible());
        QVERIFY(!fixture.manual().isModal());
        QCOMPARE(fixture.chapter(), QString("README"));
        QVERIFY(fixture.chapters().count() >= 12);
        QStringList keys;
        for (int row = 0; row < fixture.chapters().count(); ++row)
            keys << fixture.chapters().item(row)->data(Qt::UserRole).toString();
        int pictures = 0;
        for (int row = 0; row < fixture.chapters().count(); ++row) {
            QListWidgetItem* item = fixture.chapters().item(row);
            fixture.chapters().scrollToItem(item);
            QTest::mouseClick(fixture.chapters().viewport(), Qt::LeftButton, {},
                              fixture.chapters().visualItemRect(item).center());
            QCOMPARE(fixture.chapter(), keys[row]);
            const QTextDocument& shown = *fixture.text().document();
            QVERIFY2(shown.characterCount() > 400, qPrintable(keys[row]));
            for (const QString& link : linksOf(shown)) {
                if (link.startsWith("http")) continue;
                const QString to = link.section('#', 0, 0);
                QVERIFY2(to.isEmpty() || (to.endsWith(".md") && keys.contains(to.chopped(3))),
                         qPrintable(keys[row] + ": " + link));
            }
            pictures += picturesOf(shown);
            for (QTextBlock block = shown.begin(); block.isValid(); block = block.next())
                for (auto at = block.begin(); !at.atEnd(); ++at) {
                    const QTextImageFormat image = at.fragment().charFormat().toImageFormat();
                    if (!image.isValid()) continue;
                    const QUrl name = fixture.text().source().resolved(QUrl(image.name()));
                    const auto loaded = shown.resource(QTextDocument::ImageResource, name).value<QImage>();
                    QVERIFY2(!loaded.isNull(), qPrintable(keys[row] + ": " + image.name()));
                    QVERIFY(loaded.width() <= fixture.text().viewport()->width() * loaded.devicePixelRatio());
                }
            if (row < 3 || keys[row] == "glossary") savePicture(fixture.manual(), "manual-" + keys[row]);
        }
        QVERIFY2(pictures >= 5, qPrintable(QString::number(pictures)));
    }

    void aLinkOpensItsChapterAndBackReturns() {
        Fixture fixture;
        fixture.open();
        QVERIFY(!find<QPushButton>(fixture.manual(), "manualBack")->isEnabled());
        fixture.text().setSource(QUrl("import.md"));
        QCOMPARE(fixture.chapter(), QString("import"));
        click(find<QPushButton>(fixture.manual(), "manualBack"));
        QCOMPARE(fixture.chapter(), QString("README"));
        click(find<QPushButton>(fixture.manual(), "manualForward"));
        QCOMPARE(fixture.chapter(), QString("import"));
    }

    void picturesShrinkWithTheWidthAndTheTextStaysScrolled() {
        Fixture fixture;
        fixture.open();
        fixture.manual().resize(1000, 700);
        fixture.text().setSource(QUrl("compare.md"));
        QVERIFY(picturesOf(*fixture.text().document()) > 0);
        QTRY_VERIFY(fixture.text().verticalScrollBar()->maximum() > 200);
        QTest::qWait(300);  // longer than the delay with which pictures follow the width
        const int wide = widestPicture(fixture.text());
        fixture.text().verticalScrollBar()->setValue(200);
        fixture.manual().resize(620, 700);
        QTRY_VERIFY(widestPicture(fixture.text()) < wide);
        QTest::qWait(50);
        QVERIFY(fixture.text().verticalScrollBar()->value() > 0);
        QVERIFY(widestPicture(fixture.text()) <= fixture.text().viewport()->width());
    }

    void theManualStaysOpenWhenAnotherWorkspaceIsOpened() {
        const QTemporaryDir folder;
        Fixture fixture;
        fixture.window.openWorkspace(folder.filePath("first.db"), recscope::ui::JobRunner::IfMissing::Create);
        QPointer<ManualWindow> manual(&fixture.open());
        fixture.window.openWorkspace(folder.filePath("second.db"), recscope::ui::JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return fixture.window.windowTitle().startsWith("second"); }));
        QVERIFY(manual && manual->isVisible());
    }

    void aSearchListsTheChaptersThatContainTheWord() {
        Fixture fixture;
        fixture.open();
        auto* search = find<QLineEdit>(fixture.manual(), "manualSearch");
        QTest::keyClicks(search, "Satterthwaite");
        QStringList listed;
        for (int row = 0; row < fixture.chapters().count(); ++row)
            if (!fixture.chapters().item(row)->isHidden())
                listed << fixture.chapters().item(row)->data(Qt::UserRole).toString();
        QVERIFY2(listed.contains("compare") || listed.contains("study") || listed.contains("glossary"),
                 qPrintable(listed.join(' ')));
        QVERIFY(!listed.contains("import"));
        search->clear();
        for (int row = 0; row < fixture.chapters().count(); ++row) QVERIFY(!fixture.chapters().item(row)->isHidden());
    }

    void theMenuOpensTheGlossaryAndTheShortcutListOpensTheManual() {
        Fixture fixture;
        auto* menu = fixture.window.findChild<WindowMenu*>();
        for (QAction* action : menu->actions())
            if (action->text() == "&Glossary") action->trigger();
        QCOMPARE(fixture.chapter(), QString("glossary"));
        QVERIFY(!find<QPushButton>(fixture.manual(), "manualBack")->isEnabled());
        QVERIFY(fixture.text().toPlainText().contains("NDCG"));
        fixture.manual().close();
        QTest::keyClick(&fixture.window, Qt::Key_F1);
        auto* overlay = find<QWidget>(fixture.window, "shortcutsOverlay");
        QVERIFY(overlay->isVisible());
        savePicture(fixture.window, "shortcuts");
        click(find<QPushButton>(*overlay, "openManual"));
        QVERIFY(!overlay->isVisible());
        QVERIFY(fixture.manual().isVisible());
        QCOMPARE(fixture.chapter(), QString("README"));
    }
};

}  // namespace

QTEST_MAIN(ManualWindowTest)
#include "manual_window_test.moc"
