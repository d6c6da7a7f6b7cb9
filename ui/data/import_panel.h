// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "core/data/importer.h"
#include "ui/data/import_preview_table.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTimer;

namespace recscope::ui {

class Session;

/// Chooses a file, shows its first rows as the importer reads them, lets the person correct that, and imports it.
class ImportPanel : public QWidget {
    Q_OBJECT
public:
    explicit ImportPanel(Session& session, QWidget* parent = nullptr);

    /// Shows this file; an empty path asks for one.
    void offer(const QString& path);

signals:
    void closed();
    void imported();

private:
    QWidget* makeForm();
    void addFiles(QFormLayout& form);
    void addReading(QFormLayout& form);
    void addColumns(QFormLayout& form);
    void addFilters(QFormLayout& form);
    void chooseFile();
    void chooseItems();
    void pathChanged();
    ImportOptions options() const;
    void loadPreview();
    void showPreview(const ImportPreview& preview);
    void showColumns();
    void assign(ColumnRole role, int column);
    void showProblem(const QString& sentence, const QString& hint);
    void showState();
    void startImport();

    Session& m_session;
    ImportPreview m_preview;
    ColumnRoles m_roles;
    bool m_hasPreview = false, m_rolesChanged = false, m_importing = false;

    QLineEdit *m_path, *m_items, *m_name;
    QComboBox *m_format, *m_encoding;
    QLineEdit* m_delimiter;
    QLabel* m_why;
    std::array<QComboBox*, 4> m_columns{};  ///< user, item, time, rating
    QCheckBox* m_useRating;
    QDoubleSpinBox* m_minRating;
    QSpinBox *m_minUser, *m_minItem;
    ImportPreviewTable* m_table;
    QLabel *m_caption, *m_problem;
    QPushButton* m_import;
    QTimer* m_typing;
};

}  // namespace recscope::ui
