// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_axis.h"

#include <QtTest>

#include "plot_fixture.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class PlotAxisTest : public PlotFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    void aPlotAxisComputesThePixelsOfQCustomPlot() {
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        show(view);
        for (const PlotView::Scale scale : {PlotView::Scale::Linear, PlotView::Scale::Log}) {
            view.setXScale(scale);
            view.setYScale(scale);
            QTest::qWait(20);
            for (const QCPAxis* axis : {view.plot()->xAxis, view.plot()->yAxis}) {
                const PlotAxis ours = plotAxisOf(*axis);
                for (const double value : {-1.0, 0.0, 0.013, 0.1, 1.0, 7.3, 400.0})
                    QCOMPARE(ours.toPixel(value), axis->coordToPixel(value));
                for (const double pixel : {-20.0, 60.5, 333.0})
                    QCOMPARE(ours.toValue(pixel), axis->pixelToCoord(pixel));
            }
        }
    }

    void aValueAndItsPixelBelongTogether() {
        for (const bool isLog : {false, true}) {
            const PlotAxis axis{QCPRange(2, 32), /*start=*/100, /*length=*/-80, isLog};
            QCOMPARE(axis.toPixel(2), 100.0);
            QCOMPARE(axis.toPixel(32), 20.0);
            QCOMPARE(axis.toValue(axis.toPixel(5)), 5.0);
            // The middle is the mean 17, on a logarithmic axis the geometric mean 8.
            QCOMPARE(axis.middle(), isLog ? 8.0 : 17.0);
            QCOMPARE(axis.toPixel(axis.middle()), 60.0);
        }
    }

    void onALogarithmicAxisZeroIsOutOfView() {
        const PlotAxis x{QCPRange(1, 10), 0, 100, true}, y{QCPRange(1, 10), 100, -100, true};
        QVERIFY(x.toPixel(0) < 0);
        QVERIFY(y.toPixel(0) > 100);
    }

    void zoomingLeavesTheChosenValueInPlace() {
        for (const bool isLog : {false, true}) {
            const PlotAxis before{QCPRange(1, 100), 10, 300, isLog};
            PlotAxis after = before;
            after.range = before.zoomed(/*factor=*/2, /*about=*/30);
            QVERIFY(after.range.size() < before.range.size());
            QCOMPARE(after.toPixel(30), before.toPixel(30));
        }
    }

    void aRangeIsMovedIntoTheData() {
        // Each range is moved into the data, which is the second range.
        QCOMPARE(rangeWithin(QCPRange(2, 3), QCPRange(0, 10), false), QCPRange(2, 3));
        QCOMPARE(rangeWithin(QCPRange(-1, 3), QCPRange(0, 10), false), QCPRange(0, 4));
        QCOMPARE(rangeWithin(QCPRange(8, 12), QCPRange(0, 10), false), QCPRange(6, 10));
        QCOMPARE(rangeWithin(QCPRange(-5, 20), QCPRange(0, 10), false), QCPRange(0, 10));
        // On a logarithmic axis, a range of one decade stays one decade.
        QCOMPARE(rangeWithin(QCPRange(0.5, 5), QCPRange(1, 1000), true), QCPRange(1, 10));
    }

    void valuesThatAreNeverNegativeGetNoNegativeAxis() {
        QCOMPARE(paddedRange(QCPRange(0, 10), false, 0.1, 0.1), QCPRange(0, 11));
        QCOMPARE(paddedRange(QCPRange(-10, 10), false, 0.1, 0.1), QCPRange(-12, 12));
    }
};

QTEST_MAIN(PlotAxisTest)
#include "plot_axis_test.moc"
