// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>

#include "core/recommender/registry.h"
#include "core/util/random.h"
#include "ui/learn/guess_table.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/lesson_panel.h"
#include "ui/learn/mask_grid.h"
#include "ui/learn/model_offer.h"
#include "ui/runs/training_controller.h"
#include "ui/session/dataset_stack.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr const char* kBothSidesModel = "bert4rec";
constexpr const char* kLeftOnlyModel = "sasrec";
constexpr std::uint64_t kSeed = 2026;                        ///< of the drawn masks: the same draws after each start
constexpr int kLeastRho = 5, kMostRho = 95, kUsualRho = 20;  ///< percent; 20: BERT4Rec's value for ML-1M
constexpr int kSideWidth = 288;                              ///< design pixels

}  // namespace

LearnPage::LearnPage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_reading(
          session.jobs(), {.title = tr("Reading a history")},
          [](JobContext& context, const LearnChoice& choice) { return findLearnHistory(context.workspace, choice); }),
      m_guessing(session.jobs(), {.title = tr("Filling the covered positions"), .lane = Lane::Model},
                 [cache = std::make_shared<ExplainerCache>()](JobContext& context, const GuessesOf& of) {
                     return of.places.empty()
                                ? LearnGuesses{}
                                : fillPlaces(context.workspace, *cache, of.runs, of.history->items, of.places);
                 }) {
    setObjectName(QStringLiteral("learnPage"));
    auto* whole = new DatasetStack(
        session, tr("Learn"),
        tr("Here you cover items of a history and see what the models guess in their place. Import a dataset first."),
        this);
    whole->setContent(makeContent());

    connect(&m_reading, &AnyQuestion::changed, this, [this] {
        if (auto history = m_reading.answer()) showHistory(std::move(history));
        if (m_reading.state() != QuestionState::Failed) return;
        m_nextAction.clear();
        m_session.tell(m_reading.failure(), m_reading.hint(), Severity::Warning);
    });
    connect(&m_guessing, &AnyQuestion::changed, this, [this] {
        if (m_guessing.state() == QuestionState::Failed)
            m_session.tell(m_guessing.failure(), m_guessing.hint(), Severity::Warning);
        const auto guesses = m_guessing.answer();
        if (!guesses) return;
        m_guesses = *guesses;
        showGuesses();
        emit guessesShown();
    });
    connect(&session, &Session::datasetChanged, this, &LearnPage::takeDataset);
    connect(&session, &Session::runChanged, this, &LearnPage::takeRuns);
    connect(&session, &Session::catalogueLoaded, this, [this] {
        if (m_history) showHistory(m_history);
    });
    connect(&session, &Session::runsChanged, this, &LearnPage::takeRuns);
    // What is said in place of a missing model.
    connect(&trainingOf(session), &TrainingController::queueChanged, this, [this] {
        if (m_history && (!m_runs.bothSides || !m_runs.leftOnly)) showGuesses();
    });
    takeDataset();
}

LearnPage::~LearnPage() = default;

