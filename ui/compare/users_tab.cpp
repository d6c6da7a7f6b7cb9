// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/users_tab.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/store/cohort_choice.h"
#include "core/util/random.h"
#include "ui/compare/pair_bar.h"
#include "ui/compare/verdict.h"
#include "ui/plot/lasso.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kABetter = 0, kBBetter = 1, kEqual = 2;
// Ranks are whole: many users share a spot. A shift of up to a fifth of a rank, the same every time, lets them be seen.
constexpr double kSpread = 0.4;

double spread(std::int32_t rank, std::int32_t user, std::uint64_t axis) {
    return rank + kSpread * (Random({std::uint64_t(user), axis}).uniform() - 0.5);
}

}  // namespace

UsersTab::UsersTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_pair(new PairBar(this)),
      m_plot(new PlotView(QString(), QString(), QString(), this)),
      m_verdict(new QLabel(this)),
      m_user(new QLabel(this)),
      m_missed(new QPushButton(this)),
      m_both(new QPushButton(tr("See both models"), this)),
      m_explore(new QPushButton(tr("Open in Explore"), this)),
      m_draw(new QToolButton(this)),
      m_lasso(new Lasso(*m_plot->plot())) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    auto* top = new QHBoxLayout;
    top->addWidget(m_pair);
    top->addStretch(1);
    m_draw->setObjectName(QStringLiteral("rankLasso"));
    m_draw->setText(tr("Lasso"));
    m_draw->setCheckable(true);
    m_draw->setToolTip(tr("Draw a line around points to see what these users have in common (or hold Ctrl)"));
    top->addWidget(m_draw);
    m_missed->setObjectName(QStringLiteral("missedByBoth"));
    top->addWidget(m_missed);
    layout->addLayout(top);
    m_verdict->setWordWrap(true);
    m_verdict->setProperty("muted", true);
    layout->addWidget(m_verdict);
    m_plot->setObjectName(QStringLiteral("rankPlot"));
    m_plot->setXScale(PlotView::Scale::Log);
    m_plot->setYScale(PlotView::Scale::Log);
    m_plot->setDecimals(0, 0);
    m_plot->setDiagonal(true);
    m_plot->setPicking([this](int line, int point) { return pointText(line, point); });
    layout->addWidget(m_plot, 1);
    auto* bottom = new QHBoxLayout;
    m_user->setObjectName(QStringLiteral("rankUser"));
    m_user->setWordWrap(true);
    bottom->addWidget(m_user, 1);
    m_both->setObjectName(QStringLiteral("seeBoth"));
    m_explore->setObjectName(QStringLiteral("rankExplore"));
    bottom->addWidget(m_both);
    bottom->addWidget(m_explore);
    layout->addLayout(bottom);

    connect(m_pair, &PairBar::pairChanged, this, &UsersTab::fill);
    connect(m_plot, &PlotView::pointClicked, this, &UsersTab::showUser);
    connect(m_both, &QPushButton::clicked, this, [this] {
        if (m_pair->a() && m_chosen >= 0) emit userWanted(m_chosen, m_pair->a()->record.id, m_pair->b()->record.id);
    });
    connect(m_explore, &QPushButton::clicked, this, [this] {
        if (m_chosen >= 0) m_session.chooseUser(m_chosen);
    });
    connect(m_draw, &QToolButton::toggled, m_lasso, &Lasso::setActive);
    connect(m_lasso, &Lasso::drawn, this, &UsersTab::offerCaught);
    connect(m_missed, &QPushButton::clicked, this, &UsersTab::offerMissed);
}

QString UsersTab::pairText() const {
    return tr("%1 and %2").arg(m_pair->a()->name(), m_pair->b()->name());
}

void UsersTab::offer(std::vector<std::int32_t> users, const QString& chosen, const QString& name) {
    std::sort(users.begin(), users.end());
    const QString basis = tr("%1 items; %2")
                              .arg(m_scoring.split == Split::Test ? tr("test") : tr("validation"),
                                   QString::fromStdString(m_scoring.protocol.sentence()));
    emit cohortWanted({.dataset = m_pair->a()->record.dataset,
                       .users = std::move(users),
                       .chosen = tr("%1 (%2).").arg(chosen, basis),
                       .name = name,
                       .rule = m_scoring.protocol.split,
                       .split = m_scoring.split});
}

void UsersTab::offerCaught() {
    std::vector<std::int32_t> users;
    for (const auto& line : m_lines)
        for (const Point& point : line)
            if (m_lasso->contains(spread(point.a.rank, point.a.user, 0), spread(point.b.rank, point.b.user, 1)))
                users.push_back(point.a.user);
    m_draw->setChecked(false);
    if (users.empty()) {
        m_lasso->clear();
        return m_user->setText(tr("No user is inside the line."));
    }
    offer(std::move(users), tr("Users inside a line drawn around their ranks in %1").arg(pairText()),
          tr("Drawn in %1").arg(pairText()));
}

std::vector<std::int32_t> UsersTab::missed() const {
    std::vector<std::int32_t> users;
    for (const auto& line : m_lines)
        for (const Point& point : line)
            if (std::min(point.a.rank, point.b.rank) > kCohortHitRank) users.push_back(point.a.user);
    return users;
}

void UsersTab::offerMissed() {
    offer(missed(), tr("Users missed by both %1: the held-out item is at rank 11 or worse in each").arg(pairText()),
          tr("Missed by both"));
}

void UsersTab::setRuns(const std::vector<ComparedRun>& runs, const Scoring& scoring) {
    m_pair->setRuns(runs);
    m_scoring = scoring;
    fill();
}

