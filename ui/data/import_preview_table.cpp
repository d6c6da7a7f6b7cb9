// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_preview_table.h"

#include <QHeaderView>
#include <QMenu>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr ColumnRole kRoles[] = {ColumnRole::User, ColumnRole::Item, ColumnRole::Time, ColumnRole::Rating};

int columnOf(const std::string& number) {
    return number.empty() ? -1 : QString::fromStdString(number).toInt() - 1;
}
std::string numberOf(int column) {
    return column < 0 ? std::string() : std::to_string(column + 1);
}

}  // namespace

QString columnRoleName(ColumnRole role) {
    switch (role) {
        case ColumnRole::User:
            return ImportPreviewTable::tr("User");
        case ColumnRole::Item:
            return ImportPreviewTable::tr("Item");
        case ColumnRole::Time:
            return ImportPreviewTable::tr("Time");
        case ColumnRole::Rating:
            return ImportPreviewTable::tr("Rating");
        case ColumnRole::None:
            break;
    }
    return ImportPreviewTable::tr("not used");
}

int& ColumnRoles::of(ColumnRole role) {
    switch (role) {
        case ColumnRole::User:
            return user;
        case ColumnRole::Item:
            return item;
        case ColumnRole::Time:
            return time;
        default:
            return rating;
    }
}

ColumnRole ColumnRoles::roleOf(int column) const {
    ColumnRoles copy = *this;
    for (const ColumnRole role : kRoles)
        if (copy.of(role) == column) return role;
    return ColumnRole::None;
}

void ColumnRoles::assign(ColumnRole role, int column) {
    if (column >= 0)
        if (const ColumnRole before = roleOf(column); before != ColumnRole::None) of(before) = -1;
    if (role != ColumnRole::None) of(role) = column;
}

ColumnRoles ColumnRoles::fromMapping(const ColumnMapping& mapping) {
    return {columnOf(mapping.user), columnOf(mapping.item), columnOf(mapping.time), columnOf(mapping.rating)};
}

ColumnMapping ColumnRoles::toMapping() const {
    return {numberOf(user), numberOf(item), numberOf(time), numberOf(rating)};
}

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
    horizontalHeader()->setToolTip(tr("Click to say what the column holds"));
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &ImportPreviewTable::askRole);
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
    for (const CellPlace& place : preview.encodingErrors) {
        QTableWidgetItem* cell = item(int(place.row), int(place.column));
        if (!cell) continue;
        cell->setIcon(lineIcon(QStringLiteral("warning"), Theme::instance().colours().warning));
        cell->setToolTip(tr("These bytes are no UTF-8; they are read as windows-1252"));
    }
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::instance().px(8));
}

void ImportPreviewTable::showRoles(const ColumnRoles& roles) {
    m_roles = roles;
    for (int column = 0; column < columnCount(); ++column) {
        const ColumnRole role = roles.roleOf(column);
        auto* header = new QTableWidgetItem(columnName(m_preview, column) + QLatin1Char('\n') + columnRoleName(role));
        header->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        setHorizontalHeaderItem(column, header);
        const QBrush brush(role == ColumnRole::None ? Theme::instance().colours().muted
                                                    : Theme::instance().colours().text);
        for (int row = 0; row < rowCount(); ++row)
            if (QTableWidgetItem* cell = item(row, column)) cell->setForeground(brush);
    }
    resizeColumnsToContents();
    for (int column = 0; column < columnCount(); ++column)
        setColumnWidth(column, std::clamp(columnWidth(column), Theme::instance().px(96), Theme::instance().px(240)));
}

void ImportPreviewTable::clearPreview() {
    m_preview = {};
    setRowCount(0);
    setColumnCount(0);
}

void ImportPreviewTable::askRole(int column) {
    QMenu menu(this);
    for (const ColumnRole role :
         {ColumnRole::User, ColumnRole::Item, ColumnRole::Time, ColumnRole::Rating, ColumnRole::None}) {
        QAction* action =
            menu.addAction(columnRoleName(role), this, [this, column, role] { emit roleChosen(column, role); });
        action->setCheckable(true);
        action->setChecked(m_roles.roleOf(column) == role);
    }
    const QHeaderView* header = horizontalHeader();
    menu.exec(header->mapToGlobal(QPoint(header->sectionViewportPosition(column), header->height())));
}

}  // namespace recscope::ui
