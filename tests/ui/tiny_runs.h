// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <string>
#include <utility>

#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/trainer.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// The configuration of a run that trains within seconds. `maxLength` is the number of positions that the model reads.
inline RunConfig tinyConfig(const std::string& model, std::int64_t maxLength, std::int64_t epochs) {
    RunConfig config = defaultConfig(model);
    const std::pair<const char*, std::string> small[] = {{"dim", "32"},
                                                         {"inner_dim", "32"},
                                                         {"max_length", std::to_string(maxLength)},
                                                         {"epochs", std::to_string(epochs)},
                                                         {"last_item_share", "0.3"}};
    for (const auto& [key, value] : small)
        if (hasConfigKey(config, key)) setConfigValue(config, key, value);
    return config;
}

/// Trains a small run on the chosen dataset and chooses that run. Takes a few seconds.
inline RunId trainTiny(TestEnvironment& environment, const std::string& model, std::int64_t maxLength = 32,
                       std::int64_t epochs = 1) {
    const RunConfig config = tinyConfig(model, maxLength, epochs);
    RunId run = 0;
    const DatasetId dataset = environment.session().dataset()->id;
    const bool trained = environment.work(
        [&](JobContext& context) {
            TrainObserver observer;
            PauseSwitch pause;
            const TrainRequest request{
                .dataset = dataset, .config = config, .runName = {}, .device = DeviceChoice::Cpu};
            run = train(context.workspace, request, observer, pause, context.stop).id;
        },
        WorkerQueue::Training);
    if (!trained) qFatal("The tiny run was not trained.");
    environment.session().chooseRun(run);
    if (!waitUntil([&] { return environment.session().run() && environment.session().run()->id == run; }))
        qFatal("The tiny run was not chosen.");
    return run;
}

/// Writes to `path` a copy of a workspace with the sample dataset, a small BERT4Rec run and a small SASRec run. The
/// original is made once per test program.
inline void putTrainedWorkspace(const QString& path) {
    static const QTemporaryDir folder;
    const QString original = folder.filePath(QStringLiteral("trained.recscope"));
    if (!QFile::exists(original)) {
        putSampleWorkspace(original);
        Workspace workspace = Workspace::open(original.toStdString());
        for (const char* model : {"bert4rec", "sasrec"}) {
            TrainObserver observer;
            PauseSwitch pause;
            const TrainRequest request{.dataset = DatasetStore(workspace).list().front().id,
                                       .config = tinyConfig(model, /*maxLength=*/16, /*epochs=*/1),
                                       .runName = {},
                                       .device = DeviceChoice::Cpu};
            train(workspace, request, observer, pause, {});
        }
    }
    if (!QFile::copy(original, path)) qFatal("'%s' could not be written.", qPrintable(path));
}

}  // namespace recscope::ui::test
