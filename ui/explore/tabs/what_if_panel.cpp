// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/what_if_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "ui/explore/tabs/edited_history.h"
#include "ui/explore/tabs/edited_history_view.h"
#include "ui/explore/tabs/item_search.h"
#include "ui/explore/tabs/scenario_popup.h"
#include "ui/explore/tabs/slope_chart.h"
#include "ui/explore/tabs/smallest_search.h"
#include "ui/lists/title_delegate.h"
#include "ui/runs/run_capabilities.h"
#include "ui/session/item_facts.h"
#include "ui/session/run_looks.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {
constexpr int kMinWidthForText = 1400;  ///< width of the panel in design pixels from which buttons show text
}

WhatIfPanel::WhatIfPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : ExploreTab(parent),
      m_session(session),
      m_cache(std::move(cache)),
      m_query(session.jobs(), {.title = tr("Computing what-if ranks"), .queue = WorkerQueue::Model},
              [cache = m_cache](JobContext& context, const WhatIfRequest& request) {
                  return computeWhatIf(context.workspace, *cache, request, context.stop);
              }),
      m_history(new EditedHistory(this)),
      m_view(new EditedHistoryView(*m_history)),
      m_scenarios(new ScenarioPopup(session, *m_history, this)),
      m_item(new ItemSearch(session.jobs())),
      m_search(new SmallestSearch(session, m_cache, this)),
      m_state(captionLabel(QStringLiteral("whatIfState"))),
      m_time(captionLabel(QStringLiteral("whatIfTime"))),
      m_found(sentenceLabel(QStringLiteral("whatIfAnswer"))),
      m_refit(new QCheckBox(tr("Refit the user's vector"))),
      m_equal(new QCheckBox(tr("All occurrences"))),
      m_vector(captionLabel(QStringLiteral("whatIfVector"))),
      m_unread(captionLabel(QStringLiteral("whatIfUnread"))),
      m_other(new QComboBox),
      m_charts{new SlopeChart, new SlopeChart} {
    auto* parts = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/whatIf"));
    parts->addWidget(makeEditor());
    parts->addWidget(makeCharts());
    parts->restore({3000, 7000});
    m_found->hide();
    arrange(this, column({m_found, grow(parts)}, space::kUnit));

    m_query.deferWhileHidden(*this);
    connect(&m_query, &AnyAsyncQuery::changed, this, &WhatIfPanel::showResult);
    connect(m_history, &EditedHistory::changed, this, [this] {
        showState();
        requestResult();
    });
    connect(m_search, &SmallestSearch::answered, this, &WhatIfPanel::showFinding);
    connect(m_search, &SmallestSearch::stopped, this, [this] {
        forgetFinding();
        emit changeSearchStopped();
    });
    connect(m_view, &EditedHistoryView::moveRequested, this, &WhatIfPanel::move);
    connect(m_view, &EditedHistoryView::stepRequested, this, &WhatIfPanel::step);
    connect(m_scenarios, &ScenarioPopup::opened, this, &WhatIfPanel::nameHistory);
    connect(m_scenarios, &ScenarioPopup::saved, this, &WhatIfPanel::nameHistory);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WhatIfPanel::showState);
    connect(&m_history->undoStack(), &QUndoStack::indexChanged, this, &WhatIfPanel::showState);
    connect(m_item, &ItemSearch::itemChosen, this, &WhatIfPanel::showState);
    connect(m_item, &ItemSearch::itemCleared, this, &WhatIfPanel::showState);
    connect(&session, &Session::runsChanged, this, &WhatIfPanel::showRuns);
    connect(&session, &Session::runChanged, this, &WhatIfPanel::showRuns);
    connect(m_other, &QComboBox::currentIndexChanged, this, &WhatIfPanel::requestResult);
    connect(m_refit, &QCheckBox::toggled, this, &WhatIfPanel::requestResult);
    connect(m_equal, &QCheckBox::toggled, this, [this](bool together) {
        const RepeatedItems repeatedItems = together ? RepeatedItems::Together : RepeatedItems::OneByOne;
        if (repeatedItems != m_removal.repeatedItems) emit equalItemsChosen(repeatedItems);
    });
    showRuns();
    fitButtons();
    clear();
}

