// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_page.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/explain/answer_sentences.h"
#include "core/util/error.h"
#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/explore/answer_note.h"
#include "ui/explore/attention_map.h"
#include "ui/explore/attention_tab.h"
#include "ui/explore/evidence_panel.h"
#include "ui/explore/head_grid.h"
#include "ui/explore/heads_panel.h"
#include "ui/explore/history_list.h"
#include "ui/explore/item_map_panel.h"
#include "ui/explore/recommendation_list.h"
#include "ui/explore/recommendation_model.h"
#include "ui/explore/smallest_search.h"
#include "ui/explore/users_panel.h"
#include "ui/explore/what_if_panel.h"
#include "ui/film/film_panel.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/dataset_stack.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/remembering_splitter.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kSlowAfter = 200;      ///< ms: quicker answers need no word
constexpr int kUsersWidth = 188;     ///< design pixels
constexpr std::size_t kReasons = 2;  ///< items named in the why-column
const QString kWrapKey = QStringLiteral("explore/wrapTitles");
}  // namespace

ExplorePage::ExplorePage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_cache(std::make_shared<ExplainerCache>()),
      m_popularity(std::make_shared<Popularity>()) {
    setObjectName(QStringLiteral("explorePage"));
    auto* whole = new DatasetStack(
        session, tr("Explore"),
        tr("Here you see what a model recommends to a user and what it looked at. Import a dataset first."), this);
    whole->setContent(makeContent());

    m_slow.setSingleShot(true);
    m_slow.setInterval(kSlowAfter);
    connect(&m_slow, &QTimer::timeout, this, [this] { m_subtitle->setText(tr("Asking the model…")); });

    connect(&session, &Session::datasetChanged, this, &ExplorePage::takeDataset);
    connect(&session, &Session::catalogueLoaded, this, [this] {
        if (m_answer) show(m_answer);
    });
    connect(&session, &Session::runChanged, this, &ExplorePage::takeRun);
    connect(&session, &Session::runsChanged, this, &ExplorePage::takeRun);
    connect(&session, &Session::userWanted, m_users, &UsersPanel::choose);
    setFocusProxy(m_users->view());
    describeSubject(this, [this](Subject& subject) {
        if (m_answer) subject.user = QString::fromStdString(m_answer->user.id);
    });
    takeDataset();
}

ExplorePage::~ExplorePage() = default;

