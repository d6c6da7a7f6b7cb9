// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/store/run_store.h"

namespace recscope::ui {

/// Every value a run was trained with, read-only; closes with `repeatRequested` if the person wants to use them again.
class RunSettingsDialog : public QDialog {
    Q_OBJECT
public:
    RunSettingsDialog(const RunRecord& run, QWidget* parent);

signals:
    void repeatRequested();
    void notified(const QString& sentence);
};

}  // namespace recscope::ui
