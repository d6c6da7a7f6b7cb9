// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/metrics_tab.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/metrics/metrics.h"
#include "core/store/split_reader.h"
#include "ui/compare/line_curves.h"
#include "ui/plot/plot_view.h"
#include "ui/session/dataset_versions_text.h"
#include "ui/session/protocol_text.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

// First the metric that the verdict is about, then the other metrics that the papers report.
const std::vector<std::string>& metricNames() {
    static const std::vector<std::string> names = {"ndcg@10", "hr@10", "mrr",    "hr@1",
                                                   "hr@5",    "hr@20", "ndcg@5", "ndcg@20"};
    return names;
}
constexpr int kOtherColumns = 4;                          // coverage, popularity, basis of ±, users
constexpr int kFewestRowsShown = 3, kMostRowsShown = 10;  // rows of the table that are shown without scrolling
constexpr int kHeightWithoutRows = 330;  // design pixels of the verdict, the header of the table and the plots

double valueOf(const Metrics& metrics, const std::string& name) {
    for (const auto& [key, value] : metrics.named())
        if (name == key) return value;
    return 0;
}

QString plusMinus(const QString& value, const QString& spread) {
    return value + QStringLiteral(" ± ") + spread;
}

QString withInterval(const SeedInterval& interval) {
    if (!interval.bounds) return plusMinus(metricText(interval.interval.mean), metricText(interval.interval.halfWidth));
    return MetricsTab::tr("%1 (%2 to %3)")
        .arg(metricText(interval.interval.mean), metricText(interval.low()), metricText(interval.high()));
}

PlainMean exactOf(const SeedInterval& interval) {
    if (!interval.bounds)
        return {.mean = interval.interval.mean, .halfWidth = interval.interval.halfWidth, .low = {}, .high = {}};
    return {.mean = interval.interval.mean, .halfWidth = {}, .low = interval.low(), .high = interval.high()};
}

PlainMean exactOf(const Spread& spread, std::size_t seeds) {
    PlainMean exact;
    if (seeds > 0) exact.mean = spread.mean;
    if (hasSpread(spread, seeds)) exact.halfWidth = spread.deviation;
    return exact;
}

/// Rounds a value as in a cell, so that values that look equal count as equal.
double asShown(double value) {
    constexpr double kFourDecimals = 1e4;
    return std::round(value * kFourDecimals) / kFourDecimals;
}

std::vector<CellColumn> columns() {
    const auto tr = [](const char* text) { return MetricsTab::tr(text); };
    std::vector<CellColumn> all{{tr("Run")}};
    for (const std::string& name : metricNames()) all.push_back({metricTitle(name), {}, true});
    all.push_back({tr("Coverage@10"),
                   tr("Share of all items that are among the first ten recommendations for at least one user"), true});
    all.push_back(
        {tr("Popularity@10"),
         tr("How often a recommended item occurs in the training data, averaged over the first ten recommendations"),
         true});
    all.push_back({tr("± over"),
                   tr("Seeds: standard deviation between trainings of one config. Users: half the 95 % interval.")});
    all.push_back({tr("Users"), {}, true});
    all.push_back({tr("Protocol")});
    return all;
}

}  // namespace

