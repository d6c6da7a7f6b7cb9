// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/ended_trainings.h"

#include "core/recommender/evaluate.h"
#include "ui/session/session.h"

namespace recscope::ui {

EndedTrainings::EndedTrainings(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

const TrainingEnd* EndedTrainings::last(DatasetId dataset) const {
    const auto found = m_ends.find(dataset);
    return found == m_ends.end() ? nullptr : &found->second;
}

void EndedTrainings::dismiss(DatasetId dataset) {
    m_ends.erase(dataset);
    emit changed();
}

// Uses `WorkerQueue::Import`, because the next run may already train in `WorkerQueue::Training`.
void EndedTrainings::score(const RunRecord& run) {
    if (m_session.rejectIfReadOnly()) return;
    if (!canScoreStopped(run) || !m_scoring.insert(run.id).second) return;
    const auto ended = [this, id = run.id] {
        m_scoring.erase(id);
        m_session.refreshRuns();
        emit changed();
    };
    m_session.jobs().start(
        this,
        {.title = tr("Scoring %1 on test").arg(QString::fromStdString(run.name)),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true},
        [id = run.id](JobContext& context) {
            return scoreStopped(context.workspace, id, DeviceChoice::Auto, context.progress, context.stop);
        },
        [this, ended](const RunRecord& scored) {
            if (const auto end = m_ends.find(scored.dataset);
                end != m_ends.end() && end->second.run && end->second.run->id == scored.id)
                end->second.run = scored;
            ended();
        },
        [this, ended](const QString& message, const QString& hint) {
            m_session.notify(message, hint, Severity::Error);
            ended();
        },
        ended);
    emit changed();
}

}  // namespace recscope::ui