QWidget* WhatIfPanel::makeEditor() {
    m_view->setObjectName(QStringLiteral("whatIfHistory"));
    m_view->setAccessibleName(tr("Edited history"));
    m_view->setNumericColumns({EditedHistory::Number});
    m_history->setIdOf([session = &m_session](Token token) { return itemIdOf(*session, token); });
    m_view->setStretchColumn(EditedHistory::Item);
    m_view->setItemDelegateForColumn(EditedHistory::Item, new TitleDelegate(m_view));
    m_view->setExportName(QStringLiteral("what-if"));
    m_item->setObjectName(QStringLiteral("whatIfItem"));
    m_item->setPlaceholderText(tr("Item to insert"));
    m_item->setAccessibleName(tr("Item to insert, by title"));

    const auto button = [this](const char* name, const QString& text, const QKeySequence& key, auto slot) {
        auto* made = new QToolButton;
        made->setObjectName(QString::fromLatin1(name));
        made->setText(text);
        made->setAccessibleName(text);
        made->setProperty("key", key.toString(QKeySequence::NativeText));
        connect(made, &QToolButton::clicked, this, slot);
        if (!key.isEmpty()) {
            auto* shortcut = new QShortcut(key, this);
            shortcut->setContext(Qt::WidgetWithChildrenShortcut);
            connect(shortcut, &QShortcut::activated, made, &QToolButton::click);
        }
        return made;
    };
    m_equal->setObjectName(QStringLiteral("whatIfEqual"));
    m_equal->setChecked(true);
    m_equal->setToolTip(
        tr("Delete and Mask apply to all occurrences of the item in the history at once, as if the user had never had "
           "the item"));
    m_insert =
        button("whatIfInsert", tr("Insert"), QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { insertChosen(); });
    m_replace = button("whatIfReplace", tr("Replace"), {}, [this] { edit(EditKind::Replace); });
    m_repeat =
        button("whatIfRepeat", tr("Repeat"), QKeySequence(Qt::CTRL | Qt::Key_R), [this] { edit(EditKind::Repeat); });
    m_mask = button("whatIfMask", tr("Mask"), QKeySequence(Qt::CTRL | Qt::Key_M), [this] { edit(EditKind::Mask); });
    m_delete = button("whatIfDelete", tr("Delete"), QKeySequence(Qt::Key_Delete), [this] { edit(EditKind::Delete); });
    m_up = button("whatIfUp", tr("↑"), QKeySequence(Qt::CTRL | Qt::Key_Up), [this] { step(-1); });
    m_down = button("whatIfDown", tr("↓"), QKeySequence(Qt::CTRL | Qt::Key_Down), [this] { step(+1); });
    m_undo = button("whatIfUndo", tr("↶"), QKeySequence::Undo, [this] { m_history->undoStack().undo(); });
    m_redo = button("whatIfRedo", tr("↷"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                    [this] { m_history->undoStack().redo(); });
    m_reset = button("whatIfReset", tr("Original"), {}, [this] { m_history->reset(); });
    m_smallest = button("whatIfSmallest", tr("What decides?"), {}, [this] { findSmallestChange(); });
    m_scenariosButton = button("whatIfScenarios", tr("Scenarios"), {}, [this] {
        m_scenarios->showAbove(m_scenariosButton->mapToGlobal(QPoint(0, -Theme::instance().px(space::kUnit))));
    });
    m_scenariosButton->setIcon(lineIcon(QStringLiteral("scenario")));
    m_reset->setIcon(lineIcon(QStringLiteral("reset")));
    m_undo->setAccessibleName(tr("Undo"));
    m_smallest->setAccessibleName(
        tr("Find the fewest items without which this recommendation falls out of the first ranks"));
    m_redo->setAccessibleName(tr("Redo"));
    m_up->setAccessibleName(tr("Move to an earlier position"));
    m_down->setAccessibleName(tr("Move to a later position"));

    return boxed(
        column({row({grow(m_item), m_insert, m_replace}, space::kUnit),
                row({m_repeat, m_mask, m_delete, m_up, m_down, stretch()}, space::kUnit), m_equal, grow(m_view),
                row({grow(m_state), m_undo, m_redo, m_reset, m_smallest, m_scenariosButton}, space::kUnit)},
               space::kUnit));
}

QWidget* WhatIfPanel::makeCharts() {
    m_other->setObjectName(QStringLiteral("whatIfOther"));
    m_other->setAccessibleName(tr("The second run"));
    m_other->setToolTip(tr("A second run that predicts from the same history"));
    m_other->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_other->setMinimumContentsLength(12);
    QHBoxLayout* charts = row({grow(m_charts[0]), grow(m_charts[1])}, space::kSpacing);
    for (int i = 0; i < 2; ++i) {
        m_charts[size_t(i)]->setObjectName(QStringLiteral("slopeChart%1").arg(i));
        // The chart with longer titles gets more of the width.
        connect(m_charts[size_t(i)], &SlopeChart::itemsChanged, charts, [this, charts, i] {
            const SlopeChart* chart = m_charts[size_t(i)];
            charts->setStretchFactor(m_charts[size_t(i)], chart->items().empty() ? 1 : chart->desiredWidth());
        });
    }
    m_refit->setObjectName(QStringLiteral("whatIfRefit"));
    m_refit->setToolTip(
        tr("Models that use the user's id have a vector for each user. Refitted: the vector is learned again from the "
           "history, once as it was and once as it is now; nothing else in the model changes. Otherwise the vector "
           "learned in training is kept."));
    m_refit->hide();
    m_vector->hide();
    m_unread->hide();
    return boxed(column({row({grow(m_time), mutedLabel(tr("compared with")), m_other}), row({m_refit, grow(m_vector)}),
                         m_unread, grow(charts)},
                        space::kUnit));
}

QString WhatIfPanel::title() const {
    return tr("What if");
}

QString WhatIfPanel::about() const {
    return tr("What would be recommended if the history were different");
}

std::optional<QString> WhatIfPanel::whyUnavailable(const Capabilities&) const {
    return {};
}

void WhatIfPanel::clear() {
    stop();
    forgetFinding();
    m_answer.reset();
    m_query.cancel();
    m_result.reset();
    m_scenario.clear();
    m_scenarios->setUser(0, {});
    m_history->setOriginal({}, [](Token) { return QString(); });
    m_view->setEmptyText(tr("Choose a user: then the history can be changed here."));
    for (SlopeChart* chart : m_charts) chart->setMessage({});
    showState();
}

void WhatIfPanel::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    if (!answer) return clear();
    stop();
    forgetFinding();
    m_answer = std::move(answer);
    m_item->setDataset(m_answer->request.dataset);
    m_scenarios->setUser(m_answer->request.dataset, QString::fromStdString(m_answer->user.id));
    const std::vector<Token> tokens = m_answer->givenTokens();
    if (tokens != m_history->original()) {
        m_scenario.clear();
        m_history->setOriginal(tokens, [session = &m_session](Token token) { return session->titleOf(token); });
        m_view->fitColumns();
        m_view->scrollToBottom();
    }
    requestResult();
}

