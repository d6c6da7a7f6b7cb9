// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShowEvent>
#include <QTabBar>
#include <QTabWidget>
#include <algorithm>

#include "core/data/sample_oracle.h"
#include "core/recommender/evaluate.h"
#include "core/train/trainer.h"
#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_box.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/compare/breakdown_tab.h"
#include "ui/compare/cohort_runs.h"
#include "ui/compare/config_tab.h"
#include "ui/compare/curves_tab.h"
#include "ui/compare/metrics_tab.h"
#include "ui/compare/one_user_tab.h"
#include "ui/compare/patterns_tab.h"
#include "ui/compare/run_chips.h"
#include "ui/compare/segments_table.h"
#include "ui/compare/study_view.h"
#include "ui/compare/tradeoff_tab.h"
#include "ui/compare/users_tab.h"
#include "ui/compare/verdict_tab.h"
#include "ui/runs/reference_values.h"
#include "ui/session/protocol_text.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/stateful_widget.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

constexpr int kCohortNameLength = 14;  ///< characters of a cohort's name that are always visible
constexpr int kProtocolLength = 22;    ///< characters of a protocol that are shown if the window is narrow
constexpr int kMaxChipsHeight = 108;   ///< design pixels: three rows

/// A note at the right of the tabs. The note takes only the space that the tabs leave, so that
/// showing or hiding the note does not move the tabs.
class CornerNote : public ElidedLabel {
public:
    explicit CornerNote(QTabWidget& tabs) : m_tabs(tabs) { tabs.installEventFilter(this); }

    QSize sizeHint() const override {
        const QSize tabs = m_tabs.tabBar()->sizeHint();
        const int available = m_tabs.width() - tabs.width() - Theme::instance().px(space::kSpacing);
        return {std::clamp(available, 0, ElidedLabel::sizeHint().width()), tabs.height()};
    }
    QSize minimumSizeHint() const override { return {0, ElidedLabel::minimumSizeHint().height()}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) updateGeometry();
        return ElidedLabel::eventFilter(watched, event);
    }

private:
    QTabWidget& m_tabs;
};

