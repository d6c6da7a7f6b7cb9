// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "core/explain/attention/attention_views.h"
#include "core/store/timeline_store.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/map_controls.h"
#include "ui/jobs/job_runner.h"
#include "ui/lists/list_choices.h"
#include "ui/lists/recommendation_list.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_controls.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kSlowAfter = 200;  ///< ms after which a loading message is shown
/// Width in design pixels from which the small maps of all heads fit beside the large map of the chosen head.
constexpr int kHeadsFrom = 720;
constexpr std::size_t kMaxKept = 64 * 1024 * 1024;  ///< bytes: about 100 frames of 200 positions in 2 layers of 2
                                                    ///< heads

/// False for a model without attention, whose timeline has only lists and ranks.
bool hasMaps(const TimelineFrame& frame) {
    return frame.explanation.attention.layers > 0;
}
}  // namespace

TimelinePanel::TimelinePanel(Session& session, const QString& key, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_key(key),
      m_indexQuery(session.jobs(), {.title = tr("Reading the timeline")},
                   [](JobContext& context, const IndexRequest& request) {
                       return timelineIndex(context.workspace, request.dataset, request.run);
                   }),
      m_frameQuery(session.jobs(), {.title = tr("Reading an epoch of the timeline")},
                   [](JobContext& context, const FrameRequest& request) {
                       return readTimelineFrame(context.workspace, request.run, request.user, request.epoch);
                   }),
      m_rollout(session.jobs(), {.title = tr("Computing the attention rollout"), .queue = WorkerQueue::Model},
                [](JobContext&, const Maps& maps) { return attentionRollout(*maps); }),
      m_stack(new ShownStack),
      m_state(new EmptyState) {
    m_stack->addWidget(makeTimeline());
    m_state->setObjectName(QStringLiteral("timelineState"));
    m_state->button()->setProperty("primary", false);  // the surrounding pages have a primary button
    m_stack->addWidget(m_state);
    m_stack->setCurrentWidget(m_state);
    arrange(this, column({m_stack}));
    describeSubject(this, [this](Subject& subject) { subject.user = m_users->currentText(); });

    m_loadingTimer.setSingleShot(true);
    m_loadingTimer.setInterval(kSlowAfter);
    connect(&m_loadingTimer, &QTimer::timeout, this, [this] {
        if (!m_frame) showState(tr("Reading the timeline…"), {});
    });
    connect(m_state, &EmptyState::actionRequested, this, [this] {
        if (m_session.run() && m_index.run == m_session.run()->id) {
            emit pinRequested();
        } else {
            reload();  // reading failed: try again
        }
    });
    m_frameQuery.setCacheLimit(kMaxKept, [](const TimelineFrame& frame) { return frame.bytes(); });
    connect(&m_indexQuery, &AnyAsyncQuery::changed, this, [this] {
        showReadingState(m_indexQuery);
        const auto index = m_indexQuery.answer();
        if (index && m_session.run() && m_session.run()->id == index->run) setIndex(*index);
    });
    connect(&m_frameQuery, &AnyAsyncQuery::changed, this, [this] {
        showReadingState(m_frameQuery);
        if (auto frame = m_frameQuery.answer()) show(std::move(frame));
    });
    connect(&m_rollout, &AnyAsyncQuery::changed, this, [this] {
        if (const auto rollout = m_rollout.answer()) m_map->model().setRollout(*m_rollout.request(), rollout);
    });
    connect(&session, &Session::runChanged, this, [this] {
        m_frameQuery.clear();
        m_frame.reset();
        reload();
    });
    connect(&session, &Session::runsChanged, this, &TimelinePanel::reload);
    connect(&session, &Session::catalogueLoaded, this, &TimelinePanel::showFrame);
}

TimelinePanel::~TimelinePanel() = default;

QWidget* TimelinePanel::makeTop() {
    m_controls = new TimelineControls;
    connect(m_controls, &TimelineControls::epochRequested, this, &TimelinePanel::requestFrame);
    m_users = new QComboBox;
    m_users->setObjectName(QStringLiteral("timelineUser"));
    m_users->setAccessibleName(tr("User of the timeline"));
    m_users->setToolTip(tr("The pinned user that is shown. Users are pinned on the Explore page (Ctrl+P)."));
    m_users->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_users->setMinimumContentsLength(5);
    connect(m_users, &QComboBox::activated, this, [this] {
        m_user = m_users->currentData().toInt();
        updateUser();
    });
    m_headBox = new QComboBox;
    m_headBox->setObjectName(QStringLiteral("timelineHead"));
    m_headBox->setAccessibleName(tr("Layer and head"));
    m_headBox->setToolTip(tr("Which layer and head is shown"));
    m_headBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_headBox, &QComboBox::activated, this, [this](int index) {
        if (m_map->model().heads() > 0) m_heads->choose(index / m_map->model().heads(), index % m_map->model().heads());
    });
    auto* label = new QLabel(tr("User"));
    label->setBuddy(m_users);

    return boxed(row({grow(m_controls), gap(space::kPadding), label, m_users, m_headBox}));
}

