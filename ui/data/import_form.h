// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "core/data/importer.h"
#include "ui/data/column_choice.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace recscope::ui {

/// Everything a person can say about an import: the file, how it is read, which columns are what, what is left out.
class ImportForm : public QWidget {
    Q_OBJECT
public:
    explicit ImportForm(QWidget* parent = nullptr);

    QString path() const;
    void setPath(const QString& path);
    ImportOptions options() const;
    /// All of them, as stored with a dataset; the name is left to the person.
    void setOptions(const ImportOptions& options);
    /// Forgets what was said about the last file.
    void clearReading();
    /// What the importer made of the file: shown where the person has said nothing else.
    void showPreview(const ImportPreview& preview);
    /// Disables the columns and says why; an empty reason enables them where the format leaves a choice.
    void setColumnsOff(const QString& why);

    const ChosenColumns& roles() const { return m_roles; }
    void assign(const OptionalRole& role, int column);
    /// Reads the file in this way: see ImportPreview::alternatives.
    void chooseReading(const ColumnReading& reading);

signals:
    void pathChanged();
    void readingChanged();  ///< something that changes what the rows say
    void readingTyped();    ///< the same, letter by letter
    void rolesChanged();
    void filtersChanged();  ///< something that changes only which rows are kept
    void filtersTyped();

private:
    void addFiles(QFormLayout& form);
    void addReading(QFormLayout& form);
    static QString roleHint(ColumnRole role);
    void addColumns(QFormLayout& form);
    void addFilters(QFormLayout& form);
    void chooseFile();
    void chooseItems();
    void choosePreset(int index);
    void showFormats();
    void showColumns();
    void showRatingState();
    void showPatternState();

    ImportPreview m_preview;
    ChosenColumns m_roles;
    bool m_rolesChosen = false;            ///< by the person, or taken from stored settings
    ColumnMapping m_mapping;               ///< stored settings may name columns in their own words
    std::vector<ColumnRole> m_foundRoles;  ///< those of m_roles that the person has left as they were found

    QFormLayout* m_rows = nullptr;
    QLineEdit *m_path, *m_items, *m_name;
    QComboBox *m_member, *m_format, *m_encoding, *m_header, *m_time;
    QLineEdit *m_delimiter, *m_pattern;
    QLabel* m_why;
    std::array<QComboBox*, 4> m_columns{};  ///< user, item, time, rating
    QComboBox *m_preset, *m_duplicates, *m_kCore;
    QCheckBox *m_useRating, *m_keepDamaged;
    QDoubleSpinBox* m_minRating;
    QSpinBox *m_minUser, *m_minItem, *m_minLength;
};

}  // namespace recscope::ui
