// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/store/run_store.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace recscope::ui {

/// Writes a plan for one dataset from ticked models, existing runs and protocols, and values of config keys: a key with
/// several values is varied, a key with one value is fixed, and several varied keys make a grid. Shows the number of
/// runs, or what is wrong.
class PlanDialog : public QDialog {
    Q_OBJECT
public:
    /// `runs`: existing runs of the dataset that can be added to the plan, including adopted ones (made from weights
    /// that were trained elsewhere).
    explicit PlanDialog(const DatasetInfo& dataset, const std::vector<RunRecord>& runs = {}, QWidget* parent = nullptr);

    /// The plan that the inputs describe; empty while something is wrong with them.
    const std::optional<Plan>& plan() const { return m_plan; }

    /// Shows the dialog and a file dialog until the plan is saved or the dialog is cancelled. Returns the path of the
    /// saved plan; empty if cancelled.
    static QString saveNew(const DatasetInfo& dataset, const std::vector<RunRecord>& runs, QWidget* parent);

private:
    /// Inputs for a config key and its values.
    struct KeyRow {
        QWidget* box;
        QComboBox* key;
        QLineEdit* values;
    };
    void addKey();
    void removeKey(QWidget* box);
    void fillKeys();
    void readInputs();            ///< sets m_plan from the inputs, or shows what is wrong with them
    Plan planFromInputs() const;  ///< the plan that the inputs describe. Pre: `problem` is empty
    QString problem() const;

    DatasetInfo m_dataset;
    std::optional<Plan> m_plan;

    QLineEdit *m_title, *m_seeds;
    QListWidget *m_models, *m_runs, *m_protocols;
    QComboBox* m_preset;
    QVBoxLayout* m_keyRows;
    std::vector<KeyRow> m_keys;
    int m_added = 0;  ///< number of keys added after the first, even if removed; makes object names unique
    QPushButton* m_addKey;
    QLabel* m_summary;
    QDialogButtonBox* m_buttons;
};

}  // namespace recscope::ui
