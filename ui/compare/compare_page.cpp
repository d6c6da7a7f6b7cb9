// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QShowEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <algorithm>

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
#include "ui/compare/run_chips.h"
#include "ui/compare/users_tab.h"
#include "ui/jobs/job_runner.h"
#include "ui/runs/reference_values.h"
#include "ui/session/protocol_text.h"
#include "ui/session/session.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

constexpr int kCohortLetters = 14;  ///< of a cohort's name that are always seen

/// A note at the right of the tabs, in the room they leave: what comes and goes there moves nothing.
class CornerNote : public ElidedLabel {
public:
    explicit CornerNote(QTabWidget& tabs) : m_tabs(tabs) { tabs.installEventFilter(this); }

    QSize sizeHint() const override {
        const QSize tabs = m_tabs.tabBar()->sizeHint();
        const int room = m_tabs.width() - tabs.width() - Theme::instance().px(space::kBetween);
        return {std::clamp(room, 0, ElidedLabel::sizeHint().width()), tabs.height()};
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

}  // namespace

ComparePage::ComparePage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_references(new ReferenceValues(session, this)),
      m_stack(new QStackedWidget(this)),
      m_body(new QStackedWidget),
      m_empty(new EmptyState(this)),
      m_none(new EmptyState),
      m_chips(new RunChips(session)),
      m_tabs(new QTabWidget),
      m_split(new QComboBox),
      m_protocol(new QComboBox),
      m_cohort(new CohortBox(tr("All users"))),
      m_cohortNote(new CornerNote(*m_tabs)),
      m_curves(new CurvesTab),
      m_metrics(new MetricsTab(session)),
      m_breakdown(new BreakdownTab(session)),
      m_users(new UsersTab(session)),
      m_oneUser(new OneUserTab(session)),
      m_config(new ConfigTab(session)) {
    const Theme& theme = Theme::instance();
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(m_empty);
    auto* page = new QWidget;
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(theme.px(space::kPage), theme.px(space::kBetween), theme.px(space::kPage),
                               theme.px(space::kBetween));
    layout->setSpacing(theme.px(space::kInside));
    auto* titleLine = new QHBoxLayout;
    titleLine->setSpacing(theme.px(space::kInside));
    titleLine->addStrut(theme.px(30));  // the choices at its right come and go with the tabs
    auto* title = new QLabel(tr("Compare"), page);
    title->setProperty("role", "title");
    titleLine->addWidget(title);
    titleLine->addStretch(1);
    const auto choice = [&](const QString& text, QComboBox* box, const QString& name, const QString& toolTip) {
        auto* part = new QWidget(page);
        auto* line = new QHBoxLayout(part);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(theme.px(space::kInside));
        auto* label = new QLabel(text, part);
        label->setProperty("muted", true);
        label->setBuddy(box);
        box->setObjectName(name);
        box->setToolTip(toolTip);
        box->setAccessibleName(text);
        // As wide as what it says, always: "seen items removed" or "kept" decides the numbers.
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        line->addWidget(label);
        line->addWidget(box);
        titleLine->addWidget(part);
        return part;
    };
    m_split->addItem(tr("Test"), int(Split::Test));
    m_split->addItem(tr("Validation"), int(Split::Valid));
    m_splitPart = choice(tr("Scored on"), m_split, QStringLiteral("compareSplit"),
                         tr("Which held-out item the metrics and ranks are about. With leave-one-out, test is each "
                            "user's last item and validation the one before"));
    m_protocolPart = choice(tr("under"), m_protocol, QStringLiteral("compareProtocol"),
                            tr("Only numbers of one and the same protocol are compared"));
    m_cohort->setMinimumContentsLength(kCohortLetters);
    m_cohort->setBook(CohortBook::of(m_session));
    m_cohortPart = choice(tr("for"), m_cohort, QStringLiteral("compareCohort"), m_cohort->toolTip());
    m_cohort->setAccessibleName(tr("Users the numbers are about"));
    layout->addLayout(titleLine);
    layout->addWidget(m_chips);
    m_cohortNote->setObjectName(QStringLiteral("cohortNote"));
    m_cohortNote->setProperty("muted", true);
    m_cohortNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_tabs->setObjectName(QStringLiteral("compareTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_curves, tr("Curves"));
    m_tabs->addTab(m_metrics, tr("Metrics"));
    m_tabs->addTab(m_breakdown, tr("Breakdown"));
    m_tabs->addTab(m_users, tr("Users"));
    m_tabs->addTab(m_oneUser, tr("One user"));
    m_tabs->addTab(m_config, tr("Config"));
    const QStringList toolTips{tr("Loss, NDCG@10 and HR@10 by epoch"),
                               tr("All metrics with their intervals, and which run is better"),
                               tr("Short and long histories, popular and rare items"),
                               tr("Which model is better for which users"),
                               tr("What both models recommend to the same user"),
                               tr("Which settings differ between the runs")};
    for (int i = 0; i < toolTips.size(); ++i) m_tabs->setTabToolTip(i, toolTips[i]);
    m_body->addWidget(m_tabs);
    m_body->addWidget(m_none);
    auto* body = new QGridLayout;
    body->addWidget(m_body, 0, 0);
    body->addWidget(m_cohortNote, 0, 0, Qt::AlignTop | Qt::AlignRight);
    m_cohortNote->hide();
    layout->addLayout(body, 1);

    connect(m_none, &EmptyState::actionWanted, this, [this] { emit m_session.pageWanted(QStringLiteral("train")); });
    connect(m_empty, &EmptyState::actionWanted, this, [this] {
        emit m_session.pageWanted(m_session.dataset() ? QStringLiteral("train") : QStringLiteral("data"));
    });
    connect(m_chips, &RunChips::chosenChanged, this, &ComparePage::reload);
    connect(m_chips, &RunChips::unfoldedChanged, this, &ComparePage::showLines);
    connect(&m_session, &Session::runsChanged, this, &ComparePage::reload);
    connect(&m_session, &Session::datasetChanged, this, [this] {
        setRuns({});
        reload();
    });
    connect(&Theme::instance(), &Theme::changed, this, &ComparePage::reload);
    connect(m_references, &ReferenceValues::changed, this, &ComparePage::refreshTabs);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ComparePage::showScoringChoices);
    showScoringChoices();
    connect(m_split, &QComboBox::activated, this, &ComparePage::refreshTabs);
    connect(m_protocol, &QComboBox::activated, this, &ComparePage::refreshTabs);
    connect(m_cohort, &CohortBox::cohortChanged, this, &ComparePage::restrictRuns);
    const auto askForCohort = [this](CohortProposal users) {
        if (const KeptCohort* within = m_cohort->cohort())
            users.chosen += QLatin1Char(' ') + tr("Only users of the cohort “%1”.").arg(within->name());
        CohortDialog::offer(m_session, *this, users);
    };
    connect(m_users, &UsersTab::cohortWanted, this, askForCohort);
    connect(m_breakdown, &BreakdownTab::cohortWanted, this, askForCohort);
    connect(m_metrics, &MetricsTab::scoreWanted, this, &ComparePage::score);
    connect(m_users, &UsersTab::userWanted, this, [this](qint32 user, LineId a, LineId b) {
        m_tabs->setCurrentWidget(m_oneUser);
        m_oneUser->showPair(a, b);
        m_oneUser->showUser(user);
    });
    describeSubject(this, [this](Subject& subject) {
        subject.runs.clear();
        for (const auto& run : m_runs) subject.runs << run->name();
        if (m_protocolPart->isVisible()) subject.protocol = m_protocol->currentText();
    });
    reload();
}

void ComparePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) reload();
}

