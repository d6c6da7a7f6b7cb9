// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "core/data/importer.h"
#include "ui/data/column_choice.h"

namespace recscope::ui {

/// One row for each column of a file: its role, kind of values, examples, and the numbers of missing and distinct
/// values. A click, Return or Space on a row changes the role of the column.
class ImportColumns : public QTableWidget {
    Q_OBJECT
public:
    explicit ImportColumns(QWidget* parent = nullptr);

    void showPreview(const ImportPreview& preview);
    void showRoles(const ChosenColumns& roles);
    void clearPreview();

signals:
    void roleChosen(int column, recscope::ui::OptionalRole role);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void askRole(int row);
    void layoutColumns();
    void fillRow(int row);

    std::vector<ColumnFinding> m_findings;
    bool m_canBeChosen = true;  ///< false if the format of the file determines the roles
    ChosenColumns m_roles;
};

}  // namespace recscope::ui
