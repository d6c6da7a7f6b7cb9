// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QUndoStack>
#include <functional>
#include <vector>

#include "core/explain/scores/what_if.h"

namespace recscope::ui {

/// Table model of an editable history with undo. Rows are positions, oldest first; deleted items stay visible between
/// them as "ghost" rows.
class EditedHistory : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Item, ColumnCount };
    explicit EditedHistory(QObject* parent = nullptr);

    /// Starts a new history without changes and with an empty undo stack.
    void setOriginal(std::vector<Token> original, std::function<QString(Token)> titleOf);
    /// Sets the function that returns the id of an item in the data, for copied and exported tables.
    void setIdOf(std::function<QString(Token)> idOf) { m_idOf = std::move(idOf); }
    const std::vector<Token>& original() const { return m_original; }
    /// The edited history as model input; `kHiddenItem` for masked positions.
    std::vector<Token> tokens() const { return tokensOf(m_items); }
    const std::vector<EditedItem>& items() const { return m_items; }
    bool isChanged() const;
    int count() const { return int(m_items.size()); }
    /// Sets the number of newest items that the models read; 0 = all. Changes to older items are marked as not read.
    void setReadLength(int newest);
    /// True if no queried model reads this row. For a ghost: true if no queried model would have read the deleted item.
    bool isUnread(int row) const;
    QUndoStack& undoStack() { return m_undo; }

    /// The position in the edited history that a row shows; -1 for a ghost.
    int positionOf(int row) const;
    int rowOfPosition(int position) const;
    bool isGhost(int row) const { return positionOf(row) < 0; }

    /// Applies one edit as one step of the undo stack. Pre: positions as in `HistoryEdit`.
    void apply(const HistoryEdit& edit);
    /// Applies several edits as one step of the undo stack.
    void apply(const std::vector<HistoryEdit>& edits, const QString& text);
    /// Opens a stored scenario: replaces all items in one step of the undo stack.
    void open(std::vector<EditedItem> items, const QString& text) { push(std::move(items), text); }
    void reset();
    /// The position that the item at position `from` gets when it is dropped above `row`; `from` if it would not move.
    int positionAbove(int row, int from) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void changed();

private:
    class Step;
    struct Row {
        int position = -1;  ///< -1 = ghost
        EditedItem shown;
    };
    void set(std::vector<EditedItem> items);                        ///< replaces the items, without an undo step
    void push(std::vector<EditedItem> items, const QString& text);  ///< replaces the items in one undo step
    void layOut();                                                  ///< makes m_rows from m_items
    /// What was changed in this row, e.g. "masked"; empty = nothing. The badge adds whether the change is not read.
    QString changeText(const Row& row) const;
    QString badgeText(const Row& row) const;
    bool isUnread(const Row& row) const;

    std::vector<Token> m_original;
    std::vector<EditedItem> m_items;
    std::vector<Row> m_rows;
    int m_readLength = 0;  ///< number of newest items that the models read; 0 = all
    std::function<QString(Token)> m_titleOf, m_idOf;
    QUndoStack m_undo;
};

}  // namespace recscope::ui
