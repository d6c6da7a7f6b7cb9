// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "core/data/importer.h"
#include "ui/data/column_choice.h"
#include "ui/data/existing_choice.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace recscope::ui {

class ImportFiltersInput;
class ItemSeparatorChoice;

/// All settings of an import: the file, how it is read, the roles of its columns, and which rows are kept.
class ImportForm : public QWidget {
    Q_OBJECT
public:
    explicit ImportForm(QWidget* parent = nullptr);

    QString path() const;
    void setPath(const QString& path);
    ImportOptions options() const;
    /// Sets all options as stored with a dataset, except for the name, which the user of the program chooses.
    void setOptions(const ImportOptions& options);
    void setName(const QString& name);
    /// Resets the settings that apply only to the previous file.
    void clearReading();
    /// Shows what the importer detected, except where the user of the program has chosen something else.
    void showPreview(const ImportPreview& preview);
    /// Lists the parts of the file (sheets, tables or files in an archive), `chosen` first; an empty `chosen` asks the
    /// user of the program to choose a part.
    void showParts(const FileParts& parts, const std::string& chosen);
    /// True if the file has several parts and the user of the program must choose one.
    bool asksForPart() const;
    /// Disables the inputs for columns and shows the reason as their tooltip. An empty reason enables them, unless the
    /// format determines the columns.
    void setColumnsDisabledReason(const QString& why);

    /// The choice of what to do with a dataset that already has the name.
    const ExistingChoice& existing() const { return *m_existing; }
    void setDatasets(const std::vector<DatasetInfo>& datasets) { m_existing->setDatasets(datasets); }
    ImportFiltersInput& filters() { return *m_filters; }
    const ChosenColumns& roles() const { return m_roles; }
    void assign(const OptionalRole& role, int column);
    /// Applies one of the possible readings of the file (ImportPreview::alternatives).
    void chooseReading(const ColumnReading& reading);

signals:
    void pathChanged();
    void readingChanged();  ///< a setting of how rows are read has changed
    void readingTyped();    ///< like readingChanged, but a text is being typed, so more changes may follow
    void rolesChanged();
    void filtersChanged();   ///< a setting of which rows are kept has changed
    void existingChanged();  ///< the name, or the choice for a name that is taken, has changed
    void filtersTyped();     ///< like filtersChanged, but a number is being typed, so more changes may follow

private:
    void addFiles(QFormLayout& form);
    void addReading(QFormLayout& form);
    static QString roleHint(ColumnRole role);
    void addColumns(QFormLayout& form);
    void chooseFile();
    void chooseItems();
    void chooseUsers();
    /// Shows how well a file of titles or users fits the interactions.
    static void showMatch(QLabel* label, const CompanionMatch& match);
    void showFormats();
    void showColumns();
    void showPatternState();

    ImportPreview m_preview;
    ChosenColumns m_roles;
    bool m_rolesChosen = false;  ///< true if the roles were chosen by hand or taken from stored settings
    /// The roles stored with a dataset, used until the next preview; may refer to columns by name.
    ColumnMapping m_mapping;
    std::vector<ColumnRole> m_foundRoles;  ///< detected roles that have not been changed by hand

    QFormLayout* m_rows = nullptr;
    QLineEdit *m_path, *m_items, *m_users, *m_name;
    ExistingChoice* m_existing;
    QLabel *m_itemsMatch, *m_usersMatch;  ///< show how many ids of the interactions occur in these files
    /// The part of the file, its format, the encoding, whether the first line names the columns, and the format of
    /// times.
    QComboBox *m_member, *m_format, *m_encoding, *m_header, *m_time;
    QLineEdit *m_delimiter, *m_pattern;
    ItemSeparatorChoice* m_itemSeparator;
    QLabel* m_why;                          ///< says by what the format was recognised
    std::array<QComboBox*, 6> m_columns{};  ///< inputs for user, item, time, rating, order and kind of event
    QCheckBox* m_keepDamaged;
    ImportFiltersInput* m_filters = nullptr;
};

}  // namespace recscope::ui
