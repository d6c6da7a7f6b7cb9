// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/users_tab.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/store/cohort_choice.h"
#include "core/util/random.h"
#include "ui/compare/pair_bar.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/session/protocol_text.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

constexpr int kABetter = 0, kBBetter = 1, kEqual = 2;
// Ranks are integers, so the points of many users would coincide. A reproducible shift of up to a fifth of a rank
// separates them.
constexpr double kJitter = 0.4;

double jittered(double rank, std::int32_t user, std::uint64_t axis) {
    return rank + kJitter * (Random({std::uint64_t(user), axis}).uniform() - 0.5);
}

}  // namespace

UsersTab::UsersTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_query(session.jobs(), {.title = tr("Comparing the users' ranks")},
              [](JobContext&, const ScoredLines& pair) { return pointsOf(pair); }),
      m_collecting(session.jobs(), {.title = tr("Collecting the users")},
                   [](JobContext&, const LassoRequest& drawn) { return usersInside(drawn); }),
      m_pair(new PairBar(PairBar::Offers::Lines)),
      m_plot(new PlotView(QString(), QString(), QString())),
      m_verdict(mutedLabel()),
      m_user(new QLabel),
      m_missed(new QPushButton),
      m_both(new QPushButton(tr("See both models"))),
      m_explore(new QPushButton(tr("Open in Explore"))),
      m_draw(new QToolButton),
      m_lasso(new Lasso(*m_plot->plot())) {
    m_draw->setObjectName(QStringLiteral("rankLasso"));
    m_draw->setText(tr("Lasso"));
    m_draw->setCheckable(true);
    m_draw->setToolTip(tr("Draw a line around points to see what these users have in common (or hold Ctrl)"));
    m_missed->setObjectName(QStringLiteral("missedByBoth"));
    m_verdict->setWordWrap(true);
    m_plot->setObjectName(QStringLiteral("rankPlot"));
    m_plot->setXScale(PlotView::Scale::Log);
    m_plot->setYScale(PlotView::Scale::Log);
    m_plot->setDecimals(0, 0);
    m_plot->marks().setDiagonal(true);
    m_plot->setPicking([this](int line, int point) { return pointText(line, point); });
    m_user->setObjectName(QStringLiteral("rankUser"));
    m_user->setWordWrap(true);
    m_both->setObjectName(QStringLiteral("seeBoth"));
    m_explore->setObjectName(QStringLiteral("rankExplore"));
    arrange(this,
            column({row({m_pair, stretch(), m_draw, m_missed}), m_verdict, grow(m_plot),
                    row({grow(m_user), m_both, m_explore})}),
            {0, space::kPadding, 0, 0});
    connectSignals();
}

void UsersTab::connectSignals() {
    connect(m_pair, &PairBar::pairChanged, this, &UsersTab::requestPoints);
    connect(&m_query, &AnyAsyncQuery::changed, this, &UsersTab::fill);
    connect(&m_collecting, &AnyAsyncQuery::changed, this, [this] {
        if (m_collecting.state() == AsyncQueryState::Failed)
            m_session.notify(m_collecting.failure(), m_collecting.hint(), Severity::Warning);
        if (const auto users = m_collecting.answer(); users && m_points && m_pair->a() && m_pair->b()) {
            if (users->empty()) {
                m_lasso->clear();
                return m_user->setText(tr("No user is inside the line."));
            }
            offer(*users, tr("Users inside a line drawn around their ranks in %1").arg(pairText()),
                  tr("Lasso selection in %1").arg(pairText()));
        }
    });
    connect(m_plot, &PlotView::pointClicked, this, &UsersTab::showUser);
    connect(m_both, &QPushButton::clicked, this, [this] {
        if (m_pair->a() && m_chosen >= 0) emit userRequested(m_chosen, m_pair->a()->id(), m_pair->b()->id());
    });
    connect(m_explore, &QPushButton::clicked, this, [this] {
        if (m_chosen >= 0) m_session.chooseUser(m_chosen);
    });
    connect(m_draw, &QToolButton::toggled, m_lasso, &Lasso::setActive);
    connect(m_lasso, &Lasso::drawn, this, &UsersTab::offerLassoed);
    connect(m_missed, &QPushButton::clicked, this, &UsersTab::offerMissed);
}

QString UsersTab::pairText() const {
    return tr("%1 and %2").arg(m_pair->a()->name, m_pair->b()->name);
}

void UsersTab::offer(std::vector<std::int32_t> users, const QString& chosen, const QString& name) {
    const QString basis =
        tr("%1 items; %2").arg(splitText(m_scoring.split), QString::fromStdString(m_scoring.protocol.sentence()));
    CohortBasis basedOn;
    for (const ComparedLine* line : {m_pair->a(), m_pair->b()})
        basedOn.add({.by = ChosenBy::Rank, .name = line->name.toStdString()}, m_points->scored);
    emit cohortRequested({.dataset = m_pair->a()->record().dataset,
                          .users = std::move(users),
                          .howChosen = tr("%1 (%2).").arg(chosen, basis),
                          .name = name,
                          .rule = m_scoring.protocol.split,
                          .split = m_scoring.split,
                          .basis = std::move(basedOn)});
}

