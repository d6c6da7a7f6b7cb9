// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/config/seed_range.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// The `Part` parameters of KeyMaker (key_maker.h): each returns the struct whose members the keys read and write.

struct TrainingPart {
    TrainingConfig& operator()(RunConfig& config) const { return config.training; }
    const TrainingConfig& operator()(const RunConfig& config) const { return config.training; }
};

struct LossPart {
    LossConfig& operator()(RunConfig& config) const { return config.loss; }
    const LossConfig& operator()(const RunConfig& config) const { return config.loss; }
};

struct MomentsPart {
    SplitMoments& operator()(RunConfig& config) const { return config.moments; }
    const SplitMoments& operator()(const RunConfig& config) const { return config.moments; }
};

struct WholeConfig {
    RunConfig& operator()(RunConfig& config) const { return config; }
    const RunConfig& operator()(const RunConfig& config) const { return config; }
};

bool lossDrawsNegatives(const RunConfig& config) {
    return drawsNegatives(config.loss.kind);
}

/// The English help text of a loss, which is also its key in the translation catalogue.
const char* helpOf(LossKind loss) {
    switch (loss) {
        case LossKind::CrossEntropy:
            return translatable("ce: softmax over all items");
        case LossKind::SampledCrossEntropy:
            return translatable("sampled_ce: over the target and k drawn items");
        case LossKind::BinaryCrossEntropy:
            return translatable("bce: each negative by itself");
        case LossKind::CalibratedBinaryCrossEntropy:
            return translatable("gbce: bce with calibrated confidence");
        case LossKind::Bpr:
            return translatable("bpr: the target above each negative");
        case LossKind::Top1:
            return translatable("top1: as bpr, with negatives' scores near zero");
        case LossKind::BprMax:
            return translatable("bpr_max: bpr, weighted by the negatives' scores");
        case LossKind::Top1Max:
            return translatable("top1_max: top1, weighted by the negatives' scores");
    }
    return "";
}

/// Returns `key` with its member `isRelevant` set (see ConfigKey::isRelevant).
ConfigKey onlyIf(bool (*isRelevant)(const RunConfig&), ConfigKey key) {
    key.isRelevant = isRelevant;
    return key;
}

bool hasWindow(const RunConfig& config) {
    return config.split == SplitKind::TimeWindow;
}

bool splitsByTime(const RunConfig& config) {
    return hasWindow(config) || config.split == SplitKind::GlobalTime;
}

ConfigKey momentKey(const char* key, const char* label, const char* help, std::string SplitMoments::*member) {
    const ConfigField field{.key = key,
                            .label = label,
                            .group = translatable("Basics"),
                            .unit = "",
                            .help = help,
                            .paper = "",
                            .type = FieldType::Text,
                            .choices = {}};
    return {.field = field,
            .read = [member](const RunConfig& config) { return config.moments.*member; },
            .write =
                [member](RunConfig& config, const std::string& text) {
                    splitMomentFrom(text);  // throws if it is no moment
                    config.moments.*member = text;
                }};
}

/// Any text can be written: core/config does not know the metrics, so `checkConfig` checks the name.
ConfigKey validationMetricKey() {
    const ConfigField field{
        .key = "valid_metric",
        .label = translatable("Validation metric"),
        .group = translatable("Basics"),
        .unit = "",
        .help = translatable(
            "The best epoch has the highest value of this metric on validation: hr@K, ndcg@K, ndcg_of_k@K, "
            "recall@K, precision@K, map@K, map_of_all@K or mrr."),
        .paper = "ndcg@10",
        .type = FieldType::Text,
        .choices = {}};
    return {.field = field,
            .read = [](const RunConfig& config) { return config.training.validationMetric; },
            .write = [](RunConfig& config, const std::string& text) { config.training.validationMetric = text; }};
}

}  // namespace

