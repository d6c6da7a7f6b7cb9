// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <memory>
#include <vector>

#include "ui/session/session.h"

namespace recscope::ui {

/// "Comedy, Romance" from "Comedy|Romance".
QString genresText(const std::string& genres);

/// A model whose rows are items of the catalogue. One column shows title, genres and a badge. Each of the other columns
/// has a value, which is the text, the sort key and the length of the bar. The derived model defines the rows and their
/// values.
class ItemRowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// A dashed line between two rows.
    struct DashedLine {
        int aboveRow = -1;  ///< the row below the line; -1 = no line
        QColor colour;
    };
    virtual DashedLine dashedLine() const = 0;
    int itemColumn() const { return m_itemColumn; }
    Token tokenAt(int row) const;    ///< kPadToken if there is no such row
    int rowOf(Token token) const;    ///< the first row with this item; -1 = not listed
    QString titleAt(int row) const;  ///< empty if there is no such row
    void setHighlighted(int row);    ///< highlights this row; -1 = none

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    struct ColumnHeader {
        QString title, toolTip;
    };
    struct Badge {
        QString text;
        QColor colour;
    };
    ItemRowModel(int columns, int itemColumn, QObject* parent);

    virtual std::vector<ColumnHeader> columnHeaders() const = 0;
    virtual Token token(int row) const = 0;
    /// The sort key of a cell: a number or a string; invalid = not known. Bars show it if it is a number.
    virtual QVariant value(int row, int column) const = 0;
    virtual QString text(int row, int column) const = 0;
    /// The value in this column that gets a bar of full length.
    virtual double largest(int column) const = 0;
    virtual Badge badge(int row) const = 0;
    virtual QString toolTip(int row, int column) const = 0;
    virtual bool isHeldOut(int row) const = 0;
    virtual bool isMuted(int row, int column) const = 0;
    virtual bool isMarked(int row) const { return row == m_highlightedRow; }
    /// The machine-readable title and value of a column (`kExactTitlesRole`); not called for the column of items.
    virtual QString exactTitle(int column) const { return columnHeaders()[size_t(column)].title; }
    virtual QVariant exactValue(int row, int column) const { return value(row, column); }
    /// The data of all roles that this class does not provide.
    virtual QVariant extraData(int row, int column, int role) const = 0;

    /// Resets the model and removes the highlight; `set` assigns the derived model's data.
    template <class Set>
    void reset(std::shared_ptr<const ItemCatalogue> catalogue, const Set& set) {
        beginResetModel();
        m_catalogue = std::move(catalogue);
        m_highlightedRow = -1;
        set();
        endResetModel();
    }
    void reportChanged(int firstColumn, int lastColumn, const QList<int>& roles = {});
    QString titleOf(Token token) const;
    const ItemInfo* info(Token token) const;
    QString titleAndGenres(int row) const;
    std::int64_t itemCount() const { return m_catalogue ? std::int64_t(m_catalogue->size()) : 0; }

private:
    const int m_columns, m_itemColumn;
    std::shared_ptr<const ItemCatalogue> m_catalogue;
    int m_highlightedRow = -1;
};

}  // namespace recscope::ui
