// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include "core/sequence/dataset.h"
#include "ui/jobs/async_query.h"

namespace recscope::ui {

/// The users of a dataset that are marked as favourites; stored in the workspace with the dataset.
class Favourites : public QObject {
    Q_OBJECT
public:
    explicit Favourites(JobRunner& jobs, QObject* parent = nullptr);

    void setDataset(std::optional<DatasetId> dataset);
    std::shared_ptr<const std::set<std::int32_t>> users() const { return m_users; }
    bool contains(std::int32_t user) const { return m_users->contains(user); }
    int count() const { return int(m_users->size()); }
    bool isLoaded() const { return m_reading.state() == AsyncQueryState::Answered; }

public slots:
    void set(qint32 user, bool isFavourite);

signals:
    void changed();

private:
    JobRunner& m_jobs;
    AsyncQuery<DatasetId, std::set<std::int32_t>> m_reading;
    std::shared_ptr<const std::set<std::int32_t>> m_users;
};

}  // namespace recscope::ui
