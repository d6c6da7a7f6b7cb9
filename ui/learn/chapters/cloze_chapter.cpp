// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/cloze_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/recommender/registry.h"
#include "core/util/random.h"
#include "ui/learn/course.h"
#include "ui/learn/exercise_view.h"
#include "ui/learn/experiments.h"
#include "ui/learn/guess_table.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/mask_grid.h"
#include "ui/session/run_looks.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr std::uint64_t kSeed = 2026;  ///< seed of the drawn masks; the sequence is the same after each start
/// Share of hidden items in percent; the default 20 is BERT4Rec's value for ML-1M.
constexpr int kMinRho = 5, kMaxRho = 95, kUsualRho = 20;
constexpr int kRhoWidth = 140;  ///< design pixels
constexpr int kLiveEpochs = 20;
constexpr double kMinProbabilityForTask = 0.5;  ///< the task: reach a higher probability than this for each hidden item
constexpr int kHiddenForTask = 3;               ///< the task: hide at least this many items
const double kLiveRhos[] = {0.1, 0.3, 0.9};

enum Step { kCover, kInput, kLoss, kLearn, kRho, kTrain };

}  // namespace

ClozeChapter::ClozeChapter(Course& course)
    : ChapterWidget(course),
      m_guessing(course.session().jobs(), {.title = tr("Filling the covered positions"), .queue = WorkerQueue::Model},
                 [cache = course.cache()](JobContext& context, const GuessesRequest& request) {
                     return request.positions.empty() ? LearnGuesses{}
                                                      : fillPositions(context.workspace, *cache, request.runs,
                                                                      request.history->items, request.positions);
                 }),
      m_cards(new HistoryCards),
      m_uncover(new QPushButton(tr("Uncover all"))),
      m_note(mutedLabel()),
      m_views(new ShownStack),
      m_table(new GuessTable),
      m_losses(new CellTable(QStringLiteral("clozeTable"), tr("Input and labels"),
                             {{tr("Position"), {}, true},
                              {tr("Input")},
                              {tr("Label"), tr("The item to predict; empty where the item was read")},
                              {tr("Probability"), tr("The probability that BERT4Rec gives to the label"), true},
                              {tr("Loss, nats"), tr("−log of the probability"), true}},
                             1)),
      m_exercise(new ExerciseView(course)),
      m_curves(new LiveCurves(course)) {
    m_cards->setObjectName(QStringLiteral("cards"));
    connect(m_cards, &HistoryCards::coveredChanged, this, [this] {
        m_isCoveredByChapter = false;
        showCovered();
        requestGuesses();
    });
    connect(m_cards, &HistoryCards::hovered, this, &ClozeChapter::setHighlighted);
    m_uncover->setObjectName(QStringLiteral("uncover"));
    m_uncover->setFocusPolicy(Qt::TabFocus);
    connect(m_uncover, &QPushButton::clicked, this, [this] { m_cards->setCovered({}); });
    m_note->setObjectName(QStringLiteral("learnNote"));
    m_table->setObjectName(QStringLiteral("guesses"));
    m_rhoControls = makeRhoControls();
    m_grids = makeGrids();
    for (QWidget* view : std::initializer_list<QWidget*>{m_table, m_losses, m_exercise, m_grids, m_curves})
        m_views->addWidget(view);
    arrange(this, column({m_cards, row({m_uncover, m_note, stretch(), m_rhoControls}), grow(m_views)}));

    connect(&m_guessing, &AnyAsyncQuery::changed, this, [this] {
        if (m_guessing.state() == AsyncQueryState::Failed)
            this->course().session().notify(m_guessing.failure(), m_guessing.hint(), Severity::Warning);
        const auto guesses = m_guessing.answer();
        if (!guesses) return;
        m_guesses = *guesses;
        showGuesses();
        emit guessesShown();
    });
    connect(m_exercise, &ExerciseView::measured, this, &ClozeChapter::measured);
    connect(m_exercise, &ExerciseView::learned, this, [this] {
        const std::vector<double> now = m_exercise->probabilities();
        if (int(now.size()) >= kHiddenForTask && std::all_of(now.begin(), now.end(), [](double probability) {
                return probability > kMinProbabilityForTask;
            }))
            emit taskDone();
    });
    connect(&course, &Course::historyChanged, this, &ClozeChapter::showHistory);
    connect(&course, &Course::runsChanged, this, &ClozeChapter::requestGuesses);
    connect(&Theme::instance(), &Theme::changed, this, &ClozeChapter::showGuesses);
    showHistory();
}

