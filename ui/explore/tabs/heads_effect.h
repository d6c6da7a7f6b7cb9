// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/explain/attention/head_characters.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace recscope::ui {

class Session;
class SlopeChart;

/// Lets the user of the program switch off attention heads of the chosen run. Shows, side by side, the recommendations
/// for the shown user with all heads and with the selected heads off, and the resulting change of NDCG@10 and HR@10,
/// averaged over many users.
class HeadsEffect : public QWidget {
    Q_OBJECT
public:
    HeadsEffect(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    /// Sets the answer whose list is shown; null = none. Heads that are off stay off until another run is shown.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer);
    const std::vector<HeadId>& off() const { return m_off; }  ///< heads that are switched off, sorted by layer and head
    /// The ranks, with all heads and without the heads in `off`, of the items in either list and of the held-out item.
    /// The previous ranks stay while new ones are computed.
    const std::vector<RankMove>& moves() const { return m_moves; }

signals:
    void listShown();
    void metricShown();

private:
    struct ListRequest {
        std::shared_ptr<const ExploreAnswer> answer;
        std::vector<HeadId> off;
        bool operator==(const ListRequest&) const = default;
    };
    /// A request for the metrics, which do not depend on the shown user.
    struct MetricRequest {
        LoadedRun run;
        std::vector<HeadId> off;
        bool operator==(const MetricRequest&) const = default;
    };

    void makeBoxes(int layers, int heads);
    void readBoxes();
    void requestEffects();
    void showList();
    void draw();
    void showMetric();
    QString offText() const;

    Session& m_session;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::optional<LoadedRun> m_run;  ///< the run whose heads the boxes show
    std::vector<HeadId> m_off;
    std::vector<RankMove> m_moves;
    AsyncQuery<ListRequest, std::vector<RankMove>> m_list;
    AsyncQuery<MetricRequest, GateEffect> m_effect;

    QGridLayout* m_grid;
    std::vector<std::pair<HeadId, QCheckBox*>> m_boxes;
    std::vector<QLabel*> m_layerNames;
    QPushButton* m_allOn;
    QLabel *m_metric, *m_interval;
    SlopeChart* m_chart;
};

}  // namespace recscope::ui
