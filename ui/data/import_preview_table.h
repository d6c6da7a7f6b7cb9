// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "core/data/importer.h"

namespace recscope::ui {

/// What a column of the file holds.
enum class ColumnRole { None, User, Item, Time, Rating };

QString columnRoleName(ColumnRole role);

/// Which column (0-based, -1 = none) plays each role.
struct ColumnRoles {
    int user = -1, item = -1, time = -1, rating = -1;

    int& of(ColumnRole role);
    ColumnRole roleOf(int column) const;
    /// Gives the column to the role; a column has one role, a role one column. `column` -1 takes the role away.
    void assign(ColumnRole role, int column);
    static ColumnRoles fromMapping(const ColumnMapping& mapping);
    ColumnMapping toMapping() const;  ///< 1-based numbers
    bool operator==(const ColumnRoles&) const = default;
};

/// The first rows of a file as the importer reads them; a click on a header says what the column holds.
class ImportPreviewTable : public QTableWidget {
    Q_OBJECT
public:
    explicit ImportPreviewTable(QWidget* parent = nullptr);

    void showPreview(const ImportPreview& preview);
    void showRoles(const ColumnRoles& roles);
    void clearPreview();
    static QString columnName(const ImportPreview& preview, int column);
    static int columnCountOf(const ImportPreview& preview);

signals:
    void roleChosen(int column, recscope::ui::ColumnRole role);

private:
    void askRole(int column);

    ImportPreview m_preview;
    ColumnRoles m_roles;
};

}  // namespace recscope::ui
