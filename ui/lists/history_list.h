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

/// The history of the shown user as a timeline with, beside each item, the attention it gets and the effect of its
/// removal; the values of several selected items are summed, and a click on a column header sorts.
class HistoryList : public ItemRowList {
    Q_OBJECT
public:
    explicit HistoryList(QWidget* parent = nullptr);

    /// Scrolls to the newest items, unless the same history is shown again (e.g. with newer weights).
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer, std::shared_ptr<const ItemCatalogue> catalogue);
    /// `weights` by position of the attention maps, from the map row (query position) named `looker`.
    void setAttention(std::vector<float> weights, const QString& looker, MapScale scale = MapScale::Sequential);
    /// The same for a model with a contribution for each item; `target` names the recommendation they belong to, if
    /// any.
    void setParts(std::span<const float> values, const QString& target);
    void setRemoval(const std::vector<RemovalEffect>& effects, const QString& target);
    void setLit(int index);  ///< index in the history, -1 = none
    void select(int index);  ///< without emitting `chosen`; -1 = none
    void reveal(int index);  ///< scrolls there
    /// Marks the items that decide the chosen recommendation and scrolls to the first of them.
    void setDeciding(const std::vector<int>& indices);
    /// Aligns the first row with that of a list beside this one.
    void setHeaderHeight(int height);
    /// The height of the whole list at which `rows` compact rows are visible.
    int heightForRows(int rows) const;
    /// Sorts again by the current attention, once it is no longer a preview of the hovered row.
    void sortAgain();
    HistoryModel* model() const { return m_model; }

signals:
    void chosen(int index);  ///< by click or keyboard

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
    QString m_read, m_looker, m_target, m_partTarget;  ///< the parts of the note
    int m_titleWidth = 0;                              ///< at which nearly all titles fit
    bool m_selecting = false;
    bool m_choosing = false;  ///< the person is choosing: the consequences must not change the choice
};

}  // namespace recscope::ui