MetricsTab::MetricsTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_findings(session.jobs(), {.title = tr("Comparing the users' ranks")},
                 [](JobContext& context, const ScoredLines& request) {
                     Findings findings{verdict(request.lines, request.scoring, metricNames().front()), {}, {}};
                     const auto& [split, protocol] = request.scoring;
                     if (!request.lines.empty() && protocol.split.kind == SplitKind::TimeWindow)
                         findings.window = windowCounts(
                             splitHistories(context.workspace, request.lines.front().record().dataset, protocol.split),
                             split);
                     for (const ComparedLine& line : request.lines) {
                         throwIfStopped(context.stop);
                         if (line.evaluations(request.scoring).size() < 2) continue;
                         for (const std::string& name : metricNames())
                             findings.means[line.id()].push_back(seedMean(name, line.ranks(request.scoring)));
                     }
                     return findings;
                 }),
      m_verdict(new QLabel),
      m_basis(mutedLabel()),
      m_note(captionLabel()),
      m_score(new QPushButton),
      m_copy(nullptr),
      m_table(new CellTable(QStringLiteral("metrics"), tr("Metrics of the compared runs"), columns(), -1)),
      m_hrPlot(new PlotView(tr("HR@K for every K"), tr("K (items in the list)"), tr("HR@K"))),
      m_ndcgPlot(new PlotView(tr("NDCG@K for every K"), tr("K (items in the list)"), tr("NDCG@K"))) {
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_basis->setObjectName(QStringLiteral("verdictBasis"));
    m_basis->setWordWrap(true);
    m_score->setObjectName(QStringLiteral("scoreMissing"));
    m_copy = exportButton(*m_table, QStringLiteral("metricsExport"));
    m_table->setEmptyText(tr("Choose runs above to see their metrics."));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setExportName(tr("metrics"));
    m_hrPlot->setObjectName(QStringLiteral("hitsPlot"));
    m_ndcgPlot->setObjectName(QStringLiteral("gainsPlot"));
    for (PlotView* plot : {m_hrPlot, m_ndcgPlot}) {
        plot->setXScale(PlotView::Scale::Log);
        plot->setDecimals(0, 4);
        plot->setEmptyText(tr("Shown for every K from 1 on, once the runs are scored under this protocol."));
    }
    layOut();
    connect(&m_findings, &AnyAsyncQuery::changed, this, &MetricsTab::showFindings);
    connect(m_table, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    connect(m_score, &QPushButton::clicked, this, [this] { emit scoreRequested(m_missing); });
}

void MetricsTab::layOut() {
    auto* top = row({grow(column({m_verdict, m_basis}, 2)), m_score, m_copy});
    top->setAlignment(m_score, Qt::AlignTop);
    top->setAlignment(m_copy, Qt::AlignTop);
    arrange(this, column({top, m_table, m_note, grow(row({m_hrPlot, m_ndcgPlot}))}), {0, space::kPadding, 0, 0});
}

void MetricsTab::addRow(const QString& name, const QIcon& icon, const Row& row, const std::vector<bool>& isBest) {
    const QVariant colour = row.muted ? QVariant(Theme::instance().colours().muted) : QVariant();
    QFont best = Theme::instance().numbers();
    best.setBold(true);
    std::vector<Cell> cells{{name, row.toolTip, {{Qt::DecorationRole, icon}, {Qt::ForegroundRole, colour}}}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        Cell cell(row.cells[i], row.toolTip, {{Qt::ForegroundRole, colour}});
        if (i < isBest.size() && isBest[i]) cell.data.emplace_back(Qt::FontRole, best);
        cells.push_back(std::move(cell));
    }
    m_table->addRow(cells);
}

MetricsTab::Row MetricsTab::rowOf(const ComparedLine& line) {
    const std::vector<const RankedEvaluation*> seeds = line.evaluations(m_scoring);
    if (seeds.empty()) return missingRow(line);
    for (const auto& run : line.runs)
        if (!run->evaluation(m_scoring.split, m_scoring.protocol) && canBeScored(run->record, m_scoring))
            m_missing.push_back(run->record.id);
    Row row;
    const bool isMean = seeds.size() > 1;
    const auto spreadOver = [&](const auto& value) {
        std::vector<double> values;
        for (const RankedEvaluation* seed : seeds) values.push_back(value(*seed));
        return spreadOf(values);
    };
    for (const std::string& name : metricNames()) {
        const Spread spread =
            spreadOver([&](const RankedEvaluation& seed) { return seed.interval(name).interval.mean; });
        row.values.push_back(spread.mean);
        row.exact.push_back(isMean ? exactOf(spread, seeds.size()) : exactOf(seeds.front()->interval(name)));
        row.cells.push_back(isMean ? meanText(spread, seeds.size()) : withInterval(seeds.front()->interval(name)));
    }
    const bool haveLists = std::all_of(seeds.begin(), seeds.end(),
                                       [](const RankedEvaluation* seed) { return seed->record.lists.has_value(); });
    if (haveLists) {
        const Spread coverage = spreadOver([](const RankedEvaluation& seed) { return seed.record.lists->coverage10; });
        const Spread popularity =
            spreadOver([](const RankedEvaluation& seed) { return seed.record.lists->popularity10; });
        const QString share = percentText(coverage.mean), times = fixedNumber(popularity.mean, 1);
        row.cells.push_back(isMean ? plusMinus(fixedNumber(100 * coverage.mean, 1), percentText(coverage.deviation))
                                   : share);
        row.cells.push_back(isMean ? plusMinus(times, fixedNumber(popularity.deviation, 1)) : times);
    } else {
        row.cells.insert(row.cells.end(), 2, QStringLiteral("–"));
    }
    const EvaluationRecord& first = seeds.front()->record;
    row.cells.push_back(isMean ? tr("%1 seeds").arg(seeds.size()) : tr("users"));
    row.cells.push_back(wholeNumber(first.users));
    row.cells.push_back(protocolLabel(m_scoring.protocol));
    if (isMean) {
        QStringList names;
        for (const RunRecord& run : line.records())
            names << tr("%1 (seed %2): %3")
                         .arg(QString::fromStdString(run.name))
                         .arg(seedOf(run))
                         .arg(keptWeightsText(run));
        row.toolTip = tr("Mean ± standard deviation (n - 1) over %1 of %2 seeds.\n%3")
                          .arg(seeds.size())
                          .arg(line.runs.size())
                          .arg(names.join(QLatin1Char('\n')));
    } else {
        row.toolTip =
            tr("users: %1; ties with another candidate: %2; weights: %3; scored %4")
                .arg(wholeNumber(first.users), QStringLiteral("%1 %").arg(fixedNumber(100 * first.tieRate, 2)),
                     keptWeightsText(line.record()), localTime(QString::fromStdString(first.createdAt)));
    }
    return row;
}

// The row of a line without a stored evaluation. On validation it shows the metrics of each run's best epoch, if the
// chosen protocol is the runs' own and no cohort is chosen; otherwise its metrics are unknown.
MetricsTab::Row MetricsTab::missingRow(const ComparedLine& line) {
    const bool hasBestEpochs = std::all_of(line.runs.begin(), line.runs.end(), [&](const auto& run) {
        return m_scoring.split == Split::Valid && run->record.bestValid && !run->isRestricted &&
               run->record.protocol == m_scoring.protocol;
    });
    Row row;
    for (const std::string& name : metricNames()) {
        std::vector<double> values;
        for (const auto& run : line.runs)
            if (hasBestEpochs) values.push_back(valueOf(*run->record.bestValid, name));
        const Spread spread = spreadOf(values);
        row.values.push_back(hasBestEpochs ? std::optional(spread.mean) : std::nullopt);
        row.exact.push_back(exactOf(spread, values.size()));
        row.cells.push_back(meanText(spread, values.size()));
    }
    row.cells.insert(row.cells.end(), kOtherColumns, QStringLiteral("–"));
    if (hasBestEpochs && line.isGroup()) row.cells[row.cells.size() - 2] = tr("%1 seeds").arg(line.runs.size());
    row.cells.push_back(hasBestEpochs ? protocolLabel(m_scoring.protocol) : tr("not scored"));
    bool canScore = false, haveWeights = false;
    for (const auto& run : line.runs) {
        haveWeights = haveWeights || hasWeights(run->record);
        if (!canBeScored(run->record, m_scoring)) continue;
        canScore = true;
        m_missing.push_back(run->record.id);
    }
    row.toolTip =
        hasBestEpochs  ? tr("From the best epoch; score the run to get the interval")
        : !haveWeights ? tr("It has not finished an epoch yet")
        : canScore
            ? tr("Not scored on %1 under this protocol").arg(splitText(m_scoring.split))
            : tr("Cannot be scored under this protocol: the run was trained on items that the protocol holds out");
    m_withoutInterval = m_withoutInterval || (hasBestEpochs && !line.isGroup());
    return row;
}

MetricsTab::Row MetricsTab::referenceRow(const Reference& reference) const {
    Row row;
    row.muted = true;
    row.toolTip = tr("A value to compare with, not a run");
    for (const std::string& name : metricNames()) {
        const double value = valueOf(m_scoring.split == Split::Test ? reference.test : reference.valid, name);
        row.values.emplace_back(value);
        row.exact.push_back({.mean = value, .halfWidth = {}, .low = {}, .high = {}});
        row.cells.push_back(metricText(value));
    }
    row.cells.insert(row.cells.end(), kOtherColumns, QString());
    row.cells.push_back(protocolLabel(m_scoring.protocol));
    return row;
}

void MetricsTab::setLines(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references,
                          const Scoring& scoring) {
    m_lines = lines;
    m_references = references;
    m_scoring = scoring;
    fill();
    // Single seeds of an unfolded line are left out, because their runs are already part of that line.
    m_findings.run({withoutSeeds(lines), scoring});
}

void MetricsTab::fill() {
    m_table->clearRows();
    m_rows.clear();
    m_missing.clear();
    m_withoutInterval = false;
    bool seeds = false, single = false;
    for (const ComparedLine& line : m_lines) {
        m_rows.push_back(rowOf(line));
        m_rows.back().muted = line.isSeed();
        const std::size_t scored = line.evaluations(m_scoring).size();
        seeds = seeds || scored > 1;
        single = single || scored == 1;
    }
    const std::vector<std::vector<bool>> best = bestCells();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const QString indent = m_lines[i].isSeed() ? QStringLiteral("    ") : QString();
        addRow(indent + m_lines[i].name, runIcon(m_lines[i].style), m_rows[i], best[i]);
    }
    for (const Reference& reference : m_references) {
        m_rows.push_back(referenceRow(reference));
        addRow(QString::fromStdString(reference.title()), QIcon(), m_rows.back());
    }
    setExactValues();
    std::sort(m_missing.begin(), m_missing.end());
    m_missing.erase(std::unique(m_missing.begin(), m_missing.end()), m_missing.end());
    QString later;
    TableFacts facts;
    if (!m_lines.empty()) {
        const RunRecord& record = m_lines.front().record();
        later = laterDataText(m_session, record.dataset);
        facts = {{tr("Dataset"), QString::fromStdString(record.datasetName)},
                 {tr("Scored on"), splitText(m_scoring.split)},
                 {tr("Whole protocol"), QString::fromStdString(m_scoring.protocol.sentence())}};
        if (!later.isEmpty()) facts.push_back({tr("Later data"), later});
    }
    m_table->setFacts(facts);
    m_table->setIconSize(QSize(Theme::instance().px(26), Theme::instance().px(14)));
    m_table->fitColumns();
    fitTable();
    QStringList notes;
    if (seeds) notes << tr("Several seeds: mean ± standard deviation over the seeds.");
    if (single) notes << tr("Single runs: ± is half the 95 % interval over users.");
    if (withoutSeeds(m_lines).size() > 1) notes << tr("The best value of each column among the chosen lines is bold.");
    if (m_withoutInterval) notes << tr("Values without ± come from the best epoch's validation.");
    if (!later.isEmpty()) notes << later;
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!notes.isEmpty());
    fillCurves();
    m_copy->setVisible(!m_lines.empty());
    m_score->setText(m_scoring.split == Split::Test ? tr("Score on test") : tr("Score on validation"));
    m_score->setVisible(!m_missing.empty());
    describeScoreButton();
}

