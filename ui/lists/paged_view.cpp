// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/paged_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <algorithm>

#include "ui/lists/paged_table_model.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

PagedView::PagedView(PagedTableModel& model, QWidget* parent) : TableView(parent), m_paged(model) {
    setModel(&model);
}

void PagedView::copyAs(TableFormat format, Part part) {
    const QModelIndexList chosen = part == Part::Selection ? selectionModel()->selectedRows() : QModelIndexList();
    int first = 0, last = m_paged.rowCount() - 1;
    if (!chosen.isEmpty()) {
        first = last = chosen.front().row();
        for (const QModelIndex& index : chosen) {
            first = std::min(first, index.row());
            last = std::max(last, index.row());
        }
    }
    if (last < first) return;
    const int count = std::min(last - first + 1, kCopiedRows);
    m_paged.readText(first, count, format, facts(), this, [this, count, all = last - first + 1](const QString& text) {
        QGuiApplication::clipboard()->setText(text);
        emit notified(count < all ? tr("Copied the first %1 of %2 rows; export the table for all of them")
                                        .arg(wholeNumber(count), wholeNumber(all))
                      : count == 1 ? tr("Copied 1 row")
                                   : tr("Copied %1 rows").arg(wholeNumber(count)));
    });
}

void PagedView::exportTo(const QString& path, TableFormat format) {
    m_paged.exportAs(path, format, facts(), this, [this, path] { announceSaved(this, path); });
}

}  // namespace recscope::ui
