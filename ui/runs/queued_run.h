// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/store/queue_store.h"
#include "core/train/trainer.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

/// A training in the queue: running, waiting or left over from an earlier process.
struct QueuedRun {
    QString ticket;  ///< unique id of the entry in the workspace's queue
    TrainRequest request;
    std::optional<RunId> resumes;  ///< the run to resume; also set once a new run has started
    std::int64_t epochsDone = 0;   ///< epochs that the run to resume has completed
    std::string name;              ///< the name the run will get if the request has none; empty until known
    /// If another run takes `name`, the new name is this text with a number; empty = the model's title.
    std::string stem;
    JobId job = 0;             ///< 0 = left over from an earlier process, no job yet
    QString machine = {};      ///< the machine it trains on ("ada@box"); empty = this machine
    bool trainsThere = false;  ///< the run trains on `machine`, but this program is not connected to it

    QString datasetName(const std::vector<DatasetInfo>& datasets) const;  ///< empty if it is not among these
    QString title() const;  ///< the name of the run; the model's title until the name is known
    /// The state of an interrupted training as a sentence: "SASRec 3 was stopped in epoch 8 of 12", "BERT4Rec has not
    /// started yet".
    QString stateSentence() const;
};

/// The entry of the workspace's queue for this training.
QueuedTraining toStore(const QueuedRun& run);
/// Returns nothing if the config cannot be read because another version of the program wrote it.
std::optional<QueuedRun> fromStore(const QueuedTraining& stored, RunStore& runs);

}  // namespace recscope::ui
