// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/store/cohort_store.h"
#include "ui/cohort/cohort_proposal.h"
#include "ui/jobs/async_query.h"

namespace recscope::ui {

class Session;

/// A cohort (a named set of users) as it is stored in the workspace.
struct SavedCohort {
    CohortInfo info;
    std::shared_ptr<const std::vector<std::int32_t>> users;  ///< indices in the dataset, ascending
    std::shared_ptr<const CohortBasis> basis;                ///< the criteria that chose the users; never null

    QString name() const { return QString::fromStdString(info.name); }
};

/// The cohorts of the chosen dataset, read from the workspace and shared by all pages. There is one object for each
/// `Session`.
class CohortBook : public QObject {
    Q_OBJECT
public:
    /// Made on first use, owned by the session.
    static CohortBook& of(Session& session);

    const std::vector<SavedCohort>& cohorts() const { return m_cohorts; }  ///< sorted by name
    const SavedCohort* find(CohortId id) const;                            ///< null if it no longer exists
    /// The cohort that was deleted last; empty if there is none to restore.
    std::optional<CohortInfo> removed() const { return m_removed; }

    void save(const QString& name, const CohortProposal& proposal);
    void rename(CohortId id, const QString& name);
    void remove(CohortId id);
    void undoRemove();

signals:
    void changed();
    void saved(recscope::CohortId id);  ///< a new cohort was saved; emitted after `changed`
    /// A change failed: `sentence` says why, `hint` says what can be done about it.
    void refused(const QString& sentence, const QString& hint);

private:
    explicit CohortBook(Session& session);
    void reload();
    /// Starts a job that runs `work` (which returns the id of the changed cohort) and reads all cohorts again. Then
    /// calls `then` with that id in the GUI thread.
    void change(const QString& title, const std::function<CohortId(CohortStore&)>& work,
                const std::function<void(CohortId)>& then);

    Session& m_session;
    AsyncQuery<DatasetId, std::vector<SavedCohort>> m_reading;
    std::vector<SavedCohort> m_cohorts;
    std::optional<CohortInfo> m_removed;
};

}  // namespace recscope::ui
