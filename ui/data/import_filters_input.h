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

/// The inputs of an import form that say which rows are kept. They are rows of the form's own layout, so that their
/// labels align with those above.
class ImportFiltersInput : public QObject {
    Q_OBJECT
public:
    explicit ImportFiltersInput(QFormLayout& form);

    /// For another file: forgets the kinds of events of the one before.
    void clear();
    /// Shows the settings, without a signal.
    void setOptions(const ImportOptions& options);
    /// Sets all members of `options` that these inputs determine.
    void writeTo(ImportOptions& options) const;

    void setKinds(const std::vector<std::string>& kinds);
    bool hasKinds() const;
    /// Checks the kinds with which the dataset was imported, unless the person has chosen some, and says so.
    void takeKindsOf(const DatasetInfo& dataset);
    /// Undoes takeKindsOf(), unless the person has changed the kinds since: the rows are not added to a dataset.
    void forgetDataset();
    /// Shows what was counted in the file: the interactions of each kind of event.
    void showCount(const ImportReport& report);
    /// Enables what the columns with a role make possible.
    void showRoles(const ChosenColumns& roles);

signals:
    void changed();
    void typed();  ///< a number has changed, perhaps by typing

private:
    void addRows();
    void addNumbers();
    void choosePreset(int index);
    void showRatingState();

    QFormLayout& m_form;
    bool m_hasRatings = false;
    QComboBox *m_preset, *m_orders, *m_duplicates, *m_kCore;
    KindsChoice* m_kinds;
    std::vector<std::string> m_takenKinds;  ///< by takeKindsOf; empty once the person has chosen
    QLabel* m_whyKinds;                     ///< where the checked kinds come from
    QCheckBox* m_useRating;
    QDoubleSpinBox* m_minRating;
    QSpinBox *m_minUser, *m_minItem, *m_minLength;
};

}  // namespace recscope::ui
