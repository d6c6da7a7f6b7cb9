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

/// A table of an `ItemRowModel`: titles on one, two or as many lines as they need, sorted by the heads, with the
/// columns there is room for. A derived list says how its columns share the width.
class ItemRowList : public QWidget {
    Q_OBJECT
public:
    TableView* view() const { return m_view; }
    ColumnSort& sorting() const { return *m_sort; }
    /// Texts take as many lines as they need.
    void setWrapped(bool wrapped);

signals:
    void rowHovered(int row);  ///< of the model; -1 when the pointer left

protected:
    struct Spec {
        QString name, about;  ///< of the object, and what screen readers call it
        QString ownOrder;     ///< the order of the rows themselves: "Time order"
        std::vector<int> numeric, ascending;
    };
    ItemRowList(ItemRowModel* model, const Spec& spec, QWidget* parent);

    virtual void fitColumns() = 0;
    TitleDelegate* addTitles(int column);
    BarDelegate* addBars(std::initializer_list<int> columns, BarDelegate::Kind kind, const QString& widestNumber);
    TitleDelegate* titles() const { return m_texts.front().second; }
    /// Of all titles and bars.
    void setLines(TitleLines lines);
    bool isWrapped() const { return m_wrapped; }
    /// Fewer rows of two lines fit than one wants to see.
    bool isLow() const;
    void showColumn(int column, bool shown);
    bool isShown(int column) const;
    int widthOf(int column) const;  ///< 0 where it is hidden
    /// Of these shown columns, in this order, those that do not fit into `room` are hidden, unless the list is sorted
    /// by them. What is left of `room`.
    int fitInto(int room, std::initializer_list<int> columns);
    void fitRows();

    int currentRow() const;   ///< of the model; -1 = none
    void selectRow(int row);  ///< -1 = none

    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fitSoon();

    ItemRowModel* m_rows;
    TableView* m_view;
    ColumnSort* m_sort;
    std::vector<std::pair<int, TitleDelegate*>> m_texts;  ///< by column, the titles first
    std::vector<BarDelegate*> m_bars;
    bool m_wrapped = false, m_fitsSoon = false;
};

}  // namespace recscope::ui