QWidget* TimelinePanel::makeTimeline() {
    m_heads = new HeadGrid;
    m_heads->setObjectName(QStringLiteral("timelineHeads"));
    m_heads->setToolTip(tr("Every layer and head; choose one to see it large (arrow keys)"));
    m_map = new AttentionMap;
    m_map->setObjectName(QStringLiteral("timelineMap"));
    connect(m_heads, &HeadGrid::chosen, this, &TimelinePanel::showHead);
    m_heads->hide();  // hidden until the width is known
    connect(&m_map->model(), &AttentionMapModel::rangeChanged, m_heads, &HeadGrid::setRange);
    // Queued, because a cached answer must not arrive while the map is still emitting its request.
    connect(
        &m_map->model(), &AttentionMapModel::rolloutRequested, this, [this](const Maps& maps) { m_rollout.run(maps); },
        Qt::QueuedConnection);
    m_mapWithControls = boxed(column({new MapControls(*m_map), grow(m_map)}, space::kUnit));

    m_listTitle = new QLabel;
    m_listTitle->setObjectName(QStringLiteral("timelineListTitle"));
    m_listTitle->setWordWrap(true);
    m_note = new ElidedLabel;
    m_note->setObjectName(QStringLiteral("timelineNote"));
    m_note->setProperty("role", "caption");
    m_list = new RecommendationList;
    m_list->setObjectName(QStringLiteral("timelineList"));
    // Explore has its own list, so this one needs another object name.
    m_list->view()->setObjectName(QStringLiteral("timelineRecommendations"));
    m_list->view()->setAccessibleName(tr("Recommendations after the epoch"));

    auto* parts = new StatefulSplitter(Qt::Horizontal, m_key + QStringLiteral("/film"));
    parts->addWidget(m_heads);
    parts->addWidget(m_mapWithControls);
    parts->addWidget(boxed(column({m_listTitle, m_note, grow(m_list)}, space::kUnit)));
    const QList<int> shares{2, 5, 4};
    for (int i = 0; i < int(shares.size()); ++i) parts->setStretchFactor(i, shares[i]);
    // The shares are multiplied by 1000, because the widgets' minimum sizes would determine the result if the sizes
    // were small.
    parts->restore({1000 * shares[0], 1000 * shares[1], 1000 * shares[2]});
    return boxed(column({makeTop(), grow(parts)}));
}

void TimelinePanel::showReadingState(const AnyAsyncQuery& query) {
    if (query.isOpen())
        m_loadingTimer.start();
    else if (query.state() == AsyncQueryState::Failed)
        showFailure(query.failure(), query.hint());
}

void TimelinePanel::restoreState(const QVariant& state) {
    m_epochs = state.toMap();
    m_shownRun = 0;
    if (!m_index.users.empty()) updateUser();
}

void TimelinePanel::showUser(qint32 user) {
    m_user = user;
    if (!m_index.users.empty()) setIndex(m_index);
}

void TimelinePanel::reload() {
    if (!isVisible()) return;  // showEvent reloads
    const auto run = m_session.run();
    if (!run) {
        m_index = {};
        m_indexQuery.cancel();
        return showNothing();
    }
    m_indexQuery.rerun({run->dataset, run->id});
}