/// A scroll area as tall as the chips, but at most `kMaxChipsHeight`, because a plan may have dozens of runs.
class ChipsArea : public QScrollArea {
public:
    explicit ChipsArea(QWidget* chips) {
        makeScrolled(*this, chips);
        setAccessibleName(ComparePage::tr("Runs to compare"));
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override {
        return std::min(widget()->heightForWidth(width), Theme::instance().px(kMaxChipsHeight));
    }
    QSize sizeHint() const override { return {widget()->sizeHint().width(), heightForWidth(this->width())}; }
    QSize minimumSizeHint() const override { return {0, 0}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

/// Reads the chosen runs. Of the runs that the previous call has read, reads only those again that were written to
/// since then.
AsyncQuery<std::vector<RunId>, ComparedRuns>::Work runReader() {
    return [last = std::make_shared<ComparedRuns>()](JobContext& context, const std::vector<RunId>& chosen) {
        ComparedRuns runs;
        for (const RunId run : chosen) {
            throwIfStopped(context.stop);
            const auto known =
                std::find_if(last->begin(), last->end(), [run](const auto& other) { return other->record.id == run; });
            runs.push_back(readRun(context.workspace, run, known == last->end() ? nullptr : *known));
        }
        *last = runs;
        return runs;
    };
}

}  // namespace

ComparePage::ComparePage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_references(ReferenceValues::of(session)),
      m_reading(session.jobs(), {.title = tr("Reading the runs to compare")}, runReader()),
      m_restricting(
          session.jobs(), {.title = tr("Restricting the runs to a cohort")},
          [](JobContext& context, const CohortRuns& requested) {
              ComparedRuns restricted;
              for (const auto& run : requested.runs) {
                  throwIfStopped(context.stop);
                  restricted.push_back(std::make_shared<const ComparedRun>(restrictedTo(*run, *requested.users)));
              }
              return restricted;
          }),
      m_stack(new ShownStack),
      m_body(new ShownStack),
      m_noRuns(new EmptyState),
      m_noneChosen(new EmptyState),
      m_chips(new RunChips(session)),
      m_tabs(new QTabWidget),
      m_split(new QComboBox),
      m_protocol(new QComboBox),
      m_cohort(new CohortBox(tr("All users"))),
      m_cohortNote(new CornerNote(*m_tabs)),
      m_curves(new CurvesTab),
      m_metrics(new MetricsTab(session)),
      m_verdict(new VerdictTab(session)),
      m_breakdown(new BreakdownTab(session)),
      m_segments(new SegmentsTable(session)),
      m_breakdownPart(nullptr),
      m_breakdownParts(new QButtonGroup(this)),
      m_tradeOffs(new TradeOffTab(session)),
      m_users(new UsersTab(session)),
      m_oneUser(new OneUserTab(session)),
      m_patterns(new PatternsTab(session)),
      m_config(new ConfigTab(session)),
      m_study(new StudyView(session)),
      m_parts(new QButtonGroup(this)) {
    m_reading.deferWhileHidden(*this);
    layOut();
    connectSignals();
    load();
}

void ComparePage::layOut() {
    m_split->addItem(tr("Test"), int(Split::Test));
    m_split->addItem(tr("Validation"), int(Split::Valid));
    m_splitChoice = makeChoice(tr("Scored on"), m_split, QStringLiteral("compareSplit"),
                               tr("The held-out item that the metrics and ranks refer to. With leave-one-out, test is "
                                  "each user's last item and validation the one before"));
    m_protocolChoice = makeChoice(tr("under"), m_protocol, QStringLiteral("compareProtocol"),
                                  tr("Only numbers of the same protocol are compared"));
    m_protocol->setMinimumContentsLength(kProtocolLength);  // the page must fit the smallest window
    m_cohort->setMinimumContentsLength(kCohortNameLength);
    m_cohort->setBook(CohortBook::of(m_session));
    m_cohortChoice = makeChoice(tr("for"), m_cohort, QStringLiteral("compareCohort"), m_cohort->toolTip());
    m_cohort->setAccessibleName(tr("The users that the numbers are computed from"));
    keepValue(m_split, StateScope::Workspace);
    keepValue(m_protocol, StateScope::Dataset);
    keepValue(m_cohort, StateScope::Dataset);
    m_cohortNote->setObjectName(QStringLiteral("cohortNote"));
    m_cohortNote->setProperty("muted", true);
    m_cohortNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_tabs->setObjectName(QStringLiteral("compareTabs"));
    m_tabs->setDocumentMode(true);
    addTab(m_curves, tr("Curves"), tr("Loss, NDCG@10 and HR@10 by epoch"), [this] { fillCurves(); });
    addTab(m_metrics, tr("Metrics"), tr("All metrics with their intervals, and which run is better"),
           [this] { fillMetrics(); });
    m_breakdownPart = makeBreakdown();
    addTab(m_breakdownPart, tr("Breakdown"), tr("Short and long histories, popular and rare items"),
           [this] { fillBreakdown(); });
    addTab(m_users, tr("Users"), tr("Which model is better for which users"),
           [this] { m_users->setLines(m_lines, scoring()); });
    addTab(m_oneUser, tr("One user"), tr("What both models recommend to the same user"),
           [this] { m_oneUser->setLines(m_allLines, scoring().split); });
    addTab(m_config, tr("Config"), tr("Which settings differ between the runs"),
           [this] { m_config->setLines(m_allLines); });
    addTab(m_patterns, tr("Patterns"), tr("How well each run predicts each of the sample's planted patterns"),
           [this] { m_patterns->setLines(m_allLines, scoring().split); });
    addTab(m_tradeOffs, tr("Trade-offs"), tr("Accuracy against coverage, novelty or any two measures"),
           [this] { m_tradeOffs->setLines(m_lines, scoring()); });
    addTab(m_verdict, tr("Verdict"), tr("Which differences matter, in several metrics at once"),
           [this] { m_verdict->setLines(m_lines, scoring()); });
    m_body->addWidget(m_tabs);
    m_body->addWidget(m_noneChosen);
    auto* body = new QGridLayout;
    body->addWidget(m_body, 0, 0);
    body->addWidget(m_cohortNote, 0, 0, Qt::AlignTop | Qt::AlignRight);
    m_cohortNote->hide();
    auto* titleLine = row({titleLabel(tr("Compare")), gap(space::kPadding), makeSwitch(), stretch(), m_splitChoice,
                           m_protocolChoice, m_cohortChoice});
    titleLine->addStrut(Theme::instance().px(30));  // keeps the height of the line when boxes are hidden
    m_runsPart = boxed(column({new ChipsArea(m_chips), grow(body)}));
    for (QWidget* part : {static_cast<QWidget*>(m_noRuns), m_runsPart, static_cast<QWidget*>(m_study)})
        m_stack->addWidget(part);
    arrange(this, column({titleLine, grow(m_stack)}),
            {space::kPageMargin, space::kSpacing, space::kPageMargin, space::kSpacing});
}

QWidget* ComparePage::makeSwitch() {
    const auto button = [this](const char* name, const QString& text, const QString& about) {
        auto* made = new QPushButton(text);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(about);
        made->setCheckable(true);
        m_parts->addButton(made);
        return made;
    };
    auto* runs = button("compareRuns", tr("Runs"), tr("Chosen runs side by side"));
    auto* study = button("compareStudy", tr("Study"), tr("Many runs at once: a paper's table, an ablation, a sweep"));
    runs->setChecked(true);
    connect(m_parts, &QButtonGroup::buttonToggled, this, &ComparePage::showPart);
    return boxed(row({runs, study}, space::kUnit));
}

/// The plots of the breakdown, or all segments of users in a table.
QWidget* ComparePage::makeBreakdown() {
    auto* stack = new ShownStack;
    stack->addWidget(m_breakdown);
    stack->addWidget(m_segments);
    const auto button = [&](const char* name, const QString& text, const QString& about, QWidget* part) {
        auto* made = new QPushButton(text);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(about);
        made->setCheckable(true);
        m_breakdownParts->addButton(made, stack->indexOf(part));
        return made;
    };
    auto* plots =
        button("breakdownPlots", tr("Plots"), tr("NDCG@10 by history length, popularity and attributes"), m_breakdown);
    auto* table =
        button("breakdownTable", tr("Table"), tr("Any metric in all segments of users, the worst first"), m_segments);
    plots->setChecked(true);
    connect(m_breakdownParts, &QButtonGroup::idToggled, this, [this, stack](int part, bool isChosen) {
        if (!isChosen) return;
        stack->setCurrentIndex(part);
        refill({m_breakdownPart});
    });
    return boxed(column({row({plots, table, stretch()}, space::kUnit), grow(stack)}), {0, space::kPadding, 0, 0});
}

void ComparePage::fillBreakdown() {
    if (m_breakdownParts->checkedId() == 0)
        m_breakdown->setLines(m_lines, scoring());
    else
        m_segments->setLines(m_lines, scoring());
}

/// Shows the runs or a study. A study chooses its runs itself, so the chips are hidden.
void ComparePage::showPart() {
    const bool isStudy = m_parts->checkedButton()->objectName() == QLatin1String("compareStudy");
    const bool hasRuns = m_session.dataset() && !m_session.runs().empty();
    m_stack->setCurrentWidget(isStudy ? static_cast<QWidget*>(m_study) : hasRuns ? m_runsPart : m_noRuns);
    showScoringChoices();
}

QVariant ComparePage::uiState() const {
    return m_parts->checkedButton()->objectName();
}

void ComparePage::restoreState(const QVariant& state) {
    for (QAbstractButton* part : m_parts->buttons())
        if (part->objectName() == state.toString()) part->setChecked(true);
}

QWidget* ComparePage::makeChoice(const QString& text, QComboBox* box, const QString& name, const QString& toolTip) {
    QLabel* label = mutedLabel(text);
    label->setBuddy(box);
    box->setObjectName(name);
    box->setToolTip(toolTip);
    box->setAccessibleName(text);
    // The box is as wide as its entries if there is room: protocols may differ only at the end, in "seen items removed"
    // and "seen items kept".
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return boxed(row({label, box}));
}

void ComparePage::addTab(QWidget* tab, const QString& title, const QString& about, std::function<void()> fill) {
    m_tabs->setTabToolTip(m_tabs->addTab(tab, title), about);
    m_fill[tab] = std::move(fill);
}

void ComparePage::connectSignals() {
    m_noRuns->setObjectName(QStringLiteral("compareEmpty"));
    connect(m_noneChosen, &EmptyState::actionRequested, this, [this] { emit m_session.pageRequested(PageId::Train); });
    connect(m_noRuns, &EmptyState::actionRequested, this,
            [this] { emit m_session.pageRequested(m_session.dataset() ? PageId::Train : PageId::Data); });
    connect(m_chips, &RunChips::chosenChanged, this, &ComparePage::load);
    connect(&m_session, &Session::comparisonRequested, this, [this] { restoreState(QStringLiteral("compareRuns")); });
    connect(m_chips, &RunChips::runsRefreshed, this, &ComparePage::load);
    connect(m_chips, &RunChips::linesChanged, this, &ComparePage::showLines);
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        if (const auto runs = m_reading.answer()) setRuns(*runs);
        if (m_reading.state() == AsyncQueryState::Failed)
            m_session.notify(m_reading.failure(), m_reading.hint(), Severity::Error);
    });
    connect(&m_restricting, &AnyAsyncQuery::changed, this, [this] {
        if (const auto runs = m_restricting.answer()) {
            m_runs = *runs;
            showLines();
        }
        describeCohort();
    });
    connect(&m_session, &Session::datasetChanged, this, &ComparePage::fitTabs);
    connect(&m_references, &ReferenceValues::changed, this, [this] { refill({m_curves, m_metrics}); });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        fitTabs();
        showScoringChoices();
        fillVisibleTab();
    });
    fitTabs();
    showScoringChoices();
    for (QComboBox* box : {m_split, m_protocol})
        connect(box, &QComboBox::activated, this, qOverload<>(&ComparePage::refill));
    connect(m_cohort, &CohortBox::cohortChanged, this, &ComparePage::restrictRuns);
    const auto offerCohort = [this](CohortProposal users) {
        if (const SavedCohort* within = m_cohort->cohort()) {
            users.howChosen += QLatin1Char(' ') + tr("Includes only users of the cohort “%1”.").arg(within->name());
            users.basis.add({.by = ChosenBy::Cohort, .name = within->info.name}, *within->users);
        }
        CohortDialog::offer(m_session, *this, users);
    };
    connect(m_users, &UsersTab::cohortRequested, this, offerCohort);
    connect(m_breakdown, &BreakdownTab::cohortRequested, this, offerCohort);
    connect(m_metrics, &MetricsTab::scoreRequested, this, &ComparePage::score);
    connect(m_users, &UsersTab::userRequested, this, &ComparePage::showUser);
    describeSubject(this, [this](Subject& subject) {
        subject.runs.clear();
        for (const auto& run : m_runs) subject.runs << run->name();
        if (m_protocolChoice->isVisible()) subject.protocol = m_protocol->currentText();
    });
}

