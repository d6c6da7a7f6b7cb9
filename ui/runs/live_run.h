// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/train/trainer.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

/// The state of the run that trains now, with everything recorded since it started in this process.
struct LiveRun {
    JobId job = 0;
    RunRecord record;
    std::vector<Reference> references;
    std::vector<StepInfo> steps;    ///< since the run was started or resumed
    std::vector<EpochInfo> epochs;  ///< since the run was started or resumed
    std::optional<Split> evaluating;
    std::int64_t usersDone = 0, usersTotal = 0;  ///< users evaluated so far, and all users, in the current evaluation
    bool paused = false, stopping = false;
    QString notified;          ///< why the run cannot continue at the moment, e.g. a lost connection
    QString machine;           ///< the machine that the run trains on; empty = this machine
    bool trainsThere = false;  ///< `machine` has sent a heartbeat, so the run is known to train there

    const EpochInfo* lastValidated() const;  ///< null if no epoch was validated yet
    /// True if the last validation was the best so far, or there was none.
    bool isLastBest() const;

    // The wording that all pages share.
    QString state() const;     ///< "Training", "Paused", "Stopping"
    QString headline() const;  ///< "Training SASRec 3", "Training SASRec 3, no better since epoch 4"
    /// How patience (early stopping) applies, in a sentence for a tooltip; empty while the last validation was the
    /// best.
    QString patienceText() const;
    QString details() const;  ///< "epoch 3 of 12 · 455 seq/s · 2 min left · cpu, 2 threads"
};

}  // namespace recscope::ui