void MetricsTab::showFindings() {
    const auto findings = m_findings.answer();
    Verdict shown;
    if (findings) {
        shown = findings->verdict;
    } else if (m_findings.state() == AsyncQueryState::Failed) {
        shown.sentence = m_findings.failureWithHint();
    } else {
        shown.sentence = tr("Comparing the users' ranks…");
        shown.basis = tr("Protocol %1.").arg(QString::fromStdString(m_scoring.protocol.sentence()));
    }
    QFont bold = Theme::instance().section();
    bold.setWeight(QFont::DemiBold);
    m_verdict->setFont(bold);
    m_verdict->setText(shown.sentence);
    QStringList basis{betterReference(), shown.basis};
    if (findings && findings->window) basis << QString::fromStdString(findings->window->sentence());
    basis.removeAll(QString());
    m_basis->setText(basis.join(QLatin1Char(' ')));
    m_basis->setVisible(!basis.isEmpty());
    for (QLabel* label : {m_verdict, m_basis}) label->setToolTip(shown.method);
    for (int row = 0; findings && row < int(m_lines.size()); ++row) {
        const auto mean = findings->means.find(m_lines[std::size_t(row)].id());
        if (mean == findings->means.end()) continue;
        showMeans(row, mean->second);
    }
    setExactValues();
}

