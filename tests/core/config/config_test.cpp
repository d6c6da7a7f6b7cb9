// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/run_config.h"
#include "core/models/transformer/transformer_config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../learn_support.h"
#include "core/batch/training_batches.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/optimizer/adam.h"
#include "core/recommender/registry.h"
#include "core/train/schedule.h"
#include "core/util/error.h"

#include "core/recommender/registry.h"
#include "tests/core/support/sequence_models.h"

namespace recscope {
namespace {

TEST(RunConfig, AJsonRoundTripChangesNothing) {
    RunConfig config = presetFor("sasrec", "paper", DatasetInfo()).config;
    config.training.learningRate = 0.1 + 0.2;
    config.training.seed = 9007199254740991;  // 2^53 - 1
    EXPECT_EQ(configFromJson(config.toJson()), config);
}

TEST(RunConfig, RefusesUnknownKeysAndBadValues) {
    RunConfig config = defaultConfig("bert4rec");
    for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{{"depth", "3"},
                                                                                     {"dim", "wide"},
                                                                                     {"dim", "12x"},
                                                                                     {"dim", "0"},
                                                                                     {"learning_rate", "nan"},
                                                                                     {"optimizer", "sgd"},
                                                                                     {"model", "sasrec"},
                                                                                     {"epochs", ""},
                                                                                     {"seed", "-1"},
                                                                                     {"hidden_dropout", "1"}})
        EXPECT_THROW(setConfigValue(config, key, value), Error) << key << "=" << value;
    EXPECT_EQ(config, defaultConfig("bert4rec"));
}

TEST(RunConfig, AnyMetricOfRanksCanBeTheValidationMetric) {
    RunConfig config = defaultConfig("bert4rec");
    for (const char* name : {"hr@1", "ndcg@10", "ndcg@1000", "ndcg_of_k@5", "recall@20", "precision@5", "map@10",
                             "map_of_all@10", "mrr"}) {
        setConfigValue(config, "valid_metric", name);
        EXPECT_NO_THROW(checkConfig(config)) << name;
        EXPECT_EQ(configFromJson(config.toJson()).training.validationMetric, name);
    }
}

TEST(RunConfig, AnUnknownValidationMetricIsRefusedWithTheNamesThatExist) {
    RunConfig config = defaultConfig("bert4rec");
    for (const std::string name : {"auc", "ndcg", "ndcg@0", "ndcg@1001", "ndcg@ten", "coverage@10", ""}) {
        setConfigValue(config, "valid_metric", name);
        try {
            checkConfig(config);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::Usage) << name;
            EXPECT_EQ(std::string(error.what()), "There is no metric named \"" + name + "\".");
            EXPECT_NE(error.hint().find("hr@K ndcg@K ndcg_of_k@K recall@K"), std::string::npos) << error.hint();
        }
    }
}

TEST(RunConfig, AConfigOfAnOlderVersionIsValidatedByNdcg10) {
    const RunConfig config = defaultConfig("sasrec");
    std::string older = config.toJson();
    const std::string key = R"("valid_metric":"ndcg@10",)";
    ASSERT_NE(older.find(key), std::string::npos) << older;
    older.erase(older.find(key), key.size());
    EXPECT_EQ(configFromJson(older).training.validationMetric, "ndcg@10");
    EXPECT_EQ(configFromJson(older), config) << "a plan finds such a run by its config";
}

class EveryModel : public testing::TestWithParam<std::string> {};

TEST_P(EveryModel, HasAValidationMetricIfItCanStopEarly) {
    const RunConfig config = defaultConfig(GetParam());
    EXPECT_EQ(hasConfigKey(config, "valid_metric"), hasConfigKey(config, "patience"));
    EXPECT_NO_THROW(checkConfig(config));
}

TEST_P(EveryModel, TextOfAValueReadsBackAsTheSameValue) {
    const RunConfig config = presetFor(GetParam(), "paper", DatasetInfo()).config;
    RunConfig copy = defaultConfig(GetParam());
    for (const ConfigKey& key : copy.schema->keys()) setConfigValue(copy, key.field.key, key.read(config));
    EXPECT_EQ(copy, config);
    EXPECT_EQ(configFromJson(config.toJson()), config);
}

TEST_P(EveryModel, HasEachKeyOnce) {
    std::set<std::string> seen;
    for (const ConfigKey& key : defaultConfig(GetParam()).schema->keys())
        EXPECT_TRUE(seen.insert(key.field.key).second) << key.field.key;
}

TEST_P(EveryModel, RefusesALossItIsNotTrainedWith) {
    RunConfig config = defaultConfig(GetParam());
    const ConfigKey* const loss = config.schema->find("loss");
    if (!loss) return;
    for (const std::string& name : allNames<LossKind>()) {
        const auto& choices = loss->field.choices;
        if (std::find(choices.begin(), choices.end(), name) == choices.end())
            EXPECT_THROW(setConfigValue(config, "loss", name), Error) << name;
        else
            EXPECT_NO_THROW(setConfigValue(config, "loss", name)) << name;
    }
}

std::vector<std::string> modelNames() {
    std::vector<std::string> names;
    for (const ModelInfo& info : modelInfos()) names.push_back(info.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryModel, testing::ValuesIn(modelNames()),
                         [](const auto& info) { return info.param; });

// Earlier versions wrote the keys of all models into every config.
TEST(RunConfig, KeysOfOtherModelsInAStoredConfigAreLeftOut) {
    const RunConfig config =
        configFromJson(R"({"model":"sasrec","dim":32,"mask_probability":0.4,"mask_policy":"bert"})");
    EXPECT_EQ(transformerOf(config).dim, 32);
    EXPECT_FALSE(hasConfigKey(config, "mask_probability"));
    EXPECT_THROW(configFromJson(R"({"model":"sasrec","depth":3})"), Error);
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
        EXPECT_NO_THROW(presetFor(model.name, "quick", dense));
        // The transformers' papers use one maximum length for dense data and another for sparse data.
        if (!hasConfigKey(defaultConfig(model.name), "heads")) continue;
        EXPECT_EQ(configValue(presetFor(model.name, "paper", dense).config, "max_length"), "200");
        EXPECT_EQ(configValue(presetFor(model.name, "paper", sparse).config, "max_length"), "50");
    }
}

