// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "ui/attention/attention_image.h"
#include "ui/attention/map_view.h"
#include "ui/widgets/painted_cells.h"

namespace recscope::ui {

struct Picture;

/// A cell of an attention map: `row` is the query position, `column` the key position.
struct MapCell {
    int row = 0, column = 0;
    bool operator==(const MapCell&) const = default;
};

/// Which weight is drawn in the strongest colour of the scale.
enum class MapRange {
    Own,     ///< the largest weight of the shown map; a difference of maps always has this range, symmetric
             ///< about 0
    Shared,  ///< the largest weight of all layers and heads
    Row,     ///< each row's own largest weight; with one range for all rows, the large weights of the first rows would
             ///< make the rest of a long causal map pale
};

/// The largest informative weight of all heads of these maps. Rows that can attend to only one column are skipped,
/// because their single weight is always 1.
float largestWeight(const AttentionMaps& maps, AttentionMask attentionMask);

/// The default range. It is `Row` if some row can attend to only one column: that row's weight is always 1, so on one
/// scale for the whole map all other rows would look pale.
MapRange usualRange(const AttentionMaps& maps, AttentionMask attentionMask);

/// The explanations of one history by the shown run (`own`) and by another run (`other`).
struct RunPair {
    std::shared_ptr<const Explanation> own, other;
    QString otherName;
};

/// One large attention map with item titles on both axes. Hovering shows a pair of items and its weight, a click pins
/// the pair, Ctrl+click or Space adds its row to those whose attention is summed, the wheel zooms, dragging pans, and
/// the context menu exports.
class AttentionMap : public QWidget, public PaintedCells {
    Q_OBJECT
public:
    explicit AttentionMap(QWidget* parent = nullptr);
    ~AttentionMap() override;

    /// `labels`: one per position, "[MASK]" for BERT4Rec's mask token. Keeps the chosen layer and head. Also keeps the
    /// zoom and the pinned cell if the number of positions is unchanged.
    void setMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels, AttentionMask attentionMask);
    /// Shows `reason` instead of a map.
    void clear(const QString& reason = {});

    const MapChoice& choice() const { return m_choice; }
    /// Whether shown values may be negative: those of a difference, and pointwise attention weights.
    bool isSigned() const { return isDifference(m_choice.view) || (m_maps && m_maps->isPointwise); }
    int layer() const { return m_choice.head.layer; }
    int head() const { return m_choice.head.head; }
    int layers() const { return m_maps ? m_maps->layers : 0; }
    int heads() const { return m_maps ? m_maps->heads : 0; }
    /// The maps that contain the head to subtract: the other run's maps in `MapView::MinusRun`, else the shown run's.
    /// Null while there are none.
    const AttentionMaps* otherMaps() const;
    /// Columns (key positions) of the items that caused the predicted one; known only for the sample data.
    const std::vector<int>& causes() const { return m_causes; }
    std::shared_ptr<const AttentionProfile> average() const { return m_average; }
    /// Why no map is shown; empty while a map is shown.
    QString reason() const { return m_reason; }
    /// The chosen range, else `usualRange` of these maps.
    MapRange range() const { return m_range.value_or(m_usualRange); }
    /// The value with the strongest colour; with `MapRange::Row`, the largest value of the whole map.
    float maximum() const { return m_maximum; }
    /// See `setCommonMaximum`; 0 = none.
    float commonMaximum() const { return m_common; }
    std::optional<MapCell> hoveredCell() const { return m_hovered; }
    std::optional<MapCell> pinnedCell() const { return m_pinned; }
    /// The rows chosen to be summed; the owner of the map sums them with `sumOf`.
    const std::set<int>& chosenRows() const { return m_rows; }
    /// The shown value of a cell; 0 while nothing is shown, NaN where the other run has no such position.
    float valueAt(MapCell cell) const;
    /// The summed attention of these rows, by column; empty while nothing is shown.
    std::vector<float> sumOf(const std::vector<int>& rows) const;
    /// Number of positions, which is the number of rows and of columns; 0 while nothing is shown.
    int positions() const { return m_shown.size; }
    QString labelOf(int position) const { return m_labels.value(position); }
    /// "[MASK] looks at Toy Story (1995): 0.143 (layer 2, head 1)".
    QString sentence(MapCell cell) const;
    int cellRows() const override { return positions(); }
    int cellColumns() const override { return positions(); }
    QString cellText(PaintedCell cell) const override { return sentence({cell.row, cell.column}); }
    QRect cellArea(PaintedCell cell) const override;
    std::optional<PaintedCell> currentCell() const override;
    /// Text of the tag beside a cell: describes the hovered cell, else the pinned one; empty if there is neither.
    QString tagText() const;
    /// Where the tag is painted; empty while it has no text.
    QRectF tagRect() const;
    /// Where the cell is painted; may lie outside the widget when zoomed.
    QRectF cellRect(MapCell cell) const;
    bool isZoomed() const;
    /// Whether the context menu and the Return key offer the step-by-step view of a row. Off by default; owners that
    /// turn it on must connect `stepsRequested`.
    void setOffersSteps(bool offers) { m_offersSteps = offers; }
    bool offersSteps() const { return m_offersSteps && !isEmpty(); }
    /// The row that the step-by-step view explains unless another one is clicked: that of the pinned cell, else the
    /// last position, which makes the prediction.
    int queryRow() const { return m_pinned ? m_pinned->row : positions() - 1; }

