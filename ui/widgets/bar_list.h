// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/widgets/bar_rows.h"

class QScrollArea;

namespace recscope::ui {

class ElidedLabel;

/// Bars that scroll if they do not fit the height; the title above them does not scroll.
class BarList : public QWidget {
    Q_OBJECT
public:
    explicit BarList(QWidget* parent = nullptr);

    BarRows& bars() const { return *m_bars; }
    void setTitle(const QString& title);
    /// Like `BarRows::setRows`.
    void setRows(std::vector<BarRow> rows, double low, double high,
                 BarRows::Change change = BarRows::Change::Animations);
    /// Scrolls to this row once the rows are laid out.
    void reveal(int row);
    /// Scrolls this list and `other` together; rows with the same index must describe the same thing in both lists.
    void scrollWith(BarList& other);

private:
    ElidedLabel* m_title;
    BarRows* m_bars;
    QScrollArea* m_area;
};

}  // namespace recscope::ui