/// Shows the Patterns tab only for data whose causes are known, even if the restored UI state has this tab chosen.
void ComparePage::fitTabs() {
    const auto dataset = m_session.dataset();
    m_tabs->setTabVisible(m_tabs->indexOf(m_patterns), dataset && knowsCauses(*dataset));
    if (!m_tabs->isTabVisible(m_tabs->currentIndex())) m_tabs->setCurrentIndex(0);
}

void ComparePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fillVisibleTab();
}

void ComparePage::load() {
    const bool hasDataset = m_session.dataset().has_value();
    m_noRuns->setTexts(
        tr("Compare runs"),
        !hasDataset ? tr("Two or more trained models side by side. Load a dataset first.")
                    : tr("Two or more trained models side by side. Train BERT4Rec and SASRec on this dataset first."),
        hasDataset ? tr("Go to Train") : tr("Go to Data"));
    showPart();
    describeChoice();
    const std::vector<RunId> chosen = m_chips->chosen();
    if (chosen.empty()) {
        m_reading.cancel();
        setRuns({});
    } else {
        m_reading.rerun(chosen);
    }
}

// While no run is chosen, says why the page has chosen none by itself, and what can be done about it.
void ComparePage::describeChoice() {
    const std::vector<const RunLine*> scored = m_chips->scoredLines();
    const QString hint = tr("A run is scored on test when its training ends.");
    m_noneChosen->setTexts(tr("Compare runs"),
                           scored.empty() ? tr("None of these runs has test metrics yet. %1 Train two models to the "
                                               "end, or click a run above to see its progress.")
                                                .arg(hint)
                           : scored.size() == 1
                               ? tr("Only %1 has test metrics so far. %2 Train another model to the end, or click runs "
                                    "above to see their progress.")
                                     .arg(lineName(scored.front()->base, scored.front()->runs.size()), hint)
                               : tr("Click two or more runs above."),
                           scored.size() < 2 ? tr("Go to Train") : QString());
    m_body->setCurrentWidget(m_chips->chosen().empty() ? static_cast<QWidget*>(m_noneChosen) : m_tabs);
    showScoringChoices();
}

