// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <qcustomplot.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/theme/theme.h"

using recscope::ui::PlotView;
using recscope::ui::Theme;
using recscope::ui::ThemeChoice;

class PlotViewTest : public QObject {
    Q_OBJECT
private:
    static void fill(PlotView& view, int points) {
        PlotView::Line line;
        line.name = QStringLiteral("BERT4Rec 1");
        const int index = view.addLine(line);
        for (int i = 1; i <= points; ++i) view.appendPoint(index, i, 0.01 * i);
    }
    static void show(PlotView& view) {
        view.resize(500, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCoreApplication::processEvents();
    }
    static QPoint at(const PlotView& view, double x, double y) {
        return QPointF(view.plot()->xAxis->coordToPixel(x), view.plot()->yAxis->coordToPixel(y)).toPoint();
    }
    static void wheel(PlotView& view) {
        const QPointF where = view.plot()->axisRect()->center();
        QWheelEvent event(where, view.plot()->mapToGlobal(where), QPoint(), QPoint(0, 120), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view.plot(), &event);
    }

private slots:
    void initTestCase() { QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

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

    void namedPlacesStandInTheHoverTagAndTheCsv() {
        PlotView view("Gaps", "gap", "steps");
        view.setDecimals(0, 0);
        view.setXText([](double x) { return QStringLiteral("class %1").arg(int(x)); });
        view.setBars({}, {0, 1, 2}, {5, 7, 3}, 0.9);
        show(view);
        QTest::mouseMove(view.plot(), at(view, 1, 2));
        QTRY_VERIFY(view.hoverText().startsWith("class 1"));
        const QTemporaryDir folder;
        QVERIFY(view.exportTo(folder.filePath("gaps.csv")));
        QFile file(folder.filePath("gaps.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("steps,class 1,7\n"));
    }

    void hoverSaysTheNearestValue() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        QTest::mouseMove(view.plot(), at(view, 7, 0.1));
        QTRY_VERIFY(!view.hoverText().isEmpty());
        QVERIFY(view.hoverText().contains("Step 7"));
        QVERIFY(view.hoverText().contains("BERT4Rec 1"));
        QVERIFY(view.hoverText().contains("0.0700"));
    }

    void clickOnAPickablePointNamesItInTheGivenOrder() {
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

    void referencesAreInViewAndTheMarkStaysInside() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        fill(view, 10);
        view.setReference("best", 0.6, "Best reachable");
        view.setReference("best", 0.5, "Best reachable");
        view.setMark(10, 0.1, "best");
        show(view);
        QVERIFY(view.plot()->yAxis->range().contains(0.5));
        int texts = 0;
        for (int i = 0; i < view.plot()->itemCount(); ++i)
            texts += qobject_cast<QCPItemText*>(view.plot()->item(i)) != nullptr;
        QCOMPARE(texts, 2);
    }

    void aReferenceIsNamedOnlyWhereItsNameHidesNoCurve() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        const int rising = view.addLine({}), falling = view.addLine({});
        view.setPoints(rising, {1, 10}, {0.1, 0.9});
        view.setPoints(falling, {1, 10}, {0.9, 0.1});
        view.setReference("bigram", 0.5, "Last item (bigram) 0.5000");
        show(view);
        const QCPItemText* name = nullptr;
        for (int i = 0; !name && i < view.plot()->itemCount(); ++i)
            name = qobject_cast<QCPItemText*>(view.plot()->item(i));
        QVERIFY(name);
        view.resize(500, 400);
        QTRY_VERIFY(name->visible());
        view.resize(500, 120);
        QTRY_VERIFY(!name->visible());
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

    void exportsAllFourFormats() {
        QTemporaryDir folder;
        PlotView view("Loss", "Step", "Loss");
        fill(view, 3);
        show(view);
        for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
            const QString path = folder.filePath(QStringLiteral("plot.") + suffix);
            QVERIFY2(view.exportTo(path), suffix);
            QVERIFY2(QFileInfo(path).size() > 0, suffix);
        }
        QFile csv(folder.filePath("plot.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll(),
                 QByteArray("series,Step,Loss\nBERT4Rec 1,1,0.01\nBERT4Rec 1,2,0.02\nBERT4Rec 1,3,0.03\n"));
        QVERIFY(!view.exportTo(folder.filePath("plot.xyz")));
        QVERIFY(!view.exportTo(folder.filePath("missing/plot.png")));
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
