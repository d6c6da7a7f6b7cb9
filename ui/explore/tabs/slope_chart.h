// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

namespace recscope::ui {

/// An item with its ranks in two lists.
struct SlopeItem {
    QString title;
    int before = 0, after = 0;  ///< ranks, 1 = best
    double probabilityBefore = 0, probabilityAfter = 0;
    bool isTruth = false;  ///< the held-out item
};

/// Two lists of the same items side by side, with a line for each item from its old rank to its new one. An item ranked
/// beyond the length of a list is placed below that list, with its rank.
class SlopeChart : public QWidget {
    Q_OBJECT
public:
    explicit SlopeChart(QWidget* parent = nullptr);

    /// `length`: number of ranks of a list.
    void setItems(std::vector<SlopeItem> items, int length, const QColor& colour);
    void setTitle(const QString& title);
    /// Shows only this sentence.
    void setMessage(const QString& sentence);
    const std::vector<SlopeItem>& items() const { return m_items; }
    QString currentText() const;
    void exportTo(const QString& path);

    /// Width in pixels at which no title is elided and the lines have room.
    int desiredWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void itemsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void paint(QPainter& painter) const;
    double labelWidth(bool leftSide) const;
    /// Which titles are shown on a side whose items are at these heights: the current item and the held-out one first,
    /// then by rank.
    std::vector<bool> shownLabels(const std::vector<double>& ys) const;
    void setCurrent(int item);
    void layOut();

    std::vector<SlopeItem> m_items;
    std::vector<double> m_before, m_after;  ///< y of each item in the left and in the right list
    int m_length = 10;
    QColor m_colour;
    QString m_title, m_message;
    int m_current = -1;
};

}  // namespace recscope::ui
