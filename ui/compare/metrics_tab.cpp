// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/metrics_tab.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolButton>
#include <algorithm>
#include <string_view>

#include "core/metrics/metrics.h"
#include "ui/compare/line_curves.h"
#include "ui/compare/verdict.h"
#include "ui/plot/plot_view.h"
#include "ui/session/protocol_text.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

// The metric that decides first, then the others the papers print.
const std::vector<std::string>& metricNames() {
    static const std::vector<std::string> names = {"ndcg@10", "hr@10", "mrr",    "hr@1",
                                                   "hr@5",    "hr@20", "ndcg@5", "ndcg@20"};
    return names;
}
constexpr int kFirstMetric = 1;
constexpr std::string_view kCeiling = "Best reachable";  // no rule that could be used
constexpr int kOtherColumns = 4;                         // coverage, popularity, what ± is over, users
constexpr int kRowsShown = 8;                            // more runs than this scroll

double valueOf(const Metrics& metrics, const std::string& name) {
    for (const auto& [key, value] : metrics.named())
        if (name == key) return value;
    return 0;
}

QString plusMinus(const QString& value, const QString& about) {
    return value + QStringLiteral(" ± ") + about;
}

}  // namespace

MetricsTab::MetricsTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_verdict(new QLabel(this)),
      m_basis(new QLabel(this)),
      m_note(new QLabel(this)),
      m_score(new QPushButton(this)),
      m_copy(new QToolButton(this)),
      m_table(new TableView(this)),
      m_hits(new PlotView(tr("HR@K for every K"), tr("K (items in the list)"), tr("HR@K"), this)),
      m_gains(new PlotView(tr("NDCG@K for every K"), tr("K (items in the list)"), tr("NDCG@K"), this)),
      m_model(new QStandardItemModel(this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    auto* line = new QHBoxLayout;
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_basis->setObjectName(QStringLiteral("verdictBasis"));
    m_basis->setWordWrap(true);
    m_basis->setProperty("muted", true);
    auto* words = new QVBoxLayout;
    words->setSpacing(theme.px(2));
    words->addWidget(m_verdict);
    words->addWidget(m_basis);
    line->addLayout(words, 1);
    m_score->setObjectName(QStringLiteral("scoreMissing"));
    line->addWidget(m_score, 0, Qt::AlignTop);
    m_copy->setObjectName(QStringLiteral("metricsExport"));
    m_copy->setText(tr("Copy or export"));
    m_copy->setIcon(lineIcon(QStringLiteral("export")));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setPopupMode(QToolButton::InstantPopup);
    m_copy->setToolTip(tr("The table with dataset, split and protocol as CSV, Markdown or LaTeX"));
    auto* menu = new QMenu(m_copy);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_table->addTextActions(*menu);
    });
    m_copy->setMenu(menu);
    line->addWidget(m_copy, 0, Qt::AlignTop);
    layout->addLayout(line);
    layout->addWidget(m_table);
    m_note->setProperty("role", "caption");
    m_note->setWordWrap(true);
    layout->addWidget(m_note);
    m_hits->setObjectName(QStringLiteral("hitsPlot"));
    m_gains->setObjectName(QStringLiteral("gainsPlot"));
    auto* plots = new QHBoxLayout;
    plots->setSpacing(theme.px(space::kInside));
    for (PlotView* plot : {m_hits, m_gains}) {
        plot->setXScale(PlotView::Scale::Log);
        plot->setDecimals(0, 4);
        plot->setEmptyText(tr("Shown for every K from 1 on, once the runs are scored under this protocol."));
        plots->addWidget(plot);
    }
    layout->addLayout(plots, 1);

    QStringList titles{tr("Run")};
    std::vector<int> numeric;
    for (const std::string& name : metricNames()) {
        numeric.push_back(int(titles.size()));
        titles << metricTitle(name);
    }
    for (const QString& title : {tr("Coverage@10"), tr("Popularity@10")}) {
        numeric.push_back(int(titles.size()));
        titles << title;
    }
    titles << tr("± over");
    numeric.push_back(int(titles.size()));
    titles << tr("Users") << tr("Protocol");
    m_model->setColumnCount(int(titles.size()));
    m_model->setHorizontalHeaderLabels(titles);
    const int lists = kFirstMetric + int(metricNames().size());
    m_model->horizontalHeaderItem(lists)->setToolTip(
        tr("Share of all items that are among the first ten recommendations of at least one user"));
    m_model->horizontalHeaderItem(lists + 1)->setToolTip(
        tr("How often a recommended item occurs in the training data, on average over the first ten"));
    m_model->horizontalHeaderItem(lists + 2)->setToolTip(
        tr("Seeds: standard deviation between trainings of one config. Users: half the 95 % interval."));
    m_table->setObjectName(QStringLiteral("metrics"));
    m_table->setAccessibleName(tr("Metrics of what is compared"));
    m_table->setModel(m_model);
    m_table->setNumericColumns(numeric);
    m_table->setEmptyText(tr("Choose runs above to see their metrics."));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setExportName(tr("metrics"));
    connect(m_table, &TableView::told, this, [this](const QString& sentence) { m_session.tell(sentence); });
    connect(m_score, &QPushButton::clicked, this, [this] { emit scoreWanted(m_missing); });
}

