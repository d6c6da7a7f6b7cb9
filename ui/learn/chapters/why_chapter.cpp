// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/why_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/learn/course.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/wrapped_label.h"

namespace recscope::ui {

namespace {
constexpr std::uint64_t kFirstSeed = 1;
constexpr int kDecidedForTask = 10;
constexpr double kNearlyAlways = 0.9;
enum Option { kAlways, kLessThanRemoval, kMoreThanRemoval };
}  // namespace

WhyChapter::WhyChapter(Course& course)
    : ChapterWidget(course),
      m_drawing(course.session().jobs(), {.title = tr("Drawing twenty cases"), .lane = Lane::Model},
                [cache = course.cache()](JobContext& context, const CasesOf& of) {
                    return drawCases(context.workspace, *cache, of.dataset, of.run, of.seed, context.stop, kWhyCases,
                                     kMostWhyItems);
                }),
      m_counting(course.session().jobs(), {.title = tr("Counting two hundred cases"), .lane = Lane::Model},
                 [cache = course.cache()](JobContext& context, const CasesOf& of) {
                     return drawCases(context.workspace, *cache, of.dataset, of.run, of.seed, context.stop,
                                      kCountedCases);
                 }),
      m_seed(kFirstSeed),
      m_title(new WrappedLabel),
      m_said(new WrappedLabel),
      m_items(new BarRows(tr("What the model read, oldest first · bar: where it looked, mean over all heads"))),
      m_board(new BarRows({})),
      m_next(new QPushButton(tr("Next case"))) {
    m_title->setObjectName(QStringLiteral("caseTitle"));
    m_title->setProperty("role", "section");
    m_said->setObjectName(QStringLiteral("caseSaid"));
    m_items->setObjectName(QStringLiteral("caseItems"));
    m_items->setClickable(true);
    m_board->setObjectName(QStringLiteral("causeBoard"));
    m_next->setObjectName(QStringLiteral("nextCase"));
    m_next->setFocusPolicy(Qt::TabFocus);
    connect(m_items, &BarRows::rowClicked, this, &WhyChapter::choose);
    connect(m_next, &QPushButton::clicked, this, &WhyChapter::next);
    arrange(this, row({grow(column({m_title, grow(m_items)}), 3),
                       grow(column({grow(m_board), m_said, row({m_next, room()}), room()}), 2)},
                      space::kPage));
    m_drawing.waitFor(*this);
    connect(&m_drawing, &AnyQuestion::changed, this, [this] {
        showCase();
        emit measured();
    });
    m_counting.waitFor(*this);
    connect(&m_counting, &AnyQuestion::changed, this, [this] {
        showBoard();
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
    const auto dataset = course().session().dataset();
    const std::optional<LoadedRun>& run =
        course().runs().bothSides ? course().runs().bothSides : course().runs().leftOnly;
    if (dataset && run && course().knowsCauses()) {
        m_drawing.ask({dataset->id, *run, m_seed});
        m_counting.ask({dataset->id, *run, kFirstSeed});
    } else {
        m_drawing.withdraw();
        m_counting.withdraw();
    }
    showCase();
}

void WhyChapter::restart() {
    ++m_seed;
    m_revealed = false;
    begin();
    emit measured();
}

/// The lane is the one that answers a click in Explore: nothing is counted there for a chapter that nobody sees.
void WhyChapter::leave() {
    m_drawing.stop();
    m_counting.stop();
}

void WhyChapter::showEvent(QShowEvent* event) {
    ChapterWidget::showEvent(event);
    for (auto* question : {&m_drawing, &m_counting})
        if (question->state() == QuestionState::Stopped) question->ask(*question->asked());
}

void WhyChapter::reveal() {
    m_revealed = true;
    showBoard();
}

WhyChapter::Hits WhyChapter::hitsOf(const std::vector<WhyCase>& cases) {
    Hits hits{.cases = int(cases.size()), .weight = 0, .removal = 0, .chance = 0};
    for (const WhyCase& of : cases) {
        hits.weight += of.isCause(of.largestWeight);
        hits.removal += of.isCause(of.removal);
        hits.chance += double(of.causes.size()) / double(of.items.size());
    }
    return hits;
}

int WhyChapter::personHits() const {
    int hits = 0;
    for (int i = 0; i < decided(); ++i) hits += (*cases())[std::size_t(i)].isCause(m_choices[std::size_t(i)]);
    return hits;
}

std::vector<int> WhyChapter::rightOptions() const {
    const auto counted = m_counting.answer();
    if (decided() < kDecidedForTask || !counted) return {};
    const Hits all = hitsOf(*counted);
    if (all.weight >= kNearlyAlways * all.cases) return {kAlways};
    if (all.weight == all.removal) return {kLessThanRemoval, kMoreThanRemoval};
    return {all.weight < all.removal ? kLessThanRemoval : kMoreThanRemoval};
}

QString WhyChapter::finding() const {
    const auto counted = m_counting.answer();
    if (m_counting.state() == QuestionState::Failed)
        return tr("The cases could not be counted. %1").arg(m_counting.wholeFailure());
    if (counted && counted->empty()) return tr("This data has no such case: there is nothing to count.");
    if (decided() < kDecidedForTask || !counted) return {};
    const Hits all = hitsOf(*counted);
    const auto share = [&all](double hits) { return percentText(hits / all.cases, 0); };
    return tr("Counted in %1 cases: the largest weight is the planted cause in %2, the removal test finds it in %3, "
              "chance would in %4. Your ten cases may come out the other way: ten are few.%5")
        .arg(all.cases)
        .arg(
            share(all.weight), share(all.removal), share(all.chance),
            all.weight == all.removal ? QLatin1Char(' ') + tr("In this model both find it equally often.") : QString());
}

void WhyChapter::choose(int item) {
    if (!cases() || m_shown >= int(cases()->size()) || m_shown < decided()) return;
    m_choices.push_back(item);
    showCase();
    if (decided() >= kDecidedForTask) {
        emit taskDone();
        emit measured();
    }
}

void WhyChapter::next() {
    if (!cases() || m_shown >= decided() || m_shown + 1 >= int(cases()->size())) return;
    ++m_shown;
    showCase();
}

void WhyChapter::showCase() {
    const Session& session = course().session();
    const bool isThere = cases() && m_shown < int(cases()->size());
    m_items->setEmptyText(cases()              ? tr("No held-out item of this data was caused by an earlier one.")
                          : m_drawing.isOpen() ? tr("Drawing twenty cases…")
                          : m_drawing.state() == QuestionState::None ? tr("The models must be trained first.")
                                                                     : QString());
    m_next->setEnabled(isThere && m_shown < decided() && m_shown + 1 < int(cases()->size()));
    if (!isThere) {
        m_items->setRows({}, 0, 1);
        m_title->clear();
        m_said->setText(m_drawing.wholeFailure());
        return showBoard();
    }
    const WhyCase& of = (*cases())[std::size_t(m_shown)];
    const bool isDecided = m_shown < decided();
    m_title->setText(tr("Case %1 of %2: which of these items caused \"%3\"?")
                         .arg(m_shown + 1)
                         .arg(cases()->size())
                         .arg(session.titleOf(of.target)));
    std::vector<BarRow> rows;
    double most = 0;
    for (int item = 0; item < int(of.items.size()); ++item) {
        const double weight = of.weights[std::size_t(item)];
        most = std::max(most, weight);
        QString mark;
        if (isDecided && of.isCause(item)) mark = tr("cause");
        if (isDecided && item == m_choices[std::size_t(m_shown)])
            mark += (mark.isEmpty() ? QString() : QStringLiteral(" · ")) + tr("you");
        if (isDecided && item == of.removal)
            mark += (mark.isEmpty() ? QString() : QStringLiteral(" · ")) + tr("removal");
        const double effect = of.effects.empty() ? 0 : of.effects[std::size_t(item)];
        // Decided, each row says what the removal test measured: how its log-probability changes without the item.
        QString text = percentText(weight);
        if (isDecided) {
            text = signedNumber(-effect, 1);
            if (!mark.isEmpty()) text = mark + QStringLiteral(" · ") + text;
        }
        rows.push_back({.title = session.titleOf(of.items[std::size_t(item)]),
                        .value = weight,
                        .text = text,
                        .colour = colourOf(Quantity::Weight),
                        .strong = isDecided && of.isCause(item),
                        .tip = isDecided ? tr("Weight %1; taken out, the logarithm of the held-out item's probability "
                                              "changes by %2")
                                               .arg(percentText(weight), signedNumber(-effect, 2))
                                         : tr("Weight %1").arg(percentText(weight))});
    }
    m_items->setRows(std::move(rows), 0, most);
    m_said->setText(
        !isDecided ? tr("Click the item.")
        : of.isCause(m_choices[std::size_t(m_shown)])
            ? tr("Yes: the sample was made so that this item brings the other one. The numbers at the right "
                 "are the removal test: the change without each item.")
            : tr("No: the item that was made to bring the other one is bold. The numbers at the right are "
                 "the removal test: the change without each item."));
    showBoard();
}

/// Why there is no count: of the board's three lower rows.
QString WhyChapter::whyUnknown() const {
    switch (m_counting.state()) {
        case QuestionState::Hidden:
        case QuestionState::Running:
            return tr("counting…");
        case QuestionState::None:
            return tr("no model");
        case QuestionState::Answered:
            return tr("no cases");
        case QuestionState::Failed:
        case QuestionState::Stopped:
            break;
    }
    return tr("not counted");
}

/// What the rivals found stays hidden until the question is answered. They are counted in many cases, so that their
/// order is no accident.
void WhyChapter::showBoard() {
    const auto counted = m_counting.answer();
    const Hits hits = counted ? hitsOf(*counted) : Hits();
    const QString failure = m_counting.wholeFailure();
    const auto rival = [&](const QString& title, double found, const QString& about) {
        const bool isKnown = m_revealed && hits.cases > 0;
        const double share = isKnown ? found / hits.cases : 0;
        return BarRow{.title = title,
                      .value = share,
                      .text = isKnown      ? percentText(share, 0)
                              : m_revealed ? whyUnknown()
                                           : QStringLiteral("?"),
                      .tip = !m_revealed         ? tr("Answer the question first")
                             : failure.isEmpty() ? about
                                                 : failure};
    };
    m_board->setTitle(hits.cases > 0
                          ? tr("Found the planted cause: you in your cases, the others in %1").arg(hits.cases)
                          : tr("Found the planted cause"));
    const int found = cases() ? personHits() : 0;
    m_board->setRows(
        {{.title = tr("You"),
          .value = decided() > 0 ? double(found) / decided() : 0,
          .text = tr("%1 of %2").arg(found).arg(decided()),
          .colour = Theme::instance().colours().good,
          .strong = true},
         rival(tr("Largest weight"), hits.weight, tr("The item with the largest mean weight over all heads")),
         rival(tr("Removal test"), hits.removal, tr("The item without which the held-out item loses most")),
         rival(tr("Chance"), hits.chance, tr("One of the items, drawn blindly"))},
        0, 1);
}

}  // namespace recscope::ui
