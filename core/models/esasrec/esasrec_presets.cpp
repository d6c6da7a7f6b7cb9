// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/esasrec/esasrec.h"
#include "core/models/transformer/quick_preset.h"
#include "core/models/transformer/transformer_config.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

RunConfig eSasRecBase() {
    RunConfig config = eSasRecConfig();
    config.training.beta2 = 0.98;
    config.training.clipNorm = 0;
    return config;
}

Preset quickESasRec(bool dense, const DatasetInfo& dataset) {
    Preset quick = quickNextItemPreset(eSasRecBase(), dense, dataset);
    quick.source = translatable(
        "RecScope. The values are those of SASRec's preset quick, and were not chosen for this model: a first look, "
        "not a tuned model. The other presets train longer.");
    return quick;
}

/// The configs of the authors' experiments. These use a single dropout probability for embeddings, attention weights
/// and feed-forward layers.
RunConfig paperESasRec(std::int64_t dim, std::int64_t layers, std::int64_t maxLength, double dropout,
                       std::int64_t epochs) {
    RunConfig config = eSasRecBase();
    TransformerConfig& transformer = transformerOf(config);
    transformer.dim = dim;
    transformer.innerDim = 4 * dim;
    transformer.layers = layers;
    transformer.maxLength = maxLength;
    transformer.hiddenDropout = transformer.attentionDropout = dropout;
    config.training.epochs = epochs;
    config.training.patience = 50;
    return config;
}

}  // namespace

std::vector<Preset> eSasRecPresets(bool dense, const DatasetInfo& dataset) {
    const char* const source = translatable("Tikhonovich et al., RecSys 2025 and the authors' repository");
    const RunConfig paperDense = paperESasRec(64, 2, 200, 0.1, 100);
    return {
        quickESasRec(dense, dataset),
        {"paper-dense", translatable("Paper: dense data (ML-1M), d=64"), source,
         translatable("ML-1M, full, seen items removed: HR@10 0.3133, NDCG@10 0.1772"), paperDense},
        {"paper-sparse", translatable("Paper: sparse data (Beauty), d=256"),
         translatable("Tikhonovich et al., RecSys 2025 and the authors' repository. The inner width is 4 d on "
                      "Beauty, 2 d on Sports and d on Toys. The paper's table says d=64, the repository 256"),
         translatable("Beauty of S3-Rec (22,363 users), full, seen items removed: HR@10 0.0928, NDCG@10 0.0523; Sports "
                      "0.0560, 0.0323; Toys 0.0939, 0.0538"),
         paperESasRec(256, 1, 50, 0.2, 200)},
        {"fast", translatable("Fast: dense data in minutes, d=64"),
         translatable(
             "RecScope. The changes are those of SASRec's preset fast, and were not chosen for this model: batch 64 "
             "instead of 128; learning rate 2e-3 instead of 1e-3, rising for 200 steps, then falling to 0; 90 "
             "epochs, validation every 15 epochs, no early stopping; products rounded to bfloat16. All else as in "
             "the preset paper-dense"),
         translatable("ML-1M, full, seen items removed: NDCG@10 0.1772 (published for the preset paper-dense)"),
         fastConfig(paperDense, /*learningRate=*/2e-3, /*epochs=*/90, /*evaluateEvery=*/15)}};
}

}  // namespace recscope