QWidget* ExplorePage::makeContent() {
    m_users = new UsersPanel(m_session.jobs(), this);
    connect(m_users, &UsersPanel::userChosen, this, [this](qint32 user) {
        m_user = user;
        ask();
    });
    connect(m_users, &UsersPanel::refused, &m_session, [this](const QString& sentence, const QString& hint) {
        m_session.tell(sentence, hint, Severity::Warning);
    });
    m_users->setCohorts(CohortBook::of(m_session));
    connect(m_users, &UsersPanel::cohortWanted, this, [this](const std::optional<CohortProposal>& users) {
        users ? CohortDialog::offer(m_session, *this, *users) : CohortDialog::open(m_session, *this);
    });
    QLayout* header = makeHeader();
    m_attention = new AttentionTab(m_session, m_cache);
    QWidget* lists = makeLists();
    m_tabs = makeTabs();

    auto* right = new RememberingSplitter(Qt::Vertical, QStringLiteral("explore/rows"));
    right->addWidget(lists);
    right->addWidget(m_tabs);
    right->setStretchFactor(0, 9);
    right->setStretchFactor(1, 11);
    // Large numbers: small ones would grow by the widgets' smallest sizes instead of by the shares.
    right->restore({9000, 11000});
    const Theme& theme = Theme::instance();
    auto* all = new RememberingSplitter(Qt::Horizontal, QStringLiteral("explore/users"));
    all->addWidget(m_users);
    all->addWidget(right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->restore({theme.px(kUsersWidth), theme.px(10 * kUsersWidth)});

    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    const int page = theme.px(space::kPage);
    layout->setContentsMargins(page, theme.px(space::kBetween), page, theme.px(space::kBetween));
    layout->setSpacing(theme.px(space::kBetween));
    layout->addLayout(header);
    layout->addWidget(all, 1);
    // The Tab key begins where one begins: at the users.
    QWidget::setTabOrder(&m_attention->map(), m_wrap);
    QWidget::setTabOrder(m_wrap, m_predicted);
    return content;
}

QLayout* ExplorePage::makeHeader() {
    auto* title = new QLabel(tr("Explore"));
    title->setProperty("role", "title");
    m_subtitle = new ElidedLabel;
    m_subtitle->setProperty("muted", true);
    m_subtitle->setObjectName(QStringLiteral("exploreSubtitle"));
    m_wrap = new QToolButton;
    m_wrap->setObjectName(QStringLiteral("wrapTitles"));
    m_wrap->setText(tr("Wrap titles"));
    m_wrap->setAccessibleName(tr("Wrap titles"));
    m_wrap->setToolTip(tr("Titles of the history and of the recommendations take as many lines as they need (Alt+W)"));
    m_wrap->setShortcut(QKeySequence(Qt::ALT | Qt::Key_W));
    m_wrap->setCheckable(true);
    connect(m_wrap, &QToolButton::toggled, this, [this](bool wrapped) {
        QSettings().setValue(kWrapKey, wrapped);
        m_history->setWrapped(wrapped);
        m_recommendations->setWrapped(wrapped);
    });
    m_predicted = new QComboBox;
    m_predicted->setObjectName(QStringLiteral("predicted"));
    m_predicted->addItem(tr("Predict the last item (test)"), int(Predicted::Test));
    m_predicted->addItem(tr("Predict the one before (validation)"), int(Predicted::Valid));
    m_predicted->addItem(tr("Predict what comes next"), int(Predicted::Next));
    m_predicted->setAccessibleName(tr("What the model predicts"));
    m_predicted->setToolTip(tr("Which item is held out and predicted from all items before it"));
    connect(m_predicted, &QComboBox::currentIndexChanged, this, [this] {
        showRanks();
        ask();
    });
    auto* header = new QHBoxLayout;
    header->setSpacing(Theme::instance().px(space::kBetween));
    header->addWidget(title);
    header->addWidget(m_subtitle, 1);
    header->addWidget(m_wrap);
    header->addWidget(m_predicted);
    return header;
}

QWidget* ExplorePage::makeLists() {
    m_history = new HistoryList;
    m_history->setObjectName(QStringLiteral("historyList"));
    connect(m_history, &HistoryList::hovered, this, &ExplorePage::hoverHistory);
    connect(m_history, &HistoryList::chosen, this, [this](int index) {
        const int column = m_answer ? m_answer->mapPosition(index) : -1;
        if (column >= 0) m_attention->map().pin(m_attention->lookingRows().front(), column);
    });
    connect(m_attention, &AttentionTab::lookersChanged, this, &ExplorePage::showAttentionRow);
    connect(m_attention, &AttentionTab::hovered, this, [this](int position) {
        if (m_answer) m_history->setLit(position < 0 ? -1 : m_answer->historyIndex(position));
    });
    connect(m_attention, &AttentionTab::pinned, this, [this](int position) {
        m_history->select(m_answer && position >= 0 ? m_answer->historyIndex(position) : -1);
    });

    m_noAnswer = new EmptyState;
    m_noAnswer->setObjectName(QStringLiteral("noAnswer"));
    connect(m_noAnswer, &EmptyState::actionWanted, this,
            [this] { emit m_session.pageWanted(QStringLiteral("train")); });
    m_right = new QStackedWidget;
    m_right->addWidget(makeRecommendations());
    m_right->addWidget(m_noAnswer);
    m_wrap->setChecked(QSettings().value(kWrapKey, false).toBool());

    auto* lists = new RememberingSplitter(Qt::Horizontal, QStringLiteral("explore/lists"));
    lists->addWidget(m_history);
    lists->addWidget(m_right);
    lists->setStretchFactor(0, 1);
    lists->setStretchFactor(1, 1);
    lists->restore({1000, 1000});
    return lists;
}

QWidget* ExplorePage::makeRecommendations() {
    const Theme& theme = Theme::instance();
    m_recommendations = new RecommendationList;
    m_recommendations->setObjectName(QStringLiteral("recommendationList"));
    m_recommendations->setWhyShown(true);
    connect(m_recommendations, &RecommendationList::selected, this, [this](Token token) {
        if (token == kPadToken || token == m_removalTarget) return;
        showRemoval(token);
        // The item it rests on most is named below the list: who chose the recommendation sees it in the history, too.
        const auto found = m_removals ? m_removals->find(token) : Removals::const_iterator();
        if (!m_removals || found == m_removals->end() || found->second->effects.empty()) return;
        const auto strongest =
            std::max_element(found->second->effects.begin(), found->second->effects.end(),
                             [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect < b.effect; });
        if (strongest->effect > 0) m_history->reveal(strongest->position);
    });
    auto* listTitle = new QLabel(tr("Recommendations"));
    listTitle->setProperty("role", "section");
    auto* listHeader = new QHBoxLayout;
    m_listWeights = new QLabel;
    m_listWeights->setProperty("role", "caption");
    m_listWeights->setObjectName(QStringLiteral("listWeights"));
    m_listWeights->setToolTip(
        tr("The epoch with the best validation is kept and answers here; other epochs give other ranks"));
    listHeader->addWidget(listTitle);
    listHeader->addWidget(m_listWeights, 1);
    m_decides = new QPushButton(tr("What decides?"));
    m_decides->setObjectName(QStringLiteral("whatDecides"));
    m_decides->setProperty("compact", true);
    m_decides->setAccessibleName(
        tr("Find the fewest items without which this recommendation falls out of the first ranks"));
    listHeader->addWidget(m_decides);
    // The history begins on the same line.
    const auto align = [this] { m_history->setHeaderHeight(m_decides->sizeHint().height()); };
    connect(&Theme::instance(), &Theme::changed, this, align);
    align();
    connect(m_decides, &QPushButton::clicked, this, [this] { m_whatIf->findSmallestChange(); });
    m_found = new AnswerNote;
    m_found->setObjectName(QStringLiteral("answerNote"));
    connect(m_found, &AnswerNote::closed, this, [this] {
        m_history->setDeciding({});
        m_whatIf->forgetAnswer();
    });
    m_removalNote = new QLabel;
    m_removalNote->setProperty("role", "caption");
    m_removalNote->setWordWrap(true);
    m_removalNote->setObjectName(QStringLiteral("removalNote"));

    auto* list = new QWidget;
    auto* layout = new QVBoxLayout(list);
    layout->setContentsMargins({});
    layout->setSpacing(theme.px(space::kInside));
    layout->addLayout(listHeader);
    layout->addWidget(m_recommendations, 1);
    // Below the list: above it, the answer would move the rows that it is about.
    layout->addWidget(m_found);
    layout->addWidget(m_removalNote);
    return list;
}

QTabWidget* ExplorePage::makeTabs() {
    HeadGrid& heads = m_attention->heads();
    const AttentionMap* map = &m_attention->map();
    m_evidence = new EvidencePanel(m_session, m_cache);
    m_evidence->setObjectName(QStringLiteral("evidence"));
    connect(map, &AttentionMap::choiceChanged, m_evidence, [this, map] { m_evidence->setHead(map->choice().head); });
    connect(m_evidence, &EvidencePanel::headChosen, &heads, &HeadGrid::choose);
    connect(m_evidence, &EvidencePanel::itemHovered, m_history, &HistoryList::setLit);
    connect(m_evidence, &EvidencePanel::itemChosen, m_history, &HistoryList::select);
    connect(m_evidence, &EvidencePanel::itemFound, m_history, &HistoryList::reveal);
    connect(m_evidence, &EvidencePanel::kindChanged, this, [this] {
        if (!m_answer || !m_answer->explanation) return;
        m_removals.reset();
        showRemoval(m_removalTarget);
        askRemovals();
    });

    m_whatIf = new WhatIfPanel(m_session, m_cache);
    m_whatIf->setObjectName(QStringLiteral("whatIf"));
    connect(m_whatIf, &WhatIfPanel::changeSought, this,
            [this] { showAnswer(tr("Looking for the items that decide…"), {}); });
    connect(m_whatIf, &WhatIfPanel::changeStopped, this, [this] { showAnswer({}, {}); });
    connect(m_whatIf, &WhatIfPanel::changeFound, this, [this](const SmallestAnswer& found) {
        m_recommendations->select(found.target);
        showAnswer(found.sentence, found.change.found ? found.change.positions : std::vector<std::int32_t>());
    });

    m_characters = new HeadsPanel(m_session, m_cache);
    m_characters->setObjectName(QStringLiteral("characters"));
    connect(map, &AttentionMap::choiceChanged, m_characters,
            [this, map] { m_characters->setHead(map->choice().head); });
    connect(m_characters, &HeadsPanel::headChosen, &heads, &HeadGrid::choose);

    m_items = new ItemMapPanel(m_session, m_cache);
    m_items->setObjectName(QStringLiteral("itemsMap"));
    m_film = new FilmPanel(m_session, QStringLiteral("explore"));
    m_film->setObjectName(QStringLiteral("exploreFilm"));
    connect(m_film, &FilmPanel::pinWanted, m_users, [this] { m_users->focusPin(); });
    connect(m_users, &UsersPanel::pinsChanged, m_film, &FilmPanel::reload);
    connect(m_users, &UsersPanel::userChosen, m_film, &FilmPanel::showUser);

    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("exploreTabs"));
    tabs->setAccessibleName(tr("Views of the answer"));
    const auto addTab = [&](QWidget* widget, const QString& title, const QString& tip) {
        auto* page = new QWidget;
        auto* layout = new QVBoxLayout(page);
        layout->setContentsMargins(0, Theme::instance().px(space::kInside), 0, 0);
        layout->addWidget(widget);
        tabs->setTabToolTip(tabs->addTab(page, title), tip);
    };
    addTab(m_attention, tr("Attention"), tr("What each head of the model looks at"));
    addTab(m_evidence, tr("Evidence"), tr("Whether what a head looks at agrees with the removal test"));
    addTab(m_whatIf, tr("What if"), tr("What would be recommended if the history were another"));
    addTab(m_characters, tr("Heads"), tr("What each head does over many users"));
    addTab(m_items, tr("Items"), tr("Which items the model places near each other"));
    addTab(m_film, tr("Film"), tr("What the run recommended to a pinned user after each epoch of its training"));
    return tabs;
}

