// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/edited_history.h"

#include <QBrush>
#include <QFont>
#include <QUndoCommand>
#include <algorithm>

#include "ui/lists/row_delegates.h"
#include "ui/session/item_facts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

QString nameOf(EditKind kind) {
    switch (kind) {
        case EditKind::Insert:
            return EditedHistory::tr("Insert");
        case EditKind::Delete:
            return EditedHistory::tr("Delete");
        case EditKind::Repeat:
            return EditedHistory::tr("Repeat");
        case EditKind::Replace:
            return EditedHistory::tr("Replace");
        case EditKind::Mask:
            return EditedHistory::tr("Mask");
        case EditKind::Move:
            return EditedHistory::tr("Move");
    }
    return {};
}

}  // namespace

/// Undo command that replaces all items of the history.
class EditedHistory::Step : public QUndoCommand {
public:
    Step(EditedHistory& history, std::vector<EditedItem> after, const QString& text)
        : QUndoCommand(text), m_history(history), m_before(history.m_items), m_after(std::move(after)) {}
    void undo() override { m_history.set(m_before); }
    void redo() override { m_history.set(m_after); }

private:
    EditedHistory& m_history;
    std::vector<EditedItem> m_before, m_after;
};

EditedHistory::EditedHistory(QObject* parent) : QAbstractTableModel(parent) {}

void EditedHistory::setOriginal(std::vector<Token> original, std::function<QString(Token)> titleOf) {
    m_titleOf = std::move(titleOf);
    m_original = std::move(original);
    m_undo.clear();
    set(uneditedItems(m_original));
}

bool EditedHistory::isChanged() const {
    return tokens() != m_original;
}

void EditedHistory::set(std::vector<EditedItem> items) {
    beginResetModel();
    m_items = std::move(items);
    layOut();
    endResetModel();
    emit changed();
}

void EditedHistory::push(std::vector<EditedItem> items, const QString& text) {
    if (items == m_items) return;
    m_undo.push(new Step(*this, std::move(items), text));
}

void EditedHistory::apply(const HistoryEdit& edit) {
    std::vector<EditedItem> items = m_items;
    applyEdit(edit, items);
    push(std::move(items), nameOf(edit.kind));
}

void EditedHistory::apply(const std::vector<HistoryEdit>& edits, const QString& text) {
    std::vector<EditedItem> items = m_items;
    for (const HistoryEdit& edit : edits) applyEdit(edit, items);
    push(std::move(items), text);
}

void EditedHistory::reset() {
    push(uneditedItems(m_original), tr("Back to the original"));
}

void EditedHistory::layOut() {
    m_rows.clear();
    std::vector<bool> isPresent(m_original.size(), false);
    for (const EditedItem& item : m_items)
        if (item.original >= 0) isPresent[size_t(item.original)] = true;
    size_t ghost = 0;
    const auto ghostsBefore = [&](size_t original) {
        for (; ghost < original; ++ghost)
            if (!isPresent[ghost]) m_rows.push_back({-1, {m_original[ghost], std::int32_t(ghost)}});
    };
    for (int i = 0; i < count(); ++i) {
        const EditedItem& item = m_items[size_t(i)];
        if (item.original >= 0) ghostsBefore(size_t(item.original));
        m_rows.push_back({i, item});
    }
    ghostsBefore(m_original.size());
}

int EditedHistory::positionOf(int row) const {
    return row >= 0 && row < int(m_rows.size()) ? m_rows[size_t(row)].position : -1;
}

