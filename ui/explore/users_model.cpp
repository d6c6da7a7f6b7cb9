// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/users_model.h"

#include <QBrush>

#include "ui/jobs/job_runner.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr int kPageRows = 256;
/// Read pages are given up beyond this many, so that scrolling through millions of users stays small.
constexpr std::size_t kKeptPages = 64;
}  // namespace

UsersModel::UsersModel(JobRunner& jobs, QObject* parent) : QAbstractTableModel(parent), m_jobs(jobs) {}

void UsersModel::show(std::optional<DatasetId> dataset, const QString& search, UserOrder order, Direction direction) {
    ++m_generation;
    m_dataset = dataset;
    m_search = search.toStdString();
    m_order = order;
    m_direction = direction;
    m_wanted.clear();
    if (!dataset) {
        takePage(0, {});
        return;
    }
    m_loading = true;
    readPage(0);
}

void UsersModel::readPage(int page) const {
    if (!m_dataset || !m_wanted.insert(page).second) return;
    auto* self = const_cast<UsersModel*>(this);
    // A new search outdates the old one's first page; later pages of one search do not outdate each other.
    const JobSpec spec{.title = tr("Reading users"),
                       .lane = Lane::Query,
                       .inStrip = false,
                       .latestOnly = page == 0 ? QStringLiteral("explore/users") : QString()};
    m_jobs.start(
        self, spec,
        [dataset = *m_dataset, search = m_search, order = m_order, direction = m_direction, page](JobContext& context) {
            return DatasetStore(context.workspace)
                .users(dataset, search, order, direction, std::int64_t(page) * kPageRows, kPageRows);
        },
        [self, page, generation = m_generation](Page<UserInfo> read) {
            if (generation == self->m_generation) self->takePage(page, std::move(read));
        });
}

void UsersModel::takePage(int page, Page<UserInfo> read) {
    m_wanted.erase(page);
    if (page == 0) {
        beginResetModel();
        m_pages.clear();
        m_total = read.total;
        m_pages[0] = std::move(read.rows);
        m_loading = false;
        endResetModel();
        emit firstPageRead();
        return;
    }
    if (m_pages.size() >= kKeptPages)
        m_pages.erase(page > m_pages.rbegin()->first ? std::prev(m_pages.end()) : m_pages.begin());
    const int first = page * kPageRows, last = first + int(read.rows.size()) - 1;
    m_pages[page] = std::move(read.rows);
    if (last < first) return;
    emit dataChanged(index(first, 0), index(last, ColumnCount - 1));
    emit pageRead(first, last);
}

const UserInfo* UsersModel::row(int row) const {
    if (row < 0 || row >= m_total) return nullptr;
    const int page = row / kPageRows;
    const auto found = m_pages.find(page);
    if (found == m_pages.end()) {
        readPage(page);
        return nullptr;
    }
    const auto place = size_t(row % kPageRows);
    return place < found->second.size() ? &found->second[place] : nullptr;
}

std::optional<std::int32_t> UsersModel::userAt(int row) const {
    const UserInfo* info = this->row(row);
    return info ? std::optional(info->user) : std::nullopt;
}

int UsersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_total);
}

int UsersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant UsersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::DisplayRole) return section == Id ? tr("User") : tr("Items");
    if (role == Qt::ToolTipRole)
        return section == Id ? tr("The dataset's own id") : tr("Length of the history, in items");
    return {};
}

QVariant UsersModel::data(const QModelIndex& index, int role) const {
    if (role == Qt::ForegroundRole && index.column() == Length) return QBrush(Theme::instance().colours().muted);
    if (role != Qt::DisplayRole) return {};
    const UserInfo* info = row(index.row());
    if (!info) return QStringLiteral("…");
    return index.column() == Id ? QString::fromStdString(info->id) : wholeNumber(info->length);
}

}  // namespace recscope::ui
