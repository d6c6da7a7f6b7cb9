// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_page.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include "core/util/error.h"
#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/explore/attention_map.h"
#include "ui/explore/evidence_panel.h"
#include "ui/explore/head_grid.h"
#include "ui/explore/heads_panel.h"
#include "ui/explore/history_list.h"
#include "ui/explore/item_map_panel.h"
#include "ui/explore/map_answers.h"
#include "ui/explore/map_controls.h"
#include "ui/explore/recommendation_list.h"
#include "ui/explore/recommendation_model.h"
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
    const Theme& theme = Theme::instance();
    auto* content = new QWidget;

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

    auto* title = new QLabel(tr("Explore"));
    title->setProperty("role", "title");
    m_subtitle = new ElidedLabel;
    m_subtitle->setProperty("muted", true);
    m_subtitle->setObjectName(QStringLiteral("exploreSubtitle"));
    m_predicted = new QComboBox;
    m_predicted->setObjectName(QStringLiteral("predicted"));
    m_predicted->addItem(tr("Predict the last item (test)"), int(Predicted::Test));
    m_predicted->addItem(tr("Predict the one before (validation)"), int(Predicted::Valid));
    m_predicted->addItem(tr("Predict what comes next"), int(Predicted::Next));
    m_predicted->setAccessibleName(tr("What the model is asked for"));
    m_predicted->setToolTip(tr("Which item is held out and predicted from all items before it"));
    connect(m_predicted, &QComboBox::currentIndexChanged, this, [this] {
        showRanks();
        ask();
    });

    auto* header = new QHBoxLayout;
    header->setSpacing(theme.px(space::kBetween));
    header->addWidget(title);
    header->addWidget(m_subtitle, 1);
    header->addWidget(m_predicted);

    m_history = new HistoryList;
    m_history->setObjectName(QStringLiteral("historyList"));
    connect(m_history, &HistoryList::hovered, this, &ExplorePage::hoverHistory);
    connect(m_history, &HistoryList::chosen, this, [this](int index) {
        const int column = m_answer ? m_answer->mapPosition(index) : -1;
        if (column >= 0) m_map->pin(lookingRows().front(), column);
    });

    m_recommendations = new RecommendationList;
    m_recommendations->setObjectName(QStringLiteral("recommendationList"));
    m_recommendations->setWhyShown(true);
    connect(m_recommendations, &RecommendationList::selected, this, [this](Token token) {
        if (token != kPadToken && token != m_removalTarget) showRemoval(token);
    });
    auto* listTitle = new QLabel(tr("Recommendations"));
    listTitle->setProperty("role", "section");
    m_removalNote = new ElidedLabel;
    m_removalNote->setProperty("role", "caption");
    m_removalNote->setObjectName(QStringLiteral("removalNote"));
    m_listWeights = new QLabel;
    m_listWeights->setProperty("role", "caption");
    m_listWeights->setObjectName(QStringLiteral("listWeights"));
    m_listWeights->setToolTip(tr("The epoch with the best validation is kept and answers here; others rank otherwise"));
    auto* listHeader = new QHBoxLayout;
    listHeader->addWidget(listTitle);
    listHeader->addWidget(m_listWeights);
    listHeader->addSpacing(theme.px(space::kUnit));
    listHeader->addWidget(m_removalNote, 1);
    auto* list = new QWidget;
    auto* listLayout = new QVBoxLayout(list);
    listLayout->setContentsMargins({});
    listLayout->setSpacing(theme.px(space::kInside));
    listLayout->addLayout(listHeader);
    listLayout->addWidget(m_recommendations, 1);

    m_noAnswer = new EmptyState;
    m_noAnswer->setObjectName(QStringLiteral("noAnswer"));
    connect(m_noAnswer, &EmptyState::actionWanted, this,
            [this] { emit m_session.pageWanted(QStringLiteral("train")); });
    m_right = new QStackedWidget;
    m_right->addWidget(list);
    m_right->addWidget(m_noAnswer);

    m_heads = new HeadGrid;
    m_heads->setObjectName(QStringLiteral("heads"));
    m_heads->setToolTip(tr("Every layer and head; choose one to see it large (arrow keys)"));
    m_map = new AttentionMap;
    m_map->setObjectName(QStringLiteral("map"));
    connect(m_heads, &HeadGrid::chosen, m_map, &AttentionMap::setHead);
    connect(m_map, &AttentionMap::choiceChanged, this, &ExplorePage::showAttentionRow);
    connect(m_map, &AttentionMap::rowsChanged, this, &ExplorePage::showAttentionRow);
    m_mapAnswers = new MapAnswers(m_session, m_cache, *m_map, this);
    connect(m_map, &AttentionMap::rangeChanged, m_heads, &HeadGrid::setRange);
    connect(m_map, &AttentionMap::hovered, this, &ExplorePage::hoverMap);
    connect(m_map, &AttentionMap::pinned, this, [this](int, int column) {
        m_history->select(m_answer && column >= 0 ? m_answer->historyIndex(column) : -1);
        showAttentionRow();
    });

    // Pairs side by side or one above the other, with the shares they start with.
    const auto pair = [](Qt::Orientation orientation, const char* key, QWidget* first, QWidget* second, int share,
                         int otherShare) {
        auto* splitter = new RememberingSplitter(orientation, QLatin1String("explore/") + QLatin1String(key));
        splitter->addWidget(first);
        splitter->addWidget(second);
        splitter->setStretchFactor(0, share);
        splitter->setStretchFactor(1, otherShare);
        // Large numbers: small ones would grow by the widgets' smallest sizes instead of by the shares.
        splitter->restore({1000 * share, 1000 * otherShare});
        return splitter;
    };
    auto* lists = pair(Qt::Horizontal, "lists", m_history, m_right, 1, 1);
    auto* large = new QWidget;
    auto* largeLayout = new QVBoxLayout(large);
    largeLayout->setContentsMargins({});
    largeLayout->setSpacing(theme.px(space::kInside));
    auto* controls = new MapControls(*m_map, m_mapAnswers);
    controls->setObjectName(QStringLiteral("mapControls"));
    largeLayout->addWidget(controls);
    largeLayout->addWidget(m_map, 1);
    auto* maps = pair(Qt::Horizontal, "maps", m_heads, large, 3, 7);

    m_evidence = new EvidencePanel(m_session, m_cache);
    m_evidence->setObjectName(QStringLiteral("evidence"));
    connect(m_map, &AttentionMap::choiceChanged, m_evidence, [this] { m_evidence->setHead(m_map->choice().head); });
    connect(m_evidence, &EvidencePanel::headChosen, m_heads, &HeadGrid::choose);
    connect(m_evidence, &EvidencePanel::itemHovered, m_history, &HistoryList::setLit);
    connect(m_evidence, &EvidencePanel::itemChosen, m_history, &HistoryList::select);
    connect(m_evidence, &EvidencePanel::kindChanged, this, [this] {
        if (!m_answer || !m_answer->explanation) return;
        m_removals.reset();
        showRemoval(m_removalTarget);
        askRemovals();
    });

    m_characters = new HeadsPanel(m_session, m_cache);
    m_characters->setObjectName(QStringLiteral("characters"));
    connect(m_map, &AttentionMap::choiceChanged, m_characters, [this] { m_characters->setHead(m_map->choice().head); });
    connect(m_characters, &HeadsPanel::headChosen, m_heads, &HeadGrid::choose);

    m_items = new ItemMapPanel(m_session, m_cache);
    m_items->setObjectName(QStringLiteral("itemsMap"));
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("exploreTabs"));
    m_tabs->setAccessibleName(tr("Ways to look at the answer"));
    const auto addTab = [&](QWidget* widget, const QString& title, const QString& tip) {
        auto* page = new QWidget;
        auto* pageLayout = new QVBoxLayout(page);
        pageLayout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
        pageLayout->addWidget(widget);
        m_tabs->setTabToolTip(m_tabs->addTab(page, title), tip);
    };
    addTab(maps, tr("Attention"), tr("What each head of the model looks at"));
    m_whatIf = new WhatIfPanel(m_session, m_cache);
    m_whatIf->setObjectName(QStringLiteral("whatIf"));
    addTab(m_evidence, tr("Evidence"), tr("Whether what a head looks at is what the recommendation rests on"));
    addTab(m_whatIf, tr("What if"), tr("What would be recommended if the history were another"));
    addTab(m_characters, tr("Heads"), tr("What each head does over many users"));
    addTab(m_items, tr("Items"), tr("What the model knows of the items: which are near each other"));
    m_film = new FilmPanel(m_session, QStringLiteral("explore"));
    m_film->setObjectName(QStringLiteral("exploreFilm"));
    connect(m_film, &FilmPanel::pinWanted, m_users, [this] { m_users->focusPin(); });
    connect(m_users, &UsersPanel::pinsChanged, m_film, &FilmPanel::reload);
    connect(m_users, &UsersPanel::userChosen, m_film, &FilmPanel::showUser);
    addTab(m_film, tr("Film"), tr("What the run made of a pinned user after each epoch of its training"));
    auto* right = pair(Qt::Vertical, "rows", lists, m_tabs, 9, 11);
    auto* all = new RememberingSplitter(Qt::Horizontal, QStringLiteral("explore/users"));
    all->addWidget(m_users);
    all->addWidget(right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->restore({theme.px(kUsersWidth), theme.px(10 * kUsersWidth)});

    auto* layout = new QVBoxLayout(content);
    const int page = theme.px(space::kPage);
    layout->setContentsMargins(page, theme.px(space::kBetween), page, theme.px(space::kBetween));
    layout->setSpacing(theme.px(space::kBetween));
    layout->addLayout(header);
    layout->addWidget(all, 1);
    // The Tab key begins where one begins: at the users.
    QWidget::setTabOrder(m_map, m_predicted);
    return content;
}