ClozeChapter::~ClozeChapter() = default;

QWidget* ClozeChapter::makeRhoControls() {
    m_rho = new QSlider(Qt::Horizontal);
    m_rho->setObjectName(QStringLiteral("rho"));
    keepValue(m_rho, StateScope::Workspace);
    m_rho->setRange(kMinRho, kMaxRho);
    m_rho->setValue(kUsualRho);
    m_rho->setAccessibleName(tr("Mask probability rho"));
    m_rho->setToolTip(tr("ρ: the probability with which training covers each position"));
    m_rhoValue = new QLabel;
    connect(m_rho, &QSlider::valueChanged, this, &ClozeChapter::showRho);
    auto* draw = new QPushButton(tr("Draw another mask"));
    draw->setObjectName(QStringLiteral("drawMask"));
    draw->setFocusPolicy(Qt::TabFocus);
    draw->setToolTip(tr("Covers each position with probability ρ, but at least one position, as in a training sample"));
    connect(draw, &QPushButton::clicked, this, &ClozeChapter::drawMask);
    const auto applySizes = [this] {
        m_rho->setFixedWidth(Theme::instance().px(kRhoWidth));
        m_rhoValue->setFont(Theme::instance().numbers());
    };
    applySizes();
    connect(&Theme::instance(), &Theme::changed, this, applySizes);
    return boxed(row({m_rhoValue, m_rho, draw}));
}

QWidget* ClozeChapter::makeGrids() {
    m_bidirectional = new MaskGrid(tr("Both sides (BERT4Rec)"), AttentionMask::Bidirectional);
    m_bidirectional->setObjectName(QStringLiteral("bothSides"));
    m_causal = new MaskGrid(tr("Left only (SASRec)"), AttentionMask::Causal);
    m_causal->setObjectName(QStringLiteral("leftOnly"));
    for (MaskGrid* grid : {m_bidirectional, m_causal})
        connect(grid, &MaskGrid::hovered, this, &ClozeChapter::setHighlighted);
    m_rhoFacts = new QLabel;
    m_rhoFacts->setObjectName(QStringLiteral("rhoFacts"));
    m_rhoFacts->setTextFormat(Qt::MarkdownText);
    m_rhoFacts->setWordWrap(true);
    auto* axes = captionLabel();
    axes->setText(tr("Row: the card that is guessed. Columns: the cards that are read for it."));
    return boxed(
        row({grow(m_bidirectional), grow(m_causal), grow(column({m_rhoFacts, axes, stretch()}))}, space::kPageMargin));
}

void ClozeChapter::showStep(int step) {
    m_step = step;
    m_rhoControls->setVisible(step == kRho);
    m_cards->setVisible(step != kTrain);
    fitNoteLine();
    QWidget* const views[] = {m_table, m_losses, m_losses, m_exercise, m_grids, m_curves};
    m_views->setCurrentWidget(views[std::clamp(step, int(kCover), int(kTrain))]);
    if (step != kLearn) m_exercise->stop();
    if (step == kTrain && m_curves->models().empty()) {
        const auto dataset = course().session().dataset();
        if (!dataset) return;
        std::vector<LiveModel> models;
        for (const double rho : kLiveRhos) {
            RunConfig config = lessonConfig(Course::bidirectionalModel(), *dataset, kLiveEpochs);
            setConfigValue(config, "mask_probability", std::to_string(rho));
            models.push_back(
                {tr("ρ = %1").arg(fixedNumber(rho, 1)), config, Theme::instance().categoryStyle(int(models.size()))});
        }
        m_curves->setModels(std::move(models), kLiveEpochs);
    }
    // Without a covered card there would be nothing to show.
    if (step < kTrain && m_cards->count() > 2 && m_cards->covered().empty()) coverOne();
    showCovered();
    showLosses();
    showRho();
}

