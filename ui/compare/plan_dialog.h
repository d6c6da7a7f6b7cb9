// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <optional>
#include <string>

#include "core/plan/plan.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;

namespace recscope::ui {

/// Writes a plan by ticking models, protocols and the values of one key, on one dataset. Says how many runs it has, or
/// what is wrong.
class PlanDialog : public QDialog {
    Q_OBJECT
public:
    explicit PlanDialog(const DatasetInfo& dataset, QWidget* parent = nullptr);

    /// Nothing while something is wrong.
    const std::optional<Plan>& plan() const { return m_plan; }

    /// Asks for a plan and for a file until it is saved or given up; where it was saved, or nothing.
    static QString saveNew(const DatasetInfo& dataset, QWidget* parent);

private:
    void makeKeys();
    void read();
    Plan made() const;

    DatasetInfo m_dataset;
    std::optional<Plan> m_plan;

    QLineEdit *m_title, *m_values, *m_seeds;
    QListWidget *m_models, *m_protocols;
    QComboBox *m_preset, *m_key;
    QLabel* m_summary;
    QDialogButtonBox* m_buttons;
};

}  // namespace recscope::ui