int EditedHistory::rowOfPosition(int position) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [position](const Row& row) { return row.position == position; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int EditedHistory::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int EditedHistory::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

void EditedHistory::setReadLength(int newest) {
    if (newest == m_readLength) return;
    m_readLength = newest;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool EditedHistory::isUnread(int row) const {
    return row >= 0 && row < rowCount() && isUnread(m_rows[size_t(row)]);
}

bool EditedHistory::isUnread(const Row& row) const {
    if (m_readLength == 0) return false;
    return row.position < 0 ? row.shown.original < int(m_original.size()) - m_readLength
                            : row.position < count() - m_readLength;
}

QString EditedHistory::badgeText(const Row& row) const {
    const QString changed = changeText(row);
    return changed.isEmpty() || !isUnread(row) ? changed : tr("%1 · not read").arg(changed);
}

QString EditedHistory::changeText(const Row& row) const {
    const EditedItem& shown = row.shown;
    if (row.position < 0) return tr("deleted");
    if (shown.original < 0) return tr("inserted");
    const Token was = m_original[size_t(shown.original)];
    if (shown.token == kHiddenItem) return tr("masked");
    if (shown.token != was) return tr("replaces %1").arg(m_titleOf(was));
    // An item counts as moved if the nearest original item before it came after it in the original history. A changed
    // position is not enough, because removing an item shifts all later positions.
    const auto originalBefore = [this](int position) {
        for (int i = position - 1; i >= 0; --i)
            if (m_items[size_t(i)].original >= 0) return m_items[size_t(i)].original;
        return -1;
    };
    return originalBefore(row.position) > shown.original ? tr("moved") : QString();
}

QVariant EditedHistory::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = m_rows[size_t(index.row())];
    const bool ghost = row.position < 0;
    const Token token = row.shown.token;
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == Number) return ghost ? QString() : QString::number(row.position + 1);
            return token == kHiddenItem ? tr("[MASK]") : m_titleOf(token);
        case Qt::ToolTipRole:
            return token == kHiddenItem && row.shown.original >= 0
                       ? tr("Hidden: %1").arg(m_titleOf(m_original[size_t(row.shown.original)]))
                       : m_titleOf(token) + (ghost ? QLatin1Char('\n') + tr("Deleted: the models do not read it.")
                                             : isUnread(row)
                                                 ? QLatin1Char('\n') + tr("Too long ago: no queried model reads it.")
                                                 : QString());
        case Qt::AccessibleTextRole: {
            const QString mark = badgeText(row);
            QString text = data(index, Qt::DisplayRole).toString();
            if (mark.isEmpty() && isUnread(row)) return tr("%1, not read").arg(text);
            return mark.isEmpty() ? text : tr("%1, %2").arg(text, mark);
        }
        case kExactValuesRole:
            if (index.column() == Number) return QVariantList{ghost ? QVariant() : QVariant(row.position + 1)};
            return QVariantList{token != kHiddenItem && m_idOf ? m_idOf(token) : QString(),
                                data(index, Qt::DisplayRole), badgeText(row)};
        case BadgeRole:
            return index.column() == Item ? badgeText(row) : QString();
        case BadgeColourRole:
            return ghost ? Theme::instance().colours().muted : Theme::instance().colours().accent;
        case Qt::ForegroundRole:
            if (ghost || isUnread(row) || index.column() == Number) return QBrush(Theme::instance().colours().muted);
            return {};
        case Qt::FontRole:
            if (index.column() == Item && (ghost || !badgeText(row).isEmpty())) {
                QFont font;
                font.setStrikeOut(ghost);
                if (!ghost) font.setWeight(QFont::DemiBold);
                return font;
            }
            return {};
        default:
            return {};
    }
}

QVariant EditedHistory::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == kExactTitlesRole)
        return section == Item ? exactItemTitles() << tr("Change") : QStringList{tr("Position")};
    if (role != Qt::DisplayRole) return {};
    return QStringList{tr("#"), tr("Item")}.value(section);
}

int EditedHistory::positionAbove(int row, int from) const {
    // The item is dropped before the first row at or below `row` that is not a ghost, or at the end.
    int to = count();
    for (int below = row; below < rowCount(); ++below) {
        if (isGhost(below)) continue;
        to = positionOf(below);
        break;
    }
    return to > from ? to - 1 : to;  // positions after `from` shift when the item is taken out
}

}  // namespace recscope::ui