void ClozeChapter::coverOne() {
    m_cards->setCovered({m_cards->count() / 2});
    m_isCoveredByChapter = true;
    showCovered();
}

void ClozeChapter::restart() {
    m_cards->setCovered({});
    m_rho->setValue(kUsualRho);
    m_draws = 0;
    m_exercise->startOver();
    m_curves->setModels({}, 0);
}

QString ClozeChapter::finding() const {
    return m_exercise->finding();
}

void ClozeChapter::fitLayout() {
    m_cards->setCompact(isCompact());
    fitNoteLine();
}

/// Hides the line with the note in the compact layout of the step `kLearn`, where the plot of the exercise needs the
/// space.
void ClozeChapter::fitNoteLine() {
    const bool isShown = m_step != kTrain && !(m_step == kLearn && isCompact());
    m_uncover->setVisible(isShown);
    m_note->setVisible(isShown);
}

void ClozeChapter::leave() {
    m_exercise->stop();
    m_curves->stop();
}

void ClozeChapter::showHistory() {
    m_guesses = {};
    const QStringList titles = course().titles();
    m_cards->setTitles(titles);
    for (MaskGrid* grid : {m_bidirectional, m_causal}) grid->setSize(int(titles.size()));
    showGuesses();
    showStep(m_step);
}

void ClozeChapter::requestGuesses() {
    if (!course().history()) return;
    const std::set<int> covered = m_cards->covered();
    m_guessing.run({course().runs(), course().history(), std::vector<std::int32_t>(covered.begin(), covered.end())});
}

GuessModel ClozeChapter::describeModel(const std::string& model, const std::optional<LoadedRun>& run,
                                       const std::vector<MaskedPrediction>& guesses,
                                       const QString& attentionMask) const {
    Session& session = course().session();
    GuessModel described;
    described.title = QString::fromStdString(modelInfo(model).title);
    described.model = QString::fromStdString(model);
    described.attentionMask = attentionMask;
    const auto record = run ? session.runById(run->run) : std::nullopt;
    described.style = record ? runStylesOf(session).styleOf(*record) : firstStyleOf(model);
    if (!run) {
        described.whyMissing = tr("%1 is not trained on this dataset yet.").arg(described.title);
        return described;
    }
    if (record) described.title = QString::fromStdString(record->name);
    for (const MaskedPrediction& guess : guesses) {
        const Token truth = course().history()->items[std::size_t(guess.position)];
        PositionGuess shown{.position = guess.position,
                            .top = {},
                            .truthTitle = session.titleOf(truth),
                            .truthRank = guess.truthRank,
                            .truthProbability = double(guess.truthProbability)};
        for (const Recommendation& best : guess.top)
            shown.top.push_back({session.titleOf(best.token), double(best.probability), best.token == truth});
        described.guesses.push_back(std::move(shown));
    }
    return described;
}

void ClozeChapter::showGuesses() {
    const auto history = course().history();
    if (!history && m_cards->count() > 0) return;  // keep the shown history until the requested one is read
    // Shows the positions of the latest guesses; if other positions were covered since then, they are shown once their
    // guesses are computed. If no model is trained, shows the covered positions, so that the hidden items are still
    // named.
    const std::vector<MaskedPrediction>& firstGuesses =
        m_guesses.bidirectional.empty() ? m_guesses.causal : m_guesses.bidirectional;
    std::vector<int> positions;
    for (const MaskedPrediction& guess : firstGuesses) positions.push_back(guess.position);
    if (!course().runs().bidirectional && !course().runs().causal)
        for (const int position : m_cards->covered()) positions.push_back(position);
    QStringList truths;
    for (const int position : positions) truths << course().session().titleOf(history->items[std::size_t(position)]);
    m_table->showGuesses(
        positions, truths,
        {describeModel(Course::bidirectionalModel(), course().runs().bidirectional, m_guesses.bidirectional,
                       tr("reads both sides")),
         describeModel(Course::causalModel(), course().runs().causal, m_guesses.causal, tr("reads the left side"))},
        tr("Click a card to cover it. The five best guesses appear here, the true item outlined."));
    showCovered();
    showLosses();
}