void MetricsTab::addRow(const QString& name, const QIcon& icon, const Row& row) {
    QList<QStandardItem*> items{new QStandardItem(icon, name)};
    for (const QString& cell : row.cells) items << new QStandardItem(cell);
    for (QStandardItem* item : items) {
        item->setToolTip(row.toolTip);
        if (row.muted) item->setForeground(Theme::instance().colours().muted);
    }
    m_model->appendRow(items);
}

MetricsTab::Row MetricsTab::rowOf(const ComparedLine& line, const Scoring& scoring) {
    const std::vector<const RankedEvaluation*> seeds = line.evaluations(scoring);
    if (seeds.empty()) return missingRow(line, scoring);
    for (const auto& run : line.runs)
        if (!run->evaluation(scoring.split, scoring.protocol) && canBeScored(run->record, scoring))
            m_missing.push_back(run->record.id);
    Row row;
    const bool mean = seeds.size() > 1;
    const auto over = [&](const auto& value) {
        std::vector<double> values;
        for (const RankedEvaluation* seed : seeds) values.push_back(value(*seed));
        return spreadOf(values);
    };
    for (const std::string& name : metricNames()) {
        if (mean) {
            row.cells.push_back(
                meanText(over([&](const RankedEvaluation& seed) { return seed.interval(name).mean; }), seeds.size()));
        } else {
            const MeanInterval& interval = seeds.front()->interval(name);
            row.cells.push_back(plusMinus(metricText(interval.mean), metricText(interval.halfWidth)));
        }
    }
    const bool lists = std::all_of(seeds.begin(), seeds.end(),
                                   [](const RankedEvaluation* seed) { return seed->record.lists.has_value(); });
    if (lists) {
        const Spread coverage = over([](const RankedEvaluation& seed) { return seed.record.lists->coverage10; });
        const Spread popularity = over([](const RankedEvaluation& seed) { return seed.record.lists->popularity10; });
        const QString share = percentText(coverage.mean), times = QString::number(popularity.mean, 'f', 1);
        row.cells.push_back(
            mean ? plusMinus(QString::number(100 * coverage.mean, 'f', 1), percentText(coverage.deviation)) : share);
        row.cells.push_back(mean ? plusMinus(times, QString::number(popularity.deviation, 'f', 1)) : times);
    } else {
        row.cells.insert(row.cells.end(), 2, QStringLiteral("–"));
    }
    const EvaluationRecord& first = seeds.front()->record;
    row.cells.push_back(mean ? tr("%1 seeds").arg(seeds.size()) : tr("users"));
    row.cells.push_back(wholeNumber(first.users));
    row.cells.push_back(protocolLabel(scoring.protocol));
    if (mean) {
        QStringList names;
        for (const RunRecord& run : line.records())
            names << tr("%1 (seed %2): %3")
                         .arg(QString::fromStdString(run.name))
                         .arg(seedOf(run))
                         .arg(keptWeightsText(run));
        const SeedInterval whole = seedMean(metricNames().front(), line.ranks(scoring));
        row.toolTip =
            tr("Mean ± standard deviation (n - 1) over %1 of %2 seeds.\n%3\n%4 with its 95 % interval over users "
               "and seeds: %5")
                .arg(seeds.size())
                .arg(line.runs.size())
                .arg(names.join(QLatin1Char('\n')), metricTitle(metricNames().front()),
                     plusMinus(metricText(whole.interval.mean), metricText(whole.interval.halfWidth)));
    } else {
        row.toolTip = tr("users: %1; ties with another candidate: %2; weights: %3; scored %4")
                          .arg(wholeNumber(first.users), QStringLiteral("%1 %").arg(100 * first.tieRate, 0, 'f', 2),
                               keptWeightsText(line.record()), localTime(QString::fromStdString(first.createdAt)));
    }
    return row;
}

