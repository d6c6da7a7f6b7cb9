// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/edited_history.h"

#include <QBrush>
#include <QFont>
#include <QMimeData>
#include <QUndoCommand>
#include <algorithm>

#include "ui/explore/row_delegates.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

const char* const kPlaceFormat = "application/x-recscope-place";

/// The same as `edited` of the core, with the memory of where each item came from.
void change(std::vector<EditedPlace>& places, const HistoryEdit& edit) {
    const auto at = [&](std::int32_t position) { return places.begin() + position; };
    switch (edit.kind) {
        case EditKind::Insert:
            places.insert(at(edit.position), {edit.token, -1});
            break;
        case EditKind::Delete:
            places.erase(at(edit.position));
            break;
        case EditKind::Repeat:
            places.insert(at(edit.position) + 1, {at(edit.position)->token, -1});
            break;
        case EditKind::Replace:
            at(edit.position)->token = edit.token;
            break;
        case EditKind::Mask:
            at(edit.position)->token = kBlankItem;
            break;
        case EditKind::Move: {
            const EditedPlace moved = *at(edit.position);
            places.erase(at(edit.position));
            places.insert(at(edit.to), moved);
            break;
        }
    }
}

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

/// From one state of the history to another.
class EditedHistory::Step : public QUndoCommand {
public:
    Step(EditedHistory& history, std::vector<EditedPlace> after, const QString& text)
        : QUndoCommand(text), m_history(history), m_before(history.m_places), m_after(std::move(after)) {}
    void undo() override { m_history.set(m_before); }
    void redo() override { m_history.set(m_after); }

private:
    EditedHistory& m_history;
    std::vector<EditedPlace> m_before, m_after;
};

EditedHistory::EditedHistory(QObject* parent) : QAbstractTableModel(parent) {}

void EditedHistory::setOriginal(std::vector<Token> original, std::function<QString(Token)> titleOf) {
    m_titleOf = std::move(titleOf);
    m_original = std::move(original);
    m_undo.clear();
    std::vector<EditedPlace> places;
    for (size_t i = 0; i < m_original.size(); ++i) places.push_back({m_original[i], std::int32_t(i)});
    set(std::move(places));
}

std::vector<Token> EditedHistory::tokens() const {
    std::vector<Token> tokens;
    for (const EditedPlace& place : m_places) tokens.push_back(place.token);
    return tokens;
}

bool EditedHistory::isChanged() const {
    return tokens() != m_original;
}

void EditedHistory::set(std::vector<EditedPlace> places) {
    beginResetModel();
    m_places = std::move(places);
    layOut();
    endResetModel();
    emit changed();
}

void EditedHistory::push(std::vector<EditedPlace> places, const QString& text) {
    if (places == m_places) return;
    m_undo.push(new Step(*this, std::move(places), text));
}

void EditedHistory::apply(const HistoryEdit& edit) {
    std::vector<EditedPlace> places = m_places;
    change(places, edit);
    push(std::move(places), nameOf(edit.kind));
}

void EditedHistory::apply(const std::vector<HistoryEdit>& edits, const QString& text) {
    std::vector<EditedPlace> places = m_places;
    for (const HistoryEdit& edit : edits) change(places, edit);
    push(std::move(places), text);
}

void EditedHistory::reset() {
    std::vector<EditedPlace> places;
    for (size_t i = 0; i < m_original.size(); ++i) places.push_back({m_original[i], std::int32_t(i)});
    push(std::move(places), tr("Back to the original"));
}

void EditedHistory::layOut() {
    m_rows.clear();
    std::vector<bool> there(m_original.size(), false);
    for (const EditedPlace& place : m_places)
        if (place.original >= 0) there[size_t(place.original)] = true;
    size_t ghost = 0;
    const auto ghostsBefore = [&](size_t original) {
        for (; ghost < original; ++ghost)
            if (!there[ghost]) m_rows.push_back({-1, {m_original[ghost], std::int32_t(ghost)}});
    };
    for (int i = 0; i < count(); ++i) {
        const EditedPlace& place = m_places[size_t(i)];
        if (place.original >= 0) ghostsBefore(size_t(place.original));
        m_rows.push_back({i, place});
    }
    ghostsBefore(m_original.size());
}

