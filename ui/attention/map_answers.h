// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/attention/attention_views.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

namespace recscope::ui {

class AttentionMap;
class Session;

/// Computes, outside the GUI thread, the slow parts of the large map's data: the rollout, the run's mean over many
/// users, and another run's maps of the same history. The last few means are kept for the lifetime of the window.
class MapAnswers : public QObject {
    Q_OBJECT
public:
    MapAnswers(Session& session, std::shared_ptr<InferenceCache> cache, AttentionMap& map, QObject* parent = nullptr);

    /// Sets the answer whose maps are shown; null = none.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer);

    /// Runs of the dataset that have weights and attention, besides the shown one.
    std::vector<RunRecord> otherRuns() const;
    RunId otherRun() const { return m_other; }
    bool isAveraging() const { return m_average.isOpen(); }

public slots:
    void chooseOtherRun(recscope::RunId run);
    void startAverage();
    void stopAverage();

signals:
    void changed();  ///< the available runs, the chosen run or `isAveraging` changed

private:
    using Maps = std::shared_ptr<const AttentionMaps>;
    struct OtherRun {
        std::shared_ptr<const ExploreAnswer> answer;
        LoadedRun run;
        bool operator==(const OtherRun&) const = default;
    };

    void follow();
    void showAverage();
    QString averageNote(const LoadedRun& run) const;
    void askOtherRun();
    void showOtherRun();
    void takeRuns();

    Session& m_session;
    AttentionMap& m_map;
    std::shared_ptr<const ExploreAnswer> m_answer;
    AsyncQuery<LoadedRun, AttentionProfile> m_average;
    AsyncQuery<Maps, AttentionView> m_rollout;
    AsyncQuery<OtherRun, Explanation> m_otherRun;
    RunId m_other = 0;         ///< id of the other run; 0 = none
    bool m_following = false;  ///< true while ignoring signals that this object causes
};

}  // namespace recscope::ui
