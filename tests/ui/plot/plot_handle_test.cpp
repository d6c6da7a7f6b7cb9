// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_handle.h"

#include <qcustomplot.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QWindow>
#include <QtTest>
#include <limits>

#include "plot_fixture.h"
#include "ui/plot/plot_regions.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class PlotHandleTest : public PlotFixture {
    Q_OBJECT

    /// A plot with the points (1, 0.01) … (20, 0.2) and a handle at x = 10.
    struct HandlePlot {
        PlotView view{"Loss", "Step", "Loss"};
        PlotHandle* handle = view.addHandle("handle");

        HandlePlot() {
            fill(view, 20);
            handle->setValue(10);
            handle->setTexts("Step 10", "Drag me");
            show(view);
        }
        QPoint middleOfHandle() const { return handle->mapTo(&view, handle->rect().center()); }
        void drag(int pixels) {
            QWindow* window = view.windowHandle();
            const QPoint from = middleOfHandle();
            QTest::mousePress(window, Qt::LeftButton, {}, from);
            QTest::mouseMove(window, from + QPoint(pixels / 2, 0));
            QTest::mouseMove(window, from + QPoint(pixels, 0));
            QTest::mouseRelease(window, Qt::LeftButton, {}, from + QPoint(pixels, 0));
        }
    };

private slots:
    void initTestCase() { prepare(); }

    void aHandleIsAtItsValue() {
        HandlePlot plot;
        QTRY_VERIFY(plot.handle->isVisible());
        const auto x = [&] { return plot.handle->geometry().center().x(); };
        QCOMPARE(x(), at(plot.view, 10, 0).x());
        plot.handle->setValue(15);
        QTRY_COMPARE(x(), at(plot.view, 15, 0).x());
        wheel(plot.view);
        QTRY_COMPARE(x(), at(plot.view, 15, 0).x());
    }

    void draggingReportsTheXUnderThePointer() {
        HandlePlot plot;
        QSignalSpy dragged(plot.handle, &PlotHandle::dragged);
        const QCPRange range = plot.view.plot()->xAxis->range();
        constexpr int kPixels = 60;
        plot.drag(kPixels);
        QCOMPARE(dragged.size(), 2);
        const double perPixel = range.size() / plot.view.plot()->axisRect()->width();
        // The pointer is at a whole pixel, the line need not be.
        QVERIFY(qAbs(dragged[1][0].toDouble() - (10 + kPixels * perPixel)) <= perPixel);
        QCOMPARE(plot.handle->value(), 10.0);  // the owner decides
        QCOMPARE(plot.view.plot()->xAxis->range(), range);
        QVERIFY(!plot.view.isZoomed());
    }

    void arrowKeysReportStepsAndOtherKeysZoom() {
        HandlePlot plot;
        QSignalSpy stepped(plot.handle, &PlotHandle::stepped);
        plot.handle->setFocus();
        QTest::keyClick(plot.handle, Qt::Key_Right);
        QTest::keyClick(plot.handle, Qt::Key_Left);
        QCOMPARE(stepped.size(), 2);
        QCOMPARE(stepped[0][0].toInt(), 1);
        QCOMPARE(stepped[1][0].toInt(), -1);
        QVERIFY(!plot.view.isZoomed());
        QTest::keyClick(plot.handle, Qt::Key_Plus);
        QVERIFY(plot.view.isZoomed());
        QCOMPARE(stepped.size(), 2);
    }

    void aHandleThatCannotBeMovedReportsNothingAndSaysWhy() {
        HandlePlot plot;
        QSignalSpy dragged(plot.handle, &PlotHandle::dragged), stepped(plot.handle, &PlotHandle::stepped);
        plot.handle->setReasonNotToMove("It is fixed.");
        plot.drag(60);
        plot.handle->setFocus();
        QTest::keyClick(plot.handle, Qt::Key_Right);
        QVERIFY(dragged.isEmpty() && stepped.isEmpty());
        QCOMPARE(plot.handle->toolTip(), QString("It is fixed."));
        QCOMPARE(plot.handle->accessibleDescription(), QString("It is fixed."));
        QVERIFY(!plot.view.isZoomed());
        plot.handle->setReasonNotToMove({});
        QCOMPARE(plot.handle->toolTip(), QString("Drag me"));
        plot.drag(60);
        QVERIFY(!dragged.isEmpty());
    }

    void aLineOutOfViewCanBeBroughtBackFromTheEdge() {
        HandlePlot plot;
        plot.handle->setValue(1e9);
        const QRect area = plot.view.plot()->axisRect()->rect();
        QTRY_VERIFY(qAbs(plot.handle->geometry().center().x() - area.right()) <= 1);
        QVERIFY(!item<QCPItemLine>(plot.view)->visible());
        QSignalSpy dragged(plot.handle, &PlotHandle::dragged);
        plot.drag(-100);
        QVERIFY(!dragged.isEmpty());
        QVERIFY(plot.view.plot()->xAxis->range().contains(dragged.last()[0].toDouble()));
    }

    void linesAtTheSameXCanBothBeDragged() {
        HandlePlot plot;
        PlotHandle* second = plot.view.addHandle("second");
        second->setValue(10);
        QTRY_VERIFY(second->isVisible());
        QVERIFY(!second->geometry().intersects(plot.handle->geometry()));
        QSignalSpy first(plot.handle, &PlotHandle::dragged), other(second, &PlotHandle::dragged);
        const int line = at(plot.view, 10, 0).x(), y = middle(plot.view).y();
        for (const int beside : {-3, 3}) {
            const QPoint from = plot.view.plot()->mapTo(&plot.view, QPoint(line + beside, y));
            QTest::mousePress(plot.view.windowHandle(), Qt::LeftButton, {}, from);
            QTest::mouseMove(plot.view.windowHandle(), from + QPoint(20, 0));
            QTest::mouseRelease(plot.view.windowHandle(), Qt::LeftButton, {}, from + QPoint(20, 0));
        }
        QCOMPARE(first.size(), 1);
        QCOMPARE(other.size(), 1);
    }

    void withoutDataThereIsNoHandle() {
        PlotView view("Loss", "Step", "Loss");
        PlotHandle* handle = view.addHandle("handle");
        show(view);
        QTest::qWait(20);
        QVERIFY(!handle->isVisible());
    }

    void aScreenReaderGetsANameAndARole() {
        HandlePlot plot;
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(plot.handle);
        QCOMPARE(accessible->role(), QAccessible::Slider);
        QCOMPARE(accessible->text(QAccessible::Name), QString("Step 10"));
        QCOMPARE(accessible->text(QAccessible::Description), QString("Drag me"));
    }

    void regionsAreShadedInTheColoursOfTheLegend() {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        PlotView view("Loss", "Step", "Loss");
        fill(view, 20);
        view.setRegions({{.name = "A", .from = -kInfinity, .to = 5, .category = 0},
                         {.name = "B", .from = 5, .to = kInfinity, .category = 1}});
        show(view);
        const auto colourAt = [&](double x) {
            const QRect area = view.plot()->axisRect()->rect();
            return view.plot()->grab().toImage().pixelColor(at(view, x, 0).x(), area.top() + 2);
        };
        const Theme& theme = Theme::instance();
        QTRY_COMPARE(colourAt(2), theme.categoryStyle(0).colour);
        QCOMPARE(colourAt(15), theme.categoryStyle(1).colour);
        view.setRegions({});
        QTRY_COMPARE(view.plot()->itemCount(), 0);
    }
};

QTEST_MAIN(PlotHandleTest)
#include "plot_handle_test.moc"
