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

/// The attention timeline of the chosen run: attention maps, recommendations and rank of a pinned user after each
/// epoch. One slider moves the maps and the list together; while the run trains, new frames appear automatically.
class TimelinePanel : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    /// `key`: unique name of the panel, under which the sizes of its parts are stored.
    TimelinePanel(Session& session, const QString& key, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    /// The shown epoch of each run. Leaves out runs that show their default epoch, which is the kept epoch or, during
    /// training, the last one.
    QVariant uiState() const override { return m_epochs.isEmpty() ? QVariant() : QVariant(m_epochs); }
    void restoreState(const QVariant& state) override;

    /// The shown frame; null if none.
    std::shared_ptr<const TimelineFrame> shownFrame() const { return m_frame; }

public slots:
    /// Shows the timeline of this user, if the run has one.
    void showUser(qint32 user);
    /// Reads the index of the timeline again, e.g. after a user was pinned.
    void reload();

signals:
    /// `step` 0 = unknown; `epoch` 0 = nothing is shown.
    void frameShown(qint64 epoch, qint64 step);
    /// Requests the view in which users can be pinned.
    void pinRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct IndexRequest {
        DatasetId dataset = 0;
        RunId run = 0;
        bool operator==(const IndexRequest&) const = default;
    };
    struct FrameRequest {
        RunId run = 0;
        std::int32_t user = 0;
        std::int64_t epoch = 0;
        bool operator==(const FrameRequest&) const = default;
    };
    using Maps = std::shared_ptr<const AttentionMaps>;

    QWidget* makeTimeline();
    QWidget* makeTop();
    void showReadingState(const AnyAsyncQuery& query);
    void setIndex(TimelineIndex index);
    void updateUser();
    void requestFrame();
    void show(std::shared_ptr<const TimelineFrame> frame);
    void showFrame();
    void fitParts();
    void showList();
    void fillHeads();
    void showHead(int layer, int head);
    void showNothing();
    void showFailure(const QString& message, const QString& hint);
    void showState(const QString& title, const QString& sentence, const QString& action = {});

    Session& m_session;
    QString m_key;
    AsyncQuery<IndexRequest, TimelineIndex> m_indexQuery;
    AsyncQuery<FrameRequest, TimelineFrame> m_frameQuery;  ///< caches the most recently read frames of the run
    AsyncQuery<Maps, AttentionView> m_rollout;
    TimelineIndex m_index;
    QVariantMap m_epochs;                ///< shown epochs, by run id
    RunId m_shownRun = 0;                ///< the run whose epochs the controls show
    std::optional<std::int32_t> m_user;  ///< the last chosen user; kept when another run is chosen
    std::shared_ptr<const TimelineFrame> m_frame;
    QTimer m_loadingTimer;  ///< shows a loading message when reading takes long

    QStackedWidget* m_stack;  ///< pages: the timeline, and a message that says why there is none
    EmptyState* m_state;
    TimelineControls* m_controls;
    QComboBox *m_users, *m_headBox;
    HeadGrid* m_heads;
    AttentionMap* m_map;
    QWidget* m_mapWithControls;
    RecommendationList* m_list;
    QLabel* m_listTitle;
    ElidedLabel* m_note;
};

}  // namespace recscope::ui
