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

/// What all chapters share: the chosen dataset, the two reference models (one that reads both sides, one that reads
/// from the left), and the history that is looked at.
class Course : public QObject {
    Q_OBJECT
public:
    explicit Course(Session& session, QObject* parent = nullptr);

    Session& session() const { return m_session; }
    /// For jobs of `WorkerQueue::Model`.
    const std::shared_ptr<InferenceCache>& cache() const { return m_cache; }
    /// The dataset's causes are known: it is the sample.
    bool knowsCauses() const;
    /// The sample, if the workspace has it.
    std::optional<DatasetId> sample() const;

    /// Names of the two models, the registry's first that can do this, and the runs that stand for them.
    static const std::string& bidirectionalModel();
    static const std::string& causalModel();
    const LearnRuns& runs() const { return m_runs; }
    /// Those of the two models of which the dataset has no run with weights.
    std::vector<std::string> missing() const;

    /// Null while it is read.
    std::shared_ptr<const LearnHistory> history() const { return m_history; }
    QString userId() const;
    /// Empty: a user who teaches well.
    void showUser(const QString& id);
    void showAnotherUser();
    /// Makes the sample in this workspace, a job of the strip, and chooses it.
    void addSample();
    QStringList titles() const;  ///< of the history's items

signals:
    void datasetChanged();  ///< the history goes, another one comes
    void runsChanged();
    void historyChanged();
    /// The user who was asked for cannot be shown; `why` as a sentence.
    void userRefused(const QString& why);

private:
    void takeDataset();
    void takeRuns();
    std::optional<LoadedRun> runOf(const std::string& model) const;
    void ask(const QString& userId, const QString& notId);

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache = std::make_shared<InferenceCache>();
    AsyncQuery<LearnChoice, LearnHistory> m_reading;
    LearnRuns m_runs;
    std::shared_ptr<const LearnHistory> m_history;
    std::uint64_t m_others = 0;  ///< how often another user was asked for
};

}  // namespace recscope::ui
