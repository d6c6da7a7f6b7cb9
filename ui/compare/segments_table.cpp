// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/segments_table.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "ui/cohort/cohort_book.h"
#include "ui/compare/line_values.h"
#include "ui/compare/metric_choices.h"
#include "ui/session/protocol_text.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {
constexpr int kMetricLength = 24;  // characters of a metric's title that are shown
}  // namespace

SegmentsTable::SegmentsTable(Session& session, QWidget* parent)
    : QWidget(parent),
      m_query(session.jobs(), {.title = tr("Measuring segments of users")}, &SegmentsTable::find),
      m_metric(new QComboBox),
      m_worstOf(new QComboBox),
      m_copy(nullptr),
      m_table(new CellTable(QStringLiteral("segments"), tr("Segments of users"), {}, /*stretch=*/1)),
      m_note(captionLabel()) {
    m_metric->setObjectName(QStringLiteral("segmentsMetric"));
    m_metric->setAccessibleName(tr("Metric of the segments"));
    for (const MetricChoice& choice : metricChoices())
        m_metric->addItem(choice.title, QString::fromStdString(choice.name));
    keepValue(m_metric, StateScope::Workspace);
    m_worstOf->setObjectName(QStringLiteral("segmentsWorstOf"));
    m_worstOf->setAccessibleName(tr("Run whose worst segments come first"));
    m_worstOf->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_copy = exportButton(*m_table, QStringLiteral("segmentsExport"));
    m_table->setExportName(tr("segments"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_metric->setMinimumContentsLength(kMetricLength);
    m_query.deferWhileHidden(*this);
    // Cohorts and attributes are segments, too.
    const auto askAgain = [this] {
        if (m_query.request()) m_query.rerun(*m_query.request());
    };
    connect(&CohortBook::of(session), &CohortBook::changed, this, askAgain);
    connect(&session, &Session::datasetsChanged, this, askAgain);
    connect(m_table, &TableView::notified, this, [&session](const QString& sentence) { session.notify(sentence); });
    connect(&m_query, &AnyAsyncQuery::changed, this, &SegmentsTable::fill);
    for (QComboBox* box : {m_metric, m_worstOf}) connect(box, &QComboBox::activated, this, [this] { request(); });
    arrange(this, column({row({new QLabel(tr("Metric")), m_metric, new QLabel(tr("worst first of")), m_worstOf,
                               stretch(), m_copy}),
                          grow(m_table), m_note}));
}

void SegmentsTable::setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring) {
    m_lines.clear();
    for (const ComparedLine& line : withoutSeeds(lines))
        if (!line.evaluations(scoring).empty()) m_lines.push_back(line);
    m_scoring = scoring;
    const QVariant before = m_worstOf->currentData();
    m_worstOf->clear();
    for (const ComparedLine& line : m_lines) m_worstOf->addItem(runIcon(line.style), line.name, qlonglong(line.id()));
    m_worstOf->setCurrentIndex(std::max(0, m_worstOf->findData(before)));
    request();
}

void SegmentsTable::request() {
    if (m_lines.empty())
        m_query.cancel();
    else
        m_query.run({{m_lines, m_scoring},
                     m_metric->currentData().toString().toStdString(),
                     LineId(m_worstOf->currentData().toLongLong())});
    fill();
}

SegmentMeans SegmentsTable::find(JobContext& context, const Request& request) {
    const std::vector<ComparedLine>& lines = request.lines.lines;
    const auto sortedBy = std::find_if(lines.begin(), lines.end(),
                                       [&](const ComparedLine& line) { return line.id() == request.worstOf; });
    return LineValues(context.workspace, request.lines.scoring)
        .inSegments(lines, request.metric, sortedBy == lines.end() ? 0 : std::size_t(sortedBy - lines.begin()),
                    context.stop);
}

void SegmentsTable::fill() {
    std::vector<CellColumn> columns{{tr("By")}, {tr("Segment")}, {tr("Users"), {}, true}};
    for (const ComparedLine& line : m_lines) columns.push_back({line.name, {}, true});
    m_table->setColumns(columns);
    const auto found = m_query.answer();
    m_table->setEmptyText(m_query.state() == AsyncQueryState::Failed ? m_query.failureWithHint()
                          : m_lines.empty() ? tr("None of these runs is scored under this protocol. Score them on the "
                                                 "Metrics tab.")
                          : found ? tr("There are no segments: all users are alike in all that is known of them.")
                                  : tr("Measuring segments of users…"));
    m_note->setVisible(found && !m_lines.empty());
    if (!found || m_lines.empty()) return;
    for (std::size_t i = 0; i < found->segments.size(); ++i) {
        const Segment& segment = found->segments[i];
        std::vector<Cell> cells;
        cells.emplace_back(QString::fromStdString(segment.by));
        cells.emplace_back(QString::fromStdString(segment.name));
        cells.emplace_back(wholeNumber(std::int64_t(segment.users.size())));
        for (std::size_t line = 0; line < m_lines.size(); ++line) {
            const SeedInterval& value = found->means[i][line].front();
            cells.emplace_back(value.users > 0 ? QString::fromStdString(intervalText(value, 4)) : QStringLiteral("–"));
        }
        m_table->addRow(cells);
    }
    m_table->fitColumns();
    const std::string metric = m_query.request()->metric;
    const QString protocol = QString::fromStdString(m_scoring.protocol.sentence());
    m_note->setText(tr("95 % intervals. %1 Scored on %2; protocol %3.")
                        .arg(QString::fromStdString(aboutSegments(metric)), splitText(m_scoring.split), protocol));
    m_table->setFacts({{tr("Dataset"), QString::fromStdString(m_lines.front().record().datasetName)},
                       {tr("Metric"), QString::fromStdString(metricTitle(metric))},
                       {tr("Scored on"), splitText(m_scoring.split)},
                       {tr("Whole protocol"), protocol}});
}

}  // namespace recscope::ui
