// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/metrics_tab.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QStandardItemModel>
#include <algorithm>

#include "core/metrics/metrics.h"
#include "ui/compare/verdict.h"
#include "ui/plot/plot_view.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
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
constexpr int kListColumns = 2;  // of what the lists have in common
constexpr int kRowsShown = 8;    // more runs than this scroll

double valueOf(const Metrics& metrics, const std::string& name) {
    for (const auto& [key, value] : metrics.named())
        if (name == key) return value;
    return 0;
}

QString percentText(double share) {
    return QStringLiteral("%1 %").arg(100 * share, 0, 'f', 1);
}

QString number(double value) {
    return metricText(value);
}

}  // namespace

MetricsTab::MetricsTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_verdict(new QLabel(this)),
      m_basis(new QLabel(this)),
      m_note(new QLabel(this)),
      m_score(new QPushButton(this)),
      m_table(new TableView(this)),
      m_hits(new PlotView(tr("HR@K for every K"), tr("K, first items of the list"), tr("HR@K"), this)),
      m_gains(new PlotView(tr("NDCG@K for every K"), tr("K, first items of the list"), tr("NDCG@K"), this)),
      m_model(new QStandardItemModel(this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    auto* line = new QHBoxLayout;
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_basis->setWordWrap(true);
    m_basis->setProperty("muted", true);
    auto* words = new QVBoxLayout;
    words->setSpacing(theme.px(2));
    words->addWidget(m_verdict);
    words->addWidget(m_basis);
    line->addLayout(words, 1);
    m_score->setObjectName(QStringLiteral("scoreMissing"));
    line->addWidget(m_score, 0, Qt::AlignTop);
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
        plot->setEmptyText(tr("Every K from 1 on, once the runs are scored under this protocol."));
        plots->addWidget(plot);
    }
    layout->addLayout(plots, 1);

    QStringList titles{tr("Run")};
    std::vector<int> numeric;
    for (const std::string& name : metricNames()) {
        numeric.push_back(int(titles.size()));
        titles << metricTitle(name);
    }
    for (const QString& title : {tr("Coverage@10"), tr("Popularity@10"), tr("Users")}) {
        numeric.push_back(int(titles.size()));
        titles << title;
    }
    titles << tr("Protocol");
    m_model->setColumnCount(int(titles.size()));
    m_model->setHorizontalHeaderLabels(titles);
    const int lists = kFirstMetric + int(metricNames().size());
    m_model->horizontalHeaderItem(lists)->setToolTip(
        tr("Share of all items that are among somebody's first ten recommendations"));
    m_model->horizontalHeaderItem(lists + 1)->setToolTip(
        tr("How often a recommended item occurs in the training data, on average over the first ten"));
    m_table->setObjectName(QStringLiteral("metrics"));
    m_table->setAccessibleName(tr("Metrics of the compared runs"));
    m_table->setModel(m_model);
    m_table->setNumericColumns(numeric);
    m_table->setEmptyText(tr("Choose runs above to see their metrics."));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setExportName(tr("metrics"));
    connect(m_table, &TableView::told, this, [this](const QString& sentence) { m_session.tell(sentence); });
    connect(m_score, &QPushButton::clicked, this, [this] { emit scoreWanted(m_missing); });
}

void MetricsTab::addRow(const QString& name, const QIcon& icon, const std::vector<QString>& cells,
                        const QString& toolTip, bool muted) {
    QList<QStandardItem*> row{new QStandardItem(icon, name)};
    for (const QString& cell : cells) row << new QStandardItem(cell);
    for (QStandardItem* item : row) {
        item->setToolTip(toolTip);
        if (muted) item->setForeground(Theme::instance().colours().muted);
    }
    m_model->appendRow(row);
}