std::vector<ConfigKey> splitKeys() {
    const KeyMaker<RunConfig, WholeConfig> make(translatable("Basics"));
    const KeyMaker<SplitMoments, MomentsPart> makeMoments(translatable("Basics"));
    const KeyMaker<TrainingConfig, TrainingPart> makeTraining(translatable("Basics"));
    return {
        make.choice(
            "split", translatable("Split"),
            translatable("leave_one_out: each user's last two items are held out; global_time: everything "
                         "after one point in time is held out; next_order: each user's last two orders are held "
                         "out, for data with orders; time_window: what happens between two points in time is held "
                         "out, as in production."),
            translatable("leave_one_out"), &RunConfig::split),
        onlyIf(splitsByTime,
               momentKey("valid_from", translatable("Validation from"),
                         translatable("Training ends and validation begins here: a date (2018-01-01), or the share "
                                      "of all interactions that come before (80%)."),
                         &SplitMoments::validFrom)),
        onlyIf(splitsByTime, momentKey("test_from", translatable("Test from"),
                                       translatable("Validation ends and test begins here: a date, or the share of all "
                                                    "interactions that come before."),
                                       &SplitMoments::testFrom)),
        onlyIf(hasWindow, momentKey("test_until", translatable("Test until"),
                                    translatable("Test ends here: a date, or the share of all interactions that "
                                                 "come before; later ones are not used."),
                                    &SplitMoments::testUntil)),
        onlyIf(hasWindow, makeMoments.choice("window_targets", translatable("Targets"),
                                             translatable("all: everything that a user did in the window is to be "
                                                          "recommended; first: only the first item."),
                                             translatable("all"), &SplitMoments::targets)),
        onlyIf(hasWindow,
               makeMoments.number("fold", translatable("Fold"), translatable("windows earlier"),
                                  translatable("Moves validation and test back by this many lengths of the test "
                                               "window: 0, 1, 2 … are folds that roll through time."),
                                  "", &SplitMoments::fold, 0, 1000)),
        makeTraining.onOff("retrain_with_validation", translatable("Retrain with validation"),
                           translatable("After the best epoch is known, train again for that many epochs, with the "
                                        "validation items included. Part of the protocol."),
                           translatable("official BERT4Rec code on"), &TrainingConfig::retrainWithValidation)};
}

std::vector<ConfigKey> basicKeys() {
    using C = TrainingConfig;
    const KeyMaker<C, TrainingPart> make(translatable("Basics"));
    std::vector<ConfigKey> keys = {
        make.number("epochs", translatable("Epochs"), translatable("epochs"),
                    translatable("How often training goes through every user's history."),
                    translatable("replications use about 200 on ML-1M"), &C::epochs, 1, 100000),
        make.number("seed", translatable("Seed"), "",
                    translatable("The same seed, data, device and thread count give the same numbers."), "", &C::seed,
                    0, static_cast<double>(kMaxSeed)),
        make.number("patience", translatable("Stop early after"), translatable("evaluations"),
                    translatable("Patience: stops after this many evaluations without a better value of the validation "
                                 "metric; 0 never stops early."),
                    translatable("20 in replications"), &C::patience, 0, 100000),
        validationMetricKey(),
        make.number("evaluate_every", translatable("Evaluate every"), translatable("epochs"),
                    translatable("Epochs between two validations."), "1", &C::evaluateEvery, 1, 100000),
        make.number("validation_users", translatable("Validation users"), "",
                    translatable("Validate on this many random users, the same in every epoch and run: faster, but "
                                 "less certain. At the end all users are scored; 0 means all users."),
                    translatable("all; SASRec's code at most 10,000"), &C::validationUsers, 0, 1e9),
    };
    for (ConfigKey& key : splitKeys()) keys.push_back(std::move(key));
    return keys;
}

