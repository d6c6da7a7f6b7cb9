// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/saving.h"

#include <QDesktopServices>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QUrl>

#include "ui/frame/main_window.h"
#include "ui/frame/notice_stack.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class SavingTest : public QObject {
    Q_OBJECT

public slots:
    void openUrl(const QUrl& url) { m_opened << url.toLocalFile(); }

private slots:
    void initTestCase() {
        // No file manager may start. Without a D-Bus session the program opens the folder as a URL, and the test
        // handles file URLs itself.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "openUrl");
    }

    void cleanupTestCase() { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

    void aNoticeSaysWhereTheFileIsAndShowsItInItsFolder() {
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        MainWindow window;
        show(window);
        QDialog dialog(&window);  // in front of the window
        QWidget deepInside(&dialog);
        announceSaved(&deepInside, environment.path("plot.png"));
        auto* notices = find<NoticeStack>(window, "notices");
        QCOMPARE(notices->count(), 1);
        QStringList texts;
        for (const QLabel* label : notices->findChildren<QLabel*>()) texts << label->text();
        const QString folder = QFileInfo(environment.path("plot.png")).absolutePath();
        QVERIFY2(texts.contains("Saved plot.png\nin " + folder), qPrintable(texts.join('|')));
        savePicture(window, "notice-saved");
        click(find<QPushButton>(*notices, "noticeOffer"));
        QCOMPARE(m_opened, QStringList{folder});
        QVERIFY(waitUntil([&] { return notices->count() == 0; }));
    }

    void aFileThatCouldNotBeWrittenIsReportedWithTheReason() {
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        MainWindow window;
        show(window);
        announceNotSaved(&window, environment.path("missing/plot.png"), "No such file or directory");
        auto* notices = find<NoticeStack>(window, "notices");
        QCOMPARE(notices->count(), 1);
        QVERIFY(!notices->findChild<QPushButton*>("noticeOffer"));
        QStringList texts;
        for (const QLabel* label : notices->findChildren<QLabel*>()) texts << label->text();
        QVERIFY2(texts.join('|').contains("missing/plot.png was not saved: No such file or directory."),
                 qPrintable(texts.join('|')));
    }

private:
    QStringList m_opened;
};

QTEST_MAIN(SavingTest)
#include "saving_test.moc"
