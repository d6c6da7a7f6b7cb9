// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope::ui {

class JobRunner;

/// The users of a dataset whose attention and first ten every epoch keeps.
class PinnedUsers : public QObject {
    Q_OBJECT
public:
    explicit PinnedUsers(JobRunner& jobs, QObject* parent = nullptr);

    void setDataset(std::optional<DatasetId> dataset);
    bool contains(std::int32_t user) const { return m_users.contains(user); }
    int count() const { return int(m_users.size()); }
    bool isLoaded() const { return m_loaded; }

public slots:
    void set(qint32 user, bool pinned);

signals:
    void changed();
    /// A user was not pinned: why, and what can be done.
    void refused(const QString& sentence, const QString& hint);

private:
    void take(DatasetId dataset, const std::vector<std::int32_t>& users);

    JobRunner& m_jobs;
    std::optional<DatasetId> m_dataset;
    std::set<std::int32_t> m_users;
    bool m_loaded = false;
};

}  // namespace recscope::ui
