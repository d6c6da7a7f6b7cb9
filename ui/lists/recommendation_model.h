// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <memory>
#include <vector>

#include "core/explain/scores/explainer.h"
#include "ui/session/session.h"

namespace recscope::ui {

/// "Comedy, Romance" from "Comedy|Romance".
QString genresText(const std::string& genres);

/// The items of the history that speak most for a recommendation, the strongest first, found by taking them out.
using Reasons = std::map<Token, std::vector<RemovalEffect>>;

/// Recommendations as rows: rank, item, score, probability, popularity, reasons. The held-out truth is the last row
/// where it ranks below the list.
class RecommendationModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rank, Item, Score, Probability, Popularity, Why, ColumnCount };
    /// What is known of the reasons.
    enum class WhyState { Nothing, Waiting, Known };
    using QAbstractTableModel::QAbstractTableModel;

    void setExplanation(std::shared_ptr<const Explanation> explanation, std::shared_ptr<const ItemCatalogue> catalogue);
    /// Rank of an item by its interactions, 1 = most; empty = not known.
    void setPopularity(std::map<Token, std::int64_t> ranks);
    void setReasons(WhyState state, Reasons reasons = {});
    /// The reasons stand below the titles: there is no room for a column.
    void setWhyBelow(bool below);
    void setLit(Token token);
    const Explanation* explanation() const { return m_explanation.get(); }
    Token tokenAt(int row) const;  ///< kPadToken outside
    int rowOf(Token token) const;  ///< -1 = not listed
    /// True for the last row if it is the truth from further down.
    bool isBelowList(int row) const;
    QString titleOf(Token token) const;
    /// False while the removal test runs: the reasons are not there yet.
    bool knowsWhy() const { return m_whyState == WhyState::Known; }
    /// The reasons stand below wrapped titles: all of them.
    void setWhyWhole(bool whole);
    std::int64_t itemCount() const { return m_catalogue ? std::int64_t(m_catalogue->size()) : 0; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const ItemInfo* item(Token token) const;
    Recommendation at(int row) const;
    QString display(int row, int column) const;
    QString toolTip(int row) const;
    QVariant sortValue(int row, int column) const;
    QString whyText(Token token) const;
    QString shortWhy(Token token) const;
    QString whyToolTip(Token token) const;

    std::shared_ptr<const Explanation> m_explanation;
    std::shared_ptr<const ItemCatalogue> m_catalogue;
    std::map<Token, std::int64_t> m_popularity;
    WhyState m_whyState = WhyState::Nothing;
    bool m_whyBelow = false, m_whyWhole = false;
    Reasons m_reasons;
    Token m_lit = kPadToken;
};

}  // namespace recscope::ui
