// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_hit_test.h"

#include <QtTest>

using namespace recscope::ui;

namespace {

/// A layout in which x = 0 … 10 are the pixels 100 … 200 and y = 0 … 10 the pixels 100 … 0.
PlotLayout layout() {
    return {QRect(100, 1, 101, 100), {QCPRange(0, 10), 100, 100}, {QCPRange(0, 10), 100, -100}};
}

}  // namespace

/// Tests which value of a plot the pointer is on. The tests need neither a window nor an application.
class PlotHitTestTest : public QObject {
    Q_OBJECT

private slots:
    void theNearestPointIsHitIfItIsNear() {
        const std::vector<QCPGraphData> first{{1, 1}, {5, 5}}, second{{5, 5.5}};
        const PlotHitTest test(layout(), {first, second}, {});
        const auto hit = test.pointAt(QPoint(151, 51));
        QVERIFY(hit.has_value());
        QCOMPARE(hit->curve, 0);
        QCOMPARE(hit->point, 1);
        QCOMPARE(hit->pixel, QPointF(150, 50));
        QCOMPARE(test.pointAt(QPoint(150, 44))->curve, 1);
        QVERIFY(!test.pointAt(QPoint(165, 50)));  // 15 pixels from the nearest point; at most 10 hit it
    }

    void aColumnHasThePointsOfAllCurvesAtTheNearestX() {
        const std::vector<QCPGraphData> first{{1, 1}, {5, 5}, {9, 9}}, second{{5, 2}, {6, 2}}, none;
        const PlotHitTest test(layout(), {first, none, second}, {});
        const auto hit = test.columnAt(QPoint(152, 10));
        QVERIFY(hit.has_value());
        QCOMPARE(hit->x, 5.0);
        QCOMPARE(hit->pixel, 150.0);
        QCOMPARE(hit->points, (std::vector<int>{1, -1, 0}));  // the index of the point in each curve; -1: no point
        QVERIFY(!hit->bar);
        QCOMPARE(test.columnAt(QPoint(162, 10))->points, (std::vector<int>{-1, -1, 1}));
    }

    void withoutValuesOrOutOfViewThereIsNoColumn() {
        QVERIFY(!PlotHitTest(layout(), {}, {}).columnAt(QPoint(150, 50)));
        const std::vector<QCPGraphData> left{{-3, 1}};
        QVERIFY(!PlotHitTest(layout(), {left}, {}).columnAt(QPoint(150, 50)));
    }

    void thePointerIsOnABarInsideItOrJustAboveALowOne() {
        const std::vector<QCPBarsData> bars{{2, 8}, {5, 0.2}};
        const PlotHitTest test(layout(), {}, {bars, /*width=*/2, /*base=*/0});
        QCOMPARE(test.columnAt(QPoint(121, 60))->bar, std::optional(0));
        QVERIFY(test.columnAt(QPoint(121, 60))->isOnBar);
        QVERIFY(!test.columnAt(QPoint(121, 10))->isOnBar);  // above the bar, which ends at pixel 20
        QVERIFY(!test.columnAt(QPoint(133, 60))->isOnBar);  // beside it
        QVERIFY(test.columnAt(QPoint(150, 85))->isOnBar);   // a low bar can be clicked up to 18 pixels above its base
        QVERIFY(!test.columnAt(QPoint(150, 80))->isOnBar);
    }

    void aViewBetweenThePointsIsEmpty() {
        const std::vector<QCPGraphData> curve{{1, 1}, {5, 5}};
        const PlotHitTest test(layout(), {curve}, {});
        QVERIFY(test.hasDataIn(QCPRange(4, 6), QCPRange(4, 6)));
        QVERIFY(!test.hasDataIn(QCPRange(2, 4), QCPRange(0, 10)));
        QVERIFY(!test.hasDataIn(QCPRange(4, 6), QCPRange(6, 8)));
        // A bar is in view if a part of it is.
        const std::vector<QCPBarsData> bars{{3, 8}};
        const PlotHitTest withBar(layout(), {curve}, {bars, 2, 0});
        QVERIFY(withBar.hasDataIn(QCPRange(3.5, 3.8), QCPRange(6, 7)));
        QVERIFY(!withBar.hasDataIn(QCPRange(3.5, 3.8), QCPRange(9, 10)));
    }
};

QTEST_APPLESS_MAIN(PlotHitTestTest)
#include "plot_hit_test_test.moc"
