// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/breakdown_tab.h"

#include <QHBoxLayout>
#include <QLabel>
#include <cmath>

#include "core/store/split_reader.h"
#include "ui/jobs/job_runner.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kApart = 0.08;  // of the distance between two groups: the whiskers of runs stand side by side

QString groupText(const MetricGroup& group) {
    return group.from == group.to ? wholeNumber(group.from)
                                  : QStringLiteral("%1–%2").arg(wholeNumber(group.from), wholeNumber(group.to));
}

}  // namespace

BreakdownTab::BreakdownTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_note(new QLabel(this)),
      m_length(new PlotView(tr("By length of the history"), {}, tr("NDCG@10"), this)),
      m_popularity(new PlotView(tr("By popularity of the held-out item"), {}, tr("NDCG@10"), this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    m_note->setObjectName(QStringLiteral("breakdownNote"));
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    layout->addWidget(m_note);
    m_length->setObjectName(QStringLiteral("lengthPlot"));
    m_popularity->setObjectName(QStringLiteral("popularityPlot"));
    auto* plots = new QHBoxLayout;
    plots->setSpacing(theme.px(space::kInside));
    for (PlotView* plot : {m_length, m_popularity}) plots->addWidget(plot);
    layout->addLayout(plots, 1);
}

BreakdownTab::Key BreakdownTab::keyOf(RunId run, const EvaluationRecord& record) {
    return {run, record.split, record.protocol.toJson(), record.createdAt};
}

void BreakdownTab::setRuns(const std::vector<ComparedRun>& runs, const Scoring& scoring) {
    m_runs = runs;
    m_scoring = scoring;
    fill();
    if (isVisible()) work();
}

void BreakdownTab::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    work();
}

// The histories are read once for all runs whose groups are not known yet.
void BreakdownTab::work() {
    std::vector<std::pair<Key, std::vector<UserRank>>> wanted;
    for (const ComparedRun& run : m_runs)
        if (const RankedEvaluation* evaluation = run.evaluation(m_scoring.split, m_scoring.protocol))
            if (Key key = keyOf(run.record.id, evaluation->record); !m_known.contains(key))
                wanted.emplace_back(std::move(key), evaluation->ranks);
    if (wanted.empty()) return;
    m_session.jobs().start(
        this,
        {.title = tr("Grouping the users"), .lane = Lane::Query, .latestOnly = QStringLiteral("compare/breakdown")},
        [wanted, dataset = m_runs.front().record.dataset, scoring = m_scoring](JobContext& context) {
            const Histories histories = splitHistories(context.workspace, dataset, scoring.protocol.split);
            std::map<Key, Groups> found;
            for (const auto& [key, ranks] : wanted) {
                throwIfStopped(context.stop);
                found[key] = {byHistoryLength(histories, scoring.split, ranks), byTargetPopularity(histories, ranks)};
            }
            return found;
        },
        [this](std::map<Key, Groups> found) {
            m_known.merge(found);
            fill();
        });
}

void BreakdownTab::fill() {
    QStringList missing;
    for (const ComparedRun& run : m_runs)
        if (!run.evaluation(m_scoring.split, m_scoring.protocol)) missing << run.name();
    const QString split = m_scoring.split == Split::Test ? tr("test") : tr("validation");
    const QString protocol = QString::fromStdString(m_scoring.protocol.sentence());
    QString note = tr("Whiskers are 95 % intervals over users. Scored on %1; protocol %2.").arg(split, protocol);
    if (!missing.isEmpty() && missing.size() < int(m_runs.size()))
        note += QLatin1Char(' ') + tr("Not scored so: %1.").arg(missing.join(QStringLiteral(", ")));
    m_note->setText(note);
    m_note->setVisible(!m_runs.empty() && missing.size() < int(m_runs.size()));
    for (PlotView* plot : {m_length, m_popularity}) {
        plot->clear();
        plot->setEmptyText(m_runs.empty() ? tr("Choose runs above to see whom they serve well.")
                           : m_note->isHidden()
                               ? tr("None of these runs is scored on %1 under this protocol. Score them on the Metrics "
                                    "tab.")
                                     .arg(split)
                               : tr("Grouping the users…"));
    }
    fillPlot(m_length, tr("Items the model could read before it"), &Groups::byLength);
    fillPlot(m_popularity, tr("Times the item occurs in training"), &Groups::byPopularity);
}

void BreakdownTab::fillPlot(PlotView* plot, const QString& what, std::vector<MetricGroup> Groups::*part) {
    std::vector<MetricGroup> groups;  // the same for all runs: the same users under the same protocol
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const ComparedRun& run = m_runs[i];
        const RankedEvaluation* evaluation = run.evaluation(m_scoring.split, m_scoring.protocol);
        const auto known = evaluation ? m_known.find(keyOf(run.record.id, evaluation->record)) : m_known.end();
        if (known == m_known.end()) continue;
        groups = known->second.*part;
        QVector<double> place, ndcg, halfWidth;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            place << double(g) + kApart * (double(i) - double(m_runs.size() - 1) / 2);
            ndcg << groups[g].ndcg10.mean;
            halfWidth << groups[g].ndcg10.halfWidth;
        }
        PlotView::Line line;
        line.name = run.name();
        line.colour = run.style.colour;
        line.dash = run.style.dash;
        line.marker = run.style.marker;
        const int index = plot->addLine(line);
        plot->setPoints(index, place, ndcg);
        plot->setIntervals(index, halfWidth);
    }
    std::int64_t fewest = 0, most = 0;
    std::vector<QString> names;
    for (const MetricGroup& group : groups) {
        fewest = names.empty() ? group.users : std::min(fewest, group.users);
        most = std::max(most, group.users);
        names.push_back(groupText(group));
    }
    const QString users =
        fewest == most ? wholeNumber(most) : tr("%1 to %2").arg(wholeNumber(fewest), wholeNumber(most));
    plot->setLabels(plot == m_length ? tr("By length of the history") : tr("By popularity of the held-out item"),
                    groups.empty() ? what : tr("%1 (%2 users a group)").arg(what, users), tr("NDCG@10"));
    plot->setXText([names](double at) {
        const auto group = std::size_t(std::max(0.0, std::round(at)));
        return group < names.size() ? names[group] : QString();
    });
}

}  // namespace recscope::ui
