// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/why_chapter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "core/util/random.h"
#include "ui/learn/cause_words.h"
#include "ui/learn/course.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/wrapped_label.h"

namespace recscope::ui {

namespace {
constexpr std::uint64_t kFirstSeed = 1;
constexpr std::size_t kDrawnCases = 20;
constexpr int kDecidedForTask = 10;
/// The largest number of rows that can be read and chosen from comfortably. A planted cause is at most eight items
/// back, so it is always among them.
constexpr std::size_t kMaxRows = 16, kMaxRowsIfCompact = 9;
}  // namespace

WhyChapter::WhyChapter(Course& course)
    : ChapterWidget(course),
      m_counting(course.session().jobs(),
                 {.title = tr("Counting the cases"), .queue = WorkerQueue::Model, .isShownInStrip = true},
                 [cache = course.cache()](JobContext& context, const CountRequest& request) {
                     return findPlantedCauses(cache->of(context.workspace, request.run), context.workspace,
                                              context.stop);
                 }),
      m_seed(kFirstSeed),
      m_title(new WrappedLabel),
      m_caseResult(new WrappedLabel),
      m_headChoice(new QComboBox),
      m_items(new BarRows({})),
      m_board(new BarRows({})),
      m_next(new QPushButton(tr("Next case"))) {
    m_title->setObjectName(QStringLiteral("caseTitle"));
    m_title->setProperty("role", "section");
    m_caseResult->setObjectName(QStringLiteral("caseResult"));
    m_headChoice->setObjectName(QStringLiteral("caseLook"));
    m_headChoice->setAccessibleName(tr("Whose weights are shown"));
    m_headChoice->setFocusPolicy(Qt::TabFocus);
    m_items->setObjectName(QStringLiteral("caseItems"));
    m_items->setClickable(true);
    m_board->setObjectName(QStringLiteral("causeBoard"));
    m_next->setObjectName(QStringLiteral("nextCase"));
    m_next->setFocusPolicy(Qt::TabFocus);
    connect(m_items, &BarRows::rowClicked, this, &WhyChapter::choose);
    connect(m_next, &QPushButton::clicked, this, &WhyChapter::next);
    connect(m_headChoice, &QComboBox::currentIndexChanged, this, &WhyChapter::showCase);
    arrange(this,
            row({grow(column({m_title, grow(m_items)}), 3),
                 grow(column({grow(m_board), m_caseResult, row({m_next, m_headChoice, stretch()}), stretch()}), 2)},
                space::kPageMargin));
    m_counting.deferWhileHidden(*this);
    connect(&m_counting, &AnyAsyncQuery::changed, this, [this] {
        fillHeadChoice();
        if (m_drawn.empty()) drawCases();
        showCase();
        emit measured();
    });
    connect(&course, &Course::runsChanged, this, [this] {
        if (m_choices.empty()) begin();
    });
    connect(&course, &Course::datasetChanged, this, &WhyChapter::restart);
    begin();
}

void WhyChapter::begin() {
    m_shown = 0;
    m_choices.clear();
    m_drawn.clear();
    const auto dataset = course().session().dataset();
    const std::optional<LoadedRun>& run =
        course().runs().bidirectional ? course().runs().bidirectional : course().runs().causal;
    if (dataset && run && course().knowsCauses()) {
        m_counting.run({dataset->id, *run});
        drawCases();
    } else {
        m_counting.cancel();
    }
    showCase();
}

/// Draws the cases uniformly from all cases of the dataset.
void WhyChapter::drawCases() {
    const auto finding = counted();
    if (!finding) return;
    std::vector<std::size_t> order(finding->cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random({m_seed});
    random.shuffle(std::span(order));
    order.resize(std::min(order.size(), kDrawnCases));
    m_drawn = std::move(order);
}

void WhyChapter::fillHeadChoice() {
    const auto finding = counted();
    const int heads = finding && !finding->cases.empty() ? int(finding->cases.front().heads.size()) : 0;
    if (m_headChoice->count() == heads + 1) return;
    const QSignalBlocker quiet(m_headChoice);
    m_headChoice->clear();
    m_headChoice->addItem(tr("Mean over all heads"));
    for (int head = 0; head < heads; ++head)
        m_headChoice->addItem(QString::fromStdString(headName(finding->headAt(std::size_t(head)))));
}

void WhyChapter::restart() {
    ++m_seed;
    m_revealed = false;
    begin();
    emit measured();
}

/// Counting shares the worker queue that answers clicks in Explore, so it must not run for a hidden chapter.
void WhyChapter::leave() {
    m_counting.stop();
}

void WhyChapter::showEvent(QShowEvent* event) {
    ChapterWidget::showEvent(event);
    if (m_counting.state() == AsyncQueryState::Stopped) m_counting.run(*m_counting.request());
}

void WhyChapter::reveal() {
    m_revealed = true;
    showCase();
}

const CauseCase& WhyChapter::drawnCase(int number) const {
    return counted()->cases[m_drawn[std::size_t(number)]];
}

std::size_t WhyChapter::firstRow(const CauseCase& causeCase) const {
    const std::size_t maxRows = isCompact() ? kMaxRowsIfCompact : kMaxRows;
    return causeCase.items.size() > maxRows ? causeCase.items.size() - maxRows : 0;
}

void WhyChapter::fitLayout() {
    showCase();
}

std::int64_t WhyChapter::personHits() const {
    std::int64_t hits = 0;
    for (int number = 0; counted() && number < decided(); ++number)
        hits += drawnCase(number).isCause(m_choices[std::size_t(number)]);
    return hits;
}

std::vector<int> WhyChapter::rightOptions() const {
    std::vector<int> right;  // the options are in the order of CauseMethod
    if (const auto finding = counted())
        for (const CauseMethod method : conclusionFrom(*finding).best) right.push_back(int(method));
    return right;
}

QString WhyChapter::finding() const {
    if (m_counting.state() == AsyncQueryState::Failed)
        return tr("The cases could not be counted. %1").arg(m_counting.failureWithHint());
    const auto finding = counted();
    if (!finding) return {};
    // The run to which the counts belong; it need not be the run chosen now.
    const auto record = course().session().runById(m_counting.request()->run.run);
    const QString model =
        record ? tr("Model: %1.").arg(QString::fromStdString(record->name)) + QLatin1Char(' ') : QString();
    return model + causeCountsText(*finding) + QLatin1Char(' ') + causePairsText(*finding) + QLatin1Char(' ') +
           causeConclusionText(*finding);
}

void WhyChapter::choose(int row) {
    if (m_shown >= drawnCases() || m_shown < decided()) return;
    m_choices.push_back(firstRow(drawnCase(m_shown)) + std::size_t(row));
    showCase();
    if (decided() >= kDecidedForTask) emit taskDone();
}

void WhyChapter::next() {
    if (m_shown >= decided() || m_shown + 1 >= drawnCases()) return;
    ++m_shown;
    showCase();
}

const std::vector<double>& WhyChapter::weightsOf(const CauseCase& causeCase) const {
    const int head = m_headChoice->currentIndex() - 1;
    return head >= 0 && head < int(causeCase.heads.size()) ? causeCase.heads[std::size_t(head)] : causeCase.mean;
}

void WhyChapter::showCase() {
    const Session& session = course().session();
    const bool hasCase = m_shown < drawnCases() && counted();
    m_items->setEmptyText(m_counting.isOpen()                           ? tr("Counting the cases…")
                          : m_counting.state() == AsyncQueryState::None ? tr("The models must be trained first.")
                                                                        : QString());
    m_next->setEnabled(hasCase && m_shown < decided() && m_shown + 1 < drawnCases());
    m_headChoice->setEnabled(hasCase);
    if (!hasCase) {
        m_items->setTitle({});
        m_items->setRows({}, 0, 1);
        m_title->clear();
        m_caseResult->setText(m_counting.failureWithHint());
        return showBoard();
    }
    const CauseCase& causeCase = drawnCase(m_shown);
    const bool isDecided = m_shown < decided(), showsEffects = isDecided && m_revealed && !causeCase.effects.empty();
    m_title->setText(tr("Case %1 of %2, drawn from all %3: which of these items caused \"%4\"?")
                         .arg(m_shown + 1)
                         .arg(drawnCases())
                         .arg(counted()->cases.size())
                         .arg(session.titleOf(causeCase.target)));
    const std::size_t first = firstRow(causeCase);
    m_items->setTitle(
        first > 0 ? tr("The newest %1 of the %2 items that the model read, oldest first · bar: attention weight")
                        .arg(causeCase.items.size() - first)
                        .arg(causeCase.items.size())
                  : tr("What the model read, oldest first · bar: attention weight"));
    const std::vector<double>& weights = weightsOf(causeCase);
    std::vector<BarRow> rows;
    double largest = 0;
    for (std::size_t item = first; item < causeCase.items.size(); ++item) {
        const double weight = weights[item];
        largest = std::max(largest, weight);
        QStringList marks;
        if (isDecided && causeCase.isCause(item)) marks << tr("cause");
        if (isDecided && item == m_choices[std::size_t(m_shown)]) marks << tr("you");
        // The effects of hiding would give away the answer to the lesson's question, so they are shown only afterwards.
        marks << (showsEffects ? signedNumber(causeCase.effects[item], 1) : percentText(weight));
        rows.push_back({.title = session.titleOf(causeCase.items[item]),
                        .value = weight,
                        .text = marks.join(QStringLiteral(" · ")),
                        .colour = colourOf(Quantity::Weight),
                        .bold = isDecided && causeCase.isCause(item),
                        .tip = showsEffects
                                   ? tr("Weight %1; effect %2: the logarithm of the held-out item's probability with "
                                        "this item minus that with it hidden")
                                         .arg(percentText(weight), signedNumber(causeCase.effects[item], 2))
                                   : tr("Weight %1").arg(percentText(weight))});
    }
    m_items->setRows(std::move(rows), 0, std::max(largest, 1e-6));
    QString text = !isDecided ? tr("Click the cause.")
                   : causeCase.isCause(m_choices[std::size_t(m_shown)])
                       ? tr("Yes: in the sample dataset, the held-out item was generated because of this item.")
                       : tr("No: in the sample dataset, the held-out item was generated because of the item in bold.");
    if (showsEffects)
        text += QLatin1Char(' ') + tr("The numbers on the right: by how much the held-out item's log-probability falls "
                                      "when the item of that row is hidden. The other items keep their positions.");
    m_caseResult->setText(text);
    showBoard();
}

/// Says why there are no counts, in the rows of the methods.
QString WhyChapter::whyUnknown() const {
    switch (m_counting.state()) {
        case AsyncQueryState::Hidden:
        case AsyncQueryState::Running:
            return tr("counting…");
        case AsyncQueryState::None:
            return tr("no model");
        case AsyncQueryState::Answered:
            return tr("no cases");
        case AsyncQueryState::Failed:
        case AsyncQueryState::Stopped:
            break;
    }
    return tr("not counted");
}

/// The results of the methods stay hidden until the question is answered.
void WhyChapter::showBoard() {
    const auto finding = counted();
    const bool isKnown = m_revealed && finding;
    const QString failure = m_counting.failureWithHint();
    const auto rival = [&](const QString& title, const ShareInterval& share, const QString& about) {
        BarRow row{.title = title,
                   .value = isKnown ? share.share : 0,
                   .text = isKnown      ? percentText(share.share, 0)
                           : m_revealed ? whyUnknown()
                                        : QStringLiteral("?"),
                   .tip = !m_revealed         ? tr("Shown after you have answered the question of this lesson")
                          : failure.isEmpty() ? about
                                              : failure};
        if (isKnown && share.cases > 0) {
            row.interval = std::pair(share.low, share.high);
            row.tip = tr("%1: %2 of %3 cases, 95 % interval %4 to %5")
                          .arg(about)
                          .arg(share.hits)
                          .arg(share.cases)
                          .arg(percentText(share.low, 0), percentText(share.high, 0));
        }
        return row;
    };
    m_board->setTitle(finding ? tr("Found the planted cause: you in your cases, the others in all %1 · whisker: 95 % "
                                   "interval")
                                    .arg(finding->cases.size())
                              : tr("Found the planted cause"));
    const ShareInterval person = shareOf(personHits(), decided());
    BarRow you{.title = tr("You"),
               .value = person.share,
               .text = tr("%1 of %2").arg(person.hits).arg(decided()),
               .colour = Theme::instance().colours().good,
               .bold = true};
    if (decided() > 0) you.interval = std::pair(person.low, person.high);
    const auto shareBy = [&](CauseMethod method) { return isKnown ? finding->shareOf(method) : ShareInterval(); };
    const ShareInterval whenChosen = isKnown ? finding->headValidationShare : ShareInterval();
    const QString head = isKnown && finding->head ? QString::fromStdString(finding->headTitle()) : tr("One head");
    m_board->setRows({you,
                      rival(tr("Mean over all heads"), shareBy(CauseMethod::Mean),
                            tr("The item with the largest mean weight over all heads")),
                      rival(tr("%1, on validation").arg(head), whenChosen,
                            tr("The head that gives the cause its largest weight most often in the validation cases, "
                               "measured on the same cases: too optimistic, because the head was chosen by them")),
                      rival(tr("%1, in these cases").arg(head), shareBy(CauseMethod::Head),
                            tr("The same head in the cases of this lesson, which were not used to choose it")),
                      rival(tr("Hiding each item"), shareBy(CauseMethod::Removal),
                            tr("The item whose hiding lowers the probability of the held-out item most; an item that "
                               "occurs several times is hidden at all its positions")),
                      rival(tr("Chance"), ShareInterval{.share = isKnown ? finding->chance : 0},
                            tr("One of the items, drawn at random"))},
                     0, 1);
}

}  // namespace recscope::ui
