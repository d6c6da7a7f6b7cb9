// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

namespace recscope::ui {

class Animation;

/// One row: a name, a bar, and its value as text.
struct BarRow {
    QString title;
    double value = 0;                                        ///< length of the bar; negative values extend to the left
    QString text = {};                                       ///< the formatted value, shown at the right
    QColor colour = {};                                      ///< colour of the bar; invalid = the accent colour
    std::optional<std::pair<double, double>> interval = {};  ///< lower and upper end, drawn as whiskers
    std::optional<double> mark = {};  ///< value at which a line crosses the bar, e.g. the best possible value
    bool bold = false;                ///< bold title
    /// The row is hatched and has no bar, e.g. because its position is masked.
    bool masked = false;
    QString tip = {};  ///< tooltip of the row, shown below its title and text
};

/// Named bars below each other on one scale; the rows divide the height equally. If new rows have the same titles as
/// the old ones, the bars are animated to their new values. A bar that exceeds the scale ends in an arrow. Rows can be
/// made clickable, and their bars draggable.
class BarRows : public QWidget {
    Q_OBJECT
public:
    /// Whether bars move to new values in an animation or immediately.
    enum class Change { Animations, AtOnce };

    explicit BarRows(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Sets the tooltip of the title; without it, the tooltip explains the metrics named in the title.
    void setTitleTip(const QString& sentence) { m_titleTip = sentence; }
    /// Sets the rows and their common scale, which extends from `low` to `high` and always includes 0.
    void setRows(std::vector<BarRow> rows, double low, double high, Change change = Change::Animations);
    const std::vector<BarRow>& rows() const { return m_rows; }
    double shownValue(int row) const;  ///< the value currently drawn; differs from the row's value during an animation
    void setEmptyText(const QString& sentence);
    void setClickable(bool clickable) { m_clickable = clickable; }
    void setDraggable(bool draggable);
    QRectF rowRect(int row) const;
    QRectF barArea(int row) const;  ///< the area that the row's bar can occupy

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void rowClicked(int row);
    /// `value`: the value at the pointer. The bar moves only if the receiver calls setRows.
    void dragged(int row, double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    int rowAt(const QPointF& point) const;
    double xOf(double value, const QRectF& area) const;
    double valueAt(double x, const QRectF& area) const;
    void measure();
    double titleHeight() const;
    double rowHeight() const;
    void paintRow(QPainter& painter, int row) const;
    void paintBar(QPainter& painter, const BarRow& row, const QRectF& rect, const QRectF& area) const;
    /// The rows with the values currently drawn.
    std::vector<BarRow> shownRows() const;
    BarRow shownRow(int row) const;
    QString tipOf(int row) const;

    QString m_title, m_titleTip, m_emptyText;
    std::vector<BarRow> m_rows;
    double m_low = 0, m_high = 1;
    std::vector<BarRow> m_before;  ///< the rows at the start of the animation; same titles as `m_rows`
    double m_lowBefore = 0, m_highBefore = 1;
    Animation* m_animation;
    double m_titleWidth = 0, m_textWidth = 0;
    bool m_clickable = false, m_draggable = false;
    bool m_titlesOnly = false;  ///< no row has a bar or a text
    int m_draggedRow = -1;      ///< index of the row whose bar is being dragged; -1 = none
};

}  // namespace recscope::ui