void TimelinePanel::setIndex(TimelineIndex index) {
    m_loadingTimer.stop();
    m_index = std::move(index);
    if (m_index.users.empty()) return showNothing();
    bool same = m_users->count() == int(m_index.users.size());
    for (int i = 0; same && i < m_users->count(); ++i)
        same = m_users->itemData(i).toInt() == m_index.users[std::size_t(i)].user;
    if (!same) {  // keeps an open drop-down list open while training adds frames
        m_users->clear();
        for (const TimelineUser& user : m_index.users) m_users->addItem(QString::fromStdString(user.id), user.user);
    }
    m_users->setCurrentIndex(std::max(0, m_user ? m_users->findData(*m_user) : 0));
    updateUser();
}

void TimelinePanel::updateUser() {
    const TimelineUser& user = m_index.users[std::size_t(m_users->currentIndex())];
    const auto run = m_session.run();
    m_controls->setEpochs(user.epochs, run ? run->bestEpoch : 0);
    if (m_shownRun != m_index.run) {
        m_shownRun = m_index.run;
        // A timeline opens at the kept epoch, like everything else on the page, unless the run is still training.
        const auto requested = m_epochs.value(QString::number(m_shownRun)).toLongLong();
        if (requested > 0)
            m_controls->goTo(requested);
        else if (run && run->state != RunState::Running)
            m_controls->goTo(m_controls->keptOrLast());
    }
    requestFrame();
}

void TimelinePanel::requestFrame() {
    if (m_index.users.empty() || m_users->currentIndex() < 0) return;
    const std::int32_t user = m_users->currentData().toInt();
    const std::int64_t epoch = m_controls->epoch();
    if (epoch == 0) return;
    if (m_shownRun == m_index.run) {
        const QString run = QString::number(m_index.run);
        const auto record = m_session.run();
        const bool grows = record && record->state == RunState::Running;
        // The default epoch is not stored.
        if (grows ? m_controls->isAtEnd() : epoch == m_controls->keptOrLast())
            m_epochs.remove(run);
        else
            m_epochs[run] = qlonglong(epoch);
    }
    m_frameQuery.run({m_index.run, user, epoch});
}

void TimelinePanel::show(std::shared_ptr<const TimelineFrame> frame) {
    m_loadingTimer.stop();
    m_controls->frameIsShown();
    m_stack->setCurrentIndex(0);
    if (frame != m_frame) {
        m_frame = std::move(frame);
        showFrame();
    }
    emit frameShown(m_frame->epoch, m_frame->step);
}

void TimelinePanel::showFrame() {
    if (!m_frame) return;
    fitParts();
    showList();
    if (!hasMaps(*m_frame)) {
        m_heads->clear();
        m_map->model().clear();
        return;
    }
    const std::shared_ptr<const AttentionMaps> maps(m_frame, &m_frame->explanation.attention);
    const AttentionMask attentionMask = m_frame->bidirectional ? AttentionMask::Bidirectional : AttentionMask::Causal;
    QStringList labels;
    for (const Token token : m_frame->explanation.positions) labels << m_session.titleOf(token);
    m_heads->setMaps(maps, attentionMask);
    m_map->model().setMaps(maps, labels, attentionMask);
    m_map->model().setHead(m_heads->layer(), m_heads->head());
    fillHeads();
}

