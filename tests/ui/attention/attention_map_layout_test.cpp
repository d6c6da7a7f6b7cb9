// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map_layout.h"

#include <QSignalSpy>
#include <QtTest>

#include "ui/attention/attention_map_selection.h"

using namespace recscope;
using namespace recscope::ui;

namespace {

/// One map in which each row spreads its weight evenly.
std::shared_ptr<const AttentionMaps> makeMaps(int size) {
    auto maps = std::make_shared<AttentionMaps>();
    maps->layers = maps->heads = 1;
    maps->size = size;
    maps->weights.assign(std::size_t(size * size), 1.0f / float(size));
    return maps;
}

}  // namespace

/// Tests the parts of AttentionMap that need no widget.
class AttentionMapLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void theMiddleOfACellIsInThisCell() {
        MapViewport viewport(/*positions=*/12);
        for (const double factor : {1.0, 1.7}) {
            viewport.zoom(factor, 0.3, 0.8);
            const AttentionMapLayout layout(QSizeF(600, 400), viewport, {});
            for (int row = 0; row < 12; ++row)
                for (int column = 0; column < 12; ++column) {
                    const QPointF middle = layout.cellRect({row, column}).center();
                    if (layout.map().contains(middle)) QVERIFY(layout.cellAt(middle) == (MapCell{row, column}));
                }
            QVERIFY(!layout.cellAt(layout.map().topLeft() - QPointF(1, 1)));
        }
    }

    void theMapLeavesRoomForLabelsAndHeader() {
        AttentionMapSizes sizes;
        sizes.widestLabel = 150;
        const QSizeF size(600, 400);
        const AttentionMapLayout layout(size, MapViewport(12), sizes);
        QVERIFY(layout.map().top() >= layout.header().bottom() - 1);
        QVERIFY(layout.map().left() >= layout.rowLabels());
        QVERIFY(QRectF(QPointF(0, 0), size).contains(layout.map()));
        QVERIFY(QRectF(QPointF(0, 0), size).contains(layout.columnAxis()));
        // The map of a short history does not fill the space: its cells are limited to maxCell.
        const AttentionMapLayout shortMap(QSizeF(2000, 2000), MapViewport(2), sizes);
        QVERIFY(shortMap.map().height() <= 2 * sizes.maxCell);
    }

    void zoomingLeavesThePointInPlaceAndStaysInTheMap() {
        MapViewport viewport(100);
        QVERIFY(!viewport.isZoomed());
        viewport.zoom(2, 0.25, 0.5);
        QCOMPARE(viewport.view(), QRectF(12.5, 25, 50, 50));
        QVERIFY(viewport.isZoomed());
        viewport.moveTo(QPointF(-10, 90));
        QCOMPARE(viewport.view(), QRectF(0, 50, 50, 50));
        viewport.zoom(1000, 0, 0);
        QCOMPARE(viewport.view().width(), 4.0);
        viewport.zoom(0.001, 0, 0);
        QCOMPARE(viewport.view(), QRectF(0, 0, 100, 100));
    }

    void aRevealedCellIsInView() {
        MapViewport viewport(100);
        viewport.zoom(10, 0, 0);
        viewport.reveal({99, 50});
        QVERIFY(viewport.view().contains(QRectF(50, 99, 1, 1)));
        const QRectF before = viewport.view();
        viewport.reveal({95, 45});
        QCOMPARE(viewport.view(), before);  // {95, 45} was in view already
    }

    void labelsDoNotOverlapAndThoseOfNamedRowsAreShown() {
        const AttentionMapLayout layout(QSizeF(600, 300), MapViewport(200), {});
        const std::vector<int> rows = layout.labelledRows({7});
        QVERIFY(std::find(rows.begin(), rows.end(), 7) != rows.end());
        QCOMPARE(rows.back(), 199);
        QVERIFY(rows.size() > 5);
        for (std::size_t i = 1; i < rows.size(); ++i)
            QVERIFY(layout.rowMiddle(rows[i]) - layout.rowMiddle(rows[i - 1]) >= AttentionMapSizes().caption - 1e-9);
    }

    void theTagIsInThePictureAndBesideItsCell() {
        const QSizeF size(600, 400);
        const AttentionMapLayout layout(size, MapViewport(12), {});
        // The size of a text of 200 x 20 pixels in this width.
        const auto text = [](double width) { return QSizeF(std::min(width, 200.0), 20); };
        for (const AttentionMask mask : {AttentionMask::Causal, AttentionMask::Bidirectional})
            for (const MapCell cell : {MapCell{0, 0}, MapCell{11, 0}, MapCell{0, 11}, MapCell{11, 11}, MapCell{5, 6}}) {
                const QRectF tag = layout.tagRect(cell, mask, text);
                QVERIFY(QRectF(QPointF(0, 0), size).contains(tag));
                QVERIFY(!tag.intersects(layout.cellRect(cell)));
            }
    }

    void newMapsOfTheSameSizeKeepThePinnedCellAndTheRows() {
        AttentionMapModel model;
        AttentionMapSelection selection(model);
        model.setMaps(makeMaps(5), {"a", "b", "c", "d", "e"}, AttentionMask::Bidirectional);
        QSignalSpy pinned(&selection, &AttentionMapSelection::pinned);
        selection.pin(99, 2);  // the row is limited to the last one, 4
        QVERIFY(selection.pinnedCell() == (MapCell{4, 2}));
        QCOMPARE(pinned.size(), 1);
        selection.toggleRow(3);
        selection.setCauses({1});
        model.setMaps(makeMaps(5), {"f", "g", "h", "i", "j"}, AttentionMask::Bidirectional);
        QVERIFY(selection.pinnedCell().has_value() && selection.chosenRows() == std::set<int>{3});
        QVERIFY(selection.causes().empty());
        QCOMPARE(model.sentence({4, 2}), QStringLiteral("j looks at h: 0.200 (layer 1, head 1)"));
        model.setMaps(makeMaps(4), {"a", "b", "c", "d"}, AttentionMask::Bidirectional);
        QVERIFY(!selection.pinnedCell() && selection.chosenRows().empty());
        QCOMPARE(selection.queryRow(), 3);
    }

    void withoutMapsNothingCanBePinned() {
        AttentionMapModel model;
        AttentionMapSelection selection(model);
        model.clear("No attention.");
        QCOMPARE(model.reason(), QStringLiteral("No attention."));
        selection.pin(0, 0);
        selection.toggleRow(0);
        QVERIFY(!selection.pinnedCell() && selection.chosenRows().empty());
    }
};

QTEST_APPLESS_MAIN(AttentionMapLayoutTest)
#include "attention_map_layout_test.moc"
