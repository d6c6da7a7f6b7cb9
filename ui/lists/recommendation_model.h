// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/explain/scores/inference_session.h"
#include "ui/lists/item_row_model.h"

namespace recscope::ui {

/// For each recommended item, the items of the history that contribute most to it according to the removal test,
/// strongest first.
using Reasons = std::map<Token, std::vector<RemovalEffect>>;

/// Recommendations as rows: rank, item, score, probability, popularity, reasons. The held-out item is an additional
/// last row if it ranks below the list.
class RecommendationModel : public ItemRowModel {
    Q_OBJECT
public:
    enum Column { Rank, Item, Score, Probability, Popularity, Why, ColumnCount };
    /// The state of the reasons: not shown, being computed, or known.
    enum class ReasonsState { Nothing, Waiting, Known };
    explicit RecommendationModel(QObject* parent = nullptr) : ItemRowModel(ColumnCount, Item, parent) {}

    void setExplanation(std::shared_ptr<const Explanation> explanation, std::shared_ptr<const ItemCatalogue> catalogue);
    /// Sets the rank of each item by its number of interactions, 1 = most; empty = not known.
    void setPopularity(std::map<Token, std::int64_t> ranks);
    /// Marks the other items of the held-out order as held out, too.
    void setHeldOutOrder(std::vector<Token> items);
    void setReasons(ReasonsState state, Reasons reasons = {});
    /// Shows the reasons below the titles, for lists that are too narrow for a column of reasons.
    void setReasonsBelowTitles(bool below);
    /// Sets whether reasons below the titles are shown in full, on as many lines as they need.
    void setReasonsWrapped(bool wrapped);
    /// Sets the probability that gets a bar of full length, so that two lists side by side can share a scale; 0 = this
    /// list's largest probability.
    void setLargest(double probability);
    const Explanation* explanation() const { return m_explanation.get(); }
    /// True for the additional last row with a held-out item that ranks below the list.
    bool isBelowList(int row) const;
    /// True once the reasons are known; false while they are being computed or are not shown.
    bool hasReasons() const { return m_reasonsState == ReasonsState::Known; }

    int rowCount(const QModelIndex& parent = {}) const override;
    DashedLine dashedLine() const override;

protected:
    std::vector<ColumnHeader> columnHeaders() const override;
    Token token(int row) const override { return at(row).token; }
    QVariant value(int row, int column) const override;
    QString text(int row, int column) const override;
    double largest(int column) const override;
    Badge badge(int row) const override;
    QString toolTip(int row, int column) const override;
    bool isHeldOut(int row) const override { return isTarget(row) || isInOrder(row); }
    bool isMuted(int, int column) const override { return column != Item && column != Probability; }
    QString exactTitle(int column) const override;
    QVariant exactValue(int row, int column) const override;
    QVariant extraData(int row, int column, int role) const override;

private:
    Recommendation at(int row) const;
    bool isTarget(int row) const;
    bool isInOrder(int row) const;  ///< the item belongs to the held-out order, but is not the target
    const std::vector<RemovalEffect>* reasons(Token token) const;
    QString reasonTitle(const RemovalEffect& reason) const;
    QString reasonsText(Token token) const;
    QString shortReasonsText(Token token) const;
    QString reasonsToolTip(Token token) const;

    std::shared_ptr<const Explanation> m_explanation;
    std::map<Token, std::int64_t> m_popularity;
    /// The held-out items, the target first; more than one only if the run predicts orders.
    std::vector<Token> m_order;
    ReasonsState m_reasonsState = ReasonsState::Nothing;
    bool m_reasonsBelowTitles = false, m_reasonsWrapped = false;
    double m_largest = 0;
    Reasons m_reasons;
};

}  // namespace recscope::ui
