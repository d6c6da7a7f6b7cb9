// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/pinned_users.h"

#include "core/store/film_store.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

PinnedUsers::PinnedUsers(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

void PinnedUsers::setDataset(std::optional<DatasetId> dataset) {
    m_dataset = dataset;
    m_users.clear();
    m_loaded = false;
    emit changed();
    if (!dataset) return;
    m_jobs.start(
        this, {.title = tr("Reading the pinned users"), .latestOnly = QStringLiteral("film/pinned")},
        [id = *dataset](JobContext& context) { return FilmStore(context.workspace).pinned(id); },
        [this, id = *dataset](const std::vector<std::int32_t>& users) { take(id, users); });
}

void PinnedUsers::set(qint32 user, bool pinned) {
    if (!m_dataset || !m_loaded || contains(user) == pinned) return;
    // The query lane keeps the order of reading and writing; one row is a small write.
    m_jobs.start(
        this, {.title = pinned ? tr("Pinning the user") : tr("Unpinning the user")},
        [id = *m_dataset, user, pinned](JobContext& context) {
            FilmStore store(context.workspace);
            if (pinned) {
                store.pin(id, user);
            } else {
                store.unpin(id, user);
            }
            return store.pinned(id);
        },
        [this, id = *m_dataset](const std::vector<std::int32_t>& users) { take(id, users); },
        [this](const QString& sentence, const QString& hint) { emit refused(sentence, hint); });
}

void PinnedUsers::take(DatasetId dataset, const std::vector<std::int32_t>& users) {
    if (m_dataset != dataset) return;
    m_users = {users.begin(), users.end()};
    m_loaded = true;
    emit changed();
}

}  // namespace recscope::ui
