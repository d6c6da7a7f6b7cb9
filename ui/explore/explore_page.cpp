// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_page.h"

#include <QComboBox>
#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/explain/scores/answer_sentences.h"
#include "core/store/dataset_versions.h"
#include "core/util/error.h"
#include "ui/attention/attention_map.h"
#include "ui/explore/answer_note.h"
#include "ui/explore/tabs/attention_tab.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/explore/tabs/item_map_panel.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/explore/users_panel.h"
#include "ui/lists/history_list.h"
#include "ui/lists/list_choices.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/runs/run_capabilities.h"
#include "ui/session/dataset_stack.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kSlowAfter = 200;        ///< ms: faster answers need no loading message
constexpr std::size_t kReasons = 2;    ///< number of history items that the column "Why" names for each recommendation
constexpr int kCompactBelow = 680;     ///< design pixels: a page of less height is compact
constexpr int kMinWindowHeight = 700;  ///< smallest height of the window in pixels, independent of the interface scale
constexpr int kWindowFrame = 94;       ///< design pixels: height of the window parts above and below a page
constexpr int kMinRows = 5;            ///< rows of the history that stay visible in a low page
}  // namespace

ExplorePage::ExplorePage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_cache(std::make_shared<InferenceCache>()),
      m_query(session.jobs(), {.title = tr("Querying the model"), .queue = WorkerQueue::Model},
              [cache = m_cache, popularity = std::make_shared<Popularity>()](JobContext& context,
                                                                             const ExploreRequest& request) {
                  ExploreAnswer answer = explore(context.workspace, *cache, request, context.stop);
                  addPopularity(answer, context.workspace, *popularity);
                  return answer;
              }),
      m_removalTest(session.jobs(), {.title = tr("Testing removals"), .queue = WorkerQueue::Model},
                    [cache = m_cache](JobContext& context, const RemovalsRequest& removalsRequest) {
                        const ExploreAnswer& answer = *removalsRequest.answer;
                        return removalsOf(answer.sessionOf(cache->of(context.workspace, *answer.request.run)),
                                          *answer.explanation, removalsRequest.options, context.stop);
                    }) {
    setObjectName(QStringLiteral("explorePage"));
    auto* stack = new DatasetStack(
        session, tr("Explore"),
        tr("Here you see what a model recommends to a user and what it looked at. Import a dataset first."), this);
    stack->setContent(makeContent());

    m_slowTimer.setSingleShot(true);
    m_slowTimer.setInterval(kSlowAfter);
    connect(&m_slowTimer, &QTimer::timeout, this, [this] { m_subtitle->setText(tr("Querying the model…")); });

    m_query.deferWhileHidden(*this);
    connect(&m_query, &AnyAsyncQuery::changed, this, &ExplorePage::handleQueryChanged);
    connect(&m_removalTest, &AnyAsyncQuery::changed, this, &ExplorePage::handleRemovals);
    connect(&session, &Session::datasetChanged, this, &ExplorePage::applyDataset);
    connect(&session, &Session::catalogueLoaded, this, [this] {
        if (m_answer) showAnswer(m_answer);
    });
    connect(&session, &Session::runChanged, this, &ExplorePage::applyRun);
    connect(&session, &Session::runsChanged, this, &ExplorePage::applyRun);
    connect(&session, &Session::datasetsChanged, this, &ExplorePage::listVersions);
    connect(&session, &Session::userRequested, this, [this](qint32 user) {
        if (laterVersion()) {  // `user` is an index in the dataset itself
            m_versions->setCurrentIndex(0);
            applyVersion();
        }
        m_users->choose(user);
    });
    connect(&Theme::instance(), &Theme::changed, this, &ExplorePage::fitHeight);
    setFocusProxy(m_users->view());
    describeSubject(this, [this](Subject& subject) {
        if (m_answer) subject.user = QString::fromStdString(m_answer->user.id);
    });
    applyDataset();
}

ExplorePage::~ExplorePage() = default;

void ExplorePage::applyDataset() {
    listVersions();
    m_versions->setCurrentIndex(0);
    applyVersion();
}

void ExplorePage::listVersions() {
    const QVariant chosen = m_versions->currentData();
    m_versions->clear();
    if (const auto dataset = m_session.dataset()) {
        m_versions->addItem(tr("Histories of this version"), QVariant::fromValue(dataset->id));
        for (const DatasetInfo& later : laterVersions(m_session.datasets(), dataset->id))
            m_versions->addItem(tr("Histories of “%1”").arg(QString::fromStdString(later.name)),
                                QVariant::fromValue(later.id));
    }
    m_versions->setCurrentIndex(std::max(0, m_versions->findData(chosen)));
    m_versions->setVisible(m_versions->count() > 1);
}