    /// All weights with labels, as CSV or tab-separated text.
    QString valuesAsText(QChar separator) const;
    /// The map as shown, but with no cell hovered.
    Picture picture() const;
    /// Saves by suffix: .png, .svg, .pdf or .csv; reports the result with a SavingEvent.
    void exportTo(const QString& path);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    void setHead(int layer, int head);
    void setView(recscope::ui::MapView view);
    void setOtherHead(recscope::HeadId other);
    /// Sets the rollout that `rolloutRequested` requested; ignored unless `maps` are the shown maps.
    void setRollout(std::shared_ptr<const recscope::AttentionMaps> maps,
                    std::shared_ptr<const recscope::AttentionView> rollout);
    /// Sets the shown run's mean maps over many users; if `average` is null, the map shows `why` instead. The next call
    /// of `setMaps` discards this mean and the pair of `setOtherRun`.
    void setAverage(std::shared_ptr<const recscope::AttentionProfile> average, const QString& why = {});
    /// Sets the explanations that `MapView::MinusRun` compares; if `pair` is null, the map shows `why` instead.
    void setOtherRun(std::shared_ptr<const recscope::ui::RunPair> pair, const QString& why = {});
    /// Marks the columns of a planted cause.
    void setCauses(std::vector<int> columns);
    /// Adds the row to the summed rows, or removes it from them.
    void toggleRow(int row);
    void clearRows();
    void setRange(recscope::ui::MapRange range);
    /// For two maps side by side: with `Own` or `Shared`, the colour scales of both end at this value, and the header
    /// says so. 0 = each map has its own scale. Differences always have their own scale.
    void setCommonMaximum(float maximum);
    void pin(int row, int column);
    void unpin();
    /// Highlights a row and/or a column; -1 = none.
    void setHighlight(int row, int column);
    void showAll();

signals:
    void hovered(int row, int column);  ///< (-1, -1) if the pointer left the map
    void pinned(int row, int column);   ///< (-1, -1) if no cell is pinned
    void rangeChanged(recscope::ui::MapRange range);
    void choiceChanged();
    void rowsChanged();
    /// Requests the step-by-step view of how this row's weights are computed.
    void stepsRequested(int row);
    /// Requests the rollout of these maps, which takes too long for the GUI thread.
    void rolloutRequested(std::shared_ptr<const recscope::AttentionMaps> maps);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// Layout of a picture of a given size.
    struct Areas;
    Areas areas(const QSizeF& size) const;
    void paint(QPainter& painter, const QSizeF& size, bool interactive) const;
    void paintHeader(QPainter& painter, const Areas& areas) const;
    void paintLabels(QPainter& painter, const Areas& areas) const;
    void paintMarks(QPainter& painter, const Areas& areas) const;
    void paintUnmatched(QPainter& painter, const Areas& areas) const;
    void paintCauses(QPainter& painter, const Areas& areas) const;
    QRectF tagRect(const Areas& areas) const;
    void paintTag(QPainter& painter, const Areas& areas) const;

    bool isEmpty() const { return !m_maps || m_shown.size == 0; }
    void makeView();  ///< fills m_shown for the chosen view, or m_reason if there is nothing to show
    /// Discards what belongs to the previous maps: rollout, mean over users, other run, causes.
    void forgetMapData();
    void choose(const MapChoice& choice);
    /// The choice, limited to heads that exist, with the name of the other run and the number of averaged users.
    MapChoice existing(MapChoice choice) const;
    void paintColours(QPainter& painter, const QRectF& bar) const;
    QRectF rectOf(MapCell cell, const Areas& areas) const;
    std::optional<MapCell> cellAt(QPointF point) const;
    void hover(std::optional<MapCell> cell);
    void zoom(double factor, QPointF anchor);
    void panTo(QPointF topLeft);
    void reveal(MapCell cell);
    void rebuild();
    void describe();

    std::shared_ptr<const AttentionMaps> m_maps;
    QStringList m_labels;
    double m_widestLabel = 0;  ///< width of the widest label in the caption font
    AttentionMask m_attentionMask = AttentionMask::Bidirectional;
    QString m_reason;
    MapChoice m_choice;
    AttentionView m_shown;                              ///< the values that the map shows now
    std::shared_ptr<const AttentionView> m_rollout;     ///< rollout of m_maps
    std::shared_ptr<const AttentionProfile> m_average;  ///< mean over many users, for the run of m_maps
    std::shared_ptr<const RunPair> m_pair;              ///< `m_pair->own` contains m_maps
    QString m_noAverage, m_noPair;                      ///< why the mean or the other run is missing
    std::vector<int> m_causes;                          ///< columns, see `causes`
    std::set<int> m_rows;                               ///< rows chosen to be summed
    std::optional<MapRange> m_range;                    ///< the chosen range; empty = none
    MapRange m_usualRange = MapRange::Own;
    float m_maximum = 0;
    float m_common = 0;  ///< maximum shared by two maps side by side; 0 = none
    AttentionImage m_image;
    QRectF m_view;  ///< visible part of the map, in cells
    std::optional<MapCell> m_hovered, m_pinned;
    MapCell m_highlight{-1, -1};
    QPointF m_pressedAt;
    QPointF m_viewAtPress;
    bool m_panning = false, m_offersSteps = false;
};

}  // namespace recscope::ui
