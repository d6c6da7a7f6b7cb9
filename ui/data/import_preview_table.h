// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "core/data/importer.h"
#include "ui/data/column_choice.h"

namespace recscope::ui {

/// The first rows of a file as the importer reads them; a click on a header chooses the role of the column.
class ImportPreviewTable : public QTableWidget {
    Q_OBJECT
public:
    explicit ImportPreviewTable(QWidget* parent = nullptr);

    void showPreview(const ImportPreview& preview);
    void showRoles(const ChosenColumns& roles);
    void clearPreview();
    static QString columnName(const ImportPreview& preview, int column);
    static int columnCountOf(const ImportPreview& preview);

signals:
    void roleChosen(int column, recscope::ui::OptionalRole role);

private:
    ImportPreview m_preview;
    ChosenColumns m_roles;
};

}  // namespace recscope::ui