QWidget* LearnPage::makeContent() {
    const Theme& theme = Theme::instance();
    auto* content = new QWidget;

    auto* title = new QLabel(tr("Learn"));
    title->setProperty("role", "title");
    m_subtitle = new ElidedLabel;
    m_subtitle->setProperty("muted", true);
    m_subtitle->setObjectName(QStringLiteral("learnSubtitle"));
    m_user = new QLineEdit;
    m_user->setObjectName(QStringLiteral("learnUser"));
    m_user->setPlaceholderText(tr("User id"));
    m_user->setAccessibleName(tr("User whose history is shown"));
    m_user->setToolTip(tr("Type a user id and press Return"));
    connect(m_user, &QLineEdit::returnPressed, this, [this] { askHistory(m_user->text().trimmed()); });
    auto* other = new QPushButton(tr("Another user"));
    other->setObjectName(QStringLiteral("otherUser"));
    other->setToolTip(tr("Shows the next user with a history of about this length"));
    connect(other, &QPushButton::clicked, this, [this] {
        ++m_others;
        askHistory({}, m_history ? QString::fromStdString(m_history->id) : QString());
    });
    auto* header = new QHBoxLayout;
    header->setSpacing(theme.px(space::kInside));
    header->addWidget(title);
    header->addSpacing(theme.px(space::kInside));
    header->addWidget(m_subtitle, 1);
    header->addWidget(m_user);
    header->addWidget(other);

    m_cards = new HistoryCards;
    m_cards->setObjectName(QStringLiteral("cards"));
    connect(m_cards, &HistoryCards::coveredChanged, this, [this] {
        showCovered();
        askGuesses();
    });
    connect(m_cards, &HistoryCards::hovered, this, &LearnPage::setLit);

    m_rho = new QSlider(Qt::Horizontal);
    m_rho->setObjectName(QStringLiteral("rho"));
    m_rho->setRange(kLeastRho, kMostRho);
    m_rho->setValue(kUsualRho);
    m_rho->setAccessibleName(tr("Mask probability rho"));
    m_rho->setToolTip(tr("ρ: the probability with which training covers each position"));
    m_rhoValue = new QLabel;
    connect(m_rho, &QSlider::valueChanged, this,
            [this](int percent) { m_rhoValue->setText(tr("ρ = %1").arg(percent / 100.0, 0, 'f', 2)); });
    m_rhoValue->setText(tr("ρ = %1").arg(kUsualRho / 100.0, 0, 'f', 2));
    auto* draw = new QPushButton(tr("Draw another mask"));
    draw->setObjectName(QStringLiteral("drawMask"));
    draw->setToolTip(tr("Covers each position with probability ρ, as one training sample does; at least one"));
    connect(draw, &QPushButton::clicked, this, &LearnPage::drawMask);
    m_uncover = new QPushButton(tr("Uncover all"));
    m_uncover->setObjectName(QStringLiteral("uncover"));
    connect(m_uncover, &QPushButton::clicked, this, [this] { m_cards->setCovered({}); });
    m_note = new ElidedLabel;
    m_note->setProperty("role", "caption");
    m_note->setObjectName(QStringLiteral("learnNote"));
    auto* controls = new QHBoxLayout;
    controls->setSpacing(theme.px(space::kInside));
    controls->addWidget(m_rhoValue);
    controls->addWidget(m_rho);
    controls->addWidget(draw);
    controls->addWidget(m_uncover);
    controls->addSpacing(theme.px(space::kInside));
    controls->addWidget(m_note, 1);

    m_table = new GuessTable;
    m_table->setObjectName(QStringLiteral("guesses"));
    m_offer = new ModelOffer(m_session);

    auto* left = new QVBoxLayout;
    left->setSpacing(theme.px(space::kBetween));
    left->addWidget(m_cards);
    left->addLayout(controls);
    left->addWidget(m_offer);
    left->addWidget(m_table, 1);

    m_lessons = new LessonPanel(builtInLessons());
    m_lessons->setObjectName(QStringLiteral("lessons"));
    connect(m_lessons, &LessonPanel::actionWanted, this, &LearnPage::doAction);
    connect(m_lessons, &LessonPanel::lessonShown, this, &LearnPage::showObstacle);
    m_bothSides = new MaskGrid(tr("Both sides (BERT4Rec)"), Sight::BothSides);
    m_bothSides->setObjectName(QStringLiteral("bothSides"));
    m_leftOnly = new MaskGrid(tr("Left only (SASRec)"), Sight::LeftOnly);
    m_leftOnly->setObjectName(QStringLiteral("leftOnly"));
    auto* grids = new QHBoxLayout;
    grids->setSpacing(theme.px(space::kBetween));
    for (MaskGrid* grid : {m_bothSides, m_leftOnly}) {
        grids->addWidget(grid, 1);
        connect(grid, &MaskGrid::hovered, this, &LearnPage::setLit);
    }
    auto* axes = new QLabel(tr("Row: the card that is guessed. Columns: the cards that are read for it."));
    axes->setWordWrap(true);
    axes->setProperty("role", "caption");
    auto* side = new QVBoxLayout;
    side->setSpacing(theme.px(space::kInside));
    // The lessons take what they need, shrink first, and leave the rest below the grids.
    side->addWidget(m_lessons, 1000);
    side->addSpacing(theme.px(space::kInside));
    side->addLayout(grids);
    side->addWidget(axes);
    side->addStretch(1);

    auto* body = new QHBoxLayout;
    body->setSpacing(theme.px(space::kPage));
    body->addLayout(left, 1);
    body->addLayout(side);
    auto* layout = new QVBoxLayout(content);
    const int page = theme.px(space::kPage);
    layout->setContentsMargins(page, theme.px(space::kBetween), page, theme.px(space::kBetween));
    layout->setSpacing(theme.px(space::kBetween));
    layout->addLayout(header);
    layout->addLayout(body, 1);
    const auto applySizes = [this] {
        const Theme& theme = Theme::instance();
        m_user->setFixedWidth(theme.px(120));
        m_rho->setFixedWidth(theme.px(140));
        m_lessons->setFixedWidth(theme.px(kSideWidth));
        m_rhoValue->setFont(theme.numbers());
    };
    applySizes();
    connect(&Theme::instance(), &Theme::changed, this, [this, applySizes] {
        applySizes();
        showGuesses();
    });
    return content;
}

void LearnPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) takeDataset();
}

