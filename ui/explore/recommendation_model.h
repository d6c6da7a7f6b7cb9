// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/explain/explainer.h"
#include "ui/session/session.h"

namespace recscope::ui {

/// "Comedy, Romance" from "Comedy|Romance".
QString genresText(const std::string& genres);

/// Recommendations as rows: rank, item, score, probability.
class RecommendationModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rank, Item, Score, Probability, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setExplanation(std::shared_ptr<const Explanation> explanation, std::shared_ptr<const ItemCatalogue> catalogue);
    void setLit(Token token);
    const Explanation* explanation() const { return m_explanation.get(); }
    Token tokenAt(int row) const;  ///< kPadToken outside
    int rowOf(Token token) const;  ///< -1 = not listed
    QString titleOf(Token token) const;
    std::int64_t itemCount() const { return m_catalogue ? std::int64_t(m_catalogue->size()) : 0; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const ItemInfo* item(Token token) const;

    std::shared_ptr<const Explanation> m_explanation;
    std::shared_ptr<const ItemCatalogue> m_catalogue;
    Token m_lit = kPadToken;
};

}  // namespace recscope::ui