std::vector<std::int32_t> UsersTab::usersInside(const LassoRequest& drawn) {
    std::vector<std::int32_t> users;
    for (const auto& line : drawn.points->lines)
        for (const Point& point : line)
            if (drawn.area.contains(point.x, point.y)) users.push_back(point.a.user);
    std::sort(users.begin(), users.end());
    return users;
}

void UsersTab::offerLassoed() {
    m_draw->setChecked(false);
    if (m_points) m_collecting.run({m_points, m_lasso->area()});
}

void UsersTab::offerMissed() {
    if (!m_points) return;
    offer(m_points->missed,
          tr("Users missed by both %1: the held-out item is at rank 11 or worse in each").arg(pairText()),
          tr("Missed by %1").arg(pairText()));
}

void UsersTab::setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring) {
    m_pair->setLines(lines);
    m_scoring = scoring;
    requestPoints();
}

void UsersTab::requestPoints() {
    if (m_pair->a() && m_pair->b()) {
        m_query.run({{*m_pair->a(), *m_pair->b()}, m_scoring});
    } else {
        m_query.cancel();
    }
}

UsersTab::Points UsersTab::pointsOf(const ScoredLines& pair) {
    const ComparedLine &a = pair.lines[0], &b = pair.lines[1];
    Points points;
    points.verdict = pairVerdict(a, b, pair.scoring, "ndcg@10");
    const std::vector<MedianRank> left = medianRanks(a.ranks(pair.scoring)), right = medianRanks(b.ranks(pair.scoring));
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        const MedianRank &x = left[i], &y = right[j];
        if (x.user == y.user) {
            points.lines[x.rank < y.rank   ? kABetter
                         : y.rank < x.rank ? kBBetter
                                           : kEqual]
                .push_back({x, y, jittered(x.rank, x.user, 0), jittered(y.rank, y.user, 1)});
            points.scored.push_back(x.user);
            if (std::min(x.rank, y.rank) > kCohortHitRank) points.missed.push_back(x.user);
            ++i;
            ++j;
        } else {
            x.user < y.user ? ++i : ++j;
        }
    }
    return points;
}

void UsersTab::describeAxes() {
    const ComparedLine *a = m_pair->a(), *b = m_pair->b();
    if (!a || !b) {
        m_plot->setLabels({}, tr("Rank in A"), tr("Rank in B"));
        m_plot->setEmptyText(tr("Choose two or more runs above to see which one is better for which users."));
        return;
    }
    const auto label = [](const ComparedLine& line) {
        return (line.isGroup() ? tr("Median rank in %1") : tr("Rank in %1")).arg(line.name);
    };
    m_plot->setLabels({}, label(*a), label(*b));
    m_plot->setEmptyText(m_query.isOpen() ? tr("Comparing the users' ranks…")
                         : m_query.state() == AsyncQueryState::Failed
                             ? m_query.failureWithHint()
                             : tr("Both runs must be scored on %1 under this protocol: score them on the Metrics tab.")
                                   .arg(splitText(m_scoring.split)));
}

void UsersTab::fill() {
    m_points = m_query.answer();
    const ComparedLine *a = m_pair->a(), *b = m_pair->b();
    const bool samePair = a && b && a->id() == m_shownA && b->id() == m_shownB;
    m_shownA = a ? a->id() : 0;
    m_shownB = b ? b->id() : 0;
    if (!samePair) {
        m_plot->clear();
        for (int line = 0; line < 3; ++line) m_plot->addLine({});
        m_chosen = -1;
    }
    m_verdict->setVisible(a && b);
    if (m_points) {
        m_verdict->setText(QStringLiteral("%1 %2").arg(m_points->verdict.sentence, m_points->verdict.basis));
        m_verdict->setToolTip(m_points->verdict.method);
    } else if (!samePair) {
        m_verdict->clear();
    }
    describeAxes();
    fillPoints();
    const std::size_t all = m_points ? m_points->count() : 0;
    if (m_chosen < 0)
        m_user->setText(
            all ? tr("Each point is a user; above the line, A ranks the held-out item higher than B does. Click one.")
                : QString());
    m_lasso->clear();
    const auto missed = m_points ? std::int64_t(m_points->missed.size()) : 0;
    m_missed->setText(tr("Missed by both: %1").arg(wholeNumber(missed)));
    m_missed->setEnabled(missed > 0);
    m_missed->setToolTip(
        missed > 0 ? tr("Common properties of the users whose held-out item is at rank 11 or worse in both A and B")
                   : tr("No user is missed by both"));
    for (QWidget* part : {static_cast<QWidget*>(m_both), static_cast<QWidget*>(m_explore),
                          static_cast<QWidget*>(m_missed), static_cast<QWidget*>(m_draw)})
        part->setVisible(all > 0);
    describeButtons();
}