void ComparePage::setRuns(const ComparedRuns& runs) {
    m_all = runs;
    fillScoring();
    restrictRuns();
}

void ComparePage::restrictRuns() {
    const SavedCohort* cohort = m_cohort->cohort();
    if (cohort && !m_all.empty()) return m_restricting.run({m_all, cohort->users});
    m_restricting.cancel();
    m_runs = m_all;
    showLines();
}

void ComparePage::showLines() {
    m_allLines = comparedLines(m_all, m_chips->lines(), m_chips->unfolded());
    m_lines = comparedLines(m_runs, m_chips->lines(), m_chips->unfolded());
    refill();
}

// Lists the runs' own protocols first, then all other protocols.
void ComparePage::fillScoring() {
    const Protocol before = scoring().protocol;
    const bool hadProtocol = m_protocol->currentIndex() >= 0;
    m_protocols.clear();
    const auto add = [this](const Protocol& protocol) {
        if (std::find(m_protocols.begin(), m_protocols.end(), protocol) == m_protocols.end())
            m_protocols.push_back(protocol);
    };
    for (const auto& run : m_all) add(run->record.protocol);
    for (const auto& run : m_all)
        for (const RankedEvaluation& evaluation : run->evaluations) add(evaluation.record.protocol);
    for (const auto& run : m_all)
        for (const char* name : candidatesNames()) {
            Protocol protocol = run->record.protocol;
            protocol.setCandidates(name);
            add(protocol);
            if (protocol.candidates != Candidates::Full) continue;
            protocol.seen = protocol.seen == SeenItems::Kept ? SeenItems::Removed : SeenItems::Kept;
            add(protocol);
        }
    m_protocol->clear();
    for (const Protocol& protocol : m_protocols) {
        m_protocol->addItem(protocolLabel(protocol, m_protocols), QString::fromStdString(protocol.toJson()));
        m_protocol->setItemData(m_protocol->count() - 1, QString::fromStdString(protocol.sentence()), Qt::ToolTipRole);
    }
    const auto found = std::find(m_protocols.begin(), m_protocols.end(), before);
    if (!m_protocols.empty())
        m_protocol->setCurrentIndex(hadProtocol && found != m_protocols.end() ? int(found - m_protocols.begin()) : 0);
}

