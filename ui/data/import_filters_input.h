// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/data/importer.h"
#include "ui/data/column_choice.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace recscope::ui {

class KindsChoice;

/// The inputs of an import form that determine which rows are kept. They are added to the form's own layout, so that
/// their labels align with the other labels of the form.
class ImportFiltersInput : public QObject {
    Q_OBJECT
public:
    explicit ImportFiltersInput(QFormLayout& form);

    /// Removes the kinds of events of the previous file. To be called when another file is chosen.
    void clear();
    /// Shows these settings without emitting a signal.
    void setOptions(const ImportOptions& options);
    /// Sets all members of `options` that these inputs determine.
    void writeTo(ImportOptions& options) const;

    void setKinds(const std::vector<std::string>& kinds);
    bool hasKinds() const;
    /// Checks the kinds with which the dataset was imported, unless the user of the program has chosen kinds, and
    /// states where they come from.
    void checkKindsOf(const DatasetInfo& dataset);
    /// Undoes checkKindsOf(), unless the user of the program has changed the kinds since then. To be called when the
    /// rows will not be added to a dataset.
    void forgetDataset();
    /// Shows the number of interactions of each kind of event in the file.
    void showCount(const ImportReport& report);
    /// Enables or shows the inputs that need a column of ratings, orders or times.
    void showRoles(const ChosenColumns& roles);

signals:
    void changed();
    void typed();  ///< a number has changed; more changes may follow while it is being typed

private:
    void addRows();
    void addNumbers();
    void choosePreset(int index);
    /// Shows the settings that a preset determines, without emitting a signal.
    void showPresetFields(const ImportOptions& options);
    void showRatingState();

    QFormLayout& m_form;
    bool m_hasRatings = false;
    QComboBox *m_preset, *m_orders, *m_duplicates, *m_kCore;
    KindsChoice* m_kinds;
    /// The kinds checked by checkKindsOf; empty once the user of the program has changed them.
    std::vector<std::string> m_datasetKinds;
    QLabel* m_whyKinds;  ///< states where the checked kinds come from
    QCheckBox* m_useRating;
    QDoubleSpinBox* m_minRating;
    QSpinBox *m_minUser, *m_minItem, *m_minLength;
};

}  // namespace recscope::ui
