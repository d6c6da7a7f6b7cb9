// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_verdicts.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>

#include "core/plan/report.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/export_button.h"

namespace recscope::ui {

StudyVerdicts::StudyVerdicts(Session& session, QWidget* parent)
    : QWidget(parent),
      m_query(session.jobs(),
              {.title = tr("Measuring segments of users"), .queue = WorkerQueue::Import, .isShownInStrip = true},
              [](JobContext& context, const Request& request) {
                  StudyTable table = request.study->tables[request.table];
                  table.details = detailsOf(context.workspace, request.study->plan, table, context.stop);
                  return table;
              }),
      m_sentences(sentenceLabel(QStringLiteral("studySentences"))),
      m_method(captionLabel(QStringLiteral("studyVerdictMethod"))),
      m_metric(new QComboBox),
      m_copy(nullptr),
      m_order(captionLabel(QStringLiteral("studySegmentsOrder"))),
      m_segments(new CellTable(QStringLiteral("studySegments"), tr("Segments of users"), {})) {
    m_metric->setObjectName(QStringLiteral("studySegmentsMetric"));
    m_metric->setAccessibleName(tr("Metric of the segments"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_copy = exportButton(*m_segments, QStringLiteral("studySegmentsExport"));
    m_segments->setExportName(tr("segments"));
    m_query.deferWhileHidden(*this);
    connect(m_segments, &TableView::notified, this, [&session](const QString& sentence) { session.notify(sentence); });
    connect(&m_query, &AnyAsyncQuery::changed, this, &StudyVerdicts::fill);
    connect(m_metric, &QComboBox::activated, this, &StudyVerdicts::fillSegments);
    auto* words = boxed(column({m_sentences, m_method, stretch()}));
    auto* segments =
        boxed(column({row({new QLabel(tr("Metric")), m_metric, stretch(), m_copy}), grow(m_segments), m_order}));
    arrange(this, row({grow(scrolled(words), 1), grow(segments, 2)}), {0, space::kPadding, 0, 0});
    fill();
}

void StudyVerdicts::setTable(const std::shared_ptr<const Study>& study, std::size_t table) {
    if (study && table < study->tables.size())
        m_query.run({study, table});
    else
        m_query.cancel();
    fill();
}

void StudyVerdicts::fill() {
    const auto table = m_query.answer();
    QStringList paragraphs;
    if (table) {
        for (const auto& [title, sentences] : verdictsInWords(*table)) {
            QStringList lines{QString::fromStdString(title)};
            for (const std::string& sentence : sentences)
                lines << QStringLiteral("• ") + QString::fromStdString(sentence);
            paragraphs << lines.join(QLatin1Char('\n'));
        }
        if (paragraphs.isEmpty()) paragraphs << tr("Fewer than two rows of this table have finished runs.");
    } else {
        paragraphs << (m_query.state() == AsyncQueryState::Failed ? m_query.failureWithHint()
                       : m_query.isOpen()                         ? tr("Comparing in several metrics…")
                                                                  : tr("Choose a plan above."));
    }
    m_sentences->setText(paragraphs.join(QStringLiteral("\n\n")));
    const QString method = table ? QString::fromStdString(verdictsMethod(*table)) : QString();
    m_method->setText(method);
    m_method->setVisible(!method.isEmpty());
    if (table) {
        const QString before = m_metric->currentData().toString();
        m_metric->clear();
        for (const std::string& metric : table->details->metrics)
            m_metric->addItem(QString::fromStdString(metricTitle(metric)), QString::fromStdString(metric));
        m_metric->setCurrentIndex(std::max(0, m_metric->findData(before)));
    }
    fillSegments();
}

void StudyVerdicts::fillSegments() {
    const auto table = m_query.answer();
    const int metric = m_metric->currentIndex();
    const ReportTable text = table && metric >= 0 ? segmentsTable(*table, std::size_t(metric)) : ReportTable();
    std::vector<CellColumn> columns;
    for (std::size_t i = 0; i < text.columns.size(); ++i)
        columns.push_back({QString::fromStdString(text.columns[i]), {}, text.kinds[i] == ReportColumn::Number});
    m_segments->setColumns(columns);
    m_segments->setEmptyText(m_query.isOpen() ? tr("Measuring segments of users…") : tr("There are no segments."));
    m_order->setText(QString::fromStdString(text.caption));
    m_order->setVisible(!text.caption.empty());
    if (table && metric >= 0)
        m_segments->setFacts({{tr("Dataset"), QString::fromStdString(table->dataset.name)},
                              {tr("Metric"), m_metric->currentText()},
                              {tr("Whole protocol"), QString::fromStdString(table->protocol.sentence())}});
    for (const std::vector<std::string>& line : text.rows) {
        std::vector<Cell> cells;
        for (const std::string& cell : line)
            cells.emplace_back(cell.empty() ? QStringLiteral("–") : QString::fromStdString(cell));
        m_segments->addRow(cells);
    }
    m_segments->fitColumns();
}

}  // namespace recscope::ui
