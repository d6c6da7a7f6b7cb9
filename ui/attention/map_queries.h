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

/// Queries, outside the GUI thread, for the data of an `AttentionMap` that takes long to compute: the rollout, the
/// run's mean over many users, and another run's maps of the same history. The last few means are kept for the lifetime
/// of the window.
class MapQueries : public QObject {
    Q_OBJECT
public:
    MapQueries(Session& session, std::shared_ptr<InferenceCache> cache, AttentionMap& map, QObject* parent = nullptr);

    /// Sets the answer whose maps are shown; null = none.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer);

    /// Other runs of the dataset that have weights and attention maps of the same kind as the shown run.
    std::vector<RunRecord> otherRuns() const;
    RunId otherRun() const { return m_otherRunId; }
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

    /// Supplies the data that the map's view needs: a cached answer at once, otherwise by a query.
    void updateView();
    void showAverage();
    /// Why there is no mean of this run to show.
    QString averageNote(const LoadedRun& run) const;
    void requestOtherRun();
    void showOtherRun();
    /// Keeps the run that is subtracted if it still exists, else chooses one.
    void updateOtherRun();

    Session& m_session;
    AttentionMap& m_map;
    std::shared_ptr<const ExploreAnswer> m_answer;
    AsyncQuery<LoadedRun, AttentionProfile> m_average;
    AsyncQuery<Maps, AttentionView> m_rollout;
    AsyncQuery<OtherRun, Explanation> m_otherRun;
    RunId m_otherRunId = 0;     ///< the run that is subtracted; 0 = none
    bool m_isUpdating = false;  ///< true while `updateView` runs, to ignore the signals that it causes
};

}  // namespace recscope::ui
