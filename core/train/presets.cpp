// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/presets.h"

#include <algorithm>

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

constexpr std::int64_t kManyItems = 10'000;

/// What both quick presets owe to the size of the data: at most a minute on two processor cores, which is about so many
/// interactions learned from; and against many items a softmax over a draw of them.
void fitQuickly(RunConfig& config, const DatasetInfo& dataset, std::int64_t mostEpochs) {
    constexpr std::int64_t kInteractions = 8'000'000, kAgainstManyItems = 6'000'000, kLeastEpochs = 5;
    const bool many = dataset.items >= kManyItems;
    const std::int64_t perEpoch = std::max<std::int64_t>(dataset.interactions, 1);
    config.epochs = std::clamp((many ? kAgainstManyItems : kInteractions) / perEpoch, kLeastEpochs, mostEpochs);
    if (!many) return;
    config.loss = "sampled_ce";
    config.negatives = 1000;
    config.negativesFrom = "all";
    config.negativesPer = "batch";
    config.evaluateEvery = 5;
}

constexpr const char* kQuickSource =
    "RecScope, chosen by validation over several seeds: a first look in about a minute, not a tuned model. The other "
    "presets train longer and reach more.";

Preset quickBert4Rec(bool dense, const DatasetInfo& dataset) {
    RunConfig config = architectureOf("bert4rec");
    config.maxLength = dense ? 200 : 32;
    config.innerDim = 128;
    config.hiddenDropout = config.attentionDropout = dense ? 0.2 : 0.1;
    config.maskProbability = 0.2;
    config.batchSize = 32;
    config.learningRate = 3e-3;
    config.warmupSteps = 200;
    config.schedule = "linear";
    fitQuickly(config, dataset, /*mostEpochs=*/150);
    if (dataset.items >= kManyItems) {
        config.maskProbability = 0.4;
        config.hiddenDropout = 0.2;
        config.batchSize = 128;
        config.learningRate = 1e-3;
    }
    return {"quick", "Quick: a first look", kQuickSource, "", config};
}

/// What the four datasets of the paper have in common: the official code's optimiser and data generator.
RunConfig paperBert4Rec(std::int64_t maxLength, double maskProbability, double hiddenDropout, double attentionDropout,
                        std::int64_t windowStep) {
    RunConfig config = architectureOf("bert4rec");
    config.maxLength = maxLength;
    config.maskProbability = maskProbability;
    config.hiddenDropout = hiddenDropout;
    config.attentionDropout = attentionDropout;
    config.windowStep = windowStep;
    config.normEpsilon = 1e-12;
    config.lastItemShare = 1.0 / 11;
    config.batchSize = 256;
    config.optimizer = "adamw";
    config.learningRate = 1e-4;
    config.weightDecay = 0.01;
    config.warmupSteps = 100;
    config.schedule = "linear";
    config.epochs = 200;
    return config;
}

RunConfig replicatedBert4Rec() {
    RunConfig config = architectureOf("bert4rec");
    config.maxLength = 200;
    config.batchSize = 128;
    config.epochs = 200;
    config.patience = 20;
    return config;
}

RunConfig oneMaskBert4Rec(RunConfig config) {
    config.maskedItems = 1;
    return config;
}

std::vector<Preset> bert4RecPresets(bool dense, const DatasetInfo& dataset) {
    const char* const source = "Sun et al., CIKM 2019 and the official code";
    const RunConfig ml1m = paperBert4Rec(200, 0.2, 0.2, 0.2, 100), beauty = paperBert4Rec(50, 0.6, 0.5, 0.2, 5);
    return {
        quickBert4Rec(dense, dataset),
        {"paper-ml1m", "Paper: ML-1M, d=64", source,
         "ML-1M, 100 by popularity (pop100): HR@10 0.6970, NDCG@10 0.4818 (Table 2)", ml1m},
        {"paper-ml20m", "Paper: ML-20M, d=64", source,
         "ML-20M, 100 by popularity (pop100): HR@10 0.7473, NDCG@10 0.5340 (Table 2)",
         paperBert4Rec(200, 0.2, 0.1, 0.1, 100)},
        {"paper-beauty", "Paper: Beauty, d=64", source,
         "Beauty, 100 by popularity (pop100): HR@10 0.3025, NDCG@10 0.1862 (Table 2)", beauty},
        {"paper-steam", "Paper: Steam, d=64", source,
         "Steam, 100 by popularity (pop100): HR@10 0.4013, NDCG@10 0.2261 (Table 2)",
         paperBert4Rec(50, 0.4, 0.2, 0.2, 25)},
        {"one-mask", "Paper: one mask, d=64", "Sun et al., CIKM 2019, section 4.4: one item at a time is masked",
         dense ? "ML-1M, 100 by popularity (pop100): HR@10 0.6869, NDCG@10 0.4696 (Table 3)"
               : "Beauty, 100 by popularity (pop100): HR@10 0.2940, NDCG@10 0.1769 (Table 3)",
         oneMaskBert4Rec(dense ? ml1m : beauty)},
        {"replication", "Replication: ML-1M, Adam 1e-3", "Petrov & Macdonald, RecSys 2022; RecTools",
         "ML-1M, full, seen items removed: HR@10 0.2821 to 0.2921, NDCG@10 0.1516 to 0.1618", replicatedBert4Rec()}};
}