int EditedHistory::placeOf(int row) const {
    return row >= 0 && row < int(m_rows.size()) ? m_rows[size_t(row)].place : -1;
}

int EditedHistory::rowOfPlace(int place) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [place](const Row& row) { return row.place == place; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int EditedHistory::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int EditedHistory::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString EditedHistory::badge(const Row& row) const {
    const EditedPlace& shown = row.shown;
    if (row.place < 0) return tr("taken out");
    if (shown.original < 0) return tr("put in");
    const Token was = m_original[size_t(shown.original)];
    if (shown.token == kBlankItem) return tr("masked");
    if (shown.token != was) return tr("instead of %1").arg(m_titleOf(was));
    // A place counts as moved only where its order to the neighbours changed: taking items out shifts everything.
    const auto originalBefore = [this](int place) {
        for (int i = place - 1; i >= 0; --i)
            if (m_places[size_t(i)].original >= 0) return m_places[size_t(i)].original;
        return -1;
    };
    return originalBefore(row.place) > shown.original ? tr("moved") : QString();
}

QVariant EditedHistory::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = m_rows[size_t(index.row())];
    const bool ghost = row.place < 0;
    const Token token = row.shown.token;
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == Number) return ghost ? QString() : QString::number(row.place + 1);
            return token == kBlankItem ? tr("[MASK]") : m_titleOf(token);
        case Qt::ToolTipRole:
            return token == kBlankItem && row.shown.original >= 0
                       ? tr("Hidden: %1").arg(m_titleOf(m_original[size_t(row.shown.original)]))
                       : m_titleOf(token) +
                             (ghost ? QLatin1Char('\n') + tr("Taken out: the models do not read it.") : QString());
        case Qt::AccessibleTextRole: {
            const QString mark = badge(row);
            const QString text = data(index, Qt::DisplayRole).toString();
            return mark.isEmpty() ? text : tr("%1, %2").arg(text, mark);
        }
        case BadgeRole:
            return index.column() == Item ? badge(row) : QString();
        case BadgeColourRole:
            return ghost ? Theme::instance().colours().muted : Theme::instance().colours().accent;
        case Qt::ForegroundRole:
            if (ghost || index.column() == Number) return QBrush(Theme::instance().colours().muted);
            return {};
        case Qt::FontRole:
            if (index.column() == Item && (ghost || !badge(row).isEmpty())) {
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
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return QStringList{tr("#"), tr("Item")}.value(section);
}

Qt::ItemFlags EditedHistory::flags(const QModelIndex& index) const {
    // Dropping is between rows only, so that an item never falls on another.
    if (!index.isValid()) return Qt::ItemIsDropEnabled;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return isGhost(index.row()) ? flags : flags | Qt::ItemIsDragEnabled;
}

QStringList EditedHistory::mimeTypes() const {
    return {QString::fromLatin1(kPlaceFormat)};
}

QMimeData* EditedHistory::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty() || isGhost(indexes.front().row())) return nullptr;
    auto* data = new QMimeData;
    data->setData(QString::fromLatin1(kPlaceFormat), QByteArray::number(placeOf(indexes.front().row())));
    return data;
}

bool EditedHistory::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                                 const QModelIndex& parent) {
    if (action != Qt::MoveAction || !data->hasFormat(QString::fromLatin1(kPlaceFormat)) || parent.isValid())
        return false;
    const int from = data->data(QString::fromLatin1(kPlaceFormat)).toInt();
    // The place of the first row below the drop that is no ghost; at the end, after the last.
    int to = count();
    for (int below = row < 0 ? rowCount() : row; below < rowCount(); ++below) {
        if (isGhost(below)) continue;
        to = placeOf(below);
        break;
    }
    if (to > from) --to;  // positions count without the item that is taken out first
    if (from < 0 || from >= count() || to == from) return false;
    apply({.kind = EditKind::Move, .position = from, .to = to});
    emit moved(to);
    return true;
}

}  // namespace recscope::ui
