// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_columns.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>
#include <array>

#include "core/util/translated.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

enum Cell { Name, Use, Kind, Missing, Distinct, Values, Why, CellCount };
constexpr int kCellMargin = 24, kHeaderMargin = 8, kMinWordsWidth = 150, kRowGap = 4;  // design pixels

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QString valuesText(const ColumnFinding& finding) {
    QStringList values;
    for (const std::string& value : finding.examples) values << text(value).simplified();
    return values.join(QStringLiteral("  ·  "));
}

/// "0 %", "under 1 %", "37 %".
QString shareText(double share) {
    if (share > 0 && share < 0.005) return ImportColumns::tr("under 1 %");
    return ImportColumns::tr("%1 %").arg(qRound(100 * share));
}

}  // namespace

ImportColumns::ImportColumns(QWidget* parent) : QTableWidget(parent) {
    setObjectName(QStringLiteral("importColumns"));
    setAccessibleName(tr("Columns of the file"));
    setColumnCount(CellCount);
    setHorizontalHeaderLabels(
        {tr("Column"), tr("Used as"), tr("Content"), tr("Missing"), tr("Distinct"), tr("Values"), tr("Why")});
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setWordWrap(true);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (const int column : {int(Missing), int(Distinct)})
        horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(this, &QTableWidget::cellClicked, this, &ImportColumns::askRole);
    connect(&Theme::instance(), &Theme::changed, this, [this] { showRoles(m_roles); });
}

void ImportColumns::showPreview(const ImportPreview& preview) {
    m_findings = preview.columnFindings;
    m_canBeChosen = preview.columnsCanBeChosen;
    setRowCount(int(m_findings.size()));
    const std::int64_t rows = m_findings.empty() ? 0 : m_findings.front().rows;
    // The header states the number of sampled rows, because the counts below the table refer to the whole file.
    horizontalHeaderItem(Distinct)->setText(rows == 1 ? tr("Distinct\nin 1 row")
                                                      : tr("Distinct\nin %1 rows").arg(wholeNumber(rows)));
    horizontalHeaderItem(Distinct)->setToolTip(tr("Different values among the %1 sampled rows").arg(wholeNumber(rows)));
    horizontalHeaderItem(Missing)->setToolTip(
        tr("Share of the %1 sampled rows that have no value").arg(wholeNumber(rows)));
    verticalHeader()->setMinimumSectionSize(fontMetrics().height() + Theme::instance().px(8));
    showRoles(ChosenColumns::fromMapping(preview.columns));
}

// Columns with short texts get the width that they need. The columns of examples and reasons divide the remaining width
// in proportion to their lengths and wrap their texts.
void ImportColumns::layoutColumns() {
    const Theme& theme = Theme::instance();
    std::array<int, CellCount> needs{};
    for (int column = 0; column < CellCount; ++column) {
        int textWidth = 0;
        for (int row = 0; row < rowCount(); ++row) {
            const QTableWidgetItem& cell = *item(row, column);
            textWidth = std::max(
                textWidth, QFontMetrics(cell.font() == QFont() ? font() : cell.font()).horizontalAdvance(cell.text()));
        }
        needs[std::size_t(column)] = std::max(horizontalHeader()->sectionSizeHint(column) + theme.px(kHeaderMargin),
                                              textWidth + theme.px(kCellMargin));
    }
    int available = viewport()->width();
    for (int column = 0; column < Values; ++column) {
        const int width = std::min(needs[std::size_t(column)], theme.px(column == Name ? 160 : 200));
        setColumnWidth(column, width);
        available -= width;
    }
    const int neededForBoth = needs[Values] + needs[Why], least = theme.px(kMinWordsWidth);
    int values = needs[Values];
    if (neededForBoth > available)
        values = std::clamp(int(std::int64_t(available) * values / neededForBoth), least,
                            std::max(least, available - least));
    setColumnWidth(Values, values);
    setColumnWidth(Why, std::max(least, available - values));
    resizeRowsToContents();
    for (int row = 0; row < rowCount(); ++row) setRowHeight(row, rowHeight(row) + theme.px(kRowGap));
    // The table is no taller than its rows; the preview of the file gets the remaining height.
    setMaximumHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + theme.px(8) +
                     horizontalScrollBar()->sizeHint().height());
}

void ImportColumns::resizeEvent(QResizeEvent* event) {
    QTableWidget::resizeEvent(event);
    if (rowCount() > 0 && event->oldSize().width() != event->size().width()) layoutColumns();
}

void ImportColumns::showRoles(const ChosenColumns& roles) {
    m_roles = roles;
    for (int row = 0; row < rowCount(); ++row) fillRow(row);
    layoutColumns();
}

void ImportColumns::fillRow(int row) {
    const ColumnFinding& finding = m_findings[std::size_t(row)];
    const OptionalRole role = m_roles.roleOf(int(finding.column));
    const Theme& theme = Theme::instance();
    const QString why = role == finding.role ? text(finding.why) : tr("Your choice.");
    const QString cells[CellCount] = {
        text(finding.name),
        m_canBeChosen ? columnRoleName(role) + QStringLiteral("  \u25be") : columnRoleName(role),
        QString::fromStdString(translated(columnKindName(finding.kind))),
        shareText(finding.missingShare),
        wholeNumber(finding.distinct),
        valuesText(finding),
        why};
    for (int column = 0; column < CellCount; ++column) {
        auto* cell = new QTableWidgetItem(cells[column]);
        const bool isNumber = column == Missing || column == Distinct;
        cell->setTextAlignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        if (isNumber) cell->setFont(theme.numbers());
        cell->setForeground(role ? theme.colours().text : theme.colours().muted);
        cell->setToolTip(cells[column]);
        setItem(row, column, cell);
    }
    QTableWidgetItem* use = item(row, Use);
    if (m_canBeChosen) {
        use->setToolTip(tr("Click to change what the column is used as"));
    } else {
        use->setToolTip(tr("The format determines what the column is used as"));
    }
    if (role) {
        QFont bold = use->font();
        bold.setBold(true);
        use->setFont(bold);
    }
}

void ImportColumns::clearPreview() {
    m_findings.clear();
    setRowCount(0);
}

void ImportColumns::askRole(int row) {
    if (!m_canBeChosen || row < 0 || row >= int(m_findings.size())) return;
    const int column = int(m_findings[std::size_t(row)].column);
    askColumnRole(this, viewport()->mapToGlobal(visualItemRect(item(row, Use)).bottomLeft()), m_roles.roleOf(column),
                  [this, column](const OptionalRole& role) { emit roleChosen(column, role); });
}

void ImportColumns::keyPressEvent(QKeyEvent* event) {
    const bool opensMenu =
        event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (opensMenu && currentRow() >= 0)
        askRole(currentRow());
    else
        QTableWidget::keyPressEvent(event);
}

}  // namespace recscope::ui
