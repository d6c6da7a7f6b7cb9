// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_preview_table.h"

#include <QHeaderView>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

ImportPreviewTable::ImportPreviewTable(QWidget* parent) : QTableWidget(parent) {
    setObjectName(QStringLiteral("importPreview"));
    setAccessibleName(tr("First rows of the file"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setToolTip(tr("Click to choose what the column is used as"));
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int column) {
        const QHeaderView* header = horizontalHeader();
        askColumnRole(this, header->mapToGlobal(QPoint(header->sectionViewportPosition(column), header->height())),
                      m_roles.roleOf(column),
                      [this, column](const OptionalRole& role) { emit roleChosen(column, role); });
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { showRoles(m_roles); });
}

QString ImportPreviewTable::columnName(const ImportPreview& preview, int column) {
    return column < int(preview.header.size()) ? QString::fromStdString(preview.header[std::size_t(column)])
                                               : tr("Column %1").arg(column + 1);
}

int ImportPreviewTable::columnCountOf(const ImportPreview& preview) {
    std::size_t count = preview.header.size();
    for (const auto& row : preview.rows) count = std::max(count, row.size());
    return int(count);
}

void ImportPreviewTable::showPreview(const ImportPreview& preview) {
    m_preview = preview;
    const int columns = columnCountOf(preview);
    clearContents();
    setColumnCount(columns);
    setRowCount(int(preview.rows.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const auto& cells = preview.rows[std::size_t(row)];
        for (int column = 0; column < int(cells.size()); ++column)
            setItem(row, column, new QTableWidgetItem(QString::fromStdString(cells[std::size_t(column)])));
    }
    for (const CellIndex& wrong : preview.encodingErrors) {
        QTableWidgetItem* cell = item(int(wrong.row), int(wrong.column));
        if (!cell) continue;
        cell->setIcon(lineIcon(QStringLiteral("warning"), Theme::instance().colours().warning));
        cell->setToolTip(tr("These bytes are not UTF-8; they are read as windows-1252"));
    }
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::instance().px(8));
}

void ImportPreviewTable::showRoles(const ChosenColumns& roles) {
    m_roles = roles;
    for (int column = 0; column < columnCount(); ++column) {
        const OptionalRole role = roles.roleOf(column);
        auto* header = new QTableWidgetItem(columnName(m_preview, column) + QLatin1Char('\n') + columnRoleName(role));
        header->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        setHorizontalHeaderItem(column, header);
        const QBrush brush(role ? Theme::instance().colours().text : Theme::instance().colours().muted);
        for (int row = 0; row < rowCount(); ++row)
            if (QTableWidgetItem* cell = item(row, column)) cell->setForeground(brush);
    }
    resizeColumnsToContents();
    for (int column = 0; column < columnCount(); ++column)
        setColumnWidth(column, std::clamp(columnWidth(column) + Theme::instance().px(space::kUnit),
                                          Theme::instance().px(96), Theme::instance().px(240)));
}

void ImportPreviewTable::clearPreview() {
    m_preview = {};
    setRowCount(0);
    setColumnCount(0);
}

}  // namespace recscope::ui