void LearnPage::takeDataset() {
    const auto dataset = m_session.dataset();
    m_history.reset();
    m_reading.forget();
    m_guessing.forget();
    m_guesses = {};
    m_others = 0;
    m_cards->setTitles({});
    m_bothSides->setSize(0);
    m_leftOnly->setSize(0);
    m_subtitle->clear();
    m_stale = !isVisible();
    takeRuns();
    // A user who was to be shown belongs to the dataset before.
    const QString user = std::exchange(m_keptUser, {});
    if (dataset && isVisible()) askHistory(user);
}

std::optional<LoadedRun> LearnPage::runOf(const std::string& model) const {
    // The run chosen above, if it is of this model.
    if (const auto chosen = m_session.run(); chosen && chosen->model == model && hasWeights(*chosen))
        return LoadedRun{chosen->id, chosen->bestEpoch};
    for (const RunRecord& run : m_session.runs())
        if (run.model == model && hasWeights(run)) return LoadedRun{run.id, run.bestEpoch};
    return {};
}

void LearnPage::takeRuns() {
    const LearnRuns runs{runOf(kBothSidesModel), runOf(kLeftOnlyModel)};
    const bool changed = runs != m_runs;
    m_runs = runs;
    std::vector<std::string> missing;
    if (!runs.bothSides) missing.emplace_back(kBothSidesModel);
    if (!runs.leftOnly) missing.emplace_back(kLeftOnlyModel);
    m_offer->setMissing(missing);
    if (changed && m_history) {
        askGuesses();
    } else {
        showGuesses();
    }
}

void LearnPage::askHistory(const QString& userId, const QString& notId) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_reading.ask(
        {.dataset = dataset->id, .userId = userId.toStdString(), .skip = m_others, .notId = notId.toStdString()});
}

void LearnPage::showHistory(std::shared_ptr<const LearnHistory> history) {
    m_history = std::move(history);
    m_guesses = {};
    m_ones = 0;
    QStringList titles;
    for (Token token : m_history->items) titles << m_session.titleOf(token);
    m_cards->setTitles(titles);
    m_bothSides->setSize(int(titles.size()));
    m_leftOnly->setSize(int(titles.size()));
    m_user->setText(QString::fromStdString(m_history->id));
    m_subtitle->setText(m_history->length > qint64(titles.size())
                            ? tr("User %1 · the last %2 of %3 items")
                                  .arg(m_user->text())
                                  .arg(titles.size())
                                  .arg(wholeNumber(m_history->length))
                            : (titles.size() == 1 ? tr("User %1 · %2 item") : tr("User %1 · %2 items"))
                                  .arg(m_user->text())
                                  .arg(titles.size()));
    showObstacle();
    showGuesses();
    emit historyShown();
    const QString action = std::exchange(m_nextAction, {});
    if (action == QLatin1String("bundle") && !m_history->bundleMiddle) {
        m_session.tell(tr("None of the users checked has a whole bundle among the items shown."), {}, Severity::Info);
    } else if (!action.isEmpty()) {
        doAction(action);
    }
}

void LearnPage::askGuesses() {
    if (!m_history) return;
    const std::set<int> covered = m_cards->covered();
    const std::vector<std::int32_t> places(covered.begin(), covered.end());
    m_guessing.ask({m_runs, m_history, places});
}

QString LearnPage::missingText(const std::string& model) const {
    const TrainingController& training = trainingOf(m_session);
    const auto dataset = m_session.dataset();
    const auto isOne = [&](const QueuedRun& run) {
        return dataset && run.request.dataset == dataset->id && run.request.config.model == model;
    };
    if (const QueuedRun* current = training.current(); current && isOne(*current))
        return tr("%1 is in training: its guesses appear here after the first epoch.").arg(current->title());
    const std::vector<QueuedRun> waiting = training.queue();
    const auto found = std::find_if(waiting.begin(), waiting.end(), isOne);
    if (found == waiting.end())
        return tr("No %1 has been trained on this dataset yet.").arg(QString::fromStdString(modelInfo(model).title));
    return (found == waiting.begin() ? tr("%1 is next to be trained: its guesses appear here after its first epoch.")
                                     : tr("%1 waits to be trained: its guesses appear here after its first epoch."))
        .arg(found->title());
}

GuessModel LearnPage::describeModel(const std::string& model, const std::optional<LoadedRun>& run,
                                    const std::vector<Guess>& guesses, const QString& sight) const {
    GuessModel described;
    const QString name = QString::fromStdString(modelInfo(model).title);
    described.title = name;
    described.model = QString::fromStdString(model);
    described.sight = sight;
    described.style =
        Theme::instance().runStyle(QString::fromStdString(model), run ? m_session.styleOrdinal(run->run) : 0);
    if (!run) {
        described.missing = missingText(model);
        return described;
    }
    if (const auto record = m_session.runById(run->run)) described.title = QString::fromStdString(record->name);
    for (const Guess& guess : guesses) {
        const Token truth = m_history->items[size_t(guess.position)];
        PlaceGuess place{.place = guess.position,
                         .top = {},
                         .truthTitle = m_session.titleOf(truth),
                         .truthRank = guess.truthRank,
                         .truthProbability = double(guess.truthProbability)};
        for (const Recommendation& best : guess.top)
            place.top.push_back({m_session.titleOf(best.token), double(best.probability), best.token == truth});
        described.guesses.push_back(std::move(place));
    }
    return described;
}

