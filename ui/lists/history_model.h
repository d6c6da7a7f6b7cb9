// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/attention/attention_image.h"
#include "ui/lists/item_row_model.h"
#include "ui/runs/explore_query.h"

namespace recscope::ui {

/// The pattern that the generator of the sample data planted in an interaction, phrased as the end of a sentence, e.g.
/// "a repeat".
QString patternText(Pattern pattern);

/// A user's history as rows, oldest first: the date, the gap since the previous interaction and the item, with the
/// attention that the item receives and the effect of its removal.
class HistoryModel : public ItemRowModel {
    Q_OBJECT
public:
    enum Column { Number, Date, Gap, Item, Rating, Attention, Removal, ColumnCount };
    explicit HistoryModel(QObject* parent = nullptr) : ItemRowModel(ColumnCount, Item, parent) {}

    void setAnswer(std::shared_ptr<const ExploreAnswer> answer, std::shared_ptr<const ItemCatalogue> catalogue);
    const ExploreAnswer* answer() const { return m_answer.get(); }
    /// Sets the weights of one row of an attention map, indexed by attention-map position; empty = no row is shown, NaN
    /// = not known.
    void setAttention(std::vector<float> weights, MapScale scale = MapScale::Sequential);
    /// The kind of number that the column `Attention` shows instead of attention weights; none if it shows attention.
    std::optional<ItemPartKind> partKind() const;
    /// Sets the effects of removing items; empty = not known (yet).
    void setRemoval(const std::vector<RemovalEffect>& effects);
    void setNumbersShown(bool shown);
    /// Sets whether the rows are in time order; the timeline is drawn through them only in that case.
    void setInTimeOrder(bool inOrder);
    /// Marks the items whose removal makes the chosen recommendation drop.
    void setDecisiveItems(std::vector<int> rows);
    /// The rows marked by `setDecisiveItems`.
    const std::vector<int>& deciding() const { return m_decisiveItems; }

    bool hasTimes() const { return m_hasTimes; }
    bool hasRatings() const { return m_hasRatings; }
    /// The first row that the model reads if it ignores older rows; else -1.
    int firstReadRow() const;
    /// The sum of the values of these rows, as text; empty for fewer than two rows.
    QString sumText(const std::vector<int>& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    DashedLine dashedLine() const override;

protected:
    std::vector<ColumnHeader> columnHeaders() const override;
    Token token(int row) const override { return m_answer->interactions[size_t(row)].token; }
    QVariant value(int row, int column) const override;
    QString text(int row, int column) const override;
    double largest(int column) const override { return column == Attention ? m_largestAttention : m_largestRemoval; }
    Badge badge(int row) const override;
    QString toolTip(int row, int column) const override;
    bool isHeldOut(int row) const override {
        return row >= m_answer->given && row < m_answer->given + m_answer->heldOut;
    }
    bool isMuted(int row, int column) const override;
    bool isMarked(int row) const override { return ItemRowModel::isMarked(row) || isDecisive(row); }
    QString exactTitle(int column) const override;
    QVariant exactValue(int row, int column) const override;
    QVariant extraData(int row, int column, int role) const override;

private:
    int marks(int row) const;  ///< a combination of PositionMark flags
    ColumnHeader attentionHeader() const;
    QString sumOfParts(double sum) const;
    bool isRead(int row) const;
    bool isDecisive(int row) const;

    std::shared_ptr<const ExploreAnswer> m_answer;
    std::vector<bool> m_isRepeat;  ///< indexed by row: true if the item also occurs in an earlier row
    bool m_hasTimes = false, m_hasRatings = false;
    std::vector<float> m_attention;           ///< indexed by attention-map position
    MapScale m_scale = MapScale::Sequential;  ///< scale of the colours that show the attention
    double m_largestAttention = 0;
    std::vector<float> m_removal;  ///< indexed by history index; NaN = not tested
    /// Indexed by history index: the newest of the rows that are removed together with this one; -1 = removed alone.
    std::vector<int> m_removedWith;
    double m_largestRemoval = 0;  ///< largest absolute value in `m_removal`
    std::vector<int> m_decisiveItems;
    bool m_inTimeOrder = true;
    bool m_numbers = true;  ///< the first column shows the row's number beside the timeline
};

}  // namespace recscope::ui
