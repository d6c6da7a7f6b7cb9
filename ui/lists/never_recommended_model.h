// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/lists/never_recommended.h"

namespace recscope::ui {

/// The items that are in no user's list of recommendations, one per row: title, categories, interactions, first and
/// last month, id.
class NeverRecommendedModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Item, Categories, Interactions, FirstMonth, LastMonth, Id, ColumnCount };
    static constexpr int kValueRole = Qt::UserRole + 1;  ///< the sort key of a cell

    using QAbstractTableModel::QAbstractTableModel;
    /// `found` null = no rows.
    void setFound(std::shared_ptr<const NeverRecommended> found);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const NeverRecommended> m_found;
};

}  // namespace recscope::ui
