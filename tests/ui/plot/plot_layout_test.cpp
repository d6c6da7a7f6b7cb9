// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_layout.h"

#include <QtTest>

using namespace recscope::ui;

namespace {

const QRect kArea(50, 20, 400, 200);  // pixels

PlotLayout layoutOf(const QCPRange& x, const QCPRange& y) {
    return {
        kArea, {x, double(kArea.left()), double(kArea.width())}, {y, double(kArea.bottom()), -double(kArea.height())}};
}

}  // namespace

/// Tests where a plot places its labels, ticks and hover tag. The tests need neither a window nor an application.
class PlotLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void theRangesContainReferenceLinesAndRoomForTheTopLabel() {
        PlotExtent extent;
        extent.x = QCPRange(0, 10);
        extent.y = QCPRange(0, 1);
        extent.references = {0.2, 2};
        const PlotRanges ranges =
            rangesOfAll(extent, PlotScale::Linear, PlotScale::Linear, /*labelHeight=*/20, kArea.height());
        QVERIFY(ranges.hasRoomAboveTopReference);
        const PlotLayout layout = layoutOf(ranges.x, ranges.y);
        QVERIFY(layout.y().toPixel(2) - kArea.top() >= 20 - 1e-9);

        extent.references = {0.2};
        QVERIFY(!rangesOfAll(extent, PlotScale::Linear, PlotScale::Linear, 20, 200).hasRoomAboveTopReference);
    }

    void aPlotWithADiagonalHasEqualAxes() {
        PlotExtent extent;
        extent.x = QCPRange(0, 3);
        extent.y = QCPRange(1, 7);
        extent.hasDiagonal = true;
        const PlotRanges ranges = rangesOfAll(extent, PlotScale::Linear, PlotScale::Linear, 20, 200);
        QCOMPARE(ranges.x, ranges.y);
        QVERIFY(ranges.x.contains(0) && ranges.x.contains(7));
    }

    void aSmallPlotHasFewerTicks() {
        const PlotAxis axis{QCPRange(0, 1), 0, 1};
        const PlotLayout large(QRect(0, 0, 900, 320), axis, axis), small(QRect(0, 0, 100, 40), axis, axis);
        QCOMPARE(large.xTicks(), 10);
        QCOMPARE(large.yTicks(), 8);
        QCOMPARE(small.xTicks(), 2);
        QCOMPARE(small.yTicks(), 1);
        QCOMPARE(large.xTicks(/*widestText=*/284), 3);  // 900 / (284 + gap of 16)
    }

    void noLabelCoversAnotherOrACurve() {
        const PlotLayout layout = layoutOf(QCPRange(0, 10), QCPRange(0, 1));
        PlotLabelRequests requests;
        requests.references = {{0.5, QSizeF(80, 14)}, {0.52, QSizeF(80, 14)}};
        requests.mark = {QPointF(9, 0.55), QSizeF(60, 14)};
        requests.cursorLine = {9.5, QSizeF(40, 14)};
        std::vector<QCPGraphData> curve;
        for (int i = 0; i <= 10; ++i) curve.emplace_back(i, 0.05 * i);
        requests.curves = {layout.drawn(curve, {})};

        const PlotLabels labels = layout.placeLabels(requests);
        std::vector<QRectF> rects;
        for (const PlotLabels::Reference& reference : labels.references) {
            QVERIFY(reference.isInView);
            if (reference.label) rects.push_back(*reference.label);
        }
        QVERIFY(labels.mark && labels.mark->label && labels.cursorLine && labels.cursorLine->label);
        rects.insert(rects.end(), {*labels.mark->label, *labels.cursorLine->label});
        QVERIFY(rects.size() >= 3);
        for (std::size_t i = 0; i < rects.size(); ++i) {
            QVERIFY(QRectF(kArea).adjusted(-1, -1, 1, 1).contains(rects[i]));
            QVERIFY(!rects[i].intersects(labels.mark->ring));
            for (std::size_t other = 0; other < i; ++other) QVERIFY(!rects[i].intersects(rects[other]));
        }
        for (const QPointF& point : requests.curves[0].points) QVERIFY(!labels.mark->label->contains(point));
    }

    void whatIsOutOfViewHasNoLabel() {
        PlotLabelRequests requests;
        requests.references = {{2, QSizeF(80, 14)}};
        requests.mark = {QPointF(20, 0.5), QSizeF(60, 14)};
        requests.cursorLine = {-3, QSizeF(40, 14)};
        const PlotLabels labels = layoutOf(QCPRange(0, 10), QCPRange(0, 1)).placeLabels(requests);
        QVERIFY(!labels.references[0].isInView && !labels.references[0].label);
        QVERIFY(labels.mark && !labels.mark->label);
        QVERIFY(labels.cursorLine && !labels.cursorLine->isInView && !labels.cursorLine->label);
    }

    void theTagStaysInThePicture() {
        const PlotLayout layout = layoutOf(QCPRange(0, 10), QCPRange(0, 1));
        const QSize tag(100, 30), picture(500, 260);
        // The tag is right of the pointer's column and above the pointer; near the right edge it is left of the column.
        QCOMPARE(layout.tagPosition(/*x=*/60, /*pointerY=*/100, tag, picture), QPoint(72, 58));
        QCOMPARE(layout.tagPosition(440, 100, tag, picture), QPoint(328, 58));
        QCOMPARE(layout.tagPosition(60, 20, tag, picture).y(), 0);
    }
};

QTEST_APPLESS_MAIN(PlotLayoutTest)
#include "plot_layout_test.moc"
