// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <initializer_list>
#include <vector>

#include "ui/lists/row_delegates.h"
#include "ui/lists/title_delegate.h"

namespace recscope::ui {

class ColumnSort;
class ItemRowModel;

/// A table of an `ItemRowModel`. Titles take one line, two lines or as many as they need; a click on a header sorts;
/// columns that do not fit are hidden. A derived class distributes the width among its columns.
class ItemRowList : public QWidget {
    Q_OBJECT
public:
    TableView* view() const { return m_view; }
    ColumnSort& sorting() const { return *m_sort; }
    /// Sets whether texts are wrapped on as many lines as they need.
    void setWrapped(bool wrapped);

signals:
    void rowHovered(int row);  ///< row of the model; -1 when the pointer leaves the list

protected:
    struct Spec {
        QString name, about;         ///< the object name, and the accessible name
        QString ownOrder;            ///< the name of the model's own order: "Time order"
        std::vector<int> numeric;    ///< right-aligned columns
        std::vector<int> ascending;  ///< columns whose first click sorts in ascending order
    };
    ItemRowList(ItemRowModel* model, const Spec& spec, QWidget* parent);

    /// Hides columns that do not fit and sets the widths of the others.
    virtual void fitColumns() = 0;
    /// Draws the column's texts with a TitleDelegate.
    TitleDelegate* addTitles(int column);
    /// Draws numbers with bars in these columns. `widestNumber`: a text as wide as the widest number, e.g. "0.000".
    BarDelegate* addBars(std::initializer_list<int> columns, BarDelegate::Kind kind, const QString& widestNumber);
    TitleDelegate* titles() const { return m_texts.front().second; }
    /// Sets the number of lines of all titles and bars.
    void setLines(TitleLines lines);
    bool isWrapped() const { return m_wrapped; }
    /// True if the list has so little height that too few two-line rows fit, so that compact rows are used.
    bool needsCompactRows() const;
    void showColumn(int column, bool shown);
    bool isShown(int column) const;
    int widthOf(int column) const;  ///< 0 if the column is hidden
    /// Fits these columns, except hidden ones, into a width of `available` pixels, in this order. Hides each column
    /// that does not fit, unless the list is sorted by it. Returns the remaining width, which may be negative.
    int fitInto(int available, std::initializer_list<int> columns);
    void fitRows();  ///< sets the height of the rows

    int currentRow() const;   ///< row of the model; -1 = none
    void selectRow(int row);  ///< -1 = none

    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fitSoon();

    ItemRowModel* m_rows;
    TableView* m_view;
    ColumnSort* m_sort;
    /// Each text column with its delegate; the column of titles comes first.
    std::vector<std::pair<int, TitleDelegate*>> m_texts;
    std::vector<BarDelegate*> m_bars;
    bool m_wrapped = false, m_fitsSoon = false;
};

}  // namespace recscope::ui