TEST(Presets, AnOlderNameIsStillAccepted) {
    for (const char* model : {"sasrec", "bert4rec"}) EXPECT_EQ(presetFor(model, "swift", DatasetInfo()).name, "fast");
    EXPECT_THROW(presetFor("sasrec", "rapid", DatasetInfo()), Error);
}

TEST(Presets, ModelsTrainedByGradientStopEarlyInTheQuickPreset) {
    DatasetInfo small, large;
    small.users = large.users = 100;
    small.interactions = 3'000;
    large.interactions = 3'000'000;
    for (const DatasetInfo& dataset : {small, large}) {
        for (const ModelInfo& model : modelInfos()) {
            const TrainingConfig training = presetFor(model.name, "quick", dataset).config.training;
            if (!capabilitiesOf(defaultConfig(model.name)).trainsByGradientDescent) {
                EXPECT_EQ(training.patience, 0) << model.name << " learns by counting, in one pass";
                continue;
            }
            const double validations = double(training.epochs) / double(training.evaluateEvery);
            EXPECT_GE(training.patience, 5) << model.name;
            EXPECT_LE(double(training.patience), std::max(5.0, validations / 3 + 1)) << model.name;
        }
    }
}

/// A number that depends on everything that a config determines: parameters, batches, dropout, loss and optimizer
/// updates.
double fingerprint(const RunConfig& config) {
    const Histories histories = ringHistories();
    const auto model = makeSequenceModel(config, histories.itemCount);
    TrainingBatches batches(histories, batchRulesOf(config, model->task()), 1 << 20);
    TorchGradients gradients(*model, config);
    Adam optimizer(model->named_parameters(), config.training);
    double sum = static_cast<double>(model->named_parameters().size());
    for (std::int64_t step = 1; step <= 4; ++step) {
        batches.startEpoch(1);
        const TrainingBatch batch = batches.batch(0);
        sum +=
            gradients.compute(batch, std::vector<std::uint64_t>(batch.microBatches.size(), config.training.seed), {})
                ->item<double>();
        gradients.clip();
        optimizer.step(learningRateAt(config.training, step, config.training.epochs * batches.batchesPerEpoch()));
    }
    for (const auto& parameter : model->named_parameters()) sum += parameter.value().abs().sum().item<double>();
    return sum;
}

TEST(RunConfig, EachFieldChangesTheModelOrItsTraining) {
    const std::map<std::string, std::string> changes = {{"epochs", "4"},
                                                        {"seed", "43"},
                                                        {"mask_probability", "0.5"},
                                                        {"masked_items", "2"},
                                                        {"last_item_share", "0.9"},
                                                        {"mask_policy", "bert"},
                                                        {"mask_copies", "2"},
                                                        {"window_step", "2"},
                                                        {"attention", "bidirectional"},
                                                        {"newest_target", "off"},
                                                        {"positions", "none"},
                                                        {"norm", "sasrec_code"},
                                                        {"layer_norm", "off"},
                                                        {"embedding_norm", "on"},
                                                        {"final_norm", "off"},
                                                        {"norm_epsilon", "0.01"},
                                                        {"final_norm_epsilon", "0.01"},
                                                        {"residual", "off"},
                                                        {"gated_residual", "on"},
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
    for (const ConfigField& field : fieldsOf({"bert4rec", "sasrec"})) {
        // The fingerprint does not depend on keys that only the trainer, the fast implementations or predictions use.
        const std::set<std::string> skipped = {"patience",         "valid_metric", "evaluate_every",
                                               "validation_users", "split",        "retrain_with_validation",
                                               "matmul_precision", "valid_from",   "test_from",
                                               "test_until",       "fold",         "window_targets",
                                               "read_oldest"};
        if (skipped.contains(field.key)) continue;
        RunConfig config = smallConfig(hasConfigKey(defaultConfig("sasrec"), field.key) ? "sasrec" : "bert4rec");
        if (field.key == "epochs") config.training.schedule = Schedule::Linear;
        if (field.key == "gbce_t") config.loss.kind = LossKind::CalibratedBinaryCrossEntropy;
        if (field.key == "window_step") transformerOf(config).maxLength = 4;
        const double before = fingerprint(config);
        setConfigValue(config, field.key, changes.at(field.key));
        EXPECT_NE(fingerprint(config), before) << field.key;
    }
}

TEST(LearningRate, WarmsUpThenFallsToZero) {
    TrainingConfig config;
    config.learningRate = 1;
    config.warmupSteps = 4;
    config.schedule = Schedule::Linear;
    EXPECT_DOUBLE_EQ(learningRateAt(config, 1, 10), 0.25);
    EXPECT_DOUBLE_EQ(learningRateAt(config, 4, 10), 1);
    EXPECT_DOUBLE_EQ(learningRateAt(config, 10, 10), 0.1);
    EXPECT_DOUBLE_EQ(learningRateAt(config, 11, 10), 0);
    config.schedule = Schedule::Constant;
    EXPECT_DOUBLE_EQ(learningRateAt(config, 10, 10), 1);
}

}  // namespace
}  // namespace recscope