// Shows the split and the protocol only on tabs that depend on them: curves are always of validation, and configs
// depend on neither.
void ComparePage::showScoringChoices() {
    const bool showsTabs = m_stack->currentWidget() == m_runsPart && m_body->currentWidget() == m_tabs;
    const QWidget* tab = showsTabs ? m_tabs->currentWidget() : nullptr;
    m_splitChoice->setVisible(tab && tab != m_curves && tab != m_config);
    const bool dependsOnProtocol =
        tab == m_metrics || tab == m_breakdownPart || tab == m_tradeOffs || tab == m_verdict || tab == m_users;
    m_protocolChoice->setVisible(dependsOnProtocol);
    m_cohortChoice->setVisible(dependsOnProtocol);
    describeCohort();
}

Scoring ComparePage::scoring() const {
    Scoring result;
    result.split = Split(m_split->currentData().toInt());
    const int index = m_protocol->currentIndex();
    if (index >= 0 && index < int(m_protocols.size())) result.protocol = m_protocols[std::size_t(index)];
    return result;
}

void ComparePage::describeCohort() {
    const SavedCohort* cohort = m_cohort->cohort();
    m_cohortNote->setVisible(cohort && !m_cohortChoice->isHidden() && !m_all.empty());
    if (!cohort) return;
    // Until the new numbers arrive, the tabs show the numbers of the previous users.
    if (m_restricting.state() != AsyncQueryState::Answered || m_runs.size() != m_all.size()) {
        m_cohortNote->setText(m_restricting.state() == AsyncQueryState::Failed
                                  ? m_restricting.failureWithHint()
                                  : tr("Computing the numbers for the cohort “%1”…").arg(cohort->name()));
        return;
    }
    std::int64_t scored = 0, members = 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const RankedEvaluation* fullEvaluation = m_all[i]->evaluation(scoring().split, scoring().protocol);
        const RankedEvaluation* cohortEvaluation = m_runs[i]->evaluation(scoring().split, scoring().protocol);
        if (fullEvaluation) scored = std::max(scored, fullEvaluation->record.users);
        if (cohortEvaluation) members = std::max(members, cohortEvaluation->record.users);
    }
    // The note ends with the cohort's name, which may be elided, because the box above shows it too.
    m_cohortNote->setText(
        scored == 0 ? tr("No run is scored on these users under this protocol: cohort “%1”").arg(cohort->name())
                    : tr("Only %1 of %2 scored users: cohort “%3”")
                          .arg(wholeNumber(members), wholeNumber(scored), cohort->name()));
}

