// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "ui/attention/attention_texture.h"
#include "ui/runs/explore_query.h"
#include "ui/session/session.h"

namespace recscope::ui {

/// What made an interaction of the sample data happen: "a repeat", the end of a sentence.
QString patternText(Pattern pattern);

/// A user's history as rows, oldest first: when, how long after the one before, what; with the attention each item gets
/// and the effect of its removal beside it.
class HistoryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Date, Gap, Item, Rating, Attention, Removal, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setAnswer(std::shared_ptr<const ExploreAnswer> answer, std::shared_ptr<const ItemCatalogue> catalogue);
    const ExploreAnswer* answer() const { return m_answer.get(); }
    /// Weights of one row of a map, by position; empty = none. NaN = not known.
    void setAttention(std::vector<float> weights, MapScale scale = MapScale::Sequential);
    /// Empty = not known (yet).
    void setRemoval(const std::vector<RemovalEffect>& effects);
    void setLit(int row);  ///< -1 = none
    void setNumbersShown(bool shown);
    /// Sorted by something else the rows are places without a line of time through them.
    void setInTimeOrder(bool inOrder);
    /// Marks the items without which the chosen recommendation falls.
    void setDeciding(std::vector<int> rows);
    const std::vector<int>& deciding() const { return m_deciding; }

    bool hasTimes() const { return m_hasTimes; }
    bool hasRatings() const { return m_hasRatings; }
    QString titleOf(int row) const;
    /// The first row the model reads, if it leaves older ones out; else -1.
    int firstRead() const;
    /// What these rows get together, in words; empty for fewer than two.
    QString sumText(const std::vector<int>& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString display(int row, int column) const;
    QString gap(int row) const;
    int place(int row) const;
    bool isRead(int row) const;
    QString badge(int row) const;
    QString toolTip(int row) const;
    QVariant bar(int row, int column) const;
    QVariant sortValue(int row, int column) const;
    bool isDeciding(int row) const;
    const ItemInfo* item(int row) const;
    void tellChanged(int firstColumn, int lastColumn);

    std::shared_ptr<const ExploreAnswer> m_answer;
    std::shared_ptr<const ItemCatalogue> m_catalogue;
    std::vector<bool> m_again;  ///< by row: the user had this item before
    bool m_hasTimes = false, m_hasRatings = false;
    std::vector<float> m_attention;           ///< by position of the map
    MapScale m_scale = MapScale::Sequential;  ///< of the attention
    float m_largestAttention = 0;
    std::vector<float> m_removal;  ///< by history index, NaN = not tested
    float m_largestRemoval = 0;    ///< of the absolute values
    int m_lit = -1;
    std::vector<int> m_deciding;
    bool m_inTimeOrder = true;
    bool m_numbers = true;  ///< in the first column, beside the line of time
};

}  // namespace recscope::ui
