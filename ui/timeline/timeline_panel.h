// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/explain/attention/attention_views.h"
#include "ui/jobs/async_query.h"
#include "ui/timeline/timeline_query.h"
#include "ui/widgets/stateful_widget.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class AttentionMap;
class ElidedLabel;
class EmptyState;
class TimelineControls;
class HeadGrid;
class RecommendationList;
class Session;

/// The timeline of the chosen run: what it made of a pinned user after each epoch. One slider moves the maps and the
/// list together; while the run trains, a new frame appears by itself.
class TimelinePanel : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    /// `key` tells panels apart: their jobs, and where their sizes are kept.
    TimelinePanel(Session& session, const QString& key, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    /// The epoch looked at, by run; nothing of a run that was left where its timeline opens: at the kept epoch, or
    /// while it trains at the end.
    QVariant uiState() const override { return m_epochs.isEmpty() ? QVariant() : QVariant(m_epochs); }
    void restoreState(const QVariant& state) override;

    /// What is on the screen; null while there is nothing.
    std::shared_ptr<const TimelineShot> shot() const { return m_shot; }

public slots:
    /// Shows this user if there is a timeline of them.
    void showUser(qint32 user);
    /// Reads again what there is, e.g. after somebody was pinned.
    void reload();

signals:
    /// `step` 0 = not known; `epoch` 0 = nothing is shown.
    void frameShown(qint64 epoch, qint64 step);
    /// Somebody wants to choose who is pinned.
    void pinRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct IndexOf {
        DatasetId dataset = 0;
        RunId run = 0;
        bool operator==(const IndexOf&) const = default;
    };
    struct FrameOf {
        RunId run = 0;
        std::int32_t user = 0;
        std::int64_t epoch = 0;
        bool operator==(const FrameOf&) const = default;
    };
    using Maps = std::shared_ptr<const AttentionMaps>;

    QWidget* makeTimeline();
    QWidget* makeTop();
    void followReading(const AnyAsyncQuery& query);
    void take(TimelineIndex index);
    void takeUser();
    void askFrame();
    void show(std::shared_ptr<const TimelineShot> shot);
    void showShot();
    void fitParts();
    void showList();
    void fillHeads();
    void showHead(int layer, int head);
    void showNothing();
    void showFailure(const QString& message, const QString& hint);
    void showState(const QString& title, const QString& sentence, const QString& action = {});

    Session& m_session;
    QString m_key;
    AsyncQuery<IndexOf, TimelineIndex> m_reading;
    AsyncQuery<FrameOf, TimelineShot> m_frame;  ///< keeps those of the run that were read last
    AsyncQuery<Maps, AttentionView> m_rollout;
    TimelineIndex m_index;
    QVariantMap m_epochs;                ///< of runs by their numbers
    RunId m_shown = 0;                   ///< the run whose epochs the controls have
    std::optional<std::int32_t> m_user;  ///< the last one chosen, in whatever run
    std::shared_ptr<const TimelineShot> m_shot;
    QTimer m_slow;  ///< says that it loads when that takes long

    QStackedWidget* m_stack;  ///< the timeline | why there is none
    EmptyState* m_state;
    TimelineControls* m_controls;
    QComboBox *m_users, *m_headBox;
    HeadGrid* m_heads;
    AttentionMap* m_map;
    QWidget* m_large;  ///< the map with its controls
    RecommendationList* m_list;
    QLabel* m_listTitle;
    ElidedLabel* m_note;
};

}  // namespace recscope::ui