void ExplorePage::takeDataset() {
    const auto dataset = m_session.dataset();
    m_user.reset();
    m_answer.reset();
    m_askedRun.reset();
    m_history->setAnswer({}, {});
    m_recommendations->clear();
    m_heads->clear();
    m_map->clear();
    m_mapAnswers->setAnswer({});
    m_evidence->clear();
    m_whatIf->clear();
    m_characters->setAnswer({});
    m_items->setAnswer({});
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
    if (m_answer && m_answer->user.user != answer->user.user) m_map->unpin();
    m_answer = std::move(answer);
    m_history->setAnswer(m_answer, m_session.catalogue());
    showTitle();
    showRunState();
    m_removalTarget = kPadToken;
    if (m_answer->explanation) {
        const Explanation& explanation = *m_answer->explanation;
        m_recommendations->setExplanation(std::shared_ptr<const Explanation>(m_answer, &explanation),
                                          m_session.catalogue());
        m_recommendations->model()->setPopularity(m_answer->popularity);
        const std::shared_ptr<const AttentionMaps> maps(m_answer, &explanation.attention);
        const Sight sight = m_answer->bidirectional ? Sight::BothSides : Sight::LeftOnly;
        QStringList labels;
        for (Token token : explanation.positions) labels << m_session.titleOf(token);
        m_heads->setMaps(maps, sight);
        m_map->setMaps(maps, labels, sight);
        m_map->setHead(m_heads->layer(), m_heads->head());
        showCauses();
        m_mapAnswers->setAnswer(m_answer);
        if (m_map->pinnedCell()) m_history->select(m_answer->historyIndex(m_map->pinnedCell()->column));
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
        m_heads->clear();
        m_map->clear();
        m_mapAnswers->setAnswer({});
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
    QString text = tr("User %1 · %2 items").arg(QString::fromStdString(user.id), wholeNumber(user.length));
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
    m_removalTarget = target;
    m_whatIf->setTarget(target);
    const QString title = m_session.titleOf(target);
    m_removalNote->setText(tr("Removal test for %1").arg(title));
    const auto found = m_removals ? m_removals->find(target) : Removals::const_iterator();
    if (!m_removals || found == m_removals->end()) {
        m_history->setRemoval({}, {});
        m_evidence->setTest({}, title);
        return;
    }
    m_history->setRemoval(found->second->effects, title);
    m_evidence->setTest(found->second, title);
    emit removalShown();
}

std::vector<int> ExplorePage::lookingRows() const {
    if (!m_answer || !m_answer->explanation) return {};
    if (m_map->hoveredCell()) return {m_map->hoveredCell()->row};
    if (!m_map->chosenRows().empty()) return {m_map->chosenRows().begin(), m_map->chosenRows().end()};
    if (m_map->pinnedCell()) return {m_map->pinnedCell()->row};
    return {m_answer->explanation->attention.size - 1};
}

void ExplorePage::showAttentionRow() {
    const std::vector<int> rows = lookingRows();
    if (rows.empty()) return;
    m_history->setAttention(
        m_map->sumOf(rows),
        rows.size() == 1 ? m_map->labelOf(rows.front()) : tr("%1 positions together").arg(rows.size()),
        isDifference(m_map->choice().view) ? MapScale::Diverging : MapScale::Sequential);
}

void ExplorePage::showCauses() {
    std::vector<int> columns;
    if (const PlantedCause* cause = m_answer->heldOutCause()) {
        for (const std::int32_t index : cause->causes)
            if (const int column = m_answer->mapPosition(index); column >= 0) columns.push_back(column);
    }
    m_map->setCauses(columns);
    m_heads->setCauses(columns);
}

void ExplorePage::hoverMap(int row, int column) {
    if (!m_answer) return;
    m_history->setLit(row < 0 ? -1 : m_answer->historyIndex(column));
    showAttentionRow();
}

void ExplorePage::hoverHistory(int index) {
    if (!m_answer || !m_answer->explanation) return;
    // The held-out row stands for the place that is predicted: the mask, where the model has one.
    const bool mask = index == m_answer->given && m_answer->bidirectional;
    const int position = mask ? m_answer->explanation->attention.size - 1 : m_answer->mapPosition(index);
    m_map->setHighlight(mask ? position : -1, mask ? -1 : position);
}

void ExplorePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) ask();
}

}  // namespace recscope::ui
