// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_numbers.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>

#include "core/plan/report.h"
#include "core/util/translated.h"
#include "ui/compare/study_attention.h"
#include "ui/compare/study_words.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/svg_view.h"

namespace recscope::ui {

namespace {

constexpr int kMaxRowsWithoutScrolling = 8;
// Item data of m_choice; the grid of entry i of the plan has kFirstGrid - i.
constexpr int kChanges = -1, kFirstGrid = -2;
constexpr int kModels = -1;  ///< item data of m_lines: a line for each model

/// Splits the seeds ("2 of 3") into two columns, for copied and exported tables.
PlainColumns seedColumns(const StudyTable& table) {
    PlainColumns columns{.titles = {StudyNumbers::tr("Seeds"), StudyNumbers::tr("Seeds planned")}, .rows = {}};
    for (const StudyRow& row : table.rows)
        columns.rows.push_back({QString::number(row.runs.size()), QString::number(row.planned)});
    return columns;
}

/// Splits a metric and its interval into columns, for copied and exported tables.
PlainColumns metricColumns(const StudyTable& table, std::size_t metric, const QString& title) {
    std::vector<PlainMean> means;
    for (const StudyRow& row : table.rows) {
        PlainMean& mean = means.emplace_back();
        const SeedInterval& reached = row.cells[metric].reached;
        if (reached.users == 0) continue;
        mean.mean = reached.interval.mean;
        if (reached.bounds) {
            mean.low = reached.low();
            mean.high = reached.high();
        } else if (reached.hasInterval()) {
            mean.halfWidth = reached.interval.halfWidth;
        }
    }
    return plainMeans(title, means);
}

}  // namespace

StudyNumbers::StudyNumbers(Session& session, QWidget* parent)
    : QWidget(parent),
      m_table(new CellTable(QStringLiteral("study"), tr("Measured and published values"), {}, 0)),
      m_choice(named(new QComboBox, "studyPictureChoice", tr("Picture"), tr("What the picture shows"))),
      m_lines(named(new QComboBox, "studyLines", tr("Lines"), tr("What each line of the picture stands for"))),
      m_picture(new SvgView),
      m_caption(captionLabel(QStringLiteral("studyCaption"))) {
    m_table->setExportName(tr("study"));
    m_picture->setObjectName(QStringLiteral("studyPicture"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_lines->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    arrange(this,
            column({grow(m_table, 2), row({m_choice, m_lines, stretch()}), grow(scrolled(m_picture), 3), m_caption},
                   space::kSpacing));
    for (const QComboBox* choice : {m_choice, m_lines})
        connect(choice, &QComboBox::currentIndexChanged, this, &StudyNumbers::draw);
    connect(m_lines, &QComboBox::activated, this, [this] { m_requestedLines = m_lines->currentData().toInt(); });
    connect(m_table, &TableView::notified, &session, [&session](const QString& sentence) { session.notify(sentence); });
}

void StudyNumbers::showTable(const Study& study, std::size_t part) {
    const StudyTable& table = study.tables[part];
    const ReportTable text = reportTables(study)[part];
    std::vector<CellColumn> columns;
    for (std::size_t i = 0; i < text.columns.size(); ++i) {
        QString title = QString::fromStdString(text.columns[i]);
        if (i == 0) title = tr("Runs");
        columns.push_back({title, {}, text.kinds[i] == ReportColumn::Number});
    }
    // The cells are parsed in the C locale, because the report formats numbers the same in every language.
    std::vector<PlainColumns> exact;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        QStringList cells;
        for (const auto& row : text.rows) cells << QString::fromStdString(row[i]);
        exact.push_back(plainColumns(columns[i].title, cells, QLocale::c()));
        if (text.columns[i] == translated("Seeds")) exact.back() = seedColumns(table);
        for (std::size_t metric = 0; metric < study.plan.metrics.size(); ++metric)
            if (text.columns[i] == metricTitle(study.plan.metrics[metric]))
                exact.back() = metricColumns(table, metric, columns[i].title);
        columns[i].exact = exact.back().titles;
    }
    m_table->setColumns(columns);
    for (std::size_t row = 0; row < text.rows.size(); ++row) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            QVariantList values;
            for (const QString& value : exact[i].rows[row]) values << value;
            cells.push_back({QString::fromStdString(text.rows[row][i]), {}, {{kExactValuesRole, values}}});
        }
        cells.front().tip = aboutRow(table.rows[row]);
        m_table->addRow(cells);
    }
    m_table->fitColumns();
    // A short table is as tall as its rows; the picture gets the rest.
    const int rows = std::min(m_table->rowCount(), kMaxRowsWithoutScrolling);
    const int height = m_table->horizontalHeader()->sizeHint().height() +
                       rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth();
    m_table->setMinimumHeight(height);
    m_table->setMaximumHeight(rows == m_table->rowCount() ? height : QWIDGETSIZE_MAX);
    m_table->setFacts({{tr("Plan"), QString::fromStdString(study.plan.title)},
                       {tr("Protocol"), QString::fromStdString(table.protocol.sentence())}});
    m_caption->setText(QString::fromStdString(text.caption));
    if (m_study.plan.name != study.plan.name) m_requestedLines.reset();
    m_study = study;
    m_part = part;
    offerPictures();
    offerLines();
    draw();
}

