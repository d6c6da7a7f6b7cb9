// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "ui/cohort/cohort_proposal.h"
#include "ui/compare/compared_line.h"
#include "ui/compare/verdict.h"
#include "ui/jobs/async_query.h"
#include "ui/plot/lasso.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace recscope::ui {

class PairBar;
class PlotView;
class Session;

/// Shows which model is better for which users: plots the rank of each user's held-out item in line A against its rank
/// in line B. A line is one run, or the seeds of one config. For a line of several seeds, the rank is the median over
/// the seeds.
class UsersTab : public QWidget {
    Q_OBJECT
public:
    explicit UsersTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);
    PairBar* pair() const { return m_pair; }

signals:
    /// Requests the dialog that shows what these users of the runs' dataset have in common.
    void cohortRequested(const recscope::ui::CohortProposal& users);
    /// Requests the view of this user in both models.
    void userRequested(qint32 user, recscope::ui::LineId a, recscope::ui::LineId b);

private:
    struct Point {
        MedianRank a, b;
        double x = 0, y = 0;  ///< where the point is drawn: the two ranks with a small shift
    };
    /// The users of a pair of lines.
    struct Points {
        /// The points of each of the plot's three lines: users whose item is ranked higher by A, higher by B, equally
        /// by both.
        std::array<std::vector<Point>, 3> lines;
        std::vector<std::int32_t> missed;  ///< users whose item is at rank 11 or worse in both lines, ascending
        std::vector<std::int32_t> scored;  ///< users with a rank in both lines, ascending
        Verdict verdict;

        std::size_t count() const { return lines[0].size() + lines[1].size() + lines[2].size(); }
    };
    /// A request for the users whose points are inside the lasso.
    struct LassoRequest {
        std::shared_ptr<const Points> points;
        LassoArea area;
        bool operator==(const LassoRequest&) const = default;
    };
    static Points pointsOf(const ScoredLines& pair);
    static std::vector<std::int32_t> usersInside(const LassoRequest& drawn);
    void connectSignals();
    void requestPoints();
    void fill();
    void fillPoints();
    void describeAxes();
    void describeButtons();
    QString pairText() const;
    void offer(std::vector<std::int32_t> users, const QString& chosen, const QString& name);
    void offerLassoed();
    void offerMissed();
    void showUser(int line, int point);
    QString pointText(int line, int point) const;
    /// "rank 12 in SASRec 1", "median rank 7 in BERT4Rec (3 seeds)"
    /// The held-out item; of several, which may differ between the lines, no name.
    QString targetText(const Point& point) const;
    static QString rankText(const ComparedLine& line, double rank);
    /// What a rank is based on: for a single run, the epoch of its weights; for a line of several seeds, the rank in
    /// each seed.
    QString rankBasisText(const ComparedLine& line, std::int32_t user) const;
    const Point* pointAt(int line, int point) const;

    Session& m_session;
    AsyncQuery<ScoredLines, Points> m_query;
    AsyncQuery<LassoRequest, std::vector<std::int32_t>> m_collecting;
    Scoring m_scoring;
    PairBar* m_pair;
    PlotView* m_plot;
    QLabel *m_verdict, *m_user;
    QPushButton *m_missed, *m_both, *m_explore;
    QToolButton* m_draw;
    Lasso* m_lasso;
    std::shared_ptr<const Points> m_points;  ///< null until the points are computed
    qint32 m_chosen = -1;                    ///< the user that was clicked; -1 = none
    LineId m_shownA = 0, m_shownB = 0;       ///< the pair in the plot; 0 = none
};

}  // namespace recscope::ui
