// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <qcustomplot.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QVBoxLayout>
#include <QtTest>
#include <cmath>

#include "plot_fixture.h"
#include "ui/plot/plot_marks.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/subject.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class PlotViewTest : public PlotFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    void allPointsAreInViewAtFirst() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        QVERIFY(view.plot()->xAxis->range().contains(1));
        QVERIFY(view.plot()->xAxis->range().contains(20));
        QVERIFY(view.plot()->yAxis->range().contains(0.2));
        QVERIFY(!view.isZoomed());
    }

    void zoomSurvivesALiveUpdate() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        wheel(view);
        QVERIFY(view.isZoomed());
        const QCPRange before = view.plot()->xAxis->range();
        view.appendPoint(0, 21, 9.0);
        QTest::qWait(20);
        QCOMPARE(view.plot()->xAxis->range(), before);
    }

    void withoutZoomTheViewFollowsNewPoints() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        view.appendPoint(0, 40, 0.5);
        QTest::qWait(20);
        QVERIFY(view.plot()->xAxis->range().contains(40));
    }

    void theWheelScrollsThePageUntilThePlotIsClickedOrCtrlIsHeld() {
        QScrollArea page;
        auto* content = new QWidget;
        auto* column = new QVBoxLayout(content);
        auto* view = new PlotView("Loss", "Step", "Loss");
        fill(*view, 20);
        view->setFixedHeight(300);
        column->addWidget(view);
        column->addSpacing(2000);
        page.setWidget(content);
        page.setWidgetResizable(true);
        page.resize(500, 400);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        page.setFocus();
        QTRY_VERIFY(view->plot()->axisRect()->width() > 200);  // the plot is laid out
        wheelThroughWindow(view->plot(), middle(*view), -1);
        QVERIFY(page.verticalScrollBar()->value() > 0);
        QVERIFY(!view->isZoomed());
        page.verticalScrollBar()->setValue(0);
        wheelThroughWindow(view->plot(), middle(*view), 1, Qt::ControlModifier);
        QVERIFY(view->isZoomed());
        view->showAll();
        QTest::mouseClick(view->plot(), Qt::LeftButton, {}, middle(*view));
        wheelThroughWindow(view->plot(), middle(*view), 1);
        QVERIFY(view->isZoomed());
        QCOMPARE(page.verticalScrollBar()->value(), 0);
    }

    void zoomAndMovesNeverLeaveTheData() {
        for (const PlotView::Scale scale : {PlotView::Scale::Linear, PlotView::Scale::Log}) {
            PlotView view("Loss", "Step", "Loss");
            fill(view, 20);
            view.setXScale(scale);
            view.setYScale(scale);
            show(view);
            const QCPRange allX = view.plot()->xAxis->range(), allY = view.plot()->yAxis->range();
            wheel(view, -3);
            QCOMPARE(view.plot()->xAxis->range(), allX);
            QCOMPARE(view.plot()->yAxis->range(), allY);
            wheel(view, 2);
            const double narrowed = view.plot()->xAxis->range().size();
            QVERIFY(narrowed < allX.size());
            for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Down, Qt::Key_Right, Qt::Key_Up})
                for (int i = 0; i < 30; ++i) {
                    QTest::keyClick(&view, key);
                    QVERIFY(isInside(view.plot()->xAxis->range(), allX));
                    QVERIFY(isInside(view.plot()->yAxis->range(), allY));
                }
            QVERIFY(qAbs(view.plot()->xAxis->range().upper - allX.upper) <
                    1e-6);  // the zoomed range was moved to the end of the data
            const QPoint from = middle(view), to = from + QPoint(400, -300);
            QTest::mousePress(view.plot(), Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, to, view.plot()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QCoreApplication::sendEvent(view.plot(), &move);
            QTest::mouseRelease(view.plot(), Qt::LeftButton, {}, to);
            QVERIFY(isInside(view.plot()->xAxis->range(), allX));
            QVERIFY(isInside(view.plot()->yAxis->range(), allY));
        }
    }

    void everyZoomKeepsDataInView() {
        for (const bool bars : {false, true}) {
            PlotView view("Popularity of items", "rank of the item", "interactions");
            QVector<double> x, y;
            for (int i = 1; i <= 160; ++i) {
                x << i;
                y << 60 + 540.0 / i;
            }
            if (bars) {
                view.setBars({}, x, y, 1);
            } else {
                view.setPoints(view.addLine({}), x, y);
            }
            show(view);
            const QPoint empty = at(view, 130, bars ? 90 : 35);  // away from the value at 130, which is about 64
            const auto isSeen = [&] {
                const QCPRange xs = view.plot()->xAxis->range(), ys = view.plot()->yAxis->range();
                for (int i = 0; i < x.size(); ++i)
                    if (xs.contains(x[i]) && (bars ? ys.lower < y[i] : ys.contains(y[i]))) return true;
                return false;
            };
            view.clearFocus();
            for (int notch = 0; notch < 15; ++notch) {
                wheelThroughWindow(view.plot(), empty, 1, Qt::ControlModifier);
                QVERIFY2(isSeen(), qPrintable(QString("notch %1, bars %2").arg(notch).arg(bars)));
            }
            QVERIFY(view.isZoomed());
            const auto visibleText = [&] {
                QStringList texts;
                for (const QLabel* label : view.plot()->findChildren<QLabel*>())
                    if (label->isVisible()) texts << label->text();
                return texts.join('|');
            };
            QVERIFY2(visibleText().contains("Double-click to show all again"),
                     qPrintable(visibleText()));  // shown although the plot has no focus yet
            view.setFocus();
            wheelThroughWindow(view.plot(), empty, 1);
            QVERIFY2(visibleText().contains("Press 0 to show all again"), qPrintable(visibleText()));
            QTest::mousePress(view.plot(), Qt::LeftButton, Qt::ShiftModifier, empty);
            const QPoint to = empty + QPoint(8, -8);
            QMouseEvent move(QEvent::MouseMove, to, view.plot()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                             Qt::ShiftModifier);
            QCoreApplication::sendEvent(view.plot(), &move);
            QTest::mouseRelease(view.plot(), Qt::LeftButton, Qt::ShiftModifier, to);
            QVERIFY(isSeen());
            QTest::keyClick(&view, Qt::Key_0);
            QVERIFY(!view.isZoomed());
            QVERIFY(!visibleText().contains("would show no data"));
        }
    }

    void afterZoomingOutTheViewFollowsNewPoints() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        wheel(view, 1);
        QVERIFY(view.isZoomed());
        wheel(view, -2);
        QVERIFY(!view.isZoomed());
        view.appendPoint(0, 40, 0.5);
        QTRY_VERIFY(view.plot()->xAxis->range().contains(40));
    }

    void aRightClickOpensTheExportMenu() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        const QStringList menu = rightClickThroughWindow(view.plot(), middle(view));
        for (const char* entry : {"Copy picture", "Copy values", "Export as PNG…", "Export as CSV…"})
            QVERIFY2(menu.contains(entry), qPrintable(menu.join('|')));
    }

    void theExportButtonOpensTheSameMenu() {
        PlotView view("Loss", "Step", "Loss");
        show(view);
        auto* button = find<QToolButton>(view, "exportPlot");
        QVERIFY(button->isVisible());
        QVERIFY(!button->isEnabled());  // nothing to export yet
        fill(view, 20);
        QTRY_VERIFY(button->isEnabled());
        const QStringList menu = rightClickThroughWindow(view.plot(), middle(view));
        QCOMPARE(menuOf([&] { click(button); }), menu);
    }

    void doubleClickShowsAllAgain() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        wheel(view);
        QTest::mouseDClick(view.plot(), Qt::LeftButton, {}, view.plot()->axisRect()->center());
        QVERIFY(!view.isZoomed());
        QVERIFY(view.plot()->xAxis->range().contains(20));
    }

    void draggingPans() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        wheel(view, 3);  // zoomed in: a full view cannot be moved
        const QPoint centre = view.plot()->axisRect()->center();
        const double lower = view.plot()->xAxis->range().lower;
        QTest::mousePress(view.plot(), Qt::LeftButton, {}, centre);
        QMouseEvent move(QEvent::MouseMove, centre + QPoint(60, 0), view.plot()->mapToGlobal(centre + QPoint(60, 0)),
                         Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.plot(), &move);
        QTest::mouseRelease(view.plot(), Qt::LeftButton, {}, centre + QPoint(60, 0));
        QVERIFY(view.isZoomed());
        QVERIFY(view.plot()->xAxis->range().lower < lower);
    }

    void shiftDragZoomsIntoTheFrame() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        const QPoint from = at(view, 5, 0.15), to = at(view, 10, 0.05);
        QTest::mousePress(view.plot(), Qt::LeftButton, Qt::ShiftModifier, from);
        QMouseEvent move(QEvent::MouseMove, to, view.plot()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                         Qt::ShiftModifier);
        QCoreApplication::sendEvent(view.plot(), &move);
        QTest::mouseRelease(view.plot(), Qt::LeftButton, Qt::ShiftModifier, to);
        QVERIFY(view.isZoomed());
        QVERIFY(qAbs(view.plot()->xAxis->range().lower - 5) < 0.3);
        QVERIFY(qAbs(view.plot()->xAxis->range().upper - 10) < 0.3);
    }

    void keysZoomMoveAndShowAll() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        const double size = view.plot()->xAxis->range().size();
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.plot()->xAxis->range().size() < size);
        const double lower = view.plot()->xAxis->range().lower;
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(view.plot()->xAxis->range().lower > lower);
        QTest::keyClick(&view, Qt::Key_0);
        QVERIFY(!view.isZoomed());
        QCOMPARE(view.plot()->xAxis->range().size(), size);
    }

    void namedValuesOfXAreInTheHoverTextAndTheCsv() {
        PlotView view("Gaps", "gap", "steps");
        view.setDecimals(0, 0);
        view.setXText([](double x) { return QStringLiteral("class %1").arg(int(x)); });
        view.setBars({}, {0, 1, 2}, {5, 7, 3}, 0.9);
        show(view);
        QTest::mouseMove(view.plot(), at(view, 1, 2));
        QTRY_VERIFY(view.hoverText().startsWith("class 1"));
        const QTemporaryDir folder;
        QVERIFY(exportSucceeds(view, folder.filePath("gaps.csv")));
        QFile file(folder.filePath("gaps.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("steps,class 1,7\n"));
    }

    void hoverShowsTheNearestValue() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        QTest::mouseMove(view.plot(), at(view, 7, 0.1));
        QTRY_VERIFY(!view.hoverText().isEmpty());
        QVERIFY(view.hoverText().contains("Step 7"));
        QVERIFY(view.hoverText().contains("BERT4Rec 1"));
        QVERIFY(view.hoverText().contains("0.0700"));
    }

    void clickOnAPickablePointReportsItsGivenIndex() {
        PlotView view("Ranks", "Rank in A", "Rank in B");
        view.setXScale(PlotView::Scale::Log);
        view.setYScale(PlotView::Scale::Log);
        PlotView::Line line;
        line.dash = Qt::NoPen;
        line.marker = 0;
        const int index = view.addLine(line);
        view.setPoints(index, {100, 1, 10}, {1, 100, 10});
        view.setPicking([](int, int point) { return QStringLiteral("user %1").arg(point); });
        show(view);
        QSignalSpy clicked(&view, &PlotView::pointClicked);
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, at(view, 100, 1));
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][1].toInt(), 0);
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, at(view, 1, 100));
        QCOMPARE(clicked.last()[1].toInt(), 1);
    }

    void emptyTextShowsUntilThereIsData() {
        PlotView view("Loss", "Step", "Loss");
        view.setEmptyText("Nothing yet");
        show(view);
        auto* label = view.plot()->findChild<QLabel*>();
        QVERIFY(label);
        QCOMPARE(label->text(), QString("Nothing yet"));
        QVERIFY(label->isVisible());
        fill(view, 2);
        QTRY_VERIFY(!label->isVisible());
    }

    void anotherThemeRepaintsThePlot() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 5);
        Theme::instance().setChoice(ThemeChoice::Light);
        show(view);
        const QColor light = view.grab().toImage().pixelColor(20, 20);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(20);
        const QColor dark = view.grab().toImage().pixelColor(20, 20);
        QVERIFY(light.lightness() > 200);
        QVERIFY(dark.lightness() < 80);
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void aBarIsNamedByWhatItCounts() {
        PlotView view("History lengths", "interactions of a user", "users");
        view.setDecimals(0, 0);
        view.setBars({}, {29, 30, 31}, {5, 46, 3}, 1);
        view.setBarText([](double x, double height) {
            return QStringLiteral("users with %1 interactions: %2").arg(int(x)).arg(int(height));
        });
        show(view);
        QTest::mouseMove(view.plot(), at(view, 30, 2));
        QTRY_COMPARE(view.hoverText(), QString("users with 30 interactions: 46"));
    }

    void theDiagonalIsHiddenWhileThePlotIsEmpty() {
        PlotView view("Ranks", "Rank in A", "Rank in B");
        view.marks().setDiagonal(true);
        view.setEmptyText("Choose two runs");
        show(view);
        QVERIFY(!item<QCPItemLine>(view)->visible());
        fill(view, 3);
        QTRY_VERIFY(item<QCPItemLine>(view)->visible());
    }

    void aSavedPictureHasItsCaptionOnlyIfRequested() {
        const QTemporaryDir folder;
        QWidget page;
        auto* view = new PlotView("Loss per step", "Step", "Loss", &page);
        describeSubject(&page, [](Subject& subject) {
            subject.dataset = "ML-1M";
            subject.runs = {"BERT4Rec 3"};
        });
        describeSubject(view, [](Subject& subject) { subject.user = "42"; });
        fill(*view, 3);
        view->resize(500, 300);
        show(page);
        QCOMPARE(fileNameOf(subjectOf(view), "Loss per step"), QString("ml-1m_bert4rec-3_user-42_loss-per-step"));
        const auto saved = [&](bool captions, const QString& name) {
            setCaptionsRequested(captions);
            const QString path = folder.filePath(name);
            if (!exportSucceeds(*view, path)) qFatal("The plot was not written.");
            QFile file(path);
            if (!file.open(QIODevice::ReadOnly)) qFatal("The plot cannot be read.");
            return file.readAll();
        };
        QVERIFY(saved(true, "with.svg").contains("ML-1M · BERT4Rec 3 · user 42"));
        QVERIFY(!saved(false, "without.svg").contains("BERT4Rec 3"));
        const int plain = QImage::fromData(saved(false, "without.png")).height();
        QVERIFY(QImage::fromData(saved(true, "with.png")).height() > plain);
        QCOMPARE(plain, 2 * view->plot()->height());
    }

    void theSavedPictureIsThePlotAsShown() {
        const QTemporaryDir folder;
        PlotView view("Loss", "Step", "Loss");
        fill(view, 5000);
        show(view);
        setCaptionsRequested(false);
        const QString path = folder.filePath("plot.png");
        QVERIFY(exportSucceeds(view, path));
        const QImage saved(path);
        const QImage drawn = view.plot()->toPixmap(view.plot()->width(), view.plot()->height(), 2).toImage();
        QVERIFY2(meanDifference(saved, drawn) < 0.5, qPrintable(QString::number(meanDifference(saved, drawn))));
    }

    void copyingPutsThePictureOnTheClipboard() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        setCaptionsRequested(false);
        QGuiApplication::clipboard()->clear();
        rightClickThroughWindow(view.plot(), middle(view), QStringLiteral("Copy picture"));
        QVERIFY(waitUntil([] { return !QGuiApplication::clipboard()->image().isNull(); }));
        QCOMPARE(QGuiApplication::clipboard()->image().size(), view.plot()->size() * 2);
        QTRY_COMPARE(find<QLabel>(view, "plotMessage")->text(), QString("Copied"));
    }

    void exportsAllFourFormats() {
        QTemporaryDir folder;
        PlotView view("Loss", "Step", "Loss");
        fill(view, 3);
        show(view);
        for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
            const QString path = folder.filePath(QStringLiteral("plot.") + suffix);
            QVERIFY2(exportSucceeds(view, path), suffix);
            QVERIFY2(QFileInfo(path).size() > 0, suffix);
        }
        QFile csv(folder.filePath("plot.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll(),
                 QByteArray("series,Step,Loss\nBERT4Rec 1,1,0.01\nBERT4Rec 1,2,0.02\nBERT4Rec 1,3,0.03\n"));
        QVERIFY(!exportSucceeds(view, folder.filePath("plot.xyz")));
        QVERIFY(!exportSucceeds(view, folder.filePath("missing/plot.png")));
    }

    void logTicksOfCountsAreWhole() {
        PlotView view("Popularity", "Item", "Interactions");
        view.setDecimals(0, 0);
        view.setYScale(PlotView::Scale::Log);
        PlotView::Line line;
        const int index = view.addLine(line);
        view.setPoints(index, {1, 2, 3}, {1, 30, 2000});
        show(view);
        for (double tick : view.plot()->yAxis->tickVector()) QCOMPARE(tick, std::round(tick));
        QVERIFY(view.plot()->yAxis->tickVectorLabels().contains("1,000"));
    }

    void hundredThousandPointsAreKept() {
        PlotView view("Loss", "Step", "Loss");
        PlotView::Line line;
        line.width = 1;
        const int index = view.addLine(line);
        QVector<double> x(100000), y(100000);
        for (int i = 0; i < x.size(); ++i) {
            x[i] = i;
            y[i] = std::sin(i * 0.01);
        }
        view.setPoints(index, x, y);
        show(view);
        QCOMPARE(view.pointCount(index), 100000);
        QBENCHMARK_ONCE {
            view.plot()->replot();
        }
    }
};

QTEST_MAIN(PlotViewTest)
#include "plot_view_test.moc"
