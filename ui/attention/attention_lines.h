// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <optional>
#include <vector>

#include "ui/attention/attention_map.h"

namespace recscope::ui {

/// The two columns that the lines connect: query positions (`Query`) and key positions (`Key`).
enum class LineSide { Query, Key };

/// An item in one of the two columns.
struct LineEnd {
    LineSide side = LineSide::Query;
    int position = 0;
    bool operator==(const LineEnd&) const = default;
};

/// The values of an `AttentionMap` as lines between two columns of items: queries at the left, keys at the right. The
/// larger a value, the stronger its line. Hovering over an item shows only its lines, with their values; a click or
/// the arrow keys pin the item. Both columns scroll together.
class AttentionLines : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// Draws the same view and head as `map`, with the same labels and colour range, even while `map` is hidden.
    explicit AttentionLines(AttentionMap& map, QWidget* parent = nullptr);

    /// The hovered item, else the pinned one; empty while all lines are drawn.
    std::optional<LineEnd> chosen() const { return m_hovered ? m_hovered : m_pinned; }
    std::optional<LineEnd> pinned() const { return m_pinned; }
    void pin(std::optional<LineEnd> end);
    /// The drawn lines: those of the chosen item, else all lines that are strong enough to be visible.
    std::vector<MapCell> shownCells() const;
    /// The strength with which a line is drawn: 0 (invisible) to 1 (the strongest colour of the map's range).
    double strength(MapCell cell) const;
    /// Where an item's name is painted in the viewport; may lie outside it.
    QRectF rectOf(LineEnd end) const;
    /// "[MASK] looks most at Toy Story (1995): 0.143, …" or "… is looked at most by …": the strongest lines of the
    /// chosen item; empty if none is chosen.
    QString sentence() const;

    /// All rows as a picture in which no item is hovered.
    Picture picture() const;
    /// Saves all rows as .png, .svg or .pdf, or the values as .csv; reports the result with a SavingEvent.
    void exportTo(const QString& path);
    /// The context menu: save, copy, show all lines.
    void showMenu(QPoint globalPosition);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// Layout of a picture, in pixels.
    struct Areas {
        double header = 0, row = 0;                ///< heights of the header and of one row
        double left = 0, right = 0, keyNames = 0;  ///< x of the left ends of the lines, of their right ends (where the
                                                   ///< weights begin), and of the names in the right column
        double width = 0, height = 0;              ///< size of the picture
        double top = 0, bottom = 0;  ///< y of the first row (may be scrolled out of view), y where rows are clipped
    };
    /// `scrolled`: pixels by which the rows are scrolled up.
    Areas areas(const QSizeF& size, double scrolled) const;
    Areas shownAreas() const;
    double rowHeight(double available) const;
    double headerHeight() const;
    double footerHeight() const;
    /// Height of the viewport in pixels without header and footer.
    double availableHeight() const;
    void paint(QPainter& painter, const Areas& areas, bool interactive) const;
    void paintHeader(QPainter& painter, const Areas& areas) const;
    void paintLines(QPainter& painter, const Areas& areas) const;
    void paintNames(QPainter& painter, const Areas& areas) const;
    void paintOffscreenNotes(QPainter& painter, const Areas& areas) const;
    QString valueText(MapCell cell) const;
    /// The line from `end` to the position `other` of the other column.
    MapCell cellOf(LineEnd end, int other) const;
    std::optional<LineEnd> endAt(QPointF point) const;
    void hover(std::optional<LineEnd> end);
    void reveal(int position);
    void updateFromMap();
    void fitScrollBar();
    void describe();
    void save();

    AttentionMap& m_map;
    int m_size = 0;
    double m_widestName = 0;        ///< width of the widest name in the caption font
    std::vector<double> m_largest;  ///< per row (query position): the absolute weight that is drawn with strength 1
    std::optional<LineEnd> m_hovered, m_pinned;
};

}  // namespace recscope::ui