std::vector<ConfigKey> lossKeys(const std::vector<LossKind>& losses) {
    using C = LossConfig;
    const KeyMaker<C, LossPart> make(translatable("Loss"));
    std::vector<std::string> names, parts;
    std::string help;
    bool draws = false, calibrates = false;
    for (const LossKind loss : losses) {
        names.push_back(nameOf(loss));
        draws = draws || drawsNegatives(loss);
        parts.push_back(helpOf(loss));
        help += (help.empty() ? "" : "; ") + parts.back();
        calibrates = calibrates || loss == LossKind::CalibratedBinaryCrossEntropy;
    }
    std::vector<ConfigKey> keys = {
        make.choice("loss", translatable("Loss"), (help + ".").c_str(),
                    translatable("BERT4Rec ce, SASRec bce, gSASRec gbce, GRU4Rec top1, GRU4Rec+ bpr_max"), &C::kind,
                    std::move(names))};
    keys.front().field.helpParts = std::move(parts);
    if (draws) {
        keys.push_back(
            onlyIf(lossDrawsNegatives,
                   make.number("negatives", translatable("Negatives k"), "",
                               translatable("Items drawn uniformly to compare with each target; not for ce."),
                               translatable("SASRec 1, gSASRec 256"), &C::negatives, 1, 10000)));
        keys.push_back(
            onlyIf(lossDrawsNegatives,
                   make.choice("negatives_from", translatable("Drawn from"),
                               translatable("unseen: items the user does not have in training; all: any item but the "
                                            "target."),
                               translatable("SASRec unseen, gSASRec all"), &C::negativesFrom)));
        keys.push_back(
            onlyIf(lossDrawsNegatives, make.choice("negatives_per", translatable("Drawn for"),
                                                   translatable("position: k new negatives for each target; batch: the "
                                                                "same k negatives for the whole batch, much faster."),
                                                   translatable("position"), &C::negativesPer)));
    }
    if (calibrates) {
        keys.push_back(
            onlyIf([](const RunConfig& config) { return config.loss.kind == LossKind::CalibratedBinaryCrossEntropy; },
                   make.number("gbce_t", translatable("Calibration t"), "",
                               translatable("gbce only: 0 is bce, 1 removes all overconfidence."),
                               translatable("gSASRec 0.75"), &C::gbceT, 0, 1)));
    }
    return keys;
}

std::vector<ConfigKey> gradientKeys() {
    return gradientKeys({.unit = translatable("sequences"),
                         .help = translatable("Histories per optimiser step."),
                         .paper = translatable("BERT4Rec 256, SASRec 128")});
}

std::vector<ConfigKey> gradientKeys(const BatchUnit& batch) {
    using C = TrainingConfig;
    const KeyMaker<C, TrainingPart> make(translatable("Optimiser"));
    return {
        make.number("batch_size", translatable("Batch size"), batch.unit, batch.help, batch.paper, &C::batchSize, 1,
                    65536),
        make.choice(
            "optimizer", translatable("Optimiser"),
            translatable(
                "adam: weight decay is added to the gradient; adamw: it is applied separately, not to norms and "
                "biases."),
            translatable("BERT4Rec adamw, SASRec adam"), &C::optimizer),
        make.number("learning_rate", translatable("Learning rate"), "", translatable("Size of a step."),
                    translatable("BERT4Rec 1e-4, SASRec 1e-3"), &C::learningRate, 1e-9, 10),
        make.number("weight_decay", translatable("Weight decay"), "",
                    translatable("How strongly the weights are pulled towards zero."), translatable("BERT4Rec 0.01"),
                    &C::weightDecay, 0, 10),
        make.number("beta1", translatable("Beta 1"), "",
                    translatable("How slowly the running mean of the gradient changes."), "0.9", &C::beta1, 0, 0.9999),
        make.number("beta2", translatable("Beta 2"), "",
                    translatable("How slowly the running mean of the squared gradient changes."),
                    translatable("BERT4Rec 0.999, SASRec 0.98"), &C::beta2, 0, 0.99999),
        make.number("warmup_steps", translatable("Warm-up"), translatable("steps"),
                    translatable("Steps over which the learning rate rises from 0."), translatable("BERT4Rec 100"),
                    &C::warmupSteps, 0, 1e9),
        make.choice("schedule", translatable("Schedule"),
                    translatable("constant, or linear: falls to 0 at the last step."),
                    translatable("BERT4Rec linear, SASRec constant"), &C::schedule),
        make.choice("matmul_precision", translatable("Matrix products"),
                    translatable("medium: factors are rounded to bfloat16 (CPU) or TF32 (CUDA) during training, where "
                                 "that is faster; scores stay float32."),
                    translatable("highest"), &C::matmulPrecision),
        make.number("clip_norm", translatable("Gradient clip"), "",
                    translatable("Largest L2 norm of the whole gradient; 0 turns clipping off."),
                    translatable("BERT4Rec 5"), &C::clipNorm, 0, 1e6),
    };
}

std::vector<ConfigKey> learningRateKeys() {
    std::vector<ConfigKey> keys;
    for (ConfigKey& key : gradientKeys()) {
        if (key.field.key == "learning_rate" || key.field.key == "warmup_steps" || key.field.key == "schedule")
            keys.push_back(std::move(key));
    }
    return keys;
}

}  // namespace recscope