// Without an evaluation: validation's best epoch is known of every run under its own protocol.
MetricsTab::Row MetricsTab::missingRow(const ComparedLine& line, const Scoring& scoring) {
    const bool known = std::all_of(line.runs.begin(), line.runs.end(), [&](const auto& run) {
        return scoring.split == Split::Valid && run->record.bestValid && !run->isRestricted &&
               run->record.protocol == scoring.protocol;
    });
    Row row;
    for (const std::string& name : metricNames()) {
        std::vector<double> values;
        for (const auto& run : line.runs)
            if (known) values.push_back(valueOf(*run->record.bestValid, name));
        row.cells.push_back(meanText(spreadOf(values), values.size()));
    }
    row.cells.insert(row.cells.end(), kOtherColumns, QStringLiteral("–"));
    if (known && line.isGroup()) row.cells[row.cells.size() - 2] = tr("%1 seeds").arg(line.runs.size());
    row.cells.push_back(known ? protocolLabel(scoring.protocol) : tr("not scored"));
    bool possible = false, weights = false;
    for (const auto& run : line.runs) {
        weights = weights || hasWeights(run->record);
        if (!canBeScored(run->record, scoring)) continue;
        possible = true;
        m_missing.push_back(run->record.id);
    }
    row.toolTip = known      ? tr("From the best epoch; score it to know the interval")
                  : !weights ? tr("No epoch of it is finished yet")
                  : possible
                      ? tr("Not scored on %1 under this protocol").arg(splitText(scoring.split))
                      : tr("Cannot be scored under this protocol: it was trained on items that are held out here");
    m_withoutInterval = m_withoutInterval || (known && !line.isGroup());
    return row;
}

void MetricsTab::setLines(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references,
                          const Scoring& scoring) {
    m_model->removeRows(0, m_model->rowCount());
    m_missing.clear();
    m_withoutInterval = false;
    m_split = splitText(scoring.split);
    bool seeds = false, single = false;
    int standing = 0;
    for (const ComparedLine& line : lines) {
        standing += !line.isSeed();
        const QString indent = line.isSeed() ? QStringLiteral("    ") : QString();
        Row row = rowOf(line, scoring);
        row.muted = line.isSeed();
        addRow(indent + line.name, runIcon(line.style), row);
        const std::size_t scored = line.evaluations(scoring).size();
        seeds = seeds || scored > 1;
        single = single || scored == 1;
    }
    std::sort(m_missing.begin(), m_missing.end());
    m_missing.erase(std::unique(m_missing.begin(), m_missing.end()), m_missing.end());
    markBest(lines);
    for (const Reference& reference : references) {
        Row row;
        row.muted = true;
        row.toolTip = tr("A reference, not a run");
        for (const std::string& name : metricNames())
            row.cells.push_back(
                metricText(valueOf(scoring.split == Split::Test ? reference.test : reference.valid, name)));
        row.cells.insert(row.cells.end(), kOtherColumns, QString());
        row.cells.push_back(protocolLabel(scoring.protocol));
        addRow(QString::fromStdString(reference.name), QIcon(), row);
    }
    m_table->setFacts(lines.empty()
                          ? TableFacts()
                          : TableFacts{{tr("Dataset"), QString::fromStdString(lines.front().record().datasetName)},
                                       {tr("Scored on"), m_split},
                                       {tr("Whole protocol"), QString::fromStdString(scoring.protocol.sentence())}});
    m_table->setIconSize(QSize(Theme::instance().px(26), Theme::instance().px(14)));
    m_table->fitColumns();
    // As high as its rows: what is below is another picture of the same ranks.
    const int rows = std::max(1, m_model->rowCount());
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            std::min(rows, kRowsShown) * m_table->verticalHeader()->defaultSectionSize() +
                            m_table->horizontalScrollBar()->sizeHint().height() + 2 * m_table->frameWidth());
    const Verdict words = verdict(lines, scoring, metricNames().front());
    QFont strong = Theme::instance().section();
    strong.setWeight(QFont::DemiBold);
    m_verdict->setFont(strong);
    m_verdict->setText(words.sentence);
    QStringList basis{betterReference(lines, references), words.basis};
    basis.removeAll(QString());
    m_basis->setText(basis.join(QLatin1Char(' ')));
    m_basis->setVisible(!basis.isEmpty());
    for (QLabel* label : {m_verdict, m_basis}) label->setToolTip(words.method);
    QStringList notes;
    if (seeds) notes << tr("Several seeds: mean ± standard deviation over the seeds.");
    if (single) notes << tr("Single runs: ± is half the 95 % interval over users.");
    if (standing > 1) notes << tr("Of the chosen lines, the best of each column is bold.");
    if (m_withoutInterval) notes << tr("Values without ± come from the best epoch's validation.");
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!notes.isEmpty());
    fillCurves(lines, scoring);
    m_copy->setVisible(!lines.empty());
    m_score->setText(scoring.split == Split::Test ? tr("Score on test") : tr("Score on validation"));
    m_score->setVisible(!m_missing.empty());
    describeScoring();
}

