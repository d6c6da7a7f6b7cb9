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
struct Stage {
    MainWindow window;

    Stage() { show(window); }
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
        Stage stage;
        QVERIFY(stage.open().isVisible());
        QVERIFY(!stage.manual().isModal());
        QCOMPARE(stage.chapter(), QString("README"));
        QVERIFY(stage.chapters().count() >= 12);
        QStringList keys;
        for (int row = 0; row < stage.chapters().count(); ++row)
            keys << stage.chapters().item(row)->data(Qt::UserRole).toString();
        int pictures = 0;
        for (int row = 0; row < stage.chapters().count(); ++row) {
            QListWidgetItem* item = stage.chapters().item(row);
            stage.chapters().scrollToItem(item);
            QTest::mouseClick(stage.chapters().viewport(), Qt::LeftButton, {},
                              stage.chapters().visualItemRect(item).center());
            QCOMPARE(stage.chapter(), keys[row]);
            const QTextDocument& shown = *stage.text().document();
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
                    const QUrl name = stage.text().source().resolved(QUrl(image.name()));
                    const auto loaded = shown.resource(QTextDocument::ImageResource, name).value<QImage>();
                    QVERIFY2(!loaded.isNull(), qPrintable(keys[row] + ": " + image.name()));
                    QVERIFY(loaded.width() <= stage.text().viewport()->width() * loaded.devicePixelRatio());
                }
            if (row < 3 || keys[row] == "glossary") picture(stage.manual(), "manual-" + keys[row]);
        }
        QVERIFY2(pictures >= 5, qPrintable(QString::number(pictures)));
    }

    void aLinkOpensItsChapterAndBackReturns() {
        Stage stage;
        stage.open();
        QVERIFY(!find<QPushButton>(stage.manual(), "manualBack")->isEnabled());
        stage.text().setSource(QUrl("import.md"));
        QCOMPARE(stage.chapter(), QString("import"));
        click(find<QPushButton>(stage.manual(), "manualBack"));
        QCOMPARE(stage.chapter(), QString("README"));
        click(find<QPushButton>(stage.manual(), "manualForward"));
        QCOMPARE(stage.chapter(), QString("import"));
    }

    void picturesShrinkWithTheWidthAndTheTextStaysScrolled() {
        Stage stage;
        stage.open();
        stage.manual().resize(1000, 700);
        stage.text().setSource(QUrl("compare.md"));
        QVERIFY(picturesOf(*stage.text().document()) > 0);
        QTRY_VERIFY(stage.text().verticalScrollBar()->maximum() > 200);
        QTest::qWait(300);  // longer than the delay with which pictures follow the width
        const int wide = widestPicture(stage.text());
        stage.text().verticalScrollBar()->setValue(200);
        stage.manual().resize(620, 700);
        QTRY_VERIFY(widestPicture(stage.text()) < wide);
        QTest::qWait(50);
        QVERIFY(stage.text().verticalScrollBar()->value() > 0);
        QVERIFY(widestPicture(stage.text()) <= stage.text().viewport()->width());
    }

    void theManualStaysOpenWhenAnotherWorkspaceIsOpened() {
        const QTemporaryDir folder;
        Stage stage;
        stage.window.openWorkspace(folder.filePath("first.db"), recscope::ui::JobRunner::IfMissing::Create);
        QPointer<ManualWindow> manual(&stage.open());
        stage.window.openWorkspace(folder.filePath("second.db"), recscope::ui::JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return stage.window.windowTitle().startsWith("second"); }));
        QVERIFY(manual && manual->isVisible());
    }

    void aSearchListsTheChaptersThatContainTheWord() {
        Stage stage;
        stage.open();
        auto* search = find<QLineEdit>(stage.manual(), "manualSearch");
        QTest::keyClicks(search, "Satterthwaite");
        QStringList listed;
        for (int row = 0; row < stage.chapters().count(); ++row)
            if (!stage.chapters().item(row)->isHidden())
                listed << stage.chapters().item(row)->data(Qt::UserRole).toString();
        QVERIFY2(listed.contains("compare") || listed.contains("study") || listed.contains("glossary"),
                 qPrintable(listed.join(' ')));
        QVERIFY(!listed.contains("import"));
        search->clear();
        for (int row = 0; row < stage.chapters().count(); ++row) QVERIFY(!stage.chapters().item(row)->isHidden());
    }

    void theMenuOpensTheGlossaryAndTheShortcutListOpensTheManual() {
        Stage stage;
        auto* menu = stage.window.findChild<WindowMenu*>();
        for (QAction* action : menu->actions())
            if (action->text() == "&Glossary") action->trigger();
        QCOMPARE(stage.chapter(), QString("glossary"));
        QVERIFY(!find<QPushButton>(stage.manual(), "manualBack")->isEnabled());
        QVERIFY(stage.text().toPlainText().contains("NDCG"));
        stage.manual().close();
        QTest::keyClick(&stage.window, Qt::Key_F1);
        auto* overlay = find<QWidget>(stage.window, "shortcutsOverlay");
        QVERIFY(overlay->isVisible());
        picture(stage.window, "shortcuts");
        click(find<QPushButton>(*overlay, "openManual"));
        QVERIFY(!overlay->isVisible());
        QVERIFY(stage.manual().isVisible());
        QCOMPARE(stage.chapter(), QString("README"));
    }
};

}  // namespace

QTEST_MAIN(ManualWindowTest)
#include "manual_window_test.moc"
