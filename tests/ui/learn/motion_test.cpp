// SPDX-License-Identifier: GPL-3.0-or-later
// Tests animations in Learn. The tests set the moment of an animation themselves and never wait for one.
#include <QTest>

#include "ui/attention/growing_map.h"
#include "ui/learn/mask_grid.h"
#include "ui/theme/theme.h"
#include "ui/widgets/animation.h"
#include "ui/widgets/bar_rows.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kSlow = 600'000;  ///< milliseconds: no animation ends while a test runs

std::vector<BarRow> rows(double first, double second) {
    return {{.title = QStringLiteral("a"), .value = first}, {.title = QStringLiteral("b"), .value = second}};
}

Animation& animationOf(QWidget& widget) {
    auto* animation = widget.findChild<Animation*>();
    if (!animation) qFatal("This widget has no animation.");
    return *animation;
}

/// Sets the animation of the widget to the moment at which this share of its time is over, 0…1.
void moveTo(QWidget& widget, double share) {
    animationOf(widget).setCurrentTime(int(share * kSlow));
}

bool isBetween(double value, double low, double high) {
    return value > low && value < high;
}

}  // namespace

class MotionTest : public QObject {
    Q_OBJECT

private slots:
    void init() { Theme::instance().setMotionTime(kSlow); }
    void cleanup() { Theme::instance().setMotionTime({}); }

    void withoutMotionNewValuesShowAtOnce() {
        Theme::instance().setMotionTime(0);
        BarRows bars({});
        show(bars, {400, 200});
        bars.setRows(rows(1, 2), 0, 4);
        bars.setRows(rows(3, 0), 0, 4);
        QCOMPARE(bars.shownValue(0), 3.0);
        QVERIFY(!animationOf(bars).isMoving());
    }

    // Tests run, and `recscope --tour` takes pictures, without a screen, so nothing may be animated there.
    void withoutAScreenNothingMoves() {
        Theme::instance().setMotionTime({});
        QCOMPARE(Theme::instance().motionTime(), 0);
    }

    void barsMoveFromOldValuesToNewOnesAndEndThere() {
        BarRows bars({});
        show(bars, {400, 200});
        bars.setRows(rows(1, 2), 0, 4);
        QCOMPARE(bars.shownValue(0), 1.0);  // the first values appear at once
        bars.setRows(rows(3, 0.7), 0, 4);
        QCOMPARE(bars.shownValue(0), 1.0);
        double first = 1, second = 2;
        for (const double share : {0.25, 0.5, 0.75}) {
            moveTo(bars, share);
            QVERIFY(isBetween(bars.shownValue(0), first, 3));
            QVERIFY(isBetween(bars.shownValue(1), 0.7, second));
            first = bars.shownValue(0);
            second = bars.shownValue(1);
        }
        moveTo(bars, 1);
        QCOMPARE(bars.shownValue(0), 3.0);
        QCOMPARE(bars.shownValue(1), 0.7);
        QVERIFY(!animationOf(bars).isMoving());
    }

    void aNewTargetIsReachedFromTheCurrentValue() {
        BarRows bars({});
        show(bars, {400, 200});
        bars.setRows(rows(0, 0), 0, 4);
        bars.setRows(rows(4, 0), 0, 4);
        moveTo(bars, 0.5);
        const double onTheWay = bars.shownValue(0);
        bars.setRows(rows(4, 0), 0, 4);  // the same targets again
        QCOMPARE(bars.shownValue(0), onTheWay);
        QVERIFY(animationOf(bars).isMoving());
        bars.setRows(rows(1, 0), 0, 4);
        QCOMPARE(bars.shownValue(0), onTheWay);
        moveTo(bars, 1);
        QCOMPARE(bars.shownValue(0), 1.0);
    }

    void newTitlesAndChangesAtOnceAreNotAnimated() {
        BarRows bars({});
        show(bars, {400, 200});
        bars.setRows(rows(1, 2), 0, 4);
        bars.setRows({{.title = QStringLiteral("c"), .value = 3}, {.title = QStringLiteral("b"), .value = 1}}, 0, 4);
        QCOMPARE(bars.shownValue(1), 1.0);
        bars.setRows({{.title = QStringLiteral("c"), .value = 0}, {.title = QStringLiteral("b"), .value = 4}}, 0, 4,
                     BarRows::Change::AtOnce);
        QCOMPARE(bars.shownValue(1), 4.0);
        QVERIFY(!animationOf(bars).isMoving());
    }

    void aHiddenWidgetShowsItsFinalValues() {
        BarRows bars({});
        show(bars, {400, 200});
        bars.setRows(rows(1, 2), 0, 4);
        bars.setRows(rows(3, 0), 0, 4);
        bars.hide();
        QVERIFY(!animationOf(bars).isMoving());
        QCOMPARE(bars.shownValue(0), 3.0);
        bars.setRows(rows(1, 2), 0, 4);
        QVERIFY(!animationOf(bars).isMoving());
        QCOMPARE(bars.shownValue(0), 1.0);
    }

    void aBarLongerThanTheScaleEndsInAnArrow() {
        Theme::instance().setMotionTime(0);
        BarRows bars({});
        show(bars, {400, 200});
        const auto besideTheBar = [&bars](double value) {
            bars.setRows(rows(value, 0), 0, 4);
            const QRectF area = bars.barArea(0);
            return bars.grab(QRect(int(area.right()) + 1, int(area.top()), space::kPadding, int(area.height())))
                .toImage();
        };
        const QImage whole = besideTheBar(4);
        QVERIFY(besideTheBar(4.1) != whole);
        QVERIFY(besideTheBar(3) == whole);
    }

    void aRowOfTheMapFillsCellByCell() {
        GrowingMap map;
        show(map, {220, 240});
        map.begin(4);
        map.setRow(2, {0.1f, 0.2f, 0.3f, 0.4f});
        QCOMPARE(map.filledCells(), 0);
        moveTo(map, 0.5);
        QCOMPARE(map.filledCells(), 2);
        map.setRow(2, {0.1f, 0.2f, 0.3f, 0.4f});  // the same row again
        QCOMPARE(map.filledCells(), 2);
        moveTo(map, 1);
        QCOMPARE(map.filledCells(), 4);
        map.setRow(2, {0.1f, 0.2f, 0.3f, 0.4f});
        QCOMPARE(map.filledCells(), 4);
    }

    void theHighlightSlidesToTheHighlightedRow() {
        MaskGrid grid({}, recscope::ui::AttentionMask::Causal);
        show(grid, {220, 240});
        grid.setSize(6);
        grid.setHighlighted(1);
        QCOMPARE(grid.highlightPosition(), 1.0);  // no other row was highlighted
        grid.setHighlighted(5);
        moveTo(grid, 0.5);
        QVERIFY(isBetween(grid.highlightPosition(), 1, 5));
        moveTo(grid, 1);
        QCOMPARE(grid.highlightPosition(), 5.0);
        grid.setHighlighted(-1);
        QCOMPARE(grid.highlightPosition(), -1.0);
    }
};

QTEST_MAIN(MotionTest)
#include "motion_test.moc"