/// Adds to the tooltip of each cell the interval of its metric, or of the first metric if the column shows no metric.
/// If all seeds reach the same value, the cell shows the interval, because a standard deviation of 0 would claim
/// certainty.
void MetricsTab::showMeans(int row, const std::vector<SeedInterval>& means) {
    Row& shownRow = m_rows[std::size_t(row)];
    for (int column = 0; column < m_table->cells().columnCount(); ++column) {
        const bool isMetric = column > 0 && column <= int(means.size());
        const std::size_t metric = isMetric ? std::size_t(column) - 1 : 0;
        const QString text = withInterval(means[metric]);
        QStandardItem* item = m_table->cells().item(row, column);
        item->setToolTip(
            shownRow.toolTip + QLatin1Char('\n') +
            tr("%1 with its 95 % interval over users and seeds: %2").arg(metricTitle(metricNames()[metric]), text));
        if (!isMetric || shownRow.exact[metric].halfWidth || !means[metric].bounds) continue;
        shownRow.exact[metric] = exactOf(means[metric]);
        shownRow.cells[metric] = text;
        item->setText(text);
    }
    m_table->fitColumns();
}

/// Adds the numbers in separate columns, for copied and exported tables.
void MetricsTab::setExactValues() {
    for (std::size_t metric = 0; metric < metricNames().size(); ++metric) {
        std::vector<PlainMean> means;
        for (const Row& row : m_rows) means.push_back(row.exact[metric]);
        const PlainColumns columns = plainMeans(metricTitle(metricNames()[metric]), means);
        const int column = int(metric) + 1;
        m_table->cells().setHeaderData(column, Qt::Horizontal, columns.titles, kExactTitlesRole);
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            QVariantList values;
            for (const QString& value : columns.rows[row]) values << value;
            m_table->cells().item(int(row), column)->setData(values, kExactValuesRole);
        }
    }
}

