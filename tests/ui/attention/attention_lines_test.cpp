// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_lines.h"

#include <QFile>
#include <QImage>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// Maps of one layer and two heads. In each row, half of the weight is spread evenly over the positions that the mask
/// allows, and the other half is on the position `head + 1` steps earlier, or on the first one.
std::shared_ptr<const AttentionMaps> makeMaps(int size, AttentionMask attentionMask) {
    auto maps = std::make_shared<AttentionMaps>();
    maps->layers = 1;
    maps->heads = 2;
    maps->size = size;
    for (int head = 0; head < 2; ++head)
        for (int row = 0; row < size; ++row) {
            const int reach = attentionMask == AttentionMask::Causal ? row + 1 : size;
            for (int column = 0; column < size; ++column)
                maps->weights.push_back((column < reach ? 0.5f / float(reach) : 0.0f) +
                                        (column == std::max(0, row - head - 1) ? 0.5f : 0.0f));
        }
    return maps;
}

QStringList labelsFor(int size) {
    QStringList labels;
    for (int i = 1; i < size; ++i) labels << QStringLiteral("Film %1 (%2)").arg(i).arg(1950 + i);
    return labels << QStringLiteral("[MASK]");
}

}  // namespace

class AttentionLinesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_map = std::make_unique<AttentionMap>();
        m_lines = std::make_unique<AttentionLines>(*m_map);
        m_map->model().setMaps(makeMaps(12, AttentionMask::Bidirectional), labelsFor(12), AttentionMask::Bidirectional);
        test::show(*m_lines, {640, 420});
    }
    void cleanup() {
        m_lines.reset();
        m_map.reset();
    }

    void withoutASelectionEveryRowHasLines() {
        QVERIFY(!m_lines->chosen());
        std::set<int> rows;
        for (const MapCell& cell : m_lines->shownCells()) rows.insert(cell.row);
        QCOMPARE(int(rows.size()), 12);
        QVERIFY(m_lines->accessibleName().contains(QStringLiteral("layer 1, head 1")));
    }

    void hoveringAQueryShowsOnlyItsLines() {
        QSignalSpy changed(m_lines.get(), &AttentionLines::chosenChanged);
        hover({LineSide::Query, 11});
        QVERIFY(m_lines->chosen() == (LineEnd{LineSide::Query, 11}));
        QVERIFY(changed.count() > 0);
        for (const MapCell& cell : m_lines->shownCells()) QCOMPARE(cell.row, 11);
        QCOMPARE(int(m_lines->shownCells().size()), 12);
        QVERIFY(m_lines->shownCells().back() == (MapCell{11, 10}));  // the strongest line is drawn last
        QVERIFY2(m_lines->sentence().startsWith(QStringLiteral("[MASK] looks most at Film 11 (1961): 0.542")),
                 qPrintable(m_lines->sentence()));
        QCOMPARE(m_lines->accessibleDescription(), m_lines->sentence());
        QTest::mouseMove(m_lines->viewport(), {m_lines->width() / 2, 200});
        QVERIFY(waitUntil([&] { return !m_lines->chosen(); }));
    }

    void hoveringAKeyShowsOnlyTheLinesToIt() {
        hover({LineSide::Key, 10});
        for (const MapCell& cell : m_lines->shownCells()) QCOMPARE(cell.column, 10);
        QVERIFY2(m_lines->sentence().startsWith(QStringLiteral("Film 11 (1961) is looked at most by [MASK]: 0.542")),
                 qPrintable(m_lines->sentence()));
    }

    void theStrengthOfALineFollowsItsWeight() {
        QCOMPARE(m_lines->strength({11, 10}), 1.0);
        QVERIFY(std::abs(m_lines->strength({11, 3}) -
                         double(m_map->model().valueAt({11, 3}) / m_map->model().maximum())) < 1e-6);
        // In the picture (in the light theme), the line of a large weight is darker than that of a small one.
        hover({LineSide::Query, 11});
        const QImage image = m_lines->viewport()->grab().toImage();
        // The lightness (0…255) of the darkest pixel in the middle of the line from row 11 to this column.
        const auto darkestAcross = [&](int column) {
            const QRectF from = m_lines->rectOf({LineSide::Query, 11}), to = m_lines->rectOf({LineSide::Key, column});
            const QPointF end(to.left() - 60, to.center().y());
            const QPointF at =
                from.center() + (end - QPointF(from.right(), from.center().y())) * 0.5 + QPointF(from.width() / 2, 0);
            int darkest = 255;
            for (int y = int(at.y()) - 3; y <= int(at.y()) + 3; ++y)
                darkest = std::min(darkest, image.pixelColor(int(at.x()), y).lightness());
            return darkest;
        };
        QVERIFY2(darkestAcross(10) + 30 < darkestAcross(2),
                 qPrintable(QStringLiteral("%1 %2").arg(darkestAcross(10)).arg(darkestAcross(2))));
    }

    void aClickPinsAndASecondClickShowsAllAgain() {
        click({LineSide::Query, 4});
        QVERIFY(m_lines->pinned() == (LineEnd{LineSide::Query, 4}));
        QTest::mouseMove(m_lines->viewport(), {m_lines->width() / 2, 200});
        QVERIFY(waitUntil([&] { return m_lines->chosen() == (LineEnd{LineSide::Query, 4}); }));
        click({LineSide::Query, 4});
        QVERIFY(!m_lines->pinned());
    }

    void keysWalkThroughBothColumns() {
        m_lines->setFocus();
        QTest::keyClick(m_lines.get(), Qt::Key_Up);
        QVERIFY(m_lines->pinned() == (LineEnd{LineSide::Query, 11}));
        QTest::keyClick(m_lines.get(), Qt::Key_Up);
        QTest::keyClick(m_lines.get(), Qt::Key_Right);
        QVERIFY(m_lines->pinned() == (LineEnd{LineSide::Key, 10}));
        QTest::keyClick(m_lines.get(), Qt::Key_Home);
        QTest::keyClick(m_lines.get(), Qt::Key_Up);
        QVERIFY(m_lines->pinned() == (LineEnd{LineSide::Key, 0}));
        QTest::keyClick(m_lines.get(), Qt::Key_Escape);
        QVERIFY(!m_lines->pinned());
    }

    void fiftyItemsScrollTogetherAndStayLegible() {
        m_map->model().setMaps(makeMaps(50, AttentionMask::Causal), labelsFor(50), AttentionMask::Causal);
        QVERIFY(m_lines->verticalScrollBar()->maximum() > 0);
        // The view is first scrolled to its end, because the predicting position is there.
        QCOMPARE(m_lines->verticalScrollBar()->value(), m_lines->verticalScrollBar()->maximum());
        const double caption = QFontMetricsF(Theme::instance().caption()).height();
        QVERIFY(m_lines->rectOf({LineSide::Query, 0}).height() >= caption);
        m_lines->verticalScrollBar()->setValue(0);
        for (const int position : {0, 7, 49})
            QCOMPARE(m_lines->rectOf({LineSide::Query, position}).top(),
                     m_lines->rectOf({LineSide::Key, position}).top());
        QVERIFY(m_lines->rectOf({LineSide::Query, 49}).top() > m_lines->height());
        QTest::keyClick(m_lines.get(), Qt::Key_End);
        QVERIFY(m_lines->viewport()->rect().contains(m_lines->rectOf({LineSide::Query, 49}).center().toPoint()));
        savePicture(*m_lines, QStringLiteral("lines-50"));
    }

    void targetsOutsideTheViewAreNamedAboveOrBelowTheRows() {
        m_map->model().setMaps(makeMaps(50, AttentionMask::Bidirectional), labelsFor(50), AttentionMask::Bidirectional);
        m_lines->clearFocus();
        m_lines->pin(LineEnd{LineSide::Query, 5});
        // At the end of the view, the targets of the pinned lines are above what is visible.
        m_lines->verticalScrollBar()->setValue(m_lines->verticalScrollBar()->maximum());
        savePicture(*m_lines, QStringLiteral("lines-above"));
        // True if `part` of the view shows the tag that names the targets of the pinned lines. The tag must not cover
        // the names of items.
        const auto hasTag = [this](QRectF part) {
            const QImage image = m_lines->viewport()->grab(part.toRect()).toImage();
            const QRgb accent = Theme::instance().colours().accent.rgb();
            int longest = 0;
            for (int y = 0; y < image.height(); ++y) {
                int run = 0;
                for (int x = 0; x < image.width(); ++x) {
                    run = image.pixel(x, y) == accent ? run + 1 : 0;
                    longest = std::max(longest, run);
                }
            }
            return longest > 40;  // only the tag has an edge this wide, no letter has
        };
        const QRectF last = m_lines->rectOf({LineSide::Key, 49});
        const double top = m_lines->rectOf({LineSide::Key, 0}).top() + m_lines->verticalScrollBar()->value();
        QVERIFY(hasTag(QRectF(0, 0, m_lines->viewport()->width(), top)));
        QVERIFY(!hasTag(QRectF(0, top, m_lines->viewport()->width(), last.bottom() - top)));
        m_lines->pin(LineEnd{LineSide::Query, 45});
        m_lines->verticalScrollBar()->setValue(0);  // the targets of the pinned lines are now below what is visible
        savePicture(*m_lines, QStringLiteral("lines-below"));
        QVERIFY(!hasTag(QRectF(0, top, m_lines->viewport()->width(), last.bottom() - top)));
        QVERIFY(hasTag(
            QRectF(0, last.bottom(), m_lines->viewport()->width(), m_lines->viewport()->height() - last.bottom())));
    }

    void aCausalItemHasNoLinesToLaterItems() {
        m_map->model().setMaps(makeMaps(12, AttentionMask::Causal), labelsFor(12), AttentionMask::Causal);
        for (const MapCell& cell : m_lines->shownCells()) QVERIFY(cell.column <= cell.row);
        // In the first row, one weight is 1 and all others are 0. So that other rows stay visible, each row has its own
        // scale.
        QCOMPARE(m_map->model().range(), MapRange::Row);
        QCOMPARE(m_lines->strength({0, 0}), 1.0);
        QCOMPARE(m_lines->strength({11, 10}), 1.0);
    }

    void thePinStaysForAnotherHeadButNotForOtherMaps() {
        m_lines->pin(LineEnd{LineSide::Query, 11});
        m_map->model().setHead(0, 1);
        QVERIFY(m_lines->shownCells().back() == (MapCell{11, 9}));
        QVERIFY(m_lines->pinned().has_value());
        m_map->model().setMaps(makeMaps(9, AttentionMask::Bidirectional), labelsFor(9), AttentionMask::Bidirectional);
        QVERIFY(!m_lines->pinned());
    }

    void exportedPicturesContainAllRows() {
        m_map->model().setMaps(makeMaps(50, AttentionMask::Bidirectional), labelsFor(50), AttentionMask::Bidirectional);
        QTemporaryDir folder;
        for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
            const QString path = folder.filePath(QStringLiteral("lines.") + QLatin1String(suffix));
            QVERIFY(exportSucceeds(*m_lines, path));
            QVERIFY(QFile(path).size() > 500);
        }
        const QImage image(folder.filePath(QStringLiteral("lines.png")));
        QVERIFY(image.height() / 2 > m_lines->viewport()->height());
        QVERIFY(!exportSucceeds(*m_lines, folder.filePath(QStringLiteral("no/such/folder.png"))));
    }

    void withoutMapsTheReasonIsShown() {
        m_map->model().clear(QStringLiteral("Nothing to see."));
        QVERIFY(m_lines->shownCells().empty());
        QCOMPARE(m_lines->accessibleDescription(), QStringLiteral("Nothing to see."));
    }

private:
    QPoint at(LineEnd end) const { return m_lines->rectOf(end).center().toPoint(); }
    void hover(LineEnd end) {
        QTest::mouseMove(m_lines->viewport(), at(end));
        QVERIFY(waitUntil([&] { return m_lines->chosen() == end; }));
    }
    void click(LineEnd end) { QTest::mouseClick(m_lines->viewport(), Qt::LeftButton, {}, at(end)); }

    std::unique_ptr<AttentionMap> m_map;
    std::unique_ptr<AttentionLines> m_lines;
};

QTEST_MAIN(AttentionLinesTest)
#include "attention_lines_test.moc"