std::optional<DatasetInfo> ExplorePage::laterVersion() const {
    if (m_versions->currentIndex() <= 0) return {};
    const auto id = m_versions->currentData().value<DatasetId>();
    for (const DatasetInfo& dataset : m_session.datasets())
        if (dataset.id == id) return dataset;
    return {};
}

void ExplorePage::applyVersion() {
    const auto later = laterVersion();
    if (m_answer) m_keptUser = m_answer->user.id;
    m_user.reset();
    m_answer.reset();
    m_query.clear();
    m_removalTest.clear();
    m_history->setAnswer({}, {});
    m_recommendations->clear();
    for (ExploreTab* view : m_views) view->setAnswer({});
    showFinding({}, {});
    m_users->setCohortsOffered(!later);
    m_users->setDataset(later ? later : m_session.dataset(), m_keptUser);
    showRunState();
    showRanks();
}

std::optional<LoadedRun> ExplorePage::requestedRun() const {
    const auto run = m_session.run();
    if (!run || !hasWeights(*run)) return {};
    return LoadedRun{run->id, run->bestEpoch};
}

void ExplorePage::applyRun() {
    showRunState();
    showRanks();
    if (m_user && (!m_query.request() || m_query.request()->run != requestedRun())) requestAnswer();
}

void ExplorePage::showRanks() {
    const auto run = requestedRun();
    const bool valid = Predicted(m_predicted->currentData().toInt()) == Predicted::Valid;
    // Users of a later version have no ranks: no run was scored on it.
    m_users->setRanks(run && !laterVersion()
                          ? std::optional(RankSource{run->run, valid ? Split::Valid : Split::Test, run->bestEpoch})
                          : std::nullopt);
}

void ExplorePage::showRunState() {
    const auto run = m_session.run();
    const bool ready = requestedRun().has_value();
    fitTabs();
    m_right->setCurrentIndex(ready ? 0 : 1);
    m_tabs->setVisible(ready);
    showNotes();
    if (ready) return;
    if (!run) {
        const auto dataset = m_session.dataset();
        const bool hasEarlier = dataset && dataset->previous != 0;
        m_noAnswer->setTexts(
            tr("No model yet"),
            hasEarlier
                ? tr("Train a model on this dataset: then its recommendations and its attention appear here. Runs of "
                     "the earlier version can read these histories, too: choose that version above, then the "
                     "histories of “%1” on this page.")
                      .arg(QString::fromStdString(dataset->name))
                : tr("Train a model on this dataset: then its recommendations and its attention appear here."),
            tr("Train a model"));
    } else if (run->state == RunState::Running) {
        m_noAnswer->setTexts(
            tr("“%1” has no weights yet").arg(QString::fromStdString(run->name)),
            tr("Its first epoch is still running. This page fills automatically as soon as that epoch is finished."));
    } else {
        m_noAnswer->setTexts(
            tr("“%1” has no weights").arg(QString::fromStdString(run->name)),
            tr("It ended before its first epoch was finished. Choose another run above, or train one."),
            tr("Train a model"));
    }
}

void ExplorePage::fitTabs() {
    const auto run = m_session.run();
    const Capabilities can = run ? capabilitiesOf(*run) : Capabilities();
    const QScopedValueRollback fitting(m_fitting, true);
    int first = -1;
    for (int i = 0; i < int(m_views.size()); ++i) {
        const auto why = run ? m_views[size_t(i)]->whyUnavailable(can) : std::nullopt;
        m_tabs->setTabEnabled(i, !why);
        m_tabs->setTabToolTip(i, why.value_or(m_views[size_t(i)]->about()));
        m_views[size_t(i)]->setRun(why ? std::nullopt : requestedRun());
        if (first < 0 && !why) first = i;
    }
    m_tabs->setCurrentIndex(m_tabs->isTabEnabled(m_requestedTab) ? m_requestedTab : first);
}

void ExplorePage::requestAnswer() {
    const auto dataset = m_session.dataset();
    if (!dataset || !m_user) return;
    // Stops the computations about the previous answer, so that the new answer need not wait for them.
    for (ExploreTab* view : m_views) view->stop();
    m_removalTest.stop();
    const auto later = laterVersion();
    m_query.run({.dataset = dataset->id,
                 .user = *m_user,
                 .laterVersion = later ? std::optional(later->id) : std::nullopt,
                 .predicted = Predicted(m_predicted->currentData().toInt()),
                 .run = requestedRun()});
}

