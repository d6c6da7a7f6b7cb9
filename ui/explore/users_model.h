// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/store/dataset_store.h"

namespace recscope::ui {

class JobRunner;

/// The users of a dataset that match a search, read page by page as they come into view.
class UsersModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Id, Length, ColumnCount };
    UsersModel(JobRunner& jobs, QObject* parent);

    /// Starts over; `firstPageRead` is told when the first page is there.
    void show(std::optional<DatasetId> dataset, const QString& search, UserOrder order, Direction direction);
    bool isLoading() const { return m_loading; }
    /// Index of the user in the dataset; nothing while the row's page is not read.
    std::optional<std::int32_t> userAt(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void firstPageRead();
    void pageRead(int firstRow, int lastRow);

private:
    const UserInfo* row(int row) const;
    void readPage(int page) const;
    void takePage(int page, Page<UserInfo> read);

    JobRunner& m_jobs;
    std::optional<DatasetId> m_dataset;
    std::string m_search;
    UserOrder m_order = UserOrder::Index;
    Direction m_direction = Direction::Ascending;
    std::int64_t m_total = 0;
    std::map<int, std::vector<UserInfo>> m_pages;
    mutable std::set<int> m_wanted;  ///< pages asked for and not here yet
    int m_generation = 0;            ///< counts `show`: pages of an earlier search are dropped
    bool m_loading = false;
};

}  // namespace recscope::ui