void WhatIfPanel::setTarget(Token target) {
    if (target != m_target) {
        stop();
        forgetFinding();
    }
    m_target = target;
    showState();
}

void WhatIfPanel::setRemoval(const RemovalOptions& removal) {
    if (removal == m_removal) return;
    stop();
    forgetFinding();
    m_removal = removal;
    m_equal->setChecked(removal.repeatedItems == RepeatedItems::Together);
}

bool WhatIfPanel::hasEqualItems() const {
    std::vector<Token> tokens = m_history->tokens();
    std::erase(tokens, kHiddenItem);
    return std::set<Token>(tokens.begin(), tokens.end()).size() < tokens.size();
}

int WhatIfPanel::position() const {
    return m_view->currentIndex().isValid() ? m_history->positionOf(m_view->currentIndex().row()) : -1;
}

std::vector<LoadedRun> WhatIfPanel::runs() const {
    std::vector<LoadedRun> loaded;
    if (!m_answer || !m_answer->request.run) return loaded;
    loaded.push_back(*m_answer->request.run);
    const auto other = m_session.runById(m_other->currentData().toLongLong());
    if (other && hasWeights(*other)) loaded.push_back({other->id, other->bestEpoch});
    return loaded;
}

void WhatIfPanel::showRuns() {
    const QSignalBlocker quiet(m_other);
    const auto previous = m_other->currentData();
    const bool first = m_other->count() == 0;
    m_other->clear();
    m_other->addItem(tr("no second run"), 0);
    const auto shown = m_session.run();
    int suggested = 0;
    for (const RunRecord& run : m_session.runs()) {
        if (!hasWeights(run) || (shown && run.id == shown->id)) continue;
        m_other->addItem(QString::fromStdString(run.name), qint64(run.id));
        if (suggested == 0 && shown && run.model != shown->model) suggested = m_other->count() - 1;
    }
    const int previousIndex = m_other->findData(previous);
    m_other->setCurrentIndex(!first && previousIndex > 0 ? previousIndex : suggested);
    m_other->setEnabled(m_other->count() > 1);
    m_other->setToolTip(m_other->count() > 1 ? tr("A second run that predicts from the same history")
                                             : tr("There is no other trained run of this dataset"));
    if (m_answer) requestResult();
}

