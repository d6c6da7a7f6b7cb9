// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/presets.h"

#include "core/util/error.h"

namespace recscope {

namespace {

constexpr double kDenseLength = 50;  // between Steam (12.4) and ML-20M (144.4) of the papers' Table 1

/// Finds the entry of that name or throws with the names there are.
template <class Entry>
const Entry& entryNamed(const std::vector<Entry>& entries, const std::string& name, const std::string& kind) {
    std::string names;
    for (const Entry& entry : entries) {
        if (entry.name == name) return entry;
        names += (names.empty() ? "" : ", ") + entry.name;
    }
    throw Error(ErrorKind::Usage, "There is no " + kind + " named \"" + name + "\".", "Known: " + names + ".");
}

Preset quickBert4Rec(bool dense) {
    RunConfig config;
    config.model = "bert4rec";
    config.maxLength = dense ? 100 : 32;
    config.innerDim = 128;
    config.hiddenDropout = 0.05;
    config.attentionDropout = 0;
    config.maskProbability = 0.4;
    config.batchSize = 32;
    config.learningRate = 3e-3;
    config.warmupSteps = 200;
    config.schedule = "linear";
    config.epochs = 40;
    return {"quick", "Quick: a first look", "RecScope: Adam 3e-3 and small batches, short histories", config};
}

Preset paperBert4Rec(bool dense) {
    RunConfig config;
    config.model = "bert4rec";
    config.maxLength = dense ? 200 : 50;
    config.hiddenDropout = dense ? 0.2 : 0.5;
    config.attentionDropout = 0.2;
    config.maskProbability = dense ? 0.2 : 0.6;
    config.lastItemShare = 1.0 / 11;
    config.batchSize = 256;
    config.optimizer = "adamw";
    config.learningRate = 1e-4;
    config.weightDecay = 0.01;
    config.warmupSteps = 100;
    config.schedule = "linear";
    config.epochs = 200;
    return {"paper", dense ? "Paper: dense data (ML-1M), d=64" : "Paper: sparse data (Beauty), d=64",
            "Sun et al., CIKM 2019 and the official code", config};
}

RunConfig sasrecBase() {
    RunConfig config;
    config.model = "sasrec";
    config.beta2 = 0.98;
    config.clipNorm = 0;
    return config;
}

Preset quickSasRec(bool dense) {
    RunConfig config = sasrecBase();
    config.loss = "ce";
    config.heads = 1;
    config.innerDim = 64;
    config.maxLength = dense ? 100 : 32;
    config.hiddenDropout = 0.2;
    config.attentionDropout = 0;
    config.batchSize = 32;
    config.learningRate = 4e-3;
    config.epochs = 50;
    return {"quick", "Quick: a first look", "RecScope: softmax over all items, Adam 4e-3, short histories", config};
}

Preset paperSasRec(bool dense) {
    RunConfig config = sasrecBase();
    config.loss = "bce";
    config.dim = 50;
    config.innerDim = 50;
    config.heads = 1;
    config.maxLength = dense ? 200 : 50;
    config.hiddenDropout = dense ? 0.2 : 0.5;
    config.attentionDropout = config.hiddenDropout;
    config.epochs = 200;
    return {"paper", dense ? "Paper: dense data (ML-1M), d=50" : "Paper: sparse data (Beauty), d=50",
            "Kang & McAuley, ICDM 2018 and the official code", config};
}

}  // namespace

const std::vector<ModelInfo>& modelInfos() {
    static const std::vector<ModelInfo> models = {
        {"bert4rec",
         "BERT4Rec",
         "Reads a history from both sides and fills in masked items (Cloze task).",
         "Sun et al., BERT4Rec: Sequential Recommendation with Bidirectional Encoder Representations from Transformer, "
         "CIKM "
         "2019",
         {"ce"}},
        {"sasrec",
         "SASRec",
         "Reads a history from the left and predicts the next item at every position.",
         "Kang & McAuley, Self-Attentive Sequential Recommendation, ICDM 2018",
         {"bce", "ce"}},
    };
    return models;
}

const ModelInfo& modelInfo(const std::string& name) {
    return entryNamed(modelInfos(), name, "model");
}

std::vector<Preset> presetsFor(const std::string& model, const DatasetInfo& dataset) {
    const bool dense = dataset.averageLength() >= kDenseLength;
    if (modelInfo(model).name == "bert4rec") return {quickBert4Rec(dense), paperBert4Rec(dense)};
    return {quickSasRec(dense), paperSasRec(dense)};
}

Preset presetFor(const std::string& model, const std::string& name, const DatasetInfo& dataset) {
    return entryNamed(presetsFor(model, dataset), name, "preset");
}

}  // namespace recscope
