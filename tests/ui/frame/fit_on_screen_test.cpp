// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/fit_on_screen.h"

#include <QDialog>
#include <QScreen>
#include <QTest>
#include <QWidget>

using namespace recscope::ui;

/// Tests fittedInto(SCREEN, WINDOW) with rectangles {x, y, width, height}, and fitOnScreen() with windows.
class FitOnScreenTest : public QObject {
    Q_OBJECT

    static QRect available() { return QGuiApplication::primaryScreen()->availableGeometry(); }

private slots:
    void aRectangleThatFitsIsNotMoved() {
        QCOMPARE(fittedInto({0, 0, 1280, 720}, {100, 50, 800, 600}), QRect(100, 50, 800, 600));
    }
    void aTooLargeRectangleIsReducedToTheScreen() {
        QCOMPARE(fittedInto({0, 0, 1280, 720}, {0, 0, 1440, 900}), QRect(0, 0, 1280, 720));
        QCOMPARE(fittedInto({10, 30, 1270, 690}, {-40, 0, 1440, 500}), QRect(10, 30, 1270, 500));
    }
    void aRectangleOutsideIsMovedNoFurtherThanNeeded() {
        QCOMPARE(fittedInto({0, 0, 1280, 720}, {2000, -300, 800, 600}), QRect(480, 0, 800, 600));
        QCOMPARE(fittedInto({0, 0, 1280, 720}, {700, 200, 800, 600}), QRect(480, 120, 800, 600));
    }
    // The offscreen platform's screen is 800 x 800: smaller than both the initial and the minimum size of the window.
    void aWindowIsNoLargerThanItsScreenWhateverItsMinimumSize() {
        QWidget window;
        window.setMinimumSize(1024, 700);
        window.resize(1440, 900);
        fitOnScreen(window);
        QVERIFY(window.width() <= available().width() && window.height() <= available().height());
        QVERIFY(window.width() > available().width() - 40);  // the frame takes less than 40 pixels
    }
    void aWindowOnARemovedScreenIsMovedBack() {
        QWidget window;
        window.setGeometry(5000, 4000, 300, 200);
        fitOnScreen(window);
        QVERIFY(available().contains(window.geometry()));
        QCOMPARE(window.size(), QSize(300, 200));
    }
    void aDialogIsFittedToo() {
        QDialog dialog;
        dialog.setMinimumWidth(900);
        dialog.resize(900, 1200);
        fitOnScreen(dialog);
        QVERIFY(dialog.width() <= available().width() && dialog.height() <= available().height());
    }
    void aMaximisedWindowIsLeftAlone() {
        QWidget window;
        window.resize(3000, 3000);
        window.setWindowState(Qt::WindowMaximized);
        fitOnScreen(window);
        QCOMPARE(window.size(), QSize(3000, 3000));
    }
};

QTEST_MAIN(FitOnScreenTest)
#include "fit_on_screen_test.moc"
