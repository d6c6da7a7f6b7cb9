// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cohort/cohort_book.h"

#include <algorithm>
#include <utility>

#include "ui/session/session.h"

namespace recscope::ui {

namespace {

std::vector<SavedCohort> readAll(Workspace& workspace, DatasetId dataset) {
    const CohortStore store(workspace);
    std::vector<SavedCohort> cohorts;
    for (const CohortInfo& info : store.list(dataset)) {
        Cohort cohort = store.open(info.id);
        cohorts.push_back({info, std::make_shared<const std::vector<std::int32_t>>(std::move(cohort.users)),
                           std::make_shared<const CohortBasis>(std::move(cohort.basis))});
    }
    return cohorts;
}

}  // namespace

CohortBook& CohortBook::of(Session& session) {
    auto* book = session.findChild<CohortBook*>({}, Qt::FindDirectChildrenOnly);
    return book ? *book : *new CohortBook(session);
}

CohortBook::CohortBook(Session& session)
    : QObject(&session),
      m_session(session),
      m_reading(session.jobs(), {.title = tr("Reading the cohorts")},
                [](JobContext& context, DatasetId id) { return readAll(context.workspace, id); }) {
    m_reading.reportFailures();
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        const auto cohorts = m_reading.answer();
        if (!cohorts) return;
        m_cohorts = *cohorts;
        emit changed();
    });
    connect(&session, &Session::datasetChanged, this, [this] {
        m_removed.reset();
        m_cohorts.clear();
        emit changed();
        reload();
    });
    reload();
}

const SavedCohort* CohortBook::find(CohortId id) const {
    const auto found =
        std::find_if(m_cohorts.begin(), m_cohorts.end(), [id](const auto& cohort) { return cohort.info.id == id; });
    return found == m_cohorts.end() ? nullptr : &*found;
}

void CohortBook::reload() {
    if (const auto dataset = m_session.dataset())
        m_reading.rerun(dataset->id);
    else
        m_reading.cancel();
}

void CohortBook::change(const QString& title, const std::function<CohortId(CohortStore&)>& work,
                        const std::function<void(CohortId)>& then) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    // Runs on `WorkerQueue::Query`, so that later reads see the change; saving a cohort is fast enough for that queue.
    m_session.jobs().start(
        this, {.title = title},
        [work, id = dataset->id](JobContext& context) {
            CohortStore store(context.workspace);
            const CohortId changedCohort = work(store);
            return std::pair(changedCohort, readAll(context.workspace, id));
        },
        [this, then, id = dataset->id](std::pair<CohortId, std::vector<SavedCohort>> done) {
            if (!m_session.dataset() || m_session.dataset()->id != id) return;
            m_cohorts = std::move(done.second);
            then(done.first);
        },
        [this](const QString& message, const QString& hint) {
            emit refused(message, hint);
            reload();
        });
}

void CohortBook::save(const QString& name, const CohortProposal& proposal) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    change(
        tr("Saving the cohort"),
        [id = dataset->id, name = name.toStdString(), proposal](CohortStore& store) {
            return store.save(id, name, proposal.howChosen.toStdString(), proposal.users, proposal.basis);
        },
        [this](CohortId id) {
            emit changed();
            emit saved(id);
        });
}

void CohortBook::rename(CohortId id, const QString& name) {
    change(
        tr("Renaming the cohort"),
        [id, name = name.toStdString()](CohortStore& store) {
            store.rename(id, name);
            return id;
        },
        [this](CohortId) { emit changed(); });
}

void CohortBook::remove(CohortId id) {
    const SavedCohort* cohort = find(id);
    if (!cohort) return;
    change(
        tr("Deleting the cohort"),
        [id](CohortStore& store) {
            store.remove(id);
            return id;
        },
        [this, info = cohort->info](CohortId) {
            m_removed = info;
            emit changed();
        });
}

void CohortBook::undoRemove() {
    if (!m_removed) return;
    change(
        tr("Restoring the cohort"),
        [id = m_removed->id](CohortStore& store) {
            store.undoRemove(id);
            return id;
        },
        [this](CohortId) {
            m_removed.reset();
            emit changed();
        });
}

}  // namespace recscope::ui
