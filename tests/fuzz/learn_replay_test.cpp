// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the fuzz targets of recscope_learn on their corpora without a fuzzer, and the target `config` on every model's
// default config.
#include "core/recommender/registry.h"
#include "tests/fuzz/replay.h"

namespace recscope {
namespace {

TEST(FuzzReplay, EveryFileOfRunsPlansAndModelsIsReadOrRefused) {
    fuzz::replayCorpus(RECSCOPE_SOURCE_DIR "/tests/fuzz/corpus", fuzz::learnTargets(), fuzz::Replay::Cuts);
}

TEST(FuzzReplay, EveryModelsConfigIsReadBackUnchanged) {
    for (const ModelInfo& model : modelInfos()) {
        SCOPED_TRACE(model.name);
        fuzz::config(defaultConfig(model.name).toJson());
    }
}

}  // namespace
}  // namespace recscope
