// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <set>
#include <vector>

#include "ui/attention/attention_map_model.h"

namespace recscope::ui {

/// What is marked in an attention map: the hovered and the pinned cell, the rows that are summed, a highlighted row or
/// column, and the columns of a planted cause.
class AttentionMapSelection : public QObject {
    Q_OBJECT
public:
    /// Forgets all marks when the model's maps are replaced; keeps the pinned cell and the summed rows if the number of
    /// positions is unchanged.
    explicit AttentionMapSelection(const AttentionMapModel& model, QObject* parent = nullptr);

    std::optional<MapCell> hoveredCell() const { return m_hovered; }
    std::optional<MapCell> pinnedCell() const { return m_pinned; }
    /// The cell that is described beside the map: the hovered one, else the pinned one.
    std::optional<MapCell> describedCell() const { return m_hovered ? m_hovered : m_pinned; }
    MapCell highlight() const { return m_highlight; }  ///< the highlighted row and column; -1 = none
    /// The rows chosen to be summed; the owner of the map sums them with `AttentionMapModel::sumOf`.
    const std::set<int>& chosenRows() const { return m_rows; }
    /// Columns (key positions) of the items that caused the predicted one; known only for the sample data.
    const std::vector<int>& causes() const { return m_causes; }
    /// The row that the step-by-step view explains unless another one is clicked: that of the pinned cell, else the
    /// last position, which makes the prediction.
    int queryRow() const { return m_pinned ? m_pinned->row : m_model.positions() - 1; }

public slots:
    void hover(std::optional<recscope::ui::MapCell> cell);
    void pin(int row, int column);  ///< pins this cell, or the nearest one that exists
    void unpin();
    /// Highlights a row and/or a column; -1 = none.
    void setHighlight(int row, int column);
    /// Adds the row to the summed rows, or removes it from them.
    void toggleRow(int row);
    void clearRows();
    void setCauses(std::vector<int> columns);

signals:
    void hovered(int row, int column);  ///< (-1, -1) if the pointer left the map
    void pinned(int row, int column);   ///< (-1, -1) if no cell is pinned
    void rowsChanged();
    void changed();  ///< the hovered cell, the pinned cell or the summed rows changed
    void highlightChanged();
    void causesChanged();
    void revealRequested(int row, int column);  ///< this cell, which may be out of view, is about to be pinned

private:
    void reset(bool sameSize);

    const AttentionMapModel& m_model;
    std::optional<MapCell> m_hovered, m_pinned;
    MapCell m_highlight{-1, -1};
    std::set<int> m_rows;
    std::vector<int> m_causes;
};

}  // namespace recscope::ui