void WhatIfPanel::showState() {
    const int at = position(), last = m_history->count() - 1;
    const auto set = [](QToolButton* button, bool enabled, const QString& does, const QString& why) {
        button->setEnabled(enabled);
        const QString key = button->property("key").toString();
        button->setToolTip(!enabled ? why : key.isEmpty() ? does : tr("%1 (%2)").arg(does, key));
    };
    const QString noRow = tr("Choose an item of the history first");
    const QString noItem = tr("Choose an item by its title above first");
    const bool item = m_item->item().has_value();
    const bool masked = at >= 0 && m_history->tokens()[size_t(at)] == kHiddenItem;
    set(m_insert, item && m_answer,
        tr("Inserts the item found above after the item chosen in the history, or at the end if none is chosen there"),
        noItem);
    set(m_replace, item && at >= 0, tr("Replaces the item chosen in the history with the item found above"),
        item ? noRow : noItem);
    set(m_repeat, at >= 0, tr("Inserts the chosen item once more"), noRow);
    set(m_mask, at >= 0 && !masked, tr("Keeps the position and hides its item"),
        masked ? tr("This position is already masked") : noRow);
    set(m_delete, at >= 0, tr("Deletes the chosen item; it stays in the list, marked as deleted"), noRow);
    set(m_up, at > 0, tr("To an earlier position; dragging and Alt+Up in the list do the same"), noRow);
    set(m_down, at >= 0 && at < last, tr("To a later position; dragging and Alt+Down in the list do the same"), noRow);
    m_equal->setVisible(hasEqualItems());
    const QUndoStack& undo = m_history->undoStack();
    set(m_undo, undo.canUndo(), tr("Undoes: %1").arg(undo.undoText()), tr("Nothing has been changed yet"));
    set(m_redo, undo.canRedo(), tr("Redoes: %1").arg(undo.redoText()), tr("There is nothing to redo"));
    set(m_reset, m_history->isChanged(), tr("Goes back to the original history"), tr("This is the original history"));
    const bool unread = m_answer && !m_answer->unreadHistory.empty();
    const bool target = m_target != kPadToken && m_answer && m_answer->explanation && !unread;
    set(m_smallest, target,
        tr("Looks for the fewest items without which “%1” falls out of the first ranks")
            .arg(m_session.titleOf(m_target)),
        unread ? QString::fromStdString(m_answer->unreadHistory) : tr("Choose a recommendation first"));
    set(m_scenariosButton, m_answer != nullptr, tr("Save this history under a name, or open one that was saved"),
        tr("Choose a user first"));
    const int changes = undo.index();
    const bool named = !m_scenario.isEmpty() && changes == m_scenarioIndex;
    m_state->setText(!m_answer ? QString()
                     : named   ? (m_history->count() == 1 ? tr("“%1”, %2 item") : tr("“%1”, %2 items"))
                                   .arg(m_scenario)
                                   .arg(m_history->count())
                     : !m_history->isChanged()
                         ? (m_history->count() == 1 ? tr("%1 item") : tr("%1 items")).arg(m_history->count())
                     : changes == 1 ? tr("1 change")
                                    : tr("%1 changes").arg(changes));
}