void MetricsTab::describeScoring() {
    m_score->setEnabled(!m_underWay);
    m_score->setToolTip(
        m_underWay ? tr("Runs are being scored; see the strip below")
        : m_missing.size() == 1
            ? tr("Score the run that has no %1 score under this protocol").arg(m_split)
            : tr("Score the %1 runs that have no %2 score under this protocol").arg(m_missing.size()).arg(m_split));
}

void MetricsTab::fillCurves(const std::vector<ComparedLine>& lines, const Scoring& scoring) {
    std::vector<LineId> shown;
    for (const ComparedLine& line : lines) shown.push_back(line.id());
    if (shown != m_shown) {
        m_shown = shown;
        for (PlotView* plot : {m_hits, m_gains}) {
            plot->clear();
            for (std::size_t i = 0; i < lines.size(); ++i) plot->addLine({});
        }
    }
    for (int i = 0; i < int(lines.size()); ++i) {
        const ComparedLine& line = lines[std::size_t(i)];
        std::vector<CurvePoints> hr, ndcg;
        for (const RankedEvaluation* evaluation : line.evaluations(scoring)) {
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
        for (PlotView* plot : {m_hits, m_gains}) plot->setLine(i, style);
        setCurve(*m_hits, i, hr);
        setCurve(*m_gains, i, ndcg);
    }
}

void MetricsTab::setScoring(bool underWay) {
    m_underWay = underWay;
    describeScoring();
}

// Seeds of an unfolded line stand for nothing but themselves: they are not ranked.
std::optional<double> MetricsTab::valueAt(int row, int column) const {
    bool ok = false;
    const double value = m_model->item(row, column)->text().section(QLatin1Char(' '), 0, 0).toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

// A headline about models must not hide that a simple rule does better than all of them.
QString MetricsTab::betterReference(const std::vector<ComparedLine>& lines,
                                    const std::vector<Reference>& references) const {
    std::optional<double> best;
    int standing = 0;
    for (int row = 0; row < int(lines.size()); ++row) {
        if (lines[std::size_t(row)].isSeed()) continue;
        ++standing;
        if (const auto value = valueAt(row, kFirstMetric)) best = std::max(*value, best.value_or(*value));
    }
    QStringList better;
    for (std::size_t i = 0; best && i < references.size(); ++i) {
        const auto value = valueAt(int(lines.size() + i), kFirstMetric);
        if (references[i].name != kCeiling && value && *value > *best)
            better << tr("%1 (%2)").arg(QString::fromStdString(references[i].name), metricText(*value));
    }
    if (better.isEmpty()) return {};
    const QString metric = metricTitle(metricNames().front());
    const QString rules = better.join(tr(" and "));
    return standing == 1 ? tr("A simple rule reaches more %1: %2.").arg(metric, rules)
                         : tr("A simple rule reaches more %1 than any of them: %2.").arg(metric, rules);
}

void MetricsTab::markBest(const std::vector<ComparedLine>& lines) {
    for (int column = kFirstMetric; column < kFirstMetric + int(metricNames().size()); ++column) {
        double best = -1;
        int scored = 0;
        for (int row = 0; row < int(lines.size()); ++row) {
            const auto value = lines[std::size_t(row)].isSeed() ? std::nullopt : valueAt(row, column);
            if (!value) continue;
            ++scored;
            best = std::max(best, *value);
        }
        for (int row = 0; scored > 1 && row < int(lines.size()); ++row) {
            if (lines[std::size_t(row)].isSeed() || valueAt(row, column) != best) continue;
            QFont font = Theme::instance().numbers();
            font.setBold(true);
            m_model->item(row, column)->setFont(font);
        }
    }
}

}  // namespace recscope::ui
