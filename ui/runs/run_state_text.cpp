// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_state_text.h"

#include <QCoreApplication>

#include "ui/runs/training_controller.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("runStateText", text);
}

}  // namespace

bool isInterrupted(const TrainingController& training, const RunRecord& run) {
    return run.state == RunState::Running && !training.queue().contains(run.id) && !training.isOpenForReadingOnly();
}

QString runStateText(const TrainingController& training, const RunRecord& run) {
    if (const auto& live = training.live(); live && live->record.id == run.id) return live->state();
    if (training.queue().contains(run.id)) return tr("Waiting");
    switch (run.state) {
        case RunState::Running:
            return training.isOpenForReadingOnly() ? tr("Training") : tr("Interrupted");
        case RunState::Stopped:
            return tr("Stopped");
        case RunState::Finished:
            return tr("Finished");
        case RunState::Failed:
            return tr("Failed");
    }
    return {};
}

}  // namespace recscope::ui
