// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <set>

#include "core/sequence/dataset.h"
#include "ui/jobs/async_query.h"

namespace recscope::ui {

/// The pinned users of a dataset. Every epoch snapshot stores their attention maps and their top ten recommendations.
class PinnedUsers : public QObject {
    Q_OBJECT
public:
    explicit PinnedUsers(JobRunner& jobs, QObject* parent = nullptr);

    void setDataset(std::optional<DatasetId> dataset);
    bool contains(std::int32_t user) const { return m_users && m_users->contains(user); }
    int count() const { return m_users ? int(m_users->size()) : 0; }
    bool isLoaded() const { return m_users.has_value(); }

public slots:
    void set(qint32 user, bool pinned);

signals:
    void changed();
    /// A user could not be pinned: the reason, and what to do about it.
    void refused(const QString& sentence, const QString& hint);

private:
    JobRunner& m_jobs;
    AsyncQuery<DatasetId, std::set<std::int32_t>> m_reading;
    /// The pinned users as last read; none until they have been read once.
    std::optional<std::set<std::int32_t>> m_users;
};

}  // namespace recscope::ui
