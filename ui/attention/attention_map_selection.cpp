// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map_selection.h"

#include <algorithm>

namespace recscope::ui {

AttentionMapSelection::AttentionMapSelection(const AttentionMapModel& model, QObject* parent)
    : QObject(parent), m_model(model) {
    connect(&model, &AttentionMapModel::mapsReplaced, this, &AttentionMapSelection::reset);
}

void AttentionMapSelection::reset(bool sameSize) {
    m_hovered.reset();
    m_highlight = {-1, -1};
    m_causes.clear();
    if (sameSize) return;
    m_pinned.reset();
    m_rows.clear();
}

void AttentionMapSelection::hover(std::optional<MapCell> cell) {
    if (cell == m_hovered) return;
    m_hovered = cell;
    emit changed();
    emit hovered(cell ? cell->row : -1, cell ? cell->column : -1);
}

void AttentionMapSelection::pin(int row, int column) {
    if (m_model.isEmpty()) return;
    const int last = m_model.positions() - 1;
    const MapCell cell{std::clamp(row, 0, last), std::clamp(column, 0, last)};
    emit revealRequested(cell.row, cell.column);
    if (m_pinned == cell) return;
    m_pinned = cell;
    emit changed();
    emit pinned(cell.row, cell.column);
}

void AttentionMapSelection::unpin() {
    if (!m_pinned) return;
    m_pinned.reset();
    emit changed();
    emit pinned(-1, -1);
}

void AttentionMapSelection::setHighlight(int row, int column) {
    const MapCell highlight{row, column};
    if (highlight == m_highlight) return;
    m_highlight = highlight;
    emit highlightChanged();
}

void AttentionMapSelection::toggleRow(int row) {
    if (m_model.isEmpty() || row < 0 || row >= m_model.positions()) return;
    if (m_rows.erase(row) == 0) m_rows.insert(row);
    emit changed();
    emit rowsChanged();
}

void AttentionMapSelection::clearRows() {
    if (m_rows.empty()) return;
    m_rows.clear();
    emit changed();
    emit rowsChanged();
}

void AttentionMapSelection::setCauses(std::vector<int> columns) {
    m_causes = std::move(columns);
    emit causesChanged();
}

}  // namespace recscope::ui