void ExplorePage::handleQueryChanged() {
    if (m_query.state() == AsyncQueryState::Running) {
        m_slowTimer.start();
        return;
    }
    m_slowTimer.stop();
    if (m_query.state() == AsyncQueryState::Answered) showAnswer(m_query.answer());
    if (m_query.state() == AsyncQueryState::Failed) showFailure(m_query.failure(), m_query.hint());
}

void ExplorePage::showAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    m_answer = std::move(answer);
    showFinding({}, {});
    m_history->setAnswer(m_answer, m_session.catalogue());
    showTitle();
    showRunState();
    m_removalTarget = kPadToken;
    m_removals.reset();
    for (ExploreTab* view : m_views) {
        const bool isAvailable = m_answer->explanation && !view->whyUnavailable(m_answer->capabilities);
        view->setAnswer(isAvailable ? m_answer : nullptr);
    }
    if (m_answer->explanation) {
        const Explanation& explanation = *m_answer->explanation;
        m_recommendations->setExplanation(std::shared_ptr<const Explanation>(m_answer, &explanation),
                                          m_session.catalogue());
        m_recommendations->model()->setPopularity(m_answer->popularity);
        m_recommendations->model()->setHeldOutOrder(m_answer->heldOutTokens());
        m_recommendations->setReasonsShown(m_answer->unreadHistory.empty());
        m_decides->setEnabled(m_answer->unreadHistory.empty());
        const auto pinned = m_attention->map().pinnedCell();
        if (pinned) m_history->select(m_answer->historyIndex(pinned->column));
        showAttentionRow();
        const Token selected = m_recommendations->selectedToken();
        if (selected != kPadToken || !explanation.recommendations.empty()) {
            showRemoval(selected != kPadToken ? selected : explanation.recommendations.front().token);
            requestRemovals();
        }
    } else {
        m_recommendations->clear();
    }
    emit answerShown();
}

void ExplorePage::showFailure(const QString& message, const QString& hint) {
    m_subtitle->setText({});
    m_tabs->hide();
    m_right->setCurrentIndex(1);
    showNotes();
    m_noAnswer->setTexts(message, hint);
}

void ExplorePage::showTitle() {
    const UserInfo& user = m_answer->user;
    QString text = (user.length == 1 ? tr("User %1 · %2 item") : tr("User %1 · %2 items"))
                       .arg(QString::fromStdString(user.id), wholeNumber(user.length));
    const auto day = [](std::int64_t time) { return shortDay(time); };
    if (user.firstTime && user.lastTime) text += tr(" · %1 – %2").arg(day(*user.firstTime), day(*user.lastTime));
    if (m_answer->skippedInteractions > 0)
        text += tr(" · unknown to the run, left out: %1").arg(wholeNumber(m_answer->skippedInteractions));
    if (int(m_answer->request.predicted) != m_predicted->currentData().toInt())
        text += tr(" · too short to hold an item out");
    m_subtitle->setText(text);
    const auto& run = m_answer->request.run;
    m_listWeights->setText(run ? tr("%1 · %2").arg(keptWeightsText(run->bestEpoch),
                                                   historyInputText(historyInputOf(m_answer->request.predicted)))
                               : QString());
    // The tooltip repeats the whole text, because beside the list only its beginning fits.
    m_listWeights->setToolTip(
        m_listWeights->text() + QStringLiteral("\n\n") +
        tr("The weights of the epoch with the best validation are kept and used here; other epochs give other ranks. "
           "The input is chosen at the top right and is the same option as --input of recscope-cli."));
    const TableFacts facts = {{tr("User"), QString::fromStdString(user.id)},
                              {tr("Input"), historyInputText(historyInputOf(m_answer->request.predicted))}};
    m_recommendations->view()->setFacts(facts);
    m_history->view()->setFacts(facts);
}

void ExplorePage::requestRemovals() {
    m_removals.reset();
    if (m_answer->request.run && m_answer->unreadHistory.empty()) m_removalTest.run({m_answer, m_evidence->removal()});
}

void ExplorePage::handleRemovals() {
    using ReasonsState = RecommendationModel::ReasonsState;
    RecommendationModel* list = m_recommendations->model();
    if (m_removalTest.isOpen()) {
        list->setReasons(ReasonsState::Waiting);
    } else if (const auto removals = m_removalTest.answer()) {
        m_removals = removals;
        list->setReasons(ReasonsState::Known, strongestReasons(*m_removals, kReasons));
        showRemoval(m_removalTarget);
    } else if (m_removalTest.state() == AsyncQueryState::Failed) {
        list->setReasons(ReasonsState::Nothing);
        m_removalNote->setText(tr("No removal test: %1").arg(m_removalTest.failure()));
        m_evidence->setFailure(m_removalTest.failure());
    }
}