RunConfig sasrecBase() {
    RunConfig config = architectureOf("sasrec");
    config.heads = 1;
    config.beta2 = 0.98;
    config.clipNorm = 0;
    return config;
}

Preset quickSasRec(bool dense, const DatasetInfo& dataset) {
    RunConfig config = sasrecBase();
    config.loss = "ce";
    config.innerDim = 64;
    config.maxLength = dense ? 200 : 32;
    config.hiddenDropout = dense ? 0.3 : 0.1;
    config.attentionDropout = dense ? 0.2 : 0;
    config.batchSize = 32;
    config.learningRate = dense ? 2e-3 : 4e-3;
    fitQuickly(config, dataset, dense ? 60 : 80);
    if (dataset.items >= kManyItems) {
        config.hiddenDropout = 0.5;
        config.batchSize = 64;
        config.learningRate = 2e-3;
    }
    return {"quick", "Quick: a first look", kQuickSource, "", config};
}

RunConfig paperSasRec(std::int64_t maxLength, double dropout) {
    RunConfig config = sasrecBase();
    config.loss = "bce";
    config.dim = 50;
    config.innerDim = 50;
    config.maxLength = maxLength;
    config.hiddenDropout = config.attentionDropout = dropout;
    config.epochs = 200;
    return config;
}

/// SASRec as later papers train it against better losses. Length and patience are theirs for ML-1M.
RunConfig tunedSasRec(const std::string& loss, std::int64_t negatives, std::int64_t dim, double dropout) {
    RunConfig config = sasrecBase();
    config.loss = loss;
    config.negatives = negatives;
    config.negativesFrom = "all";
    config.dim = config.innerDim = dim;
    config.maxLength = 200;
    config.hiddenDropout = config.attentionDropout = dropout;
    config.epochs = 200;
    config.patience = 20;
    return config;
}

std::vector<Preset> sasRecPresets(bool dense, const DatasetInfo& dataset) {
    const char* const source = "Kang & McAuley, ICDM 2018 and the official code";
    const char* const losses = "Klenitskiy & Vasilev, RecSys 2023";
    RunConfig sampled = tunedSasRec("sampled_ce", 3000, 64, 0.1);
    sampled.negativesPer = "batch";  // one draw for all positions: 3,000 for each would be as dear as the whole softmax
    return {quickSasRec(dense, dataset),
            {"paper-dense", "Paper: dense data (ML-1M), d=50", source,
             "ML-1M, 100 drawn uniformly (uniform100): HR@10 0.8245, NDCG@10 0.5905; full: HR@10 0.2392 to 0.2500, "
             "NDCG@10 0.1259 to 0.1341 "
             "(gSASRec; Klenitskiy & Vasilev)",
             paperSasRec(200, 0.2)},
            {"paper-sparse", "Paper: sparse data (Beauty), d=50", source,
             "Beauty, 100 by popularity (pop100): HR@10 0.2653, NDCG@10 0.1633 (as BERT4Rec's Table 2 reports)",
             paperSasRec(50, 0.5)},
            {"ce", "Cross-entropy: ML-1M, d=64", losses,
             "ML-1M, full, seen items removed: HR@10 0.3058 to 0.3152, NDCG@10 0.1779 to 0.1821",
             tunedSasRec("ce", 1, 64, 0.1)},
            {"sampled-ce", "Sampled cross-entropy: ML-1M, d=64", losses,
             "ML-1M, full, seen items removed: HR@10 0.3159, NDCG@10 0.1857", sampled},
            {"gsasrec", "gSASRec: ML-1M, d=128", "Petrov & Macdonald, RecSys 2023",
             "ML-1M, full, seen items removed: HR@10 0.3003, NDCG@10 0.1726", tunedSasRec("gbce", 256, 128, 0.5)}};
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
         {"ce", "sampled_ce"}},
        {"sasrec",
         "SASRec",
         "Reads a history from the left and predicts the next item at every position.",
         "Kang & McAuley, Self-Attentive Sequential Recommendation, ICDM 2018",
         {"bce", "ce", "sampled_ce", "gbce"}},
    };
    return models;
}

const ModelInfo& modelInfo(const std::string& name) {
    return entryNamed(modelInfos(), name, "model");
}

std::vector<Preset> presetsFor(const std::string& model, const DatasetInfo& dataset) {
    const bool dense = dataset.averageLength() >= kDenseLength;
    return modelInfo(model).name == "bert4rec" ? bert4RecPresets(dense, dataset) : sasRecPresets(dense, dataset);
}

Preset presetFor(const std::string& model, const std::string& name, const DatasetInfo& dataset) {
    if (name != "paper") return entryNamed(presetsFor(model, dataset), name, "preset");
    const bool dense = dataset.averageLength() >= kDenseLength;
    const char* const fitting =
        model == "bert4rec" ? (dense ? "paper-ml1m" : "paper-beauty") : (dense ? "paper-dense" : "paper-sparse");
    return entryNamed(presetsFor(model, dataset), fitting, "preset");
}

}  // namespace recscope
