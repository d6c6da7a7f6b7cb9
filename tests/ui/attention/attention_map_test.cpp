// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include "ui/attention/attention_export.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/map_controls.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// Maps in which, in each row, half of the weight is spread evenly over the positions that the mask allows, and the
/// other half is on the position `layer + head` steps earlier, or on the first one.
std::shared_ptr<const AttentionMaps> makeMaps(int layers, int heads, int size, AttentionMask attentionMask) {
    auto maps = std::make_shared<AttentionMaps>();
    maps->layers = layers;
    maps->heads = heads;
    maps->size = size;
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head)
            for (int row = 0; row < size; ++row) {
                const int reach = attentionMask == AttentionMask::Causal ? row + 1 : size;
                const int favourite = std::max(0, row - layer - head);
                for (int column = 0; column < size; ++column) {
                    const float uniform = column < reach ? 0.5f / float(reach) : 0.0f;
                    maps->weights.push_back(uniform + (column == favourite ? 0.5f : 0.0f));
                }
            }
    return maps;
}

QStringList labelsFor(int size) {
    QStringList labels;
    for (int i = 0; i < size - 1; ++i) labels << QStringLiteral("Film %1 (%2)").arg(i + 1).arg(1950 + i % 70);
    return labels << QStringLiteral("[MASK]");
}

}  // namespace

class AttentionMapTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_map = std::make_unique<AttentionMap>();
        m_map->model().setMaps(makeMaps(2, 2, 12, AttentionMask::Bidirectional), labelsFor(12),
                               AttentionMask::Bidirectional);
        test::show(*m_map, {700, 420});
    }
    void cleanup() { m_map.reset(); }

    void aRightClickOffersToSaveAndCopy() {
        const QStringList menu = rightClickThroughWindow(m_map.get(), m_map->rect().center());
        for (const char* entry : {"Save as PNG, SVG, PDF or CSV…", "Copy picture", "Copy values"})
            QVERIFY2(menu.contains(entry), qPrintable(menu.join('|')));
    }

    void hoveringNamesBothItemsAndTheWeight() {
        QSignalSpy hovered(&m_map->selection(), &AttentionMapSelection::hovered);
        m_map->model().setHead(1, 0);
        QTest::mouseMove(m_map.get(), centre(11, 10));
        QVERIFY(waitUntil([&] { return hovered.count() == 1; }));
        QCOMPARE(hovered[0][0].toInt(), 11);
        QCOMPARE(hovered[0][1].toInt(), 10);
        QCOMPARE(m_map->tagText(), QStringLiteral("[MASK] looks at Film 11 (1960): 0.542 (layer 2, head 1)"));
        QCOMPARE(m_map->accessibleDescription(), m_map->tagText());
    }

    void theTagLeavesTheHoveredRowAndColumnVisible() {
        m_map->resize(480, 240);  // its size in the smallest window
        for (const AttentionMask attentionMask : {AttentionMask::Bidirectional, AttentionMask::Causal}) {
            m_map->model().setMaps(makeMaps(2, 2, 21, attentionMask), labelsFor(21), attentionMask);
            QCoreApplication::processEvents();
            for (const MapCell cell :
                 {MapCell{20, 19}, MapCell{20, 2}, MapCell{10, 10}, MapCell{1, 0}, MapCell{3, 1}}) {
                QTest::mouseMove(m_map.get(), centre(cell.row, cell.column));
                QVERIFY(waitUntil([&] { return m_map->selection().hoveredCell() == cell; }));
                const QRectF tag = m_map->tagRect();
                QVERIFY(!tag.isEmpty() && QRectF(m_map->rect()).contains(tag));
                const QRectF left = m_map->cellRect({cell.row, 0}), right = m_map->cellRect({cell.row, 20}),
                             top = m_map->cellRect({0, cell.column}), bottom = m_map->cellRect({20, cell.column});
                QVERIFY(!tag.intersects(QRectF(QPointF(0, left.top()), right.bottomRight())));
                QVERIFY(!tag.intersects(top.united(bottom)));
            }
        }
        savePicture(*m_map, QStringLiteral("map-tag"));
    }

    void aClickPinsAndASecondClickUnpins() {
        QSignalSpy pinned(&m_map->selection(), &AttentionMapSelection::pinned);
        QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, centre(4, 3));
        QVERIFY(m_map->selection().pinnedCell() == (MapCell{4, 3}));
        QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, centre(4, 3));
        QVERIFY(!m_map->selection().pinnedCell());
        QCOMPARE(pinned.count(), 2);
        QCOMPARE(pinned[1][0].toInt(), -1);
    }

    void arrowKeysMoveThePinWithinTheMapAndEscapeRemovesIt() {
        m_map->selection().pin(0, 0);
        QTest::keyClick(m_map.get(), Qt::Key_Right);
        QTest::keyClick(m_map.get(), Qt::Key_Down);
        QVERIFY(m_map->selection().pinnedCell() == (MapCell{1, 1}));
        QTest::keyClick(m_map.get(), Qt::Key_End);
        QTest::keyClick(m_map.get(), Qt::Key_Right);
        QVERIFY(m_map->selection().pinnedCell() == (MapCell{1, 11}));
        QTest::keyClick(m_map.get(), Qt::Key_Escape);
        QVERIFY(!m_map->selection().pinnedCell());
    }

    void theFirstArrowKeyPinsTheRowOfTheMaskToken() {
        QTest::keyClick(m_map.get(), Qt::Key_Left);
        QVERIFY(m_map->selection().pinnedCell() == (MapCell{11, 11}));
    }

    void aPinSurvivesAnotherHeadAndNewMapsOfTheSameSize() {
        m_map->selection().pin(4, 3);
        m_map->model().setHead(1, 1);
        m_map->model().setMaps(makeMaps(2, 2, 12, AttentionMask::Bidirectional), labelsFor(12),
                               AttentionMask::Bidirectional);
        QVERIFY(m_map->selection().pinnedCell() == (MapCell{4, 3}));
        QVERIFY(m_map->tagText().endsWith(QStringLiteral("(layer 2, head 2)")));
        m_map->model().setMaps(makeMaps(2, 2, 13, AttentionMask::Bidirectional), labelsFor(13),
                               AttentionMask::Bidirectional);
        QVERIFY(!m_map->selection().pinnedCell());
    }

    void theWheelZoomsAroundThePointerAndDraggingPans() {
        const QPointF at = m_map->cellRect({6, 6}).center();
        QWheelEvent wheel(at, m_map->mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);  // 480 = four notches
        QApplication::sendEvent(m_map.get(), &wheel);
        QVERIFY(m_map->isZoomed());
        QVERIFY(m_map->cellRect({6, 6}).contains(at));
        const QPointF before = m_map->cellRect({6, 6}).center();
        QTest::mousePress(m_map.get(), Qt::LeftButton, {}, at.toPoint());
        QTest::mouseMove(m_map.get(), at.toPoint() + QPoint(25, 25));
        QTest::mouseMove(m_map.get(), at.toPoint() + QPoint(40, 30));
        QTest::mouseRelease(m_map.get(), Qt::LeftButton, {}, at.toPoint() + QPoint(40, 30));
        const QPointF moved = m_map->cellRect({6, 6}).center() - before;
        QVERIFY2(std::abs(moved.x() - 40) < 2 && std::abs(moved.y() - 30) < 2, "the cell follows the pointer");
        QVERIFY2(!m_map->selection().pinnedCell(), "a drag is no click");
        QTest::keyClick(m_map.get(), Qt::Key_0);
        QVERIFY(!m_map->isZoomed());
    }

    void theStrongestCellIsPaintedDarkestInTheLightTheme() {
        Theme::instance().setChoice(ThemeChoice::Light);
        const QImage image = m_map->grab().toImage();
        const auto lightness = [&](int row, int column) {
            return image.pixelColor(m_map->cellRect({row, column}).center().toPoint()).lightness();
        };
        QVERIFY(lightness(5, 5) < lightness(5, 6));
        QCOMPARE(image.pixelColor(centre(5, 5)), Theme::instance().sequential(1));
    }

    void theSharedRangeEndsAtTheLargestWeightOfAllHeads() {
        auto maps = std::make_shared<AttentionMaps>(*makeMaps(1, 2, 3, AttentionMask::Bidirectional));
        maps->weights[9] = 0.9f;  // of the second head; each head has 3 x 3 weights, and the first is shown
        m_map->model().setMaps(maps, labelsFor(3), AttentionMask::Bidirectional);
        const float ownMaximum = m_map->model().maximum();
        m_map->model().setRange(MapRange::Shared);
        QVERIFY(ownMaximum < 0.9f);
        QCOMPARE(m_map->model().maximum(), 0.9f);
    }

    void causalMapsAreScaledByRowUnlessARangeWasChosen() {
        QCOMPARE(m_map->model().range(), MapRange::Own);
        const auto causal = makeMaps(2, 2, 12, AttentionMask::Causal);
        m_map->model().setMaps(causal, labelsFor(12), AttentionMask::Causal);
        QCOMPARE(m_map->model().range(), MapRange::Row);
        // In the first row, one weight is 1 and all others are 0. The largest weight of the last row is smaller, but
        // must be drawn just as dark.
        const QImage image = m_map->grab().toImage();
        QCOMPARE(image.pixelColor(centre(0, 0)), Theme::instance().sequential(1));
        QCOMPARE(image.pixelColor(centre(11, 11)), Theme::instance().sequential(1));
        HeadGrid grid;
        grid.setMaps(causal, AttentionMask::Causal);
        test::show(grid, {420, 300});
        const QRectF small = grid.mapRect(0, 0);
        // The centre of the last cell; the map has 12 x 12 cells.
        const QPointF lastCell(small.right() - small.width() / 24, small.bottom() - small.height() / 24);
        QCOMPARE(grid.grab().toImage().pixelColor(lastCell.toPoint()), Theme::instance().sequential(1));
        m_map->model().setRange(MapRange::Own);
        m_map->model().setMaps(causal, labelsFor(12), AttentionMask::Causal);
        QCOMPARE(m_map->model().range(), MapRange::Own);
    }

    void smallMapsGrowWithTheWindow() {
        HeadGrid grid;
        grid.setMaps(makeMaps(2, 2, 12, AttentionMask::Bidirectional), AttentionMask::Bidirectional);
        test::show(grid, {360, 300});
        const double before = grid.mapRect(0, 0).width();
        grid.resize(900, 800);
        QVERIFY(grid.mapRect(0, 0).width() > 2 * before);
        QVERIFY(grid.rect().contains(grid.mapRect(1, 1).toAlignedRect()));
    }

    void theMessageOfAMaskedCellStatesThatItCannotBeAttendedTo() {
        m_map->model().setMaps(makeMaps(1, 1, 5, AttentionMask::Causal), labelsFor(5), AttentionMask::Causal);
        QCOMPARE(m_map->model().sentence({0, 1}),
                 QStringLiteral("Film 1 (1950) cannot look at Film 2 (1951), which comes later (layer 1, head 1)"));
    }

    void copiedValuesHaveEveryWeightWithItsLabels() {
        QTest::keyClick(m_map.get(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 13);
        QCOMPARE(lines[12].split('\t').size(), 13);
        QCOMPARE(lines[12].split('\t')[0], QStringLiteral("12 [MASK]"));
        QVERIFY(std::abs(lines[12].split('\t')[12].toDouble() - (0.5 + 0.5 / 12)) < 1e-5);
    }

    void exportsToPicturesDocumentsAndValues() {
        QTemporaryDir folder;
        for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
            const QString path = folder.filePath(QStringLiteral("map.") + QLatin1String(suffix));
            QVERIFY(exportSucceeds(*m_map, path));
            QVERIFY(QFile(path).size() > 500);
        }
        QCOMPARE(QImage(folder.filePath(QStringLiteral("map.png"))).size(), m_map->size() * 2);
        QVERIFY(!exportSucceeds(*m_map, folder.filePath(QStringLiteral("no/such/folder.png"))));
    }

    void meansAndDifferencesAreComputedFromTheHeads() {
        const auto maps = makeMaps(2, 2, 12, AttentionMask::Bidirectional);
        m_map->model().setMaps(maps, labelsFor(12), AttentionMask::Bidirectional);
        const MapCell cell{11, 10};
        const auto at = [&](int layer, int head) { return maps->at(layer, head, cell.row, cell.column); };
        m_map->model().setHead(1, 0);
        m_map->model().setView(MapView::MeanOverHeads);
        QVERIFY(std::abs(m_map->model().valueAt(cell) - (at(1, 0) + at(1, 1)) / 2) < 1e-6f);
        QVERIFY(m_map->model().sentence(cell).endsWith(QStringLiteral("(layer 2, mean over heads)")));
        m_map->model().setView(MapView::MeanOverLayers);
        QVERIFY(std::abs(m_map->model().valueAt(cell) - (at(0, 0) + at(1, 0)) / 2) < 1e-6f);
        m_map->model().setView(MapView::MeanOfAll);
        QVERIFY(std::abs(m_map->model().valueAt(cell) - (at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1)) / 4) < 1e-6f);
        m_map->model().setView(MapView::MinusHead);
        m_map->model().setOtherHead({0, 0});
        QVERIFY(std::abs(m_map->model().valueAt(cell) - (at(1, 0) - at(0, 0))) < 1e-6f);
        QVERIFY(m_map->model().sentence(cell).contains(
            QStringLiteral("by 0.500 more (layer 2, head 1 minus layer 1, head 1)")));
        QVERIFY(m_map->model().sentence({11, 11}).contains(QStringLiteral("by 0.500 less")));
        // In a map of differences, positive ones are orange and negative ones blue.
        const QImage image = m_map->grab().toImage();
        QCOMPARE(image.pixelColor(centre(11, 10)), Theme::instance().diverging(1));
        QCOMPARE(image.pixelColor(centre(11, 11)), Theme::instance().diverging(-1));
        QVERIFY(valuesAsText(m_map->model(), ',').contains(QStringLiteral("-0.5")));
    }

    void theRolloutIsRequestedAndShownWhenItArrives() {
        const auto maps = makeMaps(2, 2, 12, AttentionMask::Bidirectional);
        m_map->model().setMaps(maps, labelsFor(12), AttentionMask::Bidirectional);
        std::shared_ptr<const AttentionMaps> request;
        connect(&m_map->model(), &AttentionMapModel::rolloutRequested, m_map.get(),
                [&](const std::shared_ptr<const AttentionMaps>& source) { request = source; });
        m_map->model().setView(MapView::Rollout);
        QCOMPARE(request, maps);
        QVERIFY(valuesAsText(m_map->model(), ',').isEmpty());
        QVERIFY2(m_map->accessibleDescription().contains(tr("rollout")),
                 "does not say that the rollout is being computed");
        const auto other = makeMaps(2, 2, 12, AttentionMask::Bidirectional);
        m_map->model().setRollout(other, std::make_shared<const AttentionView>(attentionRollout(*other)));
        QVERIFY2(valuesAsText(m_map->model(), ',').isEmpty(), "an answer about other maps is dropped");
        const auto rollout = std::make_shared<const AttentionView>(attentionRollout(*maps));
        m_map->model().setRollout(request, rollout);
        QCOMPARE(m_map->model().valueAt({11, 10}), rollout->at(11, 10));
        QVERIFY(m_map->model().sentence({11, 10}).contains(tr("reaches")));
    }

    void severalChosenRowsAreSummed() {
        QSignalSpy changed(&m_map->selection(), &AttentionMapSelection::rowsChanged);
        QTest::mouseClick(m_map.get(), Qt::LeftButton, Qt::ControlModifier, centre(3, 2));
        QTest::mouseClick(m_map.get(), Qt::LeftButton, Qt::ControlModifier, centre(7, 2));
        QCOMPARE(m_map->selection().chosenRows(), (std::set<int>{3, 7}));
        QVERIFY(!m_map->selection().pinnedCell());
        const std::vector<float> sum = m_map->model().sumOf({3, 7});
        QVERIFY(std::abs(sum[2] - m_map->model().valueAt({3, 2}) - m_map->model().valueAt({7, 2})) < 1e-6f);
        QVERIFY(m_map->accessibleDescription().contains(tr("2 rows are summed")));
        m_map->selection().pin(5, 5);
        QTest::keyClick(m_map.get(), Qt::Key_Space);
        QCOMPARE(m_map->selection().chosenRows(), (std::set<int>{3, 5, 7}));
        QTest::keyClick(m_map.get(), Qt::Key_Escape);
        QVERIFY(m_map->selection().chosenRows().empty());
        QVERIFY(m_map->selection().pinnedCell().has_value());
        QCOMPARE(changed.count(), 4);
    }

    void theControlsChooseViewHeadAndColoursByKey() {
        MapControls controls(*m_map);
        test::show(controls, {700, 40});
        auto* view = find<QComboBox>(controls, "mapView");
        auto* other = find<QComboBox>(controls, "mapOther");
        auto* range = find<QComboBox>(controls, "mapRange");
        QVERIFY(!other->isVisible());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(m_map->model().choice().view, MapView::MinusHead);
        QVERIFY(other->isVisible());
        QVERIFY(!range->isEnabled());
        QVERIFY(!range->toolTip().isEmpty());
        other->setFocus();
        QTest::keyClick(other, Qt::Key_End);
        QVERIFY(m_map->model().choice().other == (HeadId{1, 1}));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        range->setFocus();
        QTest::keyClick(range, Qt::Key_Down);
        QCOMPARE(m_map->model().range(), MapRange::Shared);
        m_map->model().setRange(MapRange::Row);
        QCOMPARE(range->currentIndex(), 2);
        for (const MapView shown : kMapViews) {
            m_map->model().setView(shown);
            if (shown == MapView::Rollout) {
                const auto maps = makeMaps(2, 2, 12, AttentionMask::Bidirectional);
                m_map->model().setMaps(maps, labelsFor(12), AttentionMask::Bidirectional);
                m_map->model().setRollout(maps, std::make_shared<const AttentionView>(attentionRollout(*maps)));
            }
            savePicture(*m_map, QStringLiteral("map-view-%1").arg(int(shown)));
        }
    }

    void theHeadGridChoosesByClickAndArrows() {
        HeadGrid grid;
        grid.setMaps(makeMaps(2, 3, 12, AttentionMask::Bidirectional), AttentionMask::Bidirectional);
        test::show(grid, {420, 300});
        QSignalSpy chosen(&grid, &HeadGrid::chosen);
        QTest::mouseClick(&grid, Qt::LeftButton, {}, grid.mapRect(1, 2).center().toPoint());
        QCOMPARE(grid.layer(), 1);
        QCOMPARE(grid.head(), 2);
        QTest::keyClick(&grid, Qt::Key_Up);
        QTest::keyClick(&grid, Qt::Key_Left);
        QTest::keyClick(&grid, Qt::Key_Up);
        QCOMPARE(grid.layer(), 0);
        QCOMPARE(grid.head(), 1);
        QCOMPARE(chosen.count(), 3);
        QVERIFY(grid.accessibleDescription().startsWith(QStringLiteral("Layer 1, head 2")));
    }

    void aSmallMapOf200PositionsKeepsItsStrongestCell() {
        auto maps = std::make_shared<AttentionMaps>(*makeMaps(1, 1, 200, AttentionMask::Bidirectional));
        std::fill(maps->weights.begin(), maps->weights.end(), 0.0f);
        maps->weights[101 * 200 + 101] = 1;
        HeadGrid grid;
        grid.setMaps(maps, AttentionMask::Bidirectional);
        test::show(grid, {120, 100});
        const QRect small = grid.mapRect(0, 0).toRect().adjusted(2, 2, -2, -2);
        QVERIFY2(small.width() < 100, "the map has fewer pixels than cells in each direction");
        const QImage image = grid.grab().toImage();
        bool isPainted = false;
        for (int y = small.top(); y < small.bottom(); ++y)
            for (int x = small.left(); x < small.right(); ++x)
                isPainted = isPainted || image.pixelColor(x, y) == Theme::instance().sequential(1);
        QVERIFY(isPainted);
    }

private:
    QPoint centre(int row, int column) const { return m_map->cellRect({row, column}).center().toPoint(); }

    std::unique_ptr<AttentionMap> m_map;
};

QTEST_MAIN(AttentionMapTest)
#include "attention_map_test.moc"