/// Makes the table only as tall as its rows, so that the plots below it get the remaining height. In a low window it
/// shows fewer rows.
void MetricsTab::fitTable() {
    const int rowHeight = m_table->verticalHeader()->defaultSectionSize();
    const int left = height() - Theme::instance().px(kHeightWithoutRows);
    const int shown = std::clamp(left / std::max(1, rowHeight), kFewestRowsShown, kMostRowsShown);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            std::clamp(m_table->rowCount(), 1, shown) * rowHeight +
                            m_table->horizontalScrollBar()->sizeHint().height() + 2 * m_table->frameWidth());
}

void MetricsTab::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTable();
}

void MetricsTab::describeScoreButton() {
    const QString split = splitText(m_scoring.split);
    m_score->setEnabled(!m_isScoring);
    m_score->setToolTip(
        m_isScoring ? tr("Runs are being scored; see the strip below")
        : m_missing.size() == 1
            ? tr("Score the run that has no %1 score under this protocol").arg(split)
            : tr("Score the %1 runs that have no %2 score under this protocol").arg(m_missing.size()).arg(split));
}

void MetricsTab::fillCurves() {
    std::vector<LineId> shown;
    for (const ComparedLine& line : m_lines) shown.push_back(line.id());
    if (shown != m_shown) {
        m_shown = shown;
        for (PlotView* plot : {m_hrPlot, m_ndcgPlot}) {
            plot->clear();
            for (std::size_t i = 0; i < m_lines.size(); ++i) plot->addLine({});
        }
    }
    for (int i = 0; i < int(m_lines.size()); ++i) {
        const ComparedLine& line = m_lines[std::size_t(i)];
        std::vector<CurvePoints> hr, ndcg;
        for (const RankedEvaluation* evaluation : line.evaluations(m_scoring)) {
            hr.emplace_back();
            ndcg.emplace_back();
            for (const CurvePoint& point : evaluation->curve) {
                for (CurvePoints* curve : {&hr.back(), &ndcg.back()}) curve->x << point.k;
                hr.back().y << point.hr;
                ndcg.back().y << point.ndcg;
            }
        }
        PlotView::Line style = plotLine(line);
        style.marker = -1;
        for (PlotView* plot : {m_hrPlot, m_ndcgPlot}) plot->setLine(i, style);
        setCurve(*m_hrPlot, i, hr);
        setCurve(*m_ndcgPlot, i, ndcg);
    }
}