void WhatIfPanel::insertChosen() {
    if (!m_item->item()) return;
    const int at = position() >= 0 ? position() + 1 : m_history->count();
    m_history->apply({.kind = EditKind::Insert, .position = at, .token = *m_item->item()});
    m_view->selectRow(m_history->rowOfPosition(at));
    m_view->scrollTo(m_view->currentIndex());
}

void WhatIfPanel::edit(EditKind kind) {
    const int at = position();
    if (at < 0 || (kind == EditKind::Replace && !m_item->item())) return;
    m_history->apply({.kind = kind,
                      .position = at,
                      .token = m_item->item().value_or(kPadToken),
                      .repeatedItems = m_removal.repeatedItems});
    const int next = std::min(at, m_history->count() - 1);
    if (next >= 0) m_view->selectRow(m_history->rowOfPosition(next));
}

void WhatIfPanel::step(int by) {
    const int at = position();
    if (at < 0 || at + by < 0 || at + by >= m_history->count()) return;
    move(at, at + by);
}

void WhatIfPanel::move(int from, int to) {
    m_history->apply({.kind = EditKind::Move, .position = from, .to = to});
    m_view->selectRow(m_history->rowOfPosition(to));
    m_view->scrollTo(m_view->currentIndex());
}

void WhatIfPanel::nameHistory(const QString& scenario) {
    m_scenario = scenario;
    m_scenarioIndex = m_history->undoStack().index();
    showState();
}

void WhatIfPanel::requestResult() {
    if (!m_answer) return;
    WhatIfRequest request;
    request.runs = runs();
    if (request.runs.empty()) return;
    m_history->setReadLength(readLength());
    request.user = m_answer->runUser;
    const bool canRefit = std::any_of(request.runs.begin(), request.runs.end(), [this](const LoadedRun& loaded) {
        const auto run = m_session.runById(loaded.run);
        return run && capabilitiesOf(*run).refitsUser;
    });
    m_refit->setVisible(canRefit);
    m_vector->setVisible(canRefit);
    if (canRefit && m_refit->isChecked()) request.vector = RequestedVector::Refitted;
    request.time = m_answer->predictedTime();
    request.original = m_answer->modelHistory();
    request.edited = historyOf(m_history->items(), request.original);
    if (m_answer->explanation && m_answer->explanation->heldOut)
        request.alsoRequested.push_back(m_answer->explanation->heldOut->token);
    m_query.run(request);
}

void WhatIfPanel::showResult() {
    if (const auto result = m_query.answer()) {
        m_result = result;
        draw();
        emit predicted();
    } else if (m_query.state() == AsyncQueryState::Failed) {
        m_result.reset();
        for (SlopeChart* chart : m_charts) chart->setMessage(m_query.failure() + QLatin1Char('\n') + m_query.hint());
        m_time->setText({});
    }
}

/// The run's name, and the user vector with which it answered the edited history.
QString WhatIfPanel::titleOf(const WhatIfRun& requested) const {
    const auto run = m_session.runById(requested.run.run);
    if (!run) return {};
    const QString name = QString::fromStdString(run->name);
    switch (requested.vector) {
        case UserVector::Refitted:
            return tr("%1 · refitted").arg(name);
        case UserVector::Mean:
            return tr("%1 · mean of all users").arg(name);
        case UserVector::Popularity:
            return tr("%1 · popularity").arg(name);
        default:
            return name;
    }
}

/// Says above the charts which of the models read none of the edits, so that their charts show no change.
void WhatIfPanel::showUnread() {
    QStringList sentences;
    for (const WhatIfRun& run : m_result->runs)
        if (!run.unread.empty()) sentences << QString::fromStdString(run.unread);
    m_unread->setText(sentences.join(QLatin1Char(' ')));
    m_unread->setVisible(!sentences.isEmpty());
}