void LearnPage::showGuesses() {
    // The places the guesses are for: of the newest mask only once its answer is here. Without any model, those that
    // are covered: what is hidden there is named all the same.
    const std::vector<Guess>& any = m_guesses.bothSides.empty() ? m_guesses.leftOnly : m_guesses.bothSides;
    std::vector<int> places;
    QStringList truths;
    for (const Guess& guess : any) {
        places.push_back(guess.position);
        truths << m_session.titleOf(m_history->items[size_t(guess.position)]);
    }
    if (!m_runs.bothSides && !m_runs.leftOnly && m_history) {
        for (const int place : m_cards->covered()) {
            places.push_back(place);
            truths << m_session.titleOf(m_history->items[size_t(place)]);
        }
    }
    m_table->show(
        places, truths,
        {describeModel(kBothSidesModel, m_runs.bothSides, m_guesses.bothSides, tr("reads both sides")),
         describeModel(kLeftOnlyModel, m_runs.leftOnly, m_guesses.leftOnly, tr("reads from the left"))},
        tr("Click a card to cover it, or draw a mask. The five best guesses appear here, the true item outlined."));
    showCovered();
}

void LearnPage::showCovered() {
    const auto covered = int(m_cards->covered().size());
    for (MaskGrid* grid : {m_bothSides, m_leftOnly}) grid->setCovered(m_cards->covered());
    m_uncover->setEnabled(covered > 0);
    m_uncover->setToolTip(covered > 0 ? tr("Uncovers all cards") : tr("No card is covered"));
    m_note->setText(m_cards->count() == 0 ? QString() : tr("%1 of %2 covered").arg(covered).arg(m_cards->count()));
}

void LearnPage::drawMask() {
    if (m_cards->count() == 0) return;
    Random random({kSeed, ++m_draws});
    std::set<int> places;
    for (int place = 0; place < m_cards->count(); ++place)
        if (random.uniform() < m_rho->value() / 100.0) places.insert(place);
    // A training sample without any covered place teaches nothing: one is covered anyway.
    if (places.empty()) places.insert(int(random.below(std::uint64_t(m_cards->count()))));
    m_cards->setCovered(places);
}

void LearnPage::setRho(double rho) {
    m_rho->setValue(qRound(rho * 100));
}

void LearnPage::setLit(int place) {
    m_cards->setLit(place);
    m_bothSides->setLit(place);
    m_leftOnly->setLit(place);
}

void LearnPage::doAction(const QString& action) {
    if (!m_history || m_cards->count() == 0) return;
    const int last = m_cards->count() - 1;
    if (action == QLatin1String("one")) {
        coverAnother();
    } else if (action == QLatin1String("sight")) {
        setLit(last / 2);
    } else if (action == QLatin1String("last")) {
        m_cards->setCovered({last});
    } else if (action.startsWith(QLatin1String("draw "))) {
        setRho(action.mid(5).toDouble());
        drawMask();
    } else if (action == QLatin1String("bundle")) {
        if (m_history->bundleMiddle) {
            m_cards->setCovered({*m_history->bundleMiddle});
            setLit(*m_history->bundleMiddle);
        } else {
            m_nextAction = action;
            askHistory({});
        }
    }
}

// From the middle on, each card once; the last one, which is the target, last.
void LearnPage::coverAnother() {
    const int last = m_cards->count() - 1;
    const auto next = [&] {
        const int step = m_ones++ % (last + 1);
        return step == last ? last : (last / 2 + step) % last;
    };
    int place = next();
    if (m_cards->covered() == std::set<int>{place}) place = next();
    m_cards->setCovered({place});
}

void LearnPage::showObstacle() {
    const bool needsCauses = m_lessons->lesson().action == QLatin1String("bundle");
    m_lessons->setObstacle(needsCauses && m_history && !m_history->knowsCauses
                               ? tr("Bundles are known in the sample data only: choose it above to try this.")
                               : QString());
}

QVariant LearnPage::rememberedState() const {
    const QString user = m_history ? QString::fromStdString(m_history->id) : m_keptUser;
    return user.isEmpty() ? QVariant() : QVariant(user);
}

void LearnPage::restoreState(const QVariant& state) {
    m_keptUser = state.toString();
    if (isVisible()) takeDataset();
}

}  // namespace recscope::ui
