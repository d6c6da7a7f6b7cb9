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
    bool isTruth = false;  ///< true for the held-out item
};

/// Two lists of the same items side by side, with a line for each item from its old rank to its new one. An item ranked
/// beyond the length of a list is placed below that list, with its rank.
class SlopeChart : public QWidget {
    Q_OBJECT
public:
    explicit SlopeChart(QWidget* parent = nullptr);

    /// `length`: number of ranks in each list.
    void setItems(std::vector<SlopeItem> items, int length, const QColor& colour);
    void setTitle(const QString& title);
    /// Shows only this sentence, no items.
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
    /// Which titles are shown on a side whose items are at the heights `ys`. Where titles would overlap, the current
    /// item takes precedence, then the held-out one, then the item with the better rank.
    std::vector<bool> shownLabels(const std::vector<double>& ys) const;
    void setCurrent(int item);
    void layOut();

    std::vector<SlopeItem> m_items;
    std::vector<double> m_before, m_after;  ///< y of each item in the left and in the right list, in pixels
    int m_length = 10;
    QColor m_colour;
    QString m_title, m_message;
    int m_current = -1;  ///< index of the item under the pointer or chosen with the keys; -1 = none
};

}  // namespace recscope::ui
