// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_page.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/attention/attention_map.h"
#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/explore/explore_header.h"
#include "ui/explore/explore_lists.h"
#include "ui/explore/explore_tabs.h"
#include "ui/explore/history_links.h"
#include "ui/explore/recommendation_panel.h"
#include "ui/explore/removal_tests.h"
#include "ui/explore/tabs/attention_tab.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/explore/tabs/smallest_search.h"
#include "ui/explore/tabs/timeline_tab.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/explore/users_panel.h"
#include "ui/lists/history_list.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/session/dataset_stack.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr std::size_t kReasons = 2;    ///< number of history items that the column "Why" names for each recommendation
constexpr int kCompactBelow = 680;     ///< design pixels: a page of less height is compact
constexpr int kMinWindowHeight = 700;  ///< smallest height of the window in pixels, independent of the interface scale
constexpr int kWindowFrame = 94;       ///< design pixels: height of the window parts above and below a page
constexpr int kUsersWidth = 188;       ///< design pixels
}  // namespace

ExplorePage::ExplorePage(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    const auto cache = std::make_shared<InferenceCache>();
    m_subject = new ExploreSubject(session, cache, *this);
    m_removals = new RemovalTests(session.jobs(), cache, this);
    m_users = new UsersPanel(session.jobs(), this);
    m_users->setCohorts(CohortBook::of(session));
    m_header = new ExploreHeader;
    m_lists = new ExploreLists(session);
    m_tabs = new ExploreTabs(session, cache);
    m_links = new HistoryLinks(*m_subject, m_lists->history(), m_tabs->attention(), m_tabs->evidence(), this);
    if (m_header->isWrapped()) m_lists->setWrapped(true);
    setObjectName(QStringLiteral("explorePage"));
    auto* stack = new DatasetStack(
        session, tr("Explore"),
        tr("Here you see what a model recommends to a user and what it looked at. Import a dataset first."), this);
    stack->setContent(makeContent());

    connectSession();
    connectHeaderAndUsers();
    connectSubject();
    connectViews();
    connect(&Theme::instance(), &Theme::changed, this, &ExplorePage::fitHeight);
    setFocusProxy(m_users->view());
    describeSubject(this, [this](Subject& subject) {
        if (answer()) subject.user = QString::fromStdString(answer()->user.id);
    });
    applyDataset();
}