void UsersTab::fillPoints() {
    const ComparedLine *a = m_pair->a(), *b = m_pair->b();
    static const Points none;
    const Points& points = m_points ? *m_points : none;
    const std::size_t all = points.count();
    const auto users = [&](int line) { return wholeNumber(std::int64_t(points.lines[std::size_t(line)].size())); };
    const QString counts[3] = {a ? tr("item ranked higher by %1; users: %2").arg(a->name, users(kABetter)) : QString(),
                               b ? tr("item ranked higher by %1; users: %2").arg(b->name, users(kBBetter)) : QString(),
                               tr("ranked equally; users: %1").arg(users(kEqual))};
    for (int line = 0; line < 3; ++line) {
        PlotView::Line style;
        style.name = counts[line];
        style.dash = Qt::NoPen;
        style.colour = Theme::instance().colours().muted;
        style.marker = kNeutralMarker;
        if (line == kABetter && a) style.colour = a->style.colour, style.marker = a->style.marker;
        if (line == kBBetter && b) style.colour = b->style.colour, style.marker = b->style.marker;
        // The points of many users overlap, so they are smaller and more transparent.
        style.markerSize = all > 5000 ? 4 : 6;
        style.opacity = all > 20000 ? 0.25 : all > 1000 ? 0.5 : 0.75;
        QVector<double> x, y;
        for (const Point& point : points.lines[std::size_t(line)]) {
            x << point.x;
            y << point.y;
        }
        m_plot->setLine(line, style);
        m_plot->setPoints(line, x, y);
    }
}

void UsersTab::describeButtons() {
    const bool isUserChosen = m_chosen >= 0;
    m_both->setEnabled(isUserChosen);
    m_explore->setEnabled(isUserChosen);
    m_both->setToolTip(isUserChosen ? tr("Recommendations and attention of both models for this user")
                                    : tr("Click a point first"));
    m_explore->setToolTip(isUserChosen ? tr("Show this user on the Explore page") : tr("Click a point first"));
}

const UsersTab::Point* UsersTab::pointAt(int line, int point) const {
    if (!m_points || line < 0 || line > 2) return nullptr;
    const std::vector<Point>& points = m_points->lines[std::size_t(line)];
    return point < 0 || point >= int(points.size()) ? nullptr : &points[std::size_t(point)];
}

QString UsersTab::pointText(int line, int point) const {
    const Point* p = pointAt(line, point);
    if (!p || !m_pair->a() || !m_pair->b()) return {};
    return QStringLiteral("%1\n%2\n%3")
        .arg(targetText(*p), rankText(*m_pair->a(), p->a.rank), rankText(*m_pair->b(), p->b.rank));
}

QString UsersTab::targetText(const Point& point) const {
    const SplitRule& split = m_scoring.protocol.split;
    const bool haveSeveralTargets = split.kind == SplitKind::TimeWindow && split.targets == Targets::All;
    return haveSeveralTargets ? tr("the best ranked of the held-out items") : m_session.titleOf(point.a.target);
}

QString UsersTab::rankText(const ComparedLine& line, double rank) {
    // The median of an even number of seeds may lie between two ranks.
    const QString text = rank == std::floor(rank) ? wholeNumber(std::int64_t(rank)) : fixedNumber(rank, 1);
    return (line.isGroup() ? tr("median rank %1 in %2") : tr("rank %1 in %2")).arg(text, line.name);
}

QString UsersTab::rankBasisText(const ComparedLine& line, std::int32_t user) const {
    if (!line.isGroup()) return keptWeightsText(line.record());
    QStringList ranks;
    for (const std::span<const UserRank> seed : line.ranks(m_scoring)) {
        const auto found =
            std::lower_bound(seed.begin(), seed.end(), user,
                             [](const UserRank& rank, std::int32_t requested) { return rank.user < requested; });
        if (found != seed.end() && found->user == user) ranks << wholeNumber(found->rank);
    }
    return tr("ranks by seed: %1").arg(ranks.join(QStringLiteral(", ")));
}

void UsersTab::showUser(int line, int point) {
    const Point* p = pointAt(line, point);
    if (!p || !m_pair->a() || !m_pair->b()) return;
    m_chosen = p->a.user;
    const ComparedLine &a = *m_pair->a(), &b = *m_pair->b();
    m_user->setText(tr("The item held out for this user, %1, is %2 (%3) and %4 (%5).")
                        .arg(targetText(*p), rankText(a, p->a.rank), rankBasisText(a, m_chosen), rankText(b, p->b.rank),
                             rankBasisText(b, m_chosen)));
    describeButtons();
}

}  // namespace recscope::ui
