// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/patterns_tab.h"

#include <QBoxLayout>
#include <QLabel>
#include <QStandardItemModel>

#include "core/data/sample_oracle.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

PatternsTab::PatternsTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_query(
          session.jobs(), {.title = tr("Ranking by pattern"), .queue = WorkerQueue::Import},
          [](JobContext& context, const PatternTablesRequest& request) {
              std::vector<PatternTable> tables;
              for (const RunId run : request.runs)
                  tables.push_back(patternTable(context.workspace, run, request.split, context.progress, context.stop));
              return tables;
          }),
      m_note(captionLabel(QStringLiteral("patternsNote"))),
      m_table(new CellTable(QStringLiteral("patterns"), tr("Metrics by what caused the held-out item"), {}, 0)) {
    m_table->setExportName(tr("patterns"));
    arrange(this, column({grow(m_table), m_note}), {0, space::kPadding, 0, 0});
    m_query.deferWhileHidden(*this);
    connect(&m_query, &AnyAsyncQuery::changed, this, &PatternsTab::fill);
    connect(m_table, &TableView::notified, &session, [&session](const QString& sentence) { session.notify(sentence); });
}

void PatternsTab::setLines(const std::vector<ComparedLine>& lines, Split split) {
    m_lines.clear();
    PatternTablesRequest request{.runs = {}, .bestEpochs = {}, .split = split};
    for (const ComparedLine& line : withoutSeeds(lines)) {
        for (const ComparedLine& run : seedsOf(line)) {
            m_lines.push_back(run);
            request.runs.push_back(run.record().id);
            request.bestEpochs.push_back(run.record().bestEpoch);
        }
    }
    const auto dataset = m_session.dataset();
    if (request.runs.empty() || !dataset || !knowsCauses(*dataset))
        m_query.cancel();
    else
        m_query.run(request);
    fill();
}

void PatternsTab::fill() {
    const auto tables = m_query.answer();
    m_table->setEmptyText(m_lines.empty()                              ? tr("Choose runs above.")
                          : m_query.state() == AsyncQueryState::Failed ? m_query.failureWithHint()
                                                                       : tr("Ranking the held-out items…"));
    m_note->clear();
    std::vector<CellColumn> columns{{tr("Planted pattern"), tr("What caused the held-out item")},
                                    {tr("Users"), tr("Users whose held-out item has this cause"), true}};
    const bool hasTables = tables && tables->size() == m_lines.size() && !tables->empty();
    if (!hasTables) {
        m_table->setColumns(columns);
        return;
    }
    for (const ComparedLine& line : m_lines)
        columns.push_back(
            {tr("%1 · NDCG@10").arg(line.name), tr("Mean over the row's users; HR@10 in the tooltip"), true});
    columns.push_back(
        {tr("Best reachable"),
         tr("NDCG@10 that no model can be expected to exceed, over the same users, with its 95 % interval. For one "
            "pattern: ranking by the probabilities of that pattern alone; in the last row: ranking by the "
            "probabilities the sample was made with. On these users a model may exceed it by luck."),
         true});
    m_table->setColumns(columns);
    for (int i = 0; i < int(m_lines.size()); ++i)
        m_table->cells().setHeaderData(2 + i, Qt::Horizontal, runIcon(m_lines[std::size_t(i)].style),
                                       Qt::DecorationRole);
    std::vector<PlainMean> bests;
    const auto addRow = [&](const QString& title, const auto& rowOf) {
        const PatternRow& first = rowOf(tables->front());
        if (first.users == 0) return;
        std::vector<Cell> cells{title, wholeNumber(first.users)};
        for (const PatternTable& table : *tables) {
            const PatternRow& row = rowOf(table);
            cells.push_back({metricText(row.run.ndcg10),
                             tr("NDCG@10 %1 (95 % interval %2 to %3), HR@10 %4")
                                 .arg(metricText(row.run.ndcg10), metricText(row.run.ndcg10Interval.low),
                                      metricText(row.run.ndcg10Interval.high), metricText(row.run.hr10))});
        }
        PlainMean& best = bests.emplace_back();
        if (first.best)
            best = {.mean = first.best->ndcg10,
                    .halfWidth = {},
                    .low = first.best->ndcg10Interval.low,
                    .high = first.best->ndcg10Interval.high};
        cells.push_back(first.best
                            ? tr("%1 (%2 to %3)")
                                  .arg(metricText(first.best->ndcg10), metricText(first.best->ndcg10Interval.low),
                                       metricText(first.best->ndcg10Interval.high))
                            : QStringLiteral("–"));
        m_table->addRow(cells);
    };
    for (std::size_t i = 0; i < tables->front().patterns.size(); ++i) {
        const auto pattern = tables->front().patterns[i].pattern;
        addRow(QString::fromStdString(patternTitle(*pattern)), [&](const PatternTable& table) -> const PatternRow& {
            for (const PatternRow& row : table.patterns)
                if (row.pattern == pattern) return row;
            return table.all;
        });
    }
    addRow(tr("All"), [](const PatternTable& table) -> const PatternRow& { return table.all; });
    // Copied and exported tables have the interval in separate columns.
    const PlainColumns exact = plainMeans(tr("Best reachable"), bests);
    const int last = m_table->cells().columnCount() - 1;
    m_table->cells().setHeaderData(last, Qt::Horizontal, exact.titles, kExactTitlesRole);
    for (int row = 0; row < int(exact.rows.size()); ++row) {
        QVariantList values;
        for (const QString& value : exact.rows[std::size_t(row)]) values << value;
        m_table->cells().item(row, last)->setData(values, kExactValuesRole);
    }
    m_table->fitColumns();
    m_table->setFacts({{tr("Protocol"), QString::fromStdString(tables->front().protocol.name())},
                       {tr("Split"), tables->front().split == Split::Test ? tr("test") : tr("validation")}});
    m_note->setText(tr("Protocol of the first run: %1. Each run is ranked under its own protocol.")
                        .arg(QString::fromStdString(tables->front().protocol.sentence())));
}

}  // namespace recscope::ui
