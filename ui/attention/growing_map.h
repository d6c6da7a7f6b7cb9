// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <vector>

namespace recscope::ui {

class Animation;

/// The attention map of one head in the built-in course (ui/learn) and in the step-by-step view: shows only the rows
/// computed so far, and animates each new row cell by cell.
class GrowingMap : public QWidget {
    Q_OBJECT
public:
    explicit GrowingMap(QWidget* parent = nullptr);

    /// Starts a map of `size` positions with no known rows.
    void begin(int size);
    /// Adds the weights of one row, shape (size), and makes it the current row.
    void setRow(int row, const std::vector<float>& weights);
    int knownRows() const { return int(m_rows.size()); }
    /// Number of cells of the current row that the animation has filled so far.
    int filledCells() const;

    QSize sizeHint() const override;

signals:
    void rowRequested(int row);  ///< this row was clicked

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QRectF gridRect() const;

    int m_size = 0, m_current = -1;
    Animation* m_filling;
    std::map<int, std::vector<float>> m_rows;
};

}  // namespace recscope::ui