void ComparePage::reload() {
    const bool data = m_session.dataset().has_value();
    const bool runs = !m_session.runs().empty();
    m_empty->setTexts(
        tr("Compare runs"),
        !data ? tr("Two or more trained models side by side. Load a dataset first.")
              : tr("Two or more trained models side by side. Train BERT4Rec and SASRec on this dataset first."),
        data ? tr("Go to Train") : tr("Go to Data"));
    m_stack->setCurrentIndex(data && runs ? 1 : 0);
    describeChoice();
    m_stale = true;
    if (!isVisible()) return;
    m_stale = false;
    const std::vector<RunId> chosen = m_chips->chosen();
    m_session.jobs().start(
        this,
        {.title = tr("Reading the runs to compare"), .lane = Lane::Query, .latestOnly = QStringLiteral("compare/runs")},
        [chosen](JobContext& context) {
            std::vector<ComparedRun> all;
            for (const RunId run : chosen) {
                throwIfStopped(context.stop);
                all.push_back(readRun(context.workspace, run));
            }
            return all;
        },
        [this](std::vector<ComparedRun> all) {
            std::vector<std::shared_ptr<const ComparedRun>> runs;
            for (ComparedRun& run : all) {
                run.style = Theme::instance().runStyle(QString::fromStdString(run.record.model),
                                                       m_session.styleOrdinal(run.record.id));
                runs.push_back(std::make_shared<const ComparedRun>(std::move(run)));
            }
            setRuns(std::move(runs));
        });
}

// Without a choice of its own the page says why it made none.
void ComparePage::describeChoice() {
    const std::vector<const RunLine*> scored = m_chips->scoredLines();
    const QString how = tr("A run is scored on test when its training ends.");
    m_none->setTexts(tr("Compare runs"),
                     scored.empty() ? tr("None of these runs has test metrics yet. %1 Train two models to the end, or "
                                         "press a run above to see how far it came.")
                                          .arg(how)
                     : scored.size() == 1
                         ? tr("Only %1 has test metrics so far. %2 Train another model to the end, or press runs above "
                              "to see how far they came.")
                               .arg(lineName(scored.front()->base, scored.front()->runs.size()), how)
                         : tr("Press two or more runs above."),
                     scored.size() < 2 ? tr("Go to Train") : QString());
    m_body->setCurrentWidget(m_chips->chosen().empty() ? static_cast<QWidget*>(m_none) : m_tabs);
    showScoringChoices();
}