void ExplorePage::takeDataset() {
    const auto dataset = m_session.dataset();
    m_user.reset();
    m_answer.reset();
    m_askedRun.reset();
    m_history->setAnswer({}, {});
    m_recommendations->clear();
    m_attention->clear();
    m_evidence->clear();
    m_whatIf->clear();
    m_characters->setAnswer({});
    m_items->setAnswer({});
    showAnswer({}, {});
    m_users->setDataset(dataset);
    showRunState();
    showRanks();
}

std::optional<LoadedRun> ExplorePage::wantedRun() const {
    const auto run = m_session.run();
    if (!run || !hasWeights(*run)) return {};
    return LoadedRun{run->id, run->bestEpoch};
}

void ExplorePage::takeRun() {
    showRunState();
    showRanks();
    if (m_user && wantedRun() != m_askedRun) ask();
}

void ExplorePage::showRanks() {
    const auto run = wantedRun();
    const bool valid = Predicted(m_predicted->currentData().toInt()) == Predicted::Valid;
    m_users->setRanks(run ? std::optional(RankSource{run->run, valid ? Split::Valid : Split::Test, run->bestEpoch})
                          : std::nullopt);
}

void ExplorePage::showRunState() {
    const auto run = m_session.run();
    const bool ready = wantedRun().has_value();
    m_characters->setRun(wantedRun());
    m_evidence->setRun(wantedRun());
    m_items->setRun(wantedRun());
    m_right->setCurrentIndex(ready ? 0 : 1);
    m_tabs->setVisible(ready);
    if (ready) return;
    if (!run) {
        m_noAnswer->setTexts(
            tr("No model yet"),
            tr("Train a model on this dataset: then its recommendations and its attention appear here."),
            tr("Train a model"));
    } else if (run->state == RunState::Running) {
        m_noAnswer->setTexts(tr("“%1” has no weights yet").arg(QString::fromStdString(run->name)),
                             tr("Its first epoch is still running. This page fills by itself as soon as it is done."));
    } else {
        m_noAnswer->setTexts(tr("“%1” has no weights").arg(QString::fromStdString(run->name)),
                             tr("It ended before its first epoch was done. Choose another run above, or train one."),
                             tr("Train a model"));
    }
}