void TimelinePanel::showList() {
    const Explanation& explanation = m_frame->explanation;
    m_list->setExplanation(std::shared_ptr<const Explanation>(m_frame, &explanation), m_session.catalogue());
    const auto run = m_session.run();
    const bool known = run && run->id == m_frame->run && run->bestEpoch > 0;
    const QString first = wholeNumber(std::int64_t(explanation.recommendations.size())),
                  epoch = wholeNumber(m_frame->epoch);
    // The title states the epoch, because other lists and ranks on the page show the kept epoch.
    m_listTitle->setText(
        !known ? tr("Top %1 after epoch %2").arg(first, epoch)
        : m_frame->epoch == run->bestEpoch
            ? tr("Top %1 after epoch %2, the kept epoch").arg(first, epoch)
            : tr("Top %1 after epoch %2, not the kept epoch (%3)").arg(first, epoch, wholeNumber(run->bestEpoch)));
    // The rank comes first, because a narrow label elides the end of its text.
    m_note->setText(explanation.heldOut ? tr("Rank %1 after epoch %2 for the held-out item: %3")
                                              .arg(wholeNumber(explanation.heldOut->rank), wholeNumber(m_frame->epoch),
                                                   m_session.titleOf(explanation.heldOut->token))
                                        : tr("No item of this user is held out"));
    if (known)
        m_note->setToolTip(m_note->text() + QLatin1Char('\n') +
                           (m_frame->epoch == run->bestEpoch
                                ? tr("This epoch is kept: the ranks and recommendations on Explore come from it.")
                                : tr("Epoch %1 is kept: the ranks and recommendations on Explore come from it.")
                                      .arg(wholeNumber(run->bestEpoch))));
    m_list->view()->setFacts({{tr("Run"), run ? QString::fromStdString(run->name) : QString()},
                              {tr("User"), m_users->currentText()},
                              {tr("Weights"), tr("epoch %1").arg(wholeNumber(m_frame->epoch))},
                              {tr("Input"), historyInputText(HistoryInput::Test)}});
}

void TimelinePanel::fillHeads() {
    if (m_headBox->count() != m_map->model().layers() * m_map->model().heads()) {
        m_headBox->clear();
        for (int layer = 0; layer < m_map->model().layers(); ++layer)
            for (int head = 0; head < m_map->model().heads(); ++head)
                m_headBox->addItem(tr("layer %1, head %2").arg(layer + 1).arg(head + 1));
    }
    m_headBox->setCurrentIndex(m_heads->layer() * m_map->model().heads() + m_heads->head());
}

void TimelinePanel::showHead(int layer, int head) {
    m_map->model().setHead(layer, head);
    m_headBox->setCurrentIndex(layer * m_map->model().heads() + head);
}

void TimelinePanel::showNothing() {
    const auto run = m_session.run();
    const QString name = run ? QString::fromStdString(run->name) : QString();
    if (!run) {
        showState(tr("No run yet"),
                  tr("Train a model: then you can watch here what each epoch recommends to a pinned user."));
    } else if (isAdopted(*run)) {
        showState(tr("“%1” has no timeline").arg(name),
                  tr("Its weights were trained elsewhere: its epochs are unknown."));
    } else if (m_index.pinned == 0) {
        showState(run->state == RunState::Running ? tr("No user is pinned") : tr("“%1” has no timeline").arg(name),
                  tr("Pin up to %1 users on the Explore page (Ctrl+P). From then on every epoch records what each head "
                     "looks at and what is recommended to them.")
                      .arg(TimelineStore::kMaxPinned),
                  tr("Pin a user"));
    } else if (run->state == RunState::Running) {
        showState(tr("The timeline is being recorded"),
                  tr("The timeline appears here by itself at the end of this epoch."));
    } else {
        showState(tr("“%1” has no timeline").arg(name),
                  tr("No user was pinned while it trained. Runs trained from now on record a timeline."));
    }
}

void TimelinePanel::showFailure(const QString& message, const QString& hint) {
    m_index = {};
    showState(message, hint, tr("Try again"));
}

void TimelinePanel::showState(const QString& title, const QString& sentence, const QString& action) {
    m_loadingTimer.stop();
    m_frame.reset();
    m_controls->setPlaying(false);
    m_state->setTexts(title, sentence, action);
    m_stack->setCurrentWidget(m_state);
    emit frameShown(0, 0);
}

void TimelinePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    reload();
}

void TimelinePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitParts();
}

void TimelinePanel::fitParts() {
    const bool wide = width() >= Theme::instance().px(kHeadsFrom), maps = !m_frame || hasMaps(*m_frame);
    m_heads->setVisible(maps && wide);
    m_headBox->setVisible(maps && !wide);
    m_mapWithControls->setVisible(maps);
}

}  // namespace recscope::ui