/// Lists the pictures of the table; keeps the chosen one if the new table has it.
void StudyNumbers::offerPictures() {
    const QSignalBlocker quiet(m_choice);
    const QString before = m_choice->currentText();
    m_choice->clear();
    const Plan& plan = m_study.plan;
    const auto addMetrics = [&] {
        for (std::size_t metric = 0; metric < plan.metrics.size(); ++metric)
            m_choice->addItem(QString::fromStdString(metricTitle(plan.metrics[metric])), int(metric));
    };
    const auto addChanges = [&] {
        if (shown().comparisons > 0) m_choice->addItem(tr("Differences from the reference"), kChanges);
    };
    // An ablation is about differences, so the picture of differences comes first.
    if (plan.shape == PlanShape::Ablation) addChanges();
    addMetrics();
    for (const std::size_t entry : entriesWithGrid(shown()))
        m_choice->addItem(tr("%1 of %2 over two keys")
                              .arg(QString::fromStdString(metricTitle(plan.metrics.front())),
                                   QString::fromStdString(rowTitle(plan.entries[entry], {}))),
                          kFirstGrid - int(entry));
    if (plan.shape != PlanShape::Ablation) addChanges();
    m_choice->setCurrentIndex(std::max(0, m_choice->findText(before)));
    m_choice->setVisible(m_choice->count() > 1);
}

/// Lists what the lines of the picture can stand for; keeps the choice made by the user of the program as long as the
/// plan stays the same.
void StudyNumbers::offerLines() {
    const QSignalBlocker quiet(m_lines);
    m_lines->clear();
    m_lines->addItem(tr("A line for each model"), kModels);
    for (const std::size_t entry : entriesAcrossDatasets(m_study, m_part))
        m_lines->addItem(
            tr("%1, a line for each dataset").arg(QString::fromStdString(rowTitle(m_study.plan.entries[entry], {}))),
            int(entry));
    const int requested = m_requestedLines ? m_lines->findData(*m_requestedLines) : -1;
    m_lines->setCurrentIndex(requested >= 0 ? requested : comparesDatasets(m_study, m_part) ? 1 : 0);
    m_lines->setVisible(m_lines->count() > 1);
}

void StudyNumbers::draw() {
    const int chosen = m_choice->currentData().toInt(), entry = m_lines->currentData().toInt();
    const Plan& plan = m_study.plan;
    const SvgStyle style = svgStyleOfTheme();
    const bool isAcross = entry != kModels && chosen >= 0;
    const std::string picture =
        chosen == kChanges     ? changesSvg(plan, shown(), style)
        : chosen <= kFirstGrid ? gridSvg(plan, shown(), std::size_t(kFirstGrid - chosen), 0, style)
        : isAcross             ? datasetsSvg(m_study, m_part, std::size_t(entry), std::size_t(chosen), style)
                               : studySvg(plan, shown(), std::size_t(chosen), style);
    m_lines->setEnabled(chosen >= 0);
    m_lines->setToolTip(chosen >= 0 ? tr("What each line of the picture stands for") : tr("This picture has no lines"));
    const QString subject = isAcross ? m_lines->currentText() : QString::fromStdString(shown().dataset.name);
    m_picture->setDocument(QByteArray::fromStdString(picture),
                           QStringLiteral("%1: %2, %3, %4")
                               .arg(QString::fromStdString(plan.title), subject,
                                    QString::fromStdString(protocolTitle(shown().protocol)), m_choice->currentText()));
}

}  // namespace recscope::ui