void ExplorePage::ask() {
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const auto dataset = m_session.dataset();
    if (!dataset || !m_user) return;
    ExploreRequest request;
    request.dataset = dataset->id;
    request.user = *m_user;
    request.predicted = Predicted(m_predicted->currentData().toInt());
    request.run = wantedRun();
    m_askedRun = request.run;
    // A click comes first.
    m_evidence->stop();
    m_whatIf->stop();
    m_session.jobs().cancel(m_removalJob);
    m_slow.start();
    m_session.jobs().start(
        this,
        JobSpec{.title = tr("Asking the model"),
                .lane = Lane::Model,
                .inStrip = false,
                .latestOnly = QStringLiteral("explore")},
        [cache = m_cache, popularity = m_popularity, request](JobContext& context) {
            auto answer = std::make_shared<ExploreAnswer>(explore(context.workspace, *cache, request));
            addPopularity(*answer, context.workspace, *popularity);
            return std::shared_ptr<const ExploreAnswer>(std::move(answer));
        },
        [this](std::shared_ptr<const ExploreAnswer> answer) { show(std::move(answer)); },
        [this](const QString& message, const QString& hint) { showFailure(message, hint); });
}

void ExplorePage::show(std::shared_ptr<const ExploreAnswer> answer) {
    m_slow.stop();
    m_answer = std::move(answer);
    showAnswer({}, {});
    m_history->setAnswer(m_answer, m_session.catalogue());
    showTitle();
    showRunState();
    m_removalTarget = kPadToken;
    if (m_answer->explanation) {
        const Explanation& explanation = *m_answer->explanation;
        m_recommendations->setExplanation(std::shared_ptr<const Explanation>(m_answer, &explanation),
                                          m_session.catalogue());
        m_recommendations->model()->setPopularity(m_answer->popularity);
        m_attention->setAnswer(m_answer);
        const auto pinned = m_attention->map().pinnedCell();
        if (pinned) m_history->select(m_answer->historyIndex(pinned->column));
        showAttentionRow();
        m_evidence->setAnswer(m_answer);
        m_whatIf->setAnswer(m_answer);
        m_characters->setAnswer(m_answer);
        m_items->setAnswer(m_answer);
        m_removals.reset();
        const Token selected = m_recommendations->selectedToken();
        if (selected != kPadToken || !explanation.recommendations.empty()) {
            showRemoval(selected != kPadToken ? selected : explanation.recommendations.front().token);
            askRemovals();
        }
    } else {
        m_recommendations->clear();
        m_attention->clear();
        m_evidence->clear();
        m_whatIf->clear();
        m_characters->setAnswer({});
    }
    emit answerShown();
}