void MetricsTab::showScoringInProgress(bool inProgress) {
    m_isScoring = inProgress;
    describeScoreButton();
}

// Names the references (except upper bounds) that beat all lines, because a verdict about models alone would hide this.
QString MetricsTab::betterReference() const {
    std::optional<double> best;
    int lineCount = 0;
    for (std::size_t row = 0; row < m_lines.size(); ++row) {
        if (m_lines[row].isSeed()) continue;
        ++lineCount;
        if (const auto value = m_rows[row].values.front()) best = std::max(*value, best.value_or(*value));
    }
    QStringList better;
    for (std::size_t i = 0; best && i < m_references.size(); ++i) {
        const double value = *m_rows[m_lines.size() + i].values.front();
        if (!m_references[i].isUpperBound && asShown(value) > asShown(*best))
            better << tr("%1 (%2)").arg(QString::fromStdString(m_references[i].title()), metricText(value));
    }
    if (better.isEmpty()) return {};
    const QString metric = metricTitle(metricNames().front());
    const QString baselines = better.join(tr(" and "));
    return lineCount == 1 ? tr("A simple rule reaches a higher %1 than this run: %2.").arg(metric, baselines)
                          : tr("A simple rule reaches a higher %1 than any of these runs: %2.").arg(metric, baselines);
}

// Seeds of an unfolded line are not ranked. If only one line has a value for a metric, it is not marked as best.
std::vector<std::vector<bool>> MetricsTab::bestCells() const {
    std::vector<std::vector<bool>> best(m_lines.size(), std::vector<bool>(metricNames().size()));
    for (std::size_t metric = 0; metric < metricNames().size(); ++metric) {
        std::vector<std::pair<double, std::size_t>> ranked;
        for (std::size_t row = 0; row < m_lines.size(); ++row)
            if (const auto value = m_rows[row].values[metric]; value && !m_lines[row].isSeed())
                ranked.emplace_back(asShown(*value), row);
        if (ranked.size() < 2) continue;
        const double highest = std::max_element(ranked.begin(), ranked.end())->first;
        for (const auto& [value, row] : ranked) best[row][metric] = value == highest;
    }
    return best;
}

}  // namespace recscope::ui
