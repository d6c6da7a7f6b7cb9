// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
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

/// The run of a model with attention heads. It is trained once and shared by the tests, which only read it.
inline TrainedRun& trainedRun(const std::string& model) {
    static std::map<std::string, TrainedRun> runs;
    return runs.try_emplace(model, model).first->second;
}

}  // namespace recscope
