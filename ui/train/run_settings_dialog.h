// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/store/run_store.h"

namespace recscope::ui {

/// Lists every value a run was trained with, read-only. Emits `repeatRequested` and closes if the user of the program
/// chooses to use the values again.
class RunSettingsDialog : public QDialog {
    Q_OBJECT
public:
    RunSettingsDialog(const RunRecord& run, QWidget* parent);

signals:
    void repeatRequested();
    void notified(const QString& sentence);
};

}  // namespace recscope::ui
