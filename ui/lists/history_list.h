// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ui/attention/attention_texture.h"
#include "ui/lists/item_row_list.h"
#include "ui/runs/explore_query.h"
#include "ui/session/session.h"

class QLabel;

namespace recscope::ui {

class HistoryModel;

/// The history of the shown user as a line of time with, beside each item, the attention it gets and what its removal
/// does; several chosen items are added up, and a click on a column's head sorts.
class HistoryList : public ItemRowList {
    Q_OBJECT
public:
    explicit HistoryList(QWidget* parent = nullptr);

    /// Scrolls to the newest items, unless the same history is shown again (e.g. with newer weights).
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer, std::shared_ptr<const ItemCatalogue> catalogue);
    /// `weights` by position of the maps, of the row named `looker`.
    void setAttention(std::vector<float> weights, const QString& looker, MapScale scale = MapScale::Sequential);
    /// The same of a model that has a number for each item: of `target`, if it is of one recommendation.
    void setParts(std::span<const float> values, const QString& target);
    void setRemoval(const std::vector<RemovalEffect>& effects, const QString& target);
    void setLit(int index);  ///< index in the history, -1 = none
    void select(int index);  ///< without telling `chosen`; -1 = none
    void reveal(int index);  ///< scrolls there
    /// Marks the items that decide over the chosen recommendation and brings the first of them into view.
    void setDeciding(const std::vector<int>& indices);
    /// So that a list beside it can begin on the same line.
    void setHeaderHeight(int height);
    /// The height of the whole list in which so many compact rows are seen.
    int heightForRows(int rows) const;
    /// The attention is no passing one, of a row the pointer is on: rows that are sorted by it move.
    void sortAgain();
    HistoryModel* model() const { return m_model; }

signals:
    void chosen(int index);  ///< clicked or reached by key

protected:
    void fitColumns() override;

private:
    explicit HistoryList(HistoryModel* model, QWidget* parent);
    int leastWidth(int column) const;
    void showValues(std::vector<float> values, MapScale scale);
    void measureTitles();
    void showNote();
    void showSum();

    HistoryModel* m_model;
    QLabel* m_title;
    QLabel* m_note;
    QLabel* m_sum;
    PositionDelegate* m_positions;
    BarDelegate *m_differences, *m_shares;
    MapScale m_scale = MapScale::Sequential;           ///< of the attention
    QString m_read, m_looker, m_target, m_partTarget;  ///< what the note says
    int m_titleWidth = 0;                              ///< at which nearly all titles are whole
    bool m_selecting = false;
    bool m_choosing = false;  ///< a person is choosing: what follows must not change their choice
};

}  // namespace recscope::ui
