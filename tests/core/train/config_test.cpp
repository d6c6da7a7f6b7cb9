// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "../learn_support.h"
#include "core/batch/training_batches.h"
#include "core/train/adam.h"
#include "core/train/presets.h"
#include "core/train/torch_gradients.h"
#include "core/util/error.h"

namespace recscope {
namespace {

TEST(RunConfig, SurvivesJson) {
    RunConfig config = presetFor("sasrec", "paper", DatasetInfo()).config;
    config.learningRate = 0.1 + 0.2;
    config.seed = 9007199254740991;
    EXPECT_EQ(RunConfig::fromJson(config.toJson()), config);
}

TEST(RunConfig, RefusesUnknownKeysAndBadValues) {
    RunConfig config;
    for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{{"depth", "3"},
                                                                                     {"dim", "wide"},
                                                                                     {"dim", "12x"},
                                                                                     {"dim", "0"},
                                                                                     {"learning_rate", "nan"},
                                                                                     {"optimizer", "sgd"},
                                                                                     {"model", "gpt"},
                                                                                     {"epochs", ""},
                                                                                     {"seed", "-1"},
                                                                                     {"hidden_dropout", "1"}})
        EXPECT_THROW(setConfigValue(config, key, value), Error) << key << "=" << value;
    EXPECT_EQ(config, RunConfig());
}

TEST(RunConfig, TextOfAValueReadsBackAsTheSameValue) {
    const RunConfig config = presetFor("bert4rec", "paper", DatasetInfo()).config;
    RunConfig copy = architectureOf("bert4rec");
    for (const ConfigField& field : configFields()) setConfigValue(copy, field.key, configValue(config, field.key));
    EXPECT_EQ(copy, config);
}

TEST(RunConfig, TheLossMustBelongToTheModel) {
    RunConfig config;
    config.loss = "bce";
    EXPECT_THROW(checkConfig(config), Error);
    config.model = "sasrec";
    EXPECT_NO_THROW(checkConfig(config));
}

TEST(Presets, AreValidAndDifferForDenseAndSparseData) {
    DatasetInfo dense, sparse;
    dense.users = sparse.users = 1;
    dense.interactions = 160;
    sparse.interactions = 9;
    for (const ModelInfo& model : modelInfos()) {
        for (const auto& dataset : {dense, sparse}) {
            for (const Preset& preset : presetsFor(model.name, dataset))
                EXPECT_NO_THROW(checkConfig(preset.config)) << preset.title;
        }
        EXPECT_EQ(presetFor(model.name, "paper", dense).config.maxLength, 200);
        EXPECT_EQ(presetFor(model.name, "paper", sparse).config.maxLength, 50);
    }
}

/// A fingerprint of everything a config decides: parameters, batches, dropout, loss and what the optimiser makes of
/// them.
double fingerprint(const RunConfig& config) {
    const Histories histories = ringHistories();
    const auto model = makeModel(config, histories.itemCount);
    TrainingBatches batches(histories, config, model->task(), 1 << 20);
    TorchGradients gradients(*model, config);
    Adam optimizer(model->named_parameters(), config);
    double sum = static_cast<double>(model->named_parameters().size());
    for (std::int64_t step = 1; step <= 4; ++step) {
        batches.startEpoch(1);
        const TrainingBatch batch = batches.batch(0);
        sum +=
            gradients.compute(batch, std::vector<std::uint64_t>(batch.slices.size(), config.seed), {})->item<double>();
        gradients.clip();
        optimizer.step(learningRateAt(config, step, config.epochs * batches.batchesPerEpoch()));
    }
    for (const auto& parameter : model->named_parameters()) sum += parameter.value().abs().sum().item<double>();
    return sum;
}

TEST(RunConfig, EachFieldChangesTheModelOrTheTrainingStream) {
    const std::map<std::string, std::string> changes = {{"epochs", "4"},
                                                        {"seed", "43"},
                                                        {"mask_probability", "0.5"},
                                                        {"masked_items", "2"},
                                                        {"last_item_share", "0.9"},
                                                        {"mask_policy", "bert"},
                                                        {"mask_copies", "2"},
                                                        {"window_step", "2"},
                                                        {"positions", "none"},
                                                        {"norm", "sasrec_code"},
                                                        {"layer_norm", "off"},
                                                        {"embedding_norm", "on"},
                                                        {"final_norm", "off"},
                                                        {"norm_epsilon", "0.01"},
                                                        {"residual", "off"},
                                                        {"feed_forward", "off"},
                                                        {"activation", "gelu"},
                                                        {"scale_embedding", "off"},
                                                        {"output_projection", "on"},
                                                        {"output_bias", "on"},
                                                        {"tied_output", "off"},
                                                        {"negatives_from", "all"},
                                                        {"negatives_per", "batch"},
                                                        {"gbce_t", "0.1"},
                                                        {"dim", "8"},
                                                        {"heads", "4"},
                                                        {"layers", "1"},
                                                        {"inner_dim", "16"},
                                                        {"max_length", "4"},
                                                        {"hidden_dropout", "0.5"},
                                                        {"attention_dropout", "0.5"},
                                                        {"loss", "ce"},
                                                        {"negatives", "3"},
                                                        {"batch_size", "8"},
                                                        {"optimizer", "adamw"},
                                                        {"learning_rate", "0.1"},
                                                        {"weight_decay", "0.5"},
                                                        {"beta1", "0.5"},
                                                        {"beta2", "0.5"},
                                                        {"warmup_steps", "3"},
                                                        {"schedule", "linear"},
                                                        {"clip_norm", "0.01"}};
    for (const ConfigField& field : configFields()) {
        // The trainer's, tested with it, and the fast path's.
        const std::set<std::string> others = {"patience", "evaluate_every",          "validation_users",
                                              "split",    "retrain_with_validation", "matmul_precision"};
        if (others.contains(field.key)) continue;
        RunConfig config = smallConfig(field.models.empty() || field.models[0] == "sasrec" ? "sasrec" : "bert4rec");
        if (field.key == "epochs") config.schedule = "linear";
        if (field.key == "gbce_t") config.loss = "gbce";
        if (field.key == "window_step") config.maxLength = 4;
        const double before = fingerprint(config);
        setConfigValue(config, field.key, changes.at(field.key));
        EXPECT_NE(fingerprint(config), before) << field.key;
    }
}

TEST(LearningRate, WarmsUpThenFallsToZero) {
    RunConfig config;
    config.learningRate = 1;
    config.warmupSteps = 4;
    config.schedule = "linear";
    EXPECT_DOUBLE_EQ(learningRateAt(config, 1, 10), 0.25);
    EXPECT_DOUBLE_EQ(learningRateAt(config, 4, 10), 1);
    EXPECT_DOUBLE_EQ(learningRateAt(config, 10, 10), 0.1);
    EXPECT_DOUBLE_EQ(learningRateAt(config, 11, 10), 0);
    config.schedule = "constant";
    EXPECT_DOUBLE_EQ(learningRateAt(config, 10, 10), 1);
}

}  // namespace
}  // namespace recscope