void ExplorePage::showFailure(const QString& message, const QString& hint) {
    m_slow.stop();
    m_subtitle->setText({});
    m_tabs->hide();
    m_right->setCurrentIndex(1);
    m_noAnswer->setTexts(message, hint);
}

void ExplorePage::showTitle() {
    const UserInfo& user = m_answer->user;
    QString text = (user.length == 1 ? tr("User %1 · %2 item") : tr("User %1 · %2 items"))
                       .arg(QString::fromStdString(user.id), wholeNumber(user.length));
    const auto day = [](std::int64_t time) {
        return QDateTime::fromSecsSinceEpoch(time, Qt::UTC).toString(QStringLiteral("d MMM yyyy"));
    };
    if (user.firstTime && user.lastTime) text += tr(" · %1 – %2").arg(day(*user.firstTime), day(*user.lastTime));
    if (int(m_answer->request.predicted) != m_predicted->currentData().toInt())
        text += tr(" · too short to hold an item out");
    m_subtitle->setText(text);
    const auto& run = m_answer->request.run;
    m_listWeights->setText(run ? keptWeightsText(run->bestEpoch) : QString());
}

void ExplorePage::askRemovals() {
    m_removals.reset();
    if (!m_answer->request.run) return;
    m_recommendations->model()->setReasons(RecommendationModel::WhyState::Waiting);
    m_removalJob = m_session.jobs().start(
        this,
        JobSpec{.title = tr("Testing removals"),
                .lane = Lane::Model,
                .inStrip = false,
                .latestOnly = QStringLiteral("explore/removal")},
        [cache = m_cache, run = *m_answer->request.run, answer = m_answer,
         kind = m_evidence->kind()](JobContext& context) {
            return std::make_shared<const Removals>(
                removalsOf(cache->of(context.workspace, run), *answer->explanation, kind, context.stop));
        },
        [this, asked = m_answer, kind = m_evidence->kind()](std::shared_ptr<const Removals> removals) {
            if (asked != m_answer || kind != m_evidence->kind()) return;
            m_removals = std::move(removals);
            m_recommendations->model()->setReasons(RecommendationModel::WhyState::Known,
                                                   strongestReasons(*m_removals, kReasons));
            showRemoval(m_removalTarget);
        },
        [this, asked = m_answer](const QString& message, const QString&) {
            if (asked != m_answer) return;
            m_recommendations->model()->setReasons(RecommendationModel::WhyState::Nothing);
            m_removalNote->setText(tr("No removal test: %1").arg(message));
            m_evidence->setFailure(message);
        });
}