QWidget* ExplorePage::makeContent() {
    auto* right = new StatefulSplitter(Qt::Vertical, QStringLiteral("explore/rows"));
    right->addWidget(m_lists);
    right->addWidget(m_tabs);
    right->setStretchFactor(0, 9);
    right->setStretchFactor(1, 11);
    // The sizes are shares. They are large, because small sizes would be raised to the widgets' minimum sizes, which
    // would change the shares.
    right->restore({9000, 11000});
    const Theme& theme = Theme::instance();
    auto* all = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/users"));
    all->addWidget(m_users);
    all->addWidget(right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->restore({theme.px(kUsersWidth), theme.px(10 * kUsersWidth)});

    auto* content = new QWidget;
    m_content = column({m_header, grow(all)});
    content->setLayout(m_content);
    fitHeight();
    // In the tab order, the users come first, and the inputs of the header come after the attention map.
    m_header->setTabOrderAfter(&m_tabs->attention().map());
    return content;
}

void ExplorePage::connectSession() {
    connect(&m_session, &Session::datasetChanged, this, &ExplorePage::applyDataset);
    connect(&m_session, &Session::catalogueLoaded, this, [this] {
        if (answer()) showAnswer();
    });
    connect(&m_session, &Session::runChanged, this, &ExplorePage::applyRun);
    connect(&m_session, &Session::runsChanged, this, &ExplorePage::applyRun);
    connect(&m_session, &Session::datasetsChanged, this, &ExplorePage::listVersions);
    connect(&m_session, &Session::userRequested, this, [this](qint32 user) {
        if (m_subject->laterVersion()) {  // `user` is an index in the dataset itself
            m_header->chooseFirstVersion();
            applyVersion();
        }
        m_users->choose(user);
    });
}

void ExplorePage::connectHeaderAndUsers() {
    connect(m_header, &ExploreHeader::wrapToggled, m_lists, &ExploreLists::setWrapped);
    connect(m_header, &ExploreHeader::versionChosen, this, &ExplorePage::applyVersion);
    connect(m_header, &ExploreHeader::predictedChanged, this, [this] {
        m_subject->setPredicted(m_header->predicted());
        m_lists->recommendations().setInput(historyInputOf(m_header->predicted()));
        m_users->setRanks(m_subject->ranks());
        m_subject->request();
    });
    connect(m_users, &UsersPanel::userChosen, m_subject, &ExploreSubject::setUser);
    connect(m_users, &UsersPanel::refused, &m_session, [this](const QString& sentence, const QString& hint) {
        m_session.notify(sentence, hint, Severity::Warning);
    });
    connect(m_users, &UsersPanel::cohortRequested, this, [this](const std::optional<CohortProposal>& users) {
        users ? CohortDialog::offer(m_session, *this, *users) : CohortDialog::open(m_session, *this);
    });
    TimelinePanel& timeline = m_tabs->timeline().panel();
    connect(&timeline, &TimelinePanel::pinRequested, m_users, [this] { m_users->focusPin(); });
    connect(m_users, &UsersPanel::pinsChanged, &timeline, &TimelinePanel::reload);
    connect(m_users, &UsersPanel::userChosen, &timeline, &TimelinePanel::showUser);
}

void ExplorePage::connectSubject() {
    connect(m_subject, &ExploreSubject::requested, this, [this] {
        // Stops the computations about the previous answer, so that the new answer need not wait for them.
        m_tabs->stop();
        m_removals->stop();
    });
    connect(m_subject, &ExploreSubject::runningChanged, m_header, &ExploreHeader::setLoading);
    connect(m_subject, &ExploreSubject::answered, this, &ExplorePage::showAnswer);
    connect(m_subject, &ExploreSubject::failed, this, &ExplorePage::showFailure);
    connect(m_removals, &RemovalTests::changed, this, &ExplorePage::handleRemovals);
}

void ExplorePage::connectViews() {
    connect(m_tabs, &QTabWidget::currentChanged, this, &ExplorePage::fitHeight);
    RecommendationPanel& recommendations = m_lists->recommendations();
    connect(&recommendations, &RecommendationPanel::selected, this, [this](Token token) {
        if (token == kPadToken || token == m_removals->target()) return;
        showRemoval(token);
        // Scrolls the history to the item with the strongest effect, which the note below the list names.
        if (const RemovalEffect* strongest = m_removals->strongest(token))
            m_lists->history().reveal(strongest->position);
    });
    WhatIfPanel& whatIf = m_tabs->whatIf();
    connect(&recommendations, &RecommendationPanel::decisionRequested, &whatIf, &WhatIfPanel::findSmallestChange);
    connect(m_lists, &ExploreLists::findingClosed, &whatIf, &WhatIfPanel::forgetFinding);
    connect(&m_tabs->evidence(), &EvidencePanel::removalChanged, this, [this] {
        m_tabs->whatIf().setRemoval(m_tabs->evidence().removal());
        if (!answer() || !answer()->explanation) return;
        m_lists->showFinding({}, {});  // the finding is about the previous kind of removal
        m_removals->reset();
        showRemoval(m_removals->target());
        requestRemovals();
    });
    connect(&whatIf, &WhatIfPanel::changeSearchStarted, this,
            [this] { m_lists->showFinding(tr("Looking for the items that decide…"), {}); });
    connect(&whatIf, &WhatIfPanel::changeSearchStopped, this, [this] { m_lists->showFinding({}, {}); });
    connect(&whatIf, &WhatIfPanel::changeFound, this, [this](const SmallestAnswer& found) {
        m_lists->recommendations().list().select(found.target);
        m_lists->showFinding(found.sentence, found.change.found ? found.change.positions : std::vector<std::int32_t>());
    });
}

void ExplorePage::applyDataset() {
    listVersions();
    m_header->chooseFirstVersion();
    applyVersion();
}

void ExplorePage::listVersions() {
    m_header->setVersions(m_session.dataset(), m_session.datasets());
    m_subject->setLaterVersion(m_header->laterVersion());
}

void ExplorePage::applyVersion() {
    const auto later = m_header->laterVersion();
    m_subject->setLaterVersion(later);
    m_subject->clear();
    m_removals->clear();
    m_lists->clear();
    m_tabs->setAnswer({});
    m_lists->showFinding({}, {});
    m_users->setCohortsOffered(!later);
    m_users->setDataset(later ? later : m_session.dataset(), m_subject->keptUser());
    showRun();
    m_users->setRanks(m_subject->ranks());
}

void ExplorePage::applyRun() {
    showRun();
    m_users->setRanks(m_subject->ranks());
    m_subject->requestFromNewRun();
}

void ExplorePage::showRun() {
    const auto run = m_subject->run();
    m_tabs->setRun(run);
    m_tabs->setVisible(run.has_value());
    m_lists->showRun(run.has_value());
}

void ExplorePage::showAnswer() {
    const auto shown = answer();
    m_lists->showFinding({}, {});
    m_lists->showHistory(shown);
    m_header->showAnswer(*shown);
    showRun();
    m_removals->setTarget(kPadToken);
    m_removals->reset();
    m_tabs->setAnswer(shown);
    m_lists->recommendations().showAnswer(shown);
    if (shown->explanation) {
        m_links->showAnswer();
        const Token selected = m_lists->recommendations().list().selectedToken();
        const auto& recommended = shown->explanation->recommendations;
        if (selected != kPadToken || !recommended.empty()) {
            showRemoval(selected != kPadToken ? selected : recommended.front().token);
            requestRemovals();
        }
    }
    emit answerShown();
}

void ExplorePage::showFailure(const QString& message, const QString& hint) {
    m_header->clear();
    m_tabs->hide();
    m_lists->showFailure(message, hint);
}

void ExplorePage::requestRemovals() {
    m_removals->request(answer(), m_tabs->evidence().removal());
}

void ExplorePage::handleRemovals() {
    using ReasonsState = RecommendationModel::ReasonsState;
    RecommendationModel* list = m_lists->recommendations().list().model();
    const AsyncQueryState state = m_removals->state();
    if (state == AsyncQueryState::Hidden || state == AsyncQueryState::Running) {
        list->setReasons(ReasonsState::Waiting);
    } else if (state == AsyncQueryState::Answered) {
        list->setReasons(ReasonsState::Known, strongestReasons(*m_removals->all(), kReasons));
        showRemoval(m_removals->target());
    } else if (state == AsyncQueryState::Failed) {
        list->setReasons(ReasonsState::Nothing);
        m_lists->showRemovalFailure(m_removals->failure());
        m_tabs->evidence().setFailure(m_removals->failure());
    }
}

void ExplorePage::showRemoval(Token target) {
    const auto shown = answer();
    if (!shown || !shown->explanation) return;
    if (target != m_removals->target()) m_lists->showFinding({}, {});
    m_removals->setTarget(target);
    m_tabs->whatIf().setTarget(target);
    m_tabs->evidence().setTarget(target);
    m_tabs->attention().setTarget(target);
    const auto test = m_removals->of(target);
    m_lists->showRemoval(*shown, target, test.get());
    const bool isRead = shown->unreadHistory.empty();
    if (isRead) m_tabs->evidence().setTest(test, m_session.titleOf(target));
    if (test || !isRead) emit removalShown();
}

void ExplorePage::fitHeight() {
    const Theme& theme = Theme::instance();
    const bool isCompact = height() < theme.px(kCompactBelow);
    const int page = theme.px(space::kPageMargin), between = theme.px(isCompact ? space::kPadding : space::kSpacing);
    m_content->setContentsMargins(page, theme.px(space::kSpacing), page, between);
    m_content->setSpacing(between);
    m_lists->setCompact(isCompact);
    m_tabs->fitHeight();
    // The lists keep the height of some rows, as far as that does not raise the minimum height of the window; the tabs
    // below them get the rest.
    const int otherHeights =
        theme.px(2 * space::kSpacing + 2 * space::kPadding) + m_content->itemAt(0)->sizeHint().height();
    const int available = kMinWindowHeight - theme.px(kWindowFrame) - otherHeights - m_tabs->minimumSizeHint().height();
    m_lists->fitHeight(available);
}

void ExplorePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

}  // namespace recscope::ui