void UsersTab::fill() {
    for (auto& line : m_lines) line.clear();
    const ComparedRun *a = m_pair->a(), *b = m_pair->b();
    const bool samePair = a && b && a->record.id == m_shownA && b->record.id == m_shownB;
    m_shownA = a ? a->record.id : 0;
    m_shownB = b ? b->record.id : 0;
    if (!samePair) {
        m_plot->clear();
        for (int line = 0; line < 3; ++line) m_plot->addLine({});
        m_chosen = -1;
    }
    m_verdict->setVisible(a && b);
    if (!a || !b) {
        m_plot->setLabels({}, tr("Rank in A"), tr("Rank in B"));
        m_plot->setEmptyText(tr("Choose two or more runs above to see for whom which one is better."));
    } else {
        m_plot->setLabels({}, tr("Rank in %1").arg(a->name()), tr("Rank in %1").arg(b->name()));
        m_plot->setEmptyText(tr("Both runs must be scored on %1 under this protocol: the Metrics tab does it.")
                                 .arg(m_scoring.split == Split::Test ? tr("test") : tr("validation")));
        const Verdict words = pairVerdict(*a, *b, m_scoring, "ndcg@10");
        m_verdict->setText(QStringLiteral("%1 %2").arg(words.sentence, words.basis));
        const RankedEvaluation *left = a->evaluation(m_scoring.split, m_scoring.protocol),
                               *right = b->evaluation(m_scoring.split, m_scoring.protocol);
        if (left && right) {
            for (std::size_t i = 0, j = 0; i < left->ranks.size() && j < right->ranks.size();) {
                const UserRank &x = left->ranks[i], &y = right->ranks[j];
                if (x.user == y.user) {
                    m_lines[x.rank < y.rank ? kABetter : y.rank < x.rank ? kBBetter : kEqual].push_back({x, y});
                    ++i;
                    ++j;
                } else {
                    x.user < y.user ? ++i : ++j;
                }
            }
        }
    }
    const std::size_t all = m_lines[0].size() + m_lines[1].size() + m_lines[2].size();
    const QString counts[3] = {
        a ? tr("%1 ranks it higher: %2 users").arg(a->name(), wholeNumber(std::int64_t(m_lines[0].size()))) : QString(),
        b ? tr("%1 ranks it higher: %2 users").arg(b->name(), wholeNumber(std::int64_t(m_lines[1].size()))) : QString(),
        tr("equal: %1 users").arg(wholeNumber(std::int64_t(m_lines[2].size())))};
    for (int line = 0; line < 3; ++line) {
        PlotView::Line style;
        style.name = counts[line];
        style.dash = Qt::NoPen;
        style.colour = Theme::instance().colours().muted;
        style.marker = 5;
        if (line == kABetter && a) style.colour = a->style.colour, style.marker = a->style.marker;
        if (line == kBBetter && b) style.colour = b->style.colour, style.marker = b->style.marker;
        // Two runs of one model share the colour's order, never the marker; many users lie over one another.
        style.markerSize = all > 5000 ? 4 : 6;
        style.opacity = all > 20000 ? 0.25 : all > 1000 ? 0.5 : 0.75;
        QVector<double> x, y;
        for (const Point& point : m_lines[line]) {
            x << spread(point.a.rank, point.a.user, 0);
            y << spread(point.b.rank, point.b.user, 1);
        }
        m_plot->setLine(line, style);
        m_plot->setPoints(line, x, y);
    }
    if (m_chosen < 0)
        m_user->setText(
            all ? tr("Each point is a user; a point above the line is a user whom A serves better. Click one.")
                : QString());
    for (QPushButton* button : {m_both, m_explore}) button->setVisible(all > 0);
    m_lasso->clear();
    const auto missedUsers = std::int64_t(missed().size());
    m_missed->setText(tr("Missed by both: %1").arg(wholeNumber(missedUsers)));
    m_missed->setEnabled(missedUsers > 0);
    m_missed->setToolTip(missedUsers > 0
                             ? tr("What the users have in common whose held-out item is at rank 11 or worse "
                                  "in A and in B")
                             : tr("No user is missed by both"));
    m_missed->setVisible(all > 0);
    m_draw->setVisible(all > 0);
    describeButtons();
}

void UsersTab::describeButtons() {
    const bool some = m_chosen >= 0;
    m_both->setEnabled(some);
    m_explore->setEnabled(some);
    m_both->setToolTip(some ? tr("Recommendations and attention of both models for this user")
                            : tr("Click a point first"));
    m_explore->setToolTip(some ? tr("Show this user on the Explore page") : tr("Click a point first"));
}

const UsersTab::Point* UsersTab::pointAt(int line, int point) const {
    if (line < 0 || line > 2 || point < 0 || point >= int(m_lines[line].size())) return nullptr;
    return &m_lines[line][std::size_t(point)];
}

QString UsersTab::pointText(int line, int point) const {
    const Point* p = pointAt(line, point);
    if (!p || !m_pair->a() || !m_pair->b()) return {};
    return tr("%1\nrank %2 in %3\nrank %4 in %5")
        .arg(m_session.titleOf(p->a.target), wholeNumber(p->a.rank), m_pair->a()->name(), wholeNumber(p->b.rank),
             m_pair->b()->name());
}

void UsersTab::showUser(int line, int point) {
    const Point* p = pointAt(line, point);
    if (!p) return;
    m_chosen = p->a.user;
    m_user->setText(tr("The item held out for this user, %1, is rank %2 in %3 and rank %4 in %5.")
                        .arg(m_session.titleOf(p->a.target), wholeNumber(p->a.rank), m_pair->a()->name(),
                             wholeNumber(p->b.rank), m_pair->b()->name()));
    describeButtons();
}

}  // namespace recscope::ui