void ExplorePage::showRemoval(Token target) {
    if (!m_answer || !m_answer->explanation) return;
    if (target != m_removalTarget) showAnswer({}, {});
    m_removalTarget = target;
    m_whatIf->setTarget(target);
    const QString title = m_session.titleOf(target);
    const auto found = m_removals ? m_removals->find(target) : Removals::const_iterator();
    m_decides->setToolTip(tr("Looks for the fewest items without which %1 falls out of the first ranks").arg(title));
    if (!m_removals || found == m_removals->end()) {
        m_removalNote->setText(tr("Testing what %1 rests on…").arg(title));
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

void ExplorePage::showAnswer(const QString& sentence, const std::vector<std::int32_t>& deciding) {
    m_found->say(sentence);
    m_history->setDeciding({deciding.begin(), deciding.end()});
}

void ExplorePage::showAttentionRow() {
    const std::vector<int> rows = m_attention->lookingRows();
    if (rows.empty()) return;
    const AttentionMap& map = m_attention->map();
    m_history->setAttention(map.sumOf(rows),
                            rows.size() == 1 ? map.labelOf(rows.front()) : tr("%1 positions together").arg(rows.size()),
                            isDifference(map.choice().view) ? MapScale::Diverging : MapScale::Sequential);
    if (!m_attention->isPassing()) m_history->sortAgain();
}

void ExplorePage::hoverHistory(int index) {
    if (!m_answer || !m_answer->explanation) return;
    // The held-out row stands for the place that is predicted: the mask, where the model has one.
    const bool mask = index == m_answer->given && m_answer->bidirectional;
    const int position = mask ? m_answer->explanation->attention.size - 1 : m_answer->mapPosition(index);
    m_attention->setHighlight(mask ? position : -1, mask ? -1 : position);
}

void ExplorePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) ask();
}

}  // namespace recscope::ui
