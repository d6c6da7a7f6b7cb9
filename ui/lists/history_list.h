// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ui/attention/attention_image.h"
#include "ui/lists/item_row_list.h"
#include "ui/runs/explore_query.h"
#include "ui/session/session.h"

class QLabel;

namespace recscope::ui {

class HistoryModel;

/// The history of the shown user as a timeline. Beside each item are the attention that the item receives and the
/// effect of its removal. The values of several selected items are summed; a click on a column header sorts.
class HistoryList : public ItemRowList {
    Q_OBJECT
public:
    explicit HistoryList(QWidget* parent = nullptr);

    /// Shows this answer's history and scrolls to the newest items, unless the same history is already shown (e.g. with
    /// older weights).
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer, std::shared_ptr<const ItemCatalogue> catalogue);
    /// Shows one row of an attention map. `weights` has one weight per attention-map position; the row is that of the
    /// query position with the title `queryTitle`.
    void setAttention(std::vector<float> weights, const QString& queryTitle, MapScale scale = MapScale::Sequential);
    /// Shows `ItemParts` instead of attention, for a model that provides one number per item. `target` is the title of
    /// the recommendation that they explain; empty if they explain no single one.
    void setItemParts(std::span<const float> values, const QString& target);
    /// Shows the effect of each removal. `target`: title of the recommendation whose removal test this is.
    void setRemoval(const std::vector<RemovalEffect>& effects, const QString& target);
    void setHighlighted(int index);  ///< highlights this index of the history; -1 = none
    void select(int index);          ///< selects this index of the history without emitting `chosen`; -1 = none
    void reveal(int index);          ///< scrolls to this index of the history
    /// Marks the items whose removal makes the chosen recommendation drop, and scrolls to the newest of them. `indices`
    /// are ascending.
    void setDecisiveItems(const std::vector<int>& indices);
    /// Sets the height of the header in pixels, so that the first row aligns with the first row of a neighbouring list.
    void setHeaderHeight(int height);
    /// The height in pixels of the whole list at which `rows` compact rows are visible.
    int heightForRows(int rows) const;
    /// Sorts again by the current attention. To be called when the attention shown is no longer only a preview for a
    /// hovered row.
    void sortAgain();
    HistoryModel* model() const { return m_model; }

signals:
    void chosen(int index);  ///< an item was chosen by click or keyboard

protected:
    void fitColumns() override;

private:
    explicit HistoryList(HistoryModel* model, QWidget* parent);
    int minWidth(int column) const;
    void showValues(std::vector<float> values, MapScale scale);
    void measureTitles();
    void showNote();
    void showSum();

    HistoryModel* m_model;
    QLabel* m_title;
    QLabel* m_note;
    QLabel* m_sum;
    PositionDelegate* m_positions;
    BarDelegate *m_differences, *m_shares;    ///< bars for signed values, and for shares of 0…1
    MapScale m_scale = MapScale::Sequential;  ///< scale of the colours that show the attention
    /// Parts of the note: the length of the history and how much of it the model reads; the title of the query
    /// position; the titles of the recommendations that the removal test and the contributions explain.
    QString m_lengthText, m_queryTitle, m_removalTarget, m_contributionTarget;
    int m_titleWidth = 0;      ///< width in pixels at which nearly all titles fit
    bool m_selecting = false;  ///< the program itself changes the selection
    /// True while the user of the program chooses an item; updates that this causes must not change the choice.
    bool m_choosing = false;
};

}  // namespace recscope::ui
