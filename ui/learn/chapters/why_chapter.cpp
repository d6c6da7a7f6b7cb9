// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/why_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/learn/bar_rows.h"
#include "ui/learn/course.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

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
      m_seed(kFirstSeed),
      m_title(sectionLabel()),
      m_said(new QLabel),
      m_items(new BarRows(tr("What the model read, oldest first · bar: where it looked, mean over all heads"))),
      m_board(new BarRows(tr("Found the true cause"))),
      m_next(new QPushButton(tr("Next case"))) {
    m_title->setObjectName(QStringLiteral("caseTitle"));
    m_title->setWordWrap(true);
    m_said->setObjectName(QStringLiteral("caseSaid"));
    m_said->setWordWrap(true);
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
        if (m_drawing.state() == QuestionState::Failed) m_said->setText(m_drawing.wholeFailure());
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
    const auto dataset = course().session().dataset();
    const std::optional<LoadedRun>& run =
        course().runs().bothSides ? course().runs().bothSides : course().runs().leftOnly;
    if (dataset && run && course().knowsCauses())
        m_drawing.ask({dataset->id, *run, m_seed});
    else
        m_drawing.withdraw();
    showCase();
}

void WhyChapter::restart() {
    ++m_seed;
    m_revealed = false;
    begin();
    emit measured();
}

void WhyChapter::reveal() {
    m_revealed = true;
    showBoard();
}

WhyChapter::Hits WhyChapter::hitsOf(int count) const {
    Hits hits;
    for (int i = 0; i < count; ++i) {
        const WhyCase& of = (*cases())[std::size_t(i)];
        if (i < int(m_choices.size())) hits.person += of.isCause(m_choices[std::size_t(i)]);
        hits.weight += of.isCause(of.largestWeight);
        hits.removal += of.isCause(of.removal);
        hits.chance += double(of.causes.size()) / double(of.items.size());
    }
    return hits;
}

std::vector<int> WhyChapter::rightOptions() const {
    if (decided() < kDecidedForTask || !cases()) return {};
    const Hits all = hitsOf(int(cases()->size()));
    if (all.weight >= kNearlyAlways * double(cases()->size())) return {kAlways};
    if (all.weight == all.removal) return {kLessThanRemoval, kMoreThanRemoval};
    return {all.weight < all.removal ? kLessThanRemoval : kMoreThanRemoval};
}

QString WhyChapter::finding() const {
    if (decided() < kDecidedForTask || !cases()) return {};
    const Hits all = hitsOf(int(cases()->size()));
    return tr("In all %1 cases: largest weight %2, removal test %3, chance %4.%5")
        .arg(cases()->size())
        .arg(all.weight)
        .arg(all.removal)
        .arg(fixedNumber(all.chance, 1), all.weight == all.removal
                                             ? QLatin1Char(' ') + tr("In this model both find it equally often.")
                                             : QString());
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
                                               : tr("The models must be trained first."));
    m_next->setEnabled(isThere && m_shown < decided() && m_shown + 1 < int(cases()->size()));
    if (!isThere) {
        m_items->setRows({}, 0, 1);
        m_title->clear();
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
        rows.push_back({.title = session.titleOf(of.items[std::size_t(item)]),
                        .value = weight,
                        .text = isDecided ? mark : percentText(weight),
                        .colour = colourOf(Quantity::Weight),
                        .strong = isDecided && of.isCause(item),
                        .tip = tr("Weight %1").arg(percentText(weight))});
    }
    m_items->setRows(std::move(rows), 0, most);
    m_said->setText(!isDecided                                    ? tr("Click the item.")
                    : of.isCause(m_choices[std::size_t(m_shown)]) ? tr("Yes: that is the planted cause.")
                                                                  : tr("No: the planted cause is bold."));
    showBoard();
}

/// What the rivals found stays hidden until the question is answered.
void WhyChapter::showBoard() {
    const Hits hits = cases() ? hitsOf(decided()) : Hits();
    const auto rival = [this](const QString& title, double value, const QString& text) {
        return BarRow{.title = title,
                      .value = m_revealed ? value : 0,
                      .text = m_revealed ? text : QStringLiteral("?"),
                      .tip = m_revealed ? QString() : tr("Answer the question first")};
    };
    m_board->setRows({{.title = tr("You"),
                       .value = double(hits.person),
                       .text = tr("%1 of %2").arg(hits.person).arg(decided()),
                       .colour = Theme::instance().colours().good,
                       .strong = true},
                      rival(tr("Largest weight"), hits.weight, QString::number(hits.weight)),
                      rival(tr("Removal test"), hits.removal, QString::number(hits.removal)),
                      rival(tr("Chance"), hits.chance, fixedNumber(hits.chance, 1))},
                     0, std::max(1, decided()));
}

}  // namespace recscope::ui