void ExplorePage::showRemoval(Token target) {
    if (!m_answer || !m_answer->explanation) return;
    if (target != m_removalTarget) showFinding({}, {});
    m_removalTarget = target;
    m_whatIf->setTarget(target);
    showParts(target);
    m_evidence->setTarget(target);
    if (!m_answer->unreadHistory.empty()) {
        m_removalNote->setText(QString::fromStdString(m_answer->unreadHistory));
        m_decides->setToolTip(m_removalNote->text());
        emit removalShown();
        return;
    }
    const QString title = m_session.titleOf(target);
    const auto found = m_removals ? m_removals->find(target) : Removals::const_iterator();
    m_decides->setToolTip(tr("Looks for the fewest items without which %1 falls out of the first ranks").arg(title));
    if (!m_removals || found == m_removals->end()) {
        m_removalNote->setText(tr("Testing which items %1 depends on…").arg(title));
        m_history->setRemoval({}, {});
        m_evidence->setTest({}, title);
        return;
    }
    m_removalNote->setText(
        QString::fromStdString(removalSentence(*found->second, m_answer->explanation->history, [this](Token token) {
            return m_session.titleOf(token).toStdString();
        })));
    m_history->setRemoval(found->second->effects, title);
    m_evidence->setTest(found->second, title);
    emit removalShown();
}

void ExplorePage::showFinding(const QString& sentence, const std::vector<std::int32_t>& deciding) {
    m_finding->showMessage(sentence);
    showNotes();
    m_history->setDecisiveItems({deciding.begin(), deciding.end()});
}

// In a compact page, a requested finding replaces the note about the removal test.
void ExplorePage::showNotes() {
    const bool listed = m_right->currentIndex() == 0;
    m_removalNote->setVisible(listed && !(m_isCompact && !m_finding->text().isEmpty()));
}

void ExplorePage::fitHeight() {
    const Theme& theme = Theme::instance();
    m_isCompact = height() < theme.px(kCompactBelow);
    const int page = theme.px(space::kPageMargin), between = theme.px(m_isCompact ? space::kPadding : space::kSpacing);
    m_content->setContentsMargins(page, theme.px(space::kSpacing), page, between);
    m_content->setSpacing(between);
    showNotes();
    // Hidden tabs request no height, but keep their width; otherwise the user list beside the tabs would move.
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->widget(i)->setSizePolicy(QSizePolicy::Preferred,
                                         i == m_tabs->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    // The lists keep the height of `kMinRows` rows, as far as that does not raise the minimum height of the window; the
    // tabs below them get the rest.
    const int notes = theme.px(space::kPadding) + 2 * QFontMetrics(theme.caption()).lineSpacing();
    const int otherHeights =
        theme.px(2 * space::kSpacing + 2 * space::kPadding) + m_content->itemAt(0)->sizeHint().height();
    const int available = kMinWindowHeight - theme.px(kWindowFrame) - otherHeights - m_tabs->minimumSizeHint().height();
    m_lists->setMinimumHeight(std::clamp(m_history->heightForRows(kMinRows) + notes, 0, std::max(0, available)));
}

void ExplorePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void ExplorePage::showAttentionRow() {
    const std::vector<int> rows = m_attention->queryRows();
    if (rows.empty()) return;
    const AttentionMap& map = m_attention->map();
    m_history->setAttention(map.sumOf(rows),
                            rows.size() == 1 ? map.labelOf(rows.front()) : tr("%1 positions together").arg(rows.size()),
                            map.isSigned() ? MapScale::Diverging : MapScale::Sequential);
    if (!m_attention->followsPointer()) m_history->sortAgain();
}

void ExplorePage::showParts(Token target) {
    if (!m_answer->hasItemParts()) return;
    m_history->setItemParts(m_answer->explanation->parts->of(target), m_session.titleOf(target));
    m_attention->setTarget(target);
}

void ExplorePage::hoverHistory(int index) {
    if (!m_answer || !m_answer->explanation) return;
    // If the model reads a [MASK] at the end of its input, the row of the held-out item stands for it.
    const bool mask = index == m_answer->given && m_answer->capabilities.readsMask;
    const int position = mask ? m_answer->explanation->attention.size - 1 : m_answer->mapPosition(index);
    m_attention->setHighlight(mask ? position : -1, mask ? -1 : position);
}

}  // namespace recscope::ui
