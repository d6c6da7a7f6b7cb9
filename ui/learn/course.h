// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "ui/jobs/async_query.h"
#include "ui/learn/learn_query.h"

namespace recscope::ui {

class Session;

/// State shared by all chapters: the chosen dataset, the two reference models (one bidirectional, one causal), and the
/// history shown.
class Course : public QObject {
    Q_OBJECT
public:
    explicit Course(Session& session, QObject* parent = nullptr);

    Session& session() const { return m_session; }
    /// The loaded models; only jobs of `WorkerQueue::Model` may use it.
    const std::shared_ptr<InferenceCache>& cache() const { return m_cache; }
    /// True if the planted causes of the dataset are known, i.e. if it is the sample dataset.
    bool knowsCauses() const;
    /// The sample dataset, if the workspace contains it.
    std::optional<DatasetId> sample() const;

    /// Registry names of the two reference models: the first bidirectional and the first causal model of the registry.
    /// `runs()` returns the run that is used for each.
    static const std::string& bidirectionalModel();
    static const std::string& causalModel();
    const LearnRuns& runs() const { return m_runs; }
    /// Registry names of those reference models that have no run with weights on this dataset.
    std::vector<std::string> modelsWithoutRun() const;

    /// The history that the chapters show; null while it is being read.
    std::shared_ptr<const LearnHistory> history() const { return m_history; }
    /// The id of the shown user in the data; empty while no history is shown.
    QString userId() const;
    /// Shows the user with this id in the data; if `id` is empty, a user with a suitable history (`LearnChoice`).
    void showUser(const QString& id);
    void showAnotherUser();
    /// Creates the sample dataset in this workspace, in a job shown in the job strip, and chooses it.
    void addSample();
    QStringList titles() const;  ///< titles of the history's items

signals:
    void datasetChanged();  ///< emitted once the old history is cleared; `historyChanged` follows
    void runsChanged();
    void historyChanged();
    /// The requested user cannot be shown; `why` is a sentence.
    void userRefused(const QString& why);

private:
    void handleDatasetChanged();
    void updateRuns();
    std::optional<LoadedRun> runOf(const std::string& model) const;
    /// Reads the history of this user; if `userId` is empty, of a suitable user other than `notId`.
    void requestHistory(const QString& userId, const QString& notId);

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache = std::make_shared<InferenceCache>();
    AsyncQuery<LearnChoice, LearnHistory> m_reading;
    LearnRuns m_runs;
    std::shared_ptr<const LearnHistory> m_history;
    std::uint64_t m_others = 0;  ///< number of times that another user was requested
};

}  // namespace recscope::ui
