// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <set>

#include "core/store/run_store.h"

namespace recscope::ui {

class Session;

/// How the last training of a dataset ended.
struct TrainingEnd {
    std::optional<RunRecord> run;  ///< the finished or stopped run; none = the training failed
    QString title, why;            ///< only for a failed run: its name, and why it failed
};

/// Remembers how the last training of each dataset ended, and scores stopped runs on test.
class EndedTrainings : public QObject {
    Q_OBJECT
public:
    explicit EndedTrainings(Session& session, QObject* parent = nullptr);

    /// How the last training of the dataset ended; null once the message is dismissed or another training of that
    /// dataset begins.
    const TrainingEnd* last(DatasetId dataset) const;
    void setLast(DatasetId dataset, const TrainingEnd& end) { m_ends[dataset] = end; }
    void forget(DatasetId dataset) { m_ends.erase(dataset); }
    void dismiss(DatasetId dataset);

    /// Scores a stopped run on test with its best weights, in parallel with training; `runsChanged` reports the result.
    /// A run that is stopped in this program is scored automatically.
    void score(const RunRecord& run);
    bool isScoring(RunId run) const { return m_scoring.contains(run); }

signals:
    void changed();  ///< an end was dismissed, or `isScoring` changed for a run

private:
    Session& m_session;
    std::map<DatasetId, TrainingEnd> m_ends;
    std::set<RunId> m_scoring;
};

}  // namespace recscope::ui