void ComparePage::setRuns(std::vector<std::shared_ptr<const ComparedRun>> runs) {
    m_all = std::move(runs);
    fillScoring();
    restrictRuns();
}

void ComparePage::restrictRuns() {
    m_runs = m_all;
    if (const KeptCohort* cohort = m_cohort->cohort())
        for (auto& run : m_runs) run = std::make_shared<const ComparedRun>(restrictedTo(*run, *cohort->users));
    showLines();
}

void ComparePage::showLines() {
    m_allLines = comparedLines(m_all, m_chips->lines(), m_chips->unfolded());
    m_lines = comparedLines(m_runs, m_chips->lines(), m_chips->unfolded());
    m_config->setLines(m_allLines);
    refreshTabs();
}

// The runs' own protocols first, then every other one that can be asked for.
void ComparePage::fillScoring() {
    const Protocol before = scoring().protocol;
    const bool had = m_protocol->currentIndex() >= 0;
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
            protocol.candidates = candidatesFromName(name);
            add(protocol);
            if (protocol.candidates != Candidates::Full) continue;
            protocol.seen = protocol.seen == SeenItems::Kept ? SeenItems::Removed : SeenItems::Kept;
            add(protocol);
        }
    m_protocol->clear();
    for (const Protocol& protocol : m_protocols) {
        m_protocol->addItem(protocolLabel(protocol, m_protocols));
        m_protocol->setItemData(m_protocol->count() - 1, QString::fromStdString(protocol.sentence()), Qt::ToolTipRole);
    }
    const auto found = std::find(m_protocols.begin(), m_protocols.end(), before);
    if (!m_protocols.empty())
        m_protocol->setCurrentIndex(had && found != m_protocols.end() ? int(found - m_protocols.begin()) : 0);
}

// Only where they change something: curves are validation's, configs know neither.
void ComparePage::showScoringChoices() {
    const QWidget* tab = m_body->currentWidget() == m_tabs ? m_tabs->currentWidget() : nullptr;
    m_splitPart->setVisible(tab && tab != m_curves && tab != m_config);
    const bool numbers = tab == m_metrics || tab == m_breakdown || tab == m_users;
    m_protocolPart->setVisible(numbers);
    m_cohortPart->setVisible(numbers);
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
    const KeptCohort* cohort = m_cohort->cohort();
    m_cohortNote->setVisible(cohort && !m_cohortPart->isHidden() && !m_all.empty());
    if (!cohort) return;
    std::int64_t scored = 0, members = 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const RankedEvaluation* all = m_all[i]->evaluation(scoring().split, scoring().protocol);
        const RankedEvaluation* some = m_runs[i]->evaluation(scoring().split, scoring().protocol);
        if (all) scored = std::max(scored, all->record.users);
        if (some) members = std::max(members, some->record.users);
    }
    // The cohort's name is in the box above, too: it is what may be cut.
    m_cohortNote->setText(
        scored == 0 ? tr("Nothing is scored on these users under this protocol: cohort “%1”").arg(cohort->name())
                    : tr("Only %1 of %2 scored users: cohort “%3”")
                          .arg(wholeNumber(members), wholeNumber(scored), cohort->name()));
}

void ComparePage::refreshTabs() {
    if (!m_runs.empty() && isVisible())
        for (const Protocol& protocol : {m_runs.front()->record.protocol, scoring().protocol})
            m_references->request(protocol);
    // Of the references no ranks of single users are kept: they are not those of a cohort.
    const bool everybody = !m_cohort->cohort();
    describeCohort();
    const bool alike = std::all_of(m_all.begin(), m_all.end(), [this](const auto& run) {
        return run->record.protocol == m_all.front()->record.protocol;
    });
    static const std::vector<Reference> none;
    m_curves->setLines(m_allLines,
                       !m_all.empty() && alike ? m_references->values(m_all.front()->record.protocol) : none);
    m_metrics->setLines(m_lines, m_runs.empty() || !everybody ? none : m_references->values(scoring().protocol),
                        scoring());
    m_breakdown->setLines(m_lines, scoring());
    m_users->setLines(m_lines, scoring());
    m_oneUser->setLines(m_allLines, scoring().split);
}

void ComparePage::score(const std::vector<RunId>& runs) {
    const Scoring wanted = scoring();
    const auto ended = [this] {
        if (--m_scoringJobs == 0) m_metrics->setScoring(false);
        reload();
        m_session.refreshRuns();
    };
    for (const RunId run : runs) {
        const auto record = m_session.runById(run);
        if (!record) continue;
        ++m_scoringJobs;
        m_session.jobs().start(
            this,
            {.title = tr("Scoring %1").arg(QString::fromStdString(record->name)),
             .lane = Lane::Training,
             .inStrip = true},
            [run, wanted](JobContext& context) {
                evaluateRun(context.workspace, run, wanted.protocol, wanted.split, DeviceChoice::Auto, context.progress,
                            context.stop);
            },
            ended,
            [this, ended](const QString& message, const QString& hint) {
                m_session.tell(message, hint, Severity::Error);
                ended();
            },
            ended);
    }
    m_metrics->setScoring(m_scoringJobs > 0);
}

}  // namespace recscope::ui
