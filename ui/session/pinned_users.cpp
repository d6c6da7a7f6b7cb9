// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/pinned_users.h"

#include <vector>

#include "core/store/timeline_store.h"

namespace recscope::ui {

PinnedUsers::PinnedUsers(JobRunner& jobs, QObject* parent)
    : QObject(parent),
      m_jobs(jobs),
      m_reading(jobs, {.title = tr("Reading the pinned users")}, [](JobContext& context, DatasetId dataset) {
          const std::vector<std::int32_t> users = TimelineStore(context.workspace).pinned(dataset);
          return std::set<std::int32_t>(users.begin(), users.end());
      }) {
    m_reading.reportFailures();
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        const auto users = m_reading.answer();
        if (!users) return;
        m_users = *users;
        emit changed();
    });
}

void PinnedUsers::setDataset(std::optional<DatasetId> dataset) {
    m_users.reset();
    m_reading.cancel();
    emit changed();
    if (dataset) m_reading.rerun(*dataset);
}

void PinnedUsers::set(qint32 user, bool pinned) {
    if (!m_users || contains(user) == pinned) return;
    // Runs on `WorkerQueue::Query`, so that later reads see the change; saving one row is fast enough for that queue.
    m_jobs.start(
        this, {.title = pinned ? tr("Pinning the user") : tr("Unpinning the user")},
        [dataset = *m_reading.request(), user, pinned](JobContext& context) {
            TimelineStore store(context.workspace);
            if (pinned) {
                store.pin(dataset, user);
            } else {
                store.unpin(dataset, user);
            }
        },
        [this, dataset = *m_reading.request()] {
            if (m_reading.request() == dataset) m_reading.rerun(dataset);
        },
        [this](const QString& sentence, const QString& hint) { emit refused(sentence, hint); });
}

}  // namespace recscope::ui