void ComparePage::refill() {
    describeCohort();
    refill({m_curves, m_metrics, m_breakdownPart, m_tradeOffs, m_verdict, m_users, m_oneUser, m_patterns, m_config});
}

void ComparePage::refill(std::initializer_list<QWidget*> tabs) {
    m_unfilled.insert(tabs.begin(), tabs.end());
    fillVisibleTab();
}

void ComparePage::fill(QWidget* tab) {
    if (m_unfilled.erase(tab) > 0) m_fill.at(tab)();
}

void ComparePage::fillVisibleTab() {
    if (isVisible()) fill(m_tabs->currentWidget());
}

// Shows references only if all runs were validated under one protocol.
void ComparePage::fillCurves() {
    const bool haveOneProtocol = std::all_of(m_all.begin(), m_all.end(), [this](const auto& run) {
        return run->record.protocol == m_all.front()->record.protocol;
    });
    if (m_all.empty() || !haveOneProtocol) return m_curves->setLines(m_allLines, {});
    const Protocol& protocol = m_all.front()->record.protocol;
    m_references.request(protocol);
    m_curves->setLines(m_allLines, m_references.values(protocol));
}

// Leaves out the references if a cohort is chosen, because no ranks of single users are stored for them.
void ComparePage::fillMetrics() {
    if (m_runs.empty() || m_runs.front()->isRestricted) return m_metrics->setLines(m_lines, {}, scoring());
    m_references.request(scoring().protocol);
    m_metrics->setLines(m_lines, m_references.values(scoring().protocol), scoring());
}

// Sets the user before the tab is shown; otherwise the tab would first request the previous user.
void ComparePage::showUser(qint32 user, LineId a, LineId b) {
    fill(m_oneUser);
    m_oneUser->showUser(user, a, b);
    m_tabs->setCurrentWidget(m_oneUser);
}

void ComparePage::score(const std::vector<RunId>& runs) {
    if (m_session.rejectIfReadOnly()) return m_metrics->showScoringInProgress(false);
    const Scoring requested = scoring();
    const auto ended = [this] {
        if (--m_scoringJobs == 0) m_metrics->showScoringInProgress(false);
        m_session.refreshRuns();
    };
    for (const RunId run : runs) {
        const auto record = m_session.runById(run);
        if (!record) continue;
        ++m_scoringJobs;
        m_session.jobs().start(
            this,
            {.title = tr("Scoring %1").arg(QString::fromStdString(record->name)),
             .queue = WorkerQueue::Training,
             .isShownInStrip = true},
            [run, requested](JobContext& context) {
                evaluateRun(context.workspace, run, requested.protocol, requested.split, DeviceChoice::Auto,
                            context.progress, context.stop);
            },
            ended,
            [this, ended](const QString& message, const QString& hint) {
                m_session.notify(message, hint, Severity::Error);
                ended();
            },
            ended);
    }
    m_metrics->showScoringInProgress(m_scoringJobs > 0);
}

}  // namespace recscope::ui