void ClozeChapter::showCovered() {
    const std::set<int> covered = m_cards->covered();
    for (MaskGrid* grid : {m_bidirectional, m_causal}) grid->setCovered(covered);
    m_exercise->setHidden(std::vector<std::int32_t>(covered.begin(), covered.end()));
    m_uncover->setEnabled(!covered.empty());
    m_note->setText(m_cards->count() == 0 ? QString()
                    : m_isCoveredByChapter && m_step != kRho
                        ? tr("One card was covered for you; click others")
                        : tr("%1 of %2 covered").arg(covered.size()).arg(m_cards->count()));
}

/// Shows the input and the labels, as the BERT4Rec paper calls them, and from the third step on the loss of each label.
void ClozeChapter::showLosses() {
    m_losses->clearRows();
    const auto history = course().history();
    if (!history || m_cards->count() == 0) return;
    const std::set<int> covered = m_cards->covered();
    const bool showsLosses = m_step >= kLoss;
    m_losses->setColumnHidden(3, !showsLosses);
    m_losses->setColumnHidden(4, !showsLosses);
    double sum = 0;
    int counted = 0;
    for (int position = 0; position < m_cards->count(); ++position) {
        const QString title = course().session().titleOf(history->items[std::size_t(position)]);
        if (!covered.contains(position)) {
            m_losses->addRow({QString::number(position + 1), title, QString(), QString(), QString()});
            continue;
        }
        QString probability, loss;
        for (const MaskedPrediction& guess : m_guesses.bidirectional) {
            if (guess.position != position || guess.truthRank == 0) continue;
            probability = percentText(guess.truthProbability);
            loss = plainNumber(-std::log(double(guess.truthProbability)), 2);
            sum -= std::log(double(guess.truthProbability));
            ++counted;
        }
        m_losses->addRow({QString::number(position + 1), QStringLiteral("[MASK]"), title, probability, loss});
    }
    if (showsLosses && counted > 0)
        m_losses->addRow(
            {QString(), tr("Loss of this exercise (mean)"), QString(), QString(), plainNumber(sum / counted, 2)});
    m_losses->fitColumns();
    if (!covered.empty()) m_losses->scrollTo(m_losses->cells().index(*covered.rbegin(), 0));
}

void ClozeChapter::showRho() {
    const double rho = m_rho->value() / 100.0;
    m_rhoValue->setText(tr("ρ = %1").arg(fixedNumber(rho, 2)));
    const int items = m_cards->count();
    if (items == 0) return m_rhoFacts->clear();
    m_rhoFacts->setText(tr("**%1** of these %2 items are hidden on average, **%3** are left to read.\n\nThis history "
                           "can be hidden in **%4** ways, each an exercise of its own.")
                            .arg(fixedNumber(rho * items, 1))
                            .arg(items)
                            .arg(fixedNumber((1 - rho) * items, 1))
                            .arg(wholeNumber((std::int64_t(1) << items) - 1)));
}

void ClozeChapter::drawMask() {
    if (m_cards->count() == 0) return;
    Random random({kSeed, ++m_draws});
    std::set<int> positions;
    for (int position = 0; position < m_cards->count(); ++position)
        if (random.uniform() < m_rho->value() / 100.0) positions.insert(position);
    // A training sample without a covered position has no loss, so at least one is covered.
    if (positions.empty()) positions.insert(int(random.below(std::uint64_t(m_cards->count()))));
    m_cards->setCovered(positions);
}

void ClozeChapter::setHighlighted(int position) {
    m_cards->setHighlighted(position);
    m_bidirectional->setHighlighted(position);
    m_causal->setHighlighted(position);
}

}  // namespace recscope::ui
