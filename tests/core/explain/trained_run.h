// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "../learn_support.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"

namespace recscope {

/// A run of one model on ringHistories().
struct TrainedRun {
    explicit TrainedRun(const std::string& model) : workspace(temporary.open()) {
        RunConfig config = smallConfig(model);
        config.training.epochs = 120;  // with fewer epochs, BERT4Rec's scores hardly depend on the history
        TrainObserver observer;
        PauseSwitch pause;
        const DatasetId dataset = addDataset(workspace, ringHistories()).id;
        run = train(workspace, {.dataset = dataset, .config = config, .runName = "run", .device = DeviceChoice::Cpu},
                    observer, pause, {});
    }
    TemporaryWorkspace temporary;
    Workspace workspace;
    RunRecord run;
};

/// The run of "bert4rec" or "sasrec". It is trained once and shared by the tests, which only read it.
inline TrainedRun& trainedRun(const std::string& model) {
    static TrainedRun bert4rec("bert4rec"), sasrec("sasrec");
    return model == "bert4rec" ? bert4rec : sasrec;
}

}  // namespace recscope