int WhatIfPanel::readLength() const {
    int largest = 0;
    for (const LoadedRun& loaded : runs()) {
        const auto run = m_session.runById(loaded.run);
        const int maxLength = run ? int(capabilitiesOf(*run).maxLength) : 0;
        if (maxLength == 0) return 0;
        largest = std::max(largest, maxLength);
    }
    return largest;
}

void WhatIfPanel::draw() {
    QStringList vectors;
    for (const WhatIfRun& run : m_result->runs)
        if (!run.about.empty()) vectors << QString::fromStdString(run.about);
    m_vector->setText(vectors.join(QLatin1Char(' ')));
    showUnread();
    const auto& truth = m_result->request.alsoRequested;
    for (size_t i = 0; i < m_charts.size(); ++i) {
        m_charts[i]->setVisible(i < m_result->runs.size());
        if (i >= m_result->runs.size()) continue;
        const auto run = m_session.runById(m_result->runs[i].run.run);
        std::vector<SlopeItem> items;
        for (const RankMove& move : m_result->runs[i].moves)
            items.push_back({.title = m_session.titleOf(move.before.token),
                             .before = move.before.rank,
                             .after = move.after.rank,
                             .probabilityBefore = double(move.before.probability),
                             .probabilityAfter = double(move.after.probability),
                             .isTruth = !truth.empty() && truth.front() == move.before.token});
        const RunStyle style = run ? runStylesOf(m_session).styleOf(*run) : styleOfLook(0);
        m_charts[i]->setTitle(titleOf(m_result->runs[i]));
        m_charts[i]->setItems(std::move(items), kWhatIfRanks, style.colour);
    }
    const double time = m_result->milliseconds;
    m_time->setText(tr("Ranks before → after the changes · answered in %1 ms")
                        .arg(time < 1 ? tr("less than 1") : fixedNumber(time, 0)));
}

void WhatIfPanel::findSmallestChange() {
    if (!m_answer || !m_answer->request.run || !m_answer->unreadHistory.empty() || m_target == kPadToken) return;
    m_found->setText(tr("Looking for the items that decide…"));
    m_found->show();
    emit changeSearchStarted();
    // A target beyond the first kWhatIfRanks has to fall out of the whole list, any other target only out of these
    // ranks.
    const auto& listed = m_answer->explanation->recommendations;
    const auto at = std::find_if(listed.begin(), listed.end(), [this](const Recommendation& recommendation) {
        return recommendation.token == m_target;
    });
    const bool isFurtherDown = at != listed.end() && at->rank > kWhatIfRanks;
    m_search->start(*m_answer->request.run, *m_answer, m_target,
                    isFurtherDown ? std::int32_t(listed.size()) : kWhatIfRanks, m_removal);
}

void WhatIfPanel::showFinding(const SmallestAnswer& answer) {
    if (answer.history.items != m_history->original() || answer.target != m_target) return;
    m_found->setText(answer.sentence);
    const auto& removed = answer.change.positions;
    // While the panel is hidden, the edits made in it are not discarded.
    if (answer.change.found && (isVisible() || !m_history->isChanged())) {
        m_history->reset();
        m_history->apply(answer.change.edits(), tr("Remove the deciding items"));
        m_view->scrollTo(m_history->index(removed.back(), 0), QAbstractItemView::PositionAtCenter);
    }
    emit changeFound(answer);
}

void WhatIfPanel::forgetFinding() {
    m_found->clear();
    m_found->hide();
}

void WhatIfPanel::stop() {
    m_search->stop();
}

void WhatIfPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitButtons();
}

void WhatIfPanel::fitButtons() {
    // In a narrow panel, these buttons show only icons, with tooltips. They do the same while another tab is shown,
    // because text would raise the minimum width of the window.
    const bool showsText = isVisible() && width() >= Theme::instance().px(kMinWidthForText);
    for (QToolButton* button : {m_reset, m_scenariosButton})
        button->setToolButtonStyle(showsText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void WhatIfPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    fitButtons();
}

void WhatIfPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitButtons();
}

}  // namespace recscope::ui
