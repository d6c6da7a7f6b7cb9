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

/// Writes a plan by ticking models, runs that are there, protocols and the values of keys, on one dataset: a key with
/// several values is varied, with one it is fixed, and several that vary make a grid. Says how many runs it has, or
/// what is wrong.
class PlanDialog : public QDialog {
    Q_OBJECT
public:
    /// `runs` of the dataset may be put beside what is trained, those trained elsewhere, too.
    explicit PlanDialog(const DatasetInfo& dataset, const std::vector<RunRecord>& runs = {}, QWidget* parent = nullptr);

    /// Nothing while something is wrong.
    const std::optional<Plan>& plan() const { return m_plan; }

    /// Asks for a plan and for a file until it is saved or given up; where it was saved, or nothing.
    static QString saveNew(const DatasetInfo& dataset, const std::vector<RunRecord>& runs, QWidget* parent);

private:
    /// A key of the config and the values it takes.
    struct KeyRow {
        QWidget* box;
        QComboBox* key;
        QLineEdit* values;
    };
    void addKey();
    void removeKey(QWidget* box);
    void makeKeys();
    void read();
    Plan made() const;
    QString problem() const;

    DatasetInfo m_dataset;
    std::optional<Plan> m_plan;

    QLineEdit *m_title, *m_seeds;
    QListWidget *m_models, *m_runs, *m_protocols;
    QComboBox* m_preset;
    QVBoxLayout* m_keyRows;
    std::vector<KeyRow> m_keys;
    int m_added = 0;  ///< keys after the first one, removed ones too: their inputs have names of their own
    QPushButton* m_addKey;
    QLabel* m_summary;
    QDialogButtonBox* m_buttons;
};

}  // namespace recscope::ui