void MetricsTab::setRuns(const std::vector<ComparedRun>& runs, const std::vector<Reference>& references,
                         const Scoring& scoring) {
    m_model->removeRows(0, m_model->rowCount());
    m_missing.clear();
    const QString split = scoring.split == Split::Test ? tr("test") : tr("validation");
    const QString protocolName = QString::fromStdString(scoring.protocol.name());
    bool withoutInterval = false;
    for (const ComparedRun& run : runs) {
        std::vector<QString> cells;
        QString toolTip;
        if (const RankedEvaluation* evaluation = run.evaluation(scoring.split, scoring.protocol)) {
            for (const std::string& name : metricNames()) {
                const MeanInterval interval = metricInterval(name, evaluation->ranks);
                cells.push_back(number(interval.mean) + QStringLiteral(" ± ") + number(interval.halfWidth));
            }
            const auto& lists = evaluation->record.lists;
            cells.push_back(lists ? percentText(lists->coverage10) : QStringLiteral("–"));
            cells.push_back(lists ? QString::number(lists->popularity10, 'f', 1) : QStringLiteral("–"));
            cells.push_back(wholeNumber(evaluation->record.users));
            cells.push_back(protocolName);
            toolTip = tr("%1 users, %2 ties with another candidate; scored %3")
                          .arg(wholeNumber(evaluation->record.users),
                               QStringLiteral("%1 %").arg(100 * evaluation->record.tieRate, 0, 'f', 2),
                               localTime(QString::fromStdString(evaluation->record.createdAt)));
        } else {
            const bool known =
                scoring.split == Split::Valid && run.record.bestValid && run.record.protocol == scoring.protocol;
            for (const std::string& name : metricNames())
                cells.push_back(known ? number(valueOf(*run.record.bestValid, name)) : QStringLiteral("–"));
            for (int i = 0; i < kListColumns + 1; ++i) cells.push_back(QStringLiteral("–"));
            cells.push_back(known ? protocolName : tr("not scored"));
            const bool possible = canBeScored(run.record, scoring);
            toolTip = known                     ? tr("From the best epoch; score it to know the interval")
                      : !hasWeights(run.record) ? tr("No epoch of it is finished yet")
                      : possible                ? tr("Not scored on %1 under this protocol").arg(split)
                                 : tr("Cannot be scored so: it was trained on items that are held out here");
            withoutInterval = withoutInterval || known;
            if (possible) m_missing.push_back(run.record.id);
        }
        addRow(run.name(), runIcon(run.style), cells, toolTip, /*muted=*/false);
    }
    markBest(int(runs.size()));
    for (const Reference& reference : references) {
        std::vector<QString> cells;
        for (const std::string& name : metricNames())
            cells.push_back(number(valueOf(scoring.split == Split::Test ? reference.test : reference.valid, name)));
        for (int i = 0; i < kListColumns + 1; ++i) cells.push_back(QString());
        cells.push_back(protocolName);
        addRow(QString::fromStdString(reference.name), QIcon(), cells, tr("A reference, not a run"), /*muted=*/true);
    }
    m_table->setIconSize(QSize(Theme::instance().px(26), Theme::instance().px(14)));
    m_table->fitColumns();
    // As high as its rows: what is below is another picture of the same ranks.
    const int rows = std::max(1, m_model->rowCount());
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            std::min(rows, kRowsShown) * m_table->verticalHeader()->defaultSectionSize() +
                            m_table->horizontalScrollBar()->sizeHint().height() + 2 * m_table->frameWidth());
    const Verdict words = verdict(runs, scoring, metricNames().front());
    QFont strong = Theme::instance().section();
    strong.setWeight(QFont::DemiBold);
    m_verdict->setFont(strong);
    m_verdict->setText(words.sentence);
    m_basis->setText(words.basis);
    m_basis->setVisible(!words.basis.isEmpty());
    QStringList notes;
    if (!runs.empty()) notes << tr("± is half the 95 % interval over users; the best run of each column is bold.");
    if (withoutInterval) notes << tr("Values without ± come from the best epoch's validation.");
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!notes.isEmpty());
    fillCurves(runs, scoring);
    m_score->setText(scoring.split == Split::Test ? tr("Score on test") : tr("Score on validation"));
    m_score->setVisible(!m_missing.empty());
    m_score->setEnabled(!m_underWay);
    m_score->setToolTip(
        m_underWay ? tr("Runs are being scored; see the strip below")
                   : tr("Score %1 run(s) that have no %2 score under this protocol").arg(m_missing.size()).arg(split));
}

void MetricsTab::fillCurves(const std::vector<ComparedRun>& runs, const Scoring& scoring) {
    std::vector<RunId> shown;
    for (const ComparedRun& run : runs) shown.push_back(run.record.id);
    if (shown != m_shown) {
        m_shown = shown;
        for (PlotView* plot : {m_hits, m_gains}) {
            plot->clear();
            for (std::size_t i = 0; i < runs.size(); ++i) plot->addLine({});
        }
    }
    for (int i = 0; i < int(runs.size()); ++i) {
        const ComparedRun& run = runs[std::size_t(i)];
        PlotView::Line line;
        line.name = run.name();
        line.colour = run.style.colour;
        line.dash = run.style.dash;
        QVector<double> k, hr, ndcg;
        if (const RankedEvaluation* evaluation = run.evaluation(scoring.split, scoring.protocol))
            for (const CurvePoint& point : evaluation->curve) {
                k << point.k;
                hr << point.hr;
                ndcg << point.ndcg;
            }
        for (PlotView* plot : {m_hits, m_gains}) plot->setLine(i, line);
        m_hits->setPoints(i, k, hr);
        m_gains->setPoints(i, k, ndcg);
    }
}

void MetricsTab::setScoring(bool underWay) {
    m_underWay = underWay;
    m_score->setEnabled(!underWay);
    m_score->setToolTip(underWay ? tr("Runs are being scored; see the strip below") : QString());
}

void MetricsTab::markBest(int runRows) {
    for (int column = kFirstMetric; column < kFirstMetric + int(metricNames().size()); ++column) {
        double best = -1;
        int scored = 0;
        for (int row = 0; row < runRows; ++row) {
            bool ok = false;
            const double value = m_model->item(row, column)->text().section(QLatin1Char(' '), 0, 0).toDouble(&ok);
            scored += ok;
            if (ok) best = std::max(best, value);
        }
        for (int row = 0; scored > 1 && row < runRows; ++row) {
            QStandardItem* item = m_model->item(row, column);
            bool ok = false;
            if (item->text().section(QLatin1Char(' '), 0, 0).toDouble(&ok) != best || !ok) continue;
            QFont font = Theme::instance().numbers();
            font.setBold(true);
            item->setFont(font);
        }
    }
}

}  // namespace recscope::ui
