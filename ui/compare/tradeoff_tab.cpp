// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/tradeoff_tab.h"

#include <QComboBox>
#include <QLabel>
#include <algorithm>

#include "core/metrics/metric_values.h"
#include "core/metrics/pareto.h"
#include "ui/compare/line_curves.h"
#include "ui/compare/line_values.h"
#include "ui/compare/metric_choices.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

TradeOffTab::TradeOffTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_query(session.jobs(), {.title = tr("Measuring the recommended lists")}, &TradeOffTab::measuresOf),
      m_plot(new PlotView(tr("Trade-offs"), QString(), QString())),
      m_x(new QComboBox),
      m_y(new QComboBox),
      m_note(captionLabel()) {
    m_plot->setObjectName(QStringLiteral("tradeOffPlot"));
    m_plot->setDecimals(4, 4);
    m_x->setObjectName(QStringLiteral("tradeOffX"));
    m_y->setObjectName(QStringLiteral("tradeOffY"));
    m_x->setAccessibleName(tr("The measure of the horizontal axis"));
    m_y->setAccessibleName(tr("The measure of the vertical axis"));
    for (QComboBox* box : {m_x, m_y}) {
        for (const MetricChoice& choice : metricChoices())
            box->addItem(choice.title, QString::fromStdString(choice.name));
        keepValue(box, StateScope::Workspace);
        connect(box, &QComboBox::currentIndexChanged, this, &TradeOffTab::draw);
    }
    m_x->setCurrentIndex(m_x->findData(QStringLiteral("coverage@10")));
    m_y->setCurrentIndex(m_y->findData(QStringLiteral("ndcg@10")));
    connect(&m_query, &AnyAsyncQuery::changed, this, &TradeOffTab::draw);
    arrange(this,
            column({row({new QLabel(tr("Vertical")), m_y, new QLabel(tr("horizontal")), m_x, stretch()}), grow(m_plot),
                    m_note}),
            {0, space::kPadding, 0, 0});
}

void TradeOffTab::setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring) {
    m_request = {withoutSeeds(lines), scoring};
    lines.empty() ? m_query.cancel() : m_query.run(m_request);
    draw();
}

std::vector<TradeOffTab::Measures> TradeOffTab::measuresOf(JobContext& context, const ScoredLines& request) {
    const std::vector<std::string> names = metricChoiceNames();
    std::vector<Measures> all;
    LineValues reader(context.workspace, request.scoring);
    for (const ComparedLine& line : request.lines) {
        throwIfStopped(context.stop);
        Measures& ofLine = all.emplace_back();
        for (const MetricValues& values : reader.of(line, names))
            if (!values.users.empty() || values.isOfAllLists()) ofLine[values.name] = values.mean();
    }
    return all;
}

void TradeOffTab::draw() {
    m_plot->clear();
    const auto all = metricChoices();
    const MetricChoice &x = all[std::size_t(m_x->currentIndex())], &y = all[std::size_t(m_y->currentIndex())];
    const Better betterX = betterValues(x.name), betterY = betterValues(y.name);
    m_plot->setLabels(tr("Trade-offs"), x.title, y.title);
    const auto answer = m_query.answer();
    if (!answer || answer->size() != m_request.lines.size()) {
        m_plot->setEmptyText(m_query.state() == AsyncQueryState::Failed ? m_query.failureWithHint()
                             : m_query.isOpen()                         ? tr("Measuring the recommended lists…")
                                                                        : tr("Choose runs above to compare them."));
        m_note->hide();
        return;
    }
    std::vector<TradeOff> points;
    std::vector<std::pair<double, double>> shown;
    QStringList names, missing, undefined;
    for (std::size_t i = 0; i < answer->size(); ++i) {
        const Measures& ofLine = (*answer)[i];
        const auto atX = ofLine.find(x.name), atY = ofLine.find(y.name);
        if (atX == ofLine.end() || atY == ofLine.end()) {
            (ofLine.contains("coverage@10") ? undefined : missing) << m_request.lines[i].name;
            continue;
        }
        drawPoint(m_request.lines[i], atX->second, atY->second);
        shown.emplace_back(atX->second.interval.mean, atY->second.interval.mean);
        names << m_request.lines[i].name;
        points.push_back({.x = betterX == Better::Lower ? -shown.back().first : shown.back().first,
                          .y = betterY == Better::Lower ? -shown.back().second : shown.back().second});
    }
    const bool isOriented = betterX != Better::Neither && betterY != Better::Neither;
    const std::vector<std::size_t> front =
        isOriented && points.size() > 1 ? paretoFront(points) : std::vector<std::size_t>();
    if (front.size() > 1) {
        QVector<double> frontX, frontY;
        for (const std::size_t i : front) {
            frontX << shown[i].first;
            frontY << shown[i].second;
        }
        PlotView::Line look;
        look.name = tr("not surpassed in both");
        look.dash = Qt::DashLine;
        look.width = 1;
        m_plot->setPoints(m_plot->addLine(look), frontX, frontY);
    }
    m_plot->setEmptyText(missing.isEmpty()
                             ? tr("This measure is not defined for these runs, as diversity without genres.")
                             : tr("These runs have no lists under this protocol. Lists are made when test items are "
                                  "ranked: recscope-cli evaluate makes those of older runs."));
    QStringList notes{tr("Crosses: 95 % intervals.")};
    if (front.size() > 1) notes << tr("The dashed line joins the runs that no other run surpasses in both measures.");
    if (front.size() == 1)
        notes << tr("No other run surpasses %1 in either measure.").arg(names[qsizetype(front.front())]);
    if (!missing.isEmpty())
        notes << tr("Without lists under this protocol: %1.").arg(missing.join(QStringLiteral(", ")));
    if (!undefined.isEmpty()) notes << tr("Not defined for: %1.").arg(undefined.join(QStringLiteral(", ")));
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!shown.empty());
    m_plot->replotSoon();
}

void TradeOffTab::drawPoint(const ComparedLine& line, const SeedInterval& x, const SeedInterval& y) {
    PlotView::Line look = plotLine(line);
    PlotView::Line whisker = look;
    whisker.name.clear();
    whisker.marker = -1;
    whisker.dash = Qt::SolidLine;
    whisker.width = 1;
    look.dash = Qt::NoPen;
    const int point = m_plot->addLine(look);
    m_plot->setPoints(point, {x.interval.mean}, {y.interval.mean});
    if (y.interval.halfWidth > 0) m_plot->setIntervals(point, {y.interval.halfWidth}, {});
    if (x.interval.halfWidth > 0) {
        const int cross = m_plot->addLine(whisker);
        m_plot->setPoints(cross, {x.low(), x.high()}, {y.interval.mean, y.interval.mean});
    }
}

}  // namespace recscope::ui
