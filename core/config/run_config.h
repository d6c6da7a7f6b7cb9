// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/config/enum_names.h"
#include "core/config/model_fields.h"
#include "core/sequence/split_moments.h"

namespace recscope {

class ConfigSchema;

constexpr std::array<EnumName<SplitKind>, 4> enumNames(SplitKind) {
    return {{{SplitKind::LeaveOneOut, "leave_one_out"},
             {SplitKind::GlobalTime, "global_time"},
             {SplitKind::NextOrder, "next_order"},
             {SplitKind::TimeWindow, "time_window"}}};
}
constexpr std::array<EnumName<Targets>, 2> enumNames(Targets) {
    return {{{Targets::All, "all"}, {Targets::First, "first"}}};
}

enum class OptimizerKind { Adam, AdamW };
constexpr std::array<EnumName<OptimizerKind>, 2> enumNames(OptimizerKind) {
    return {{{OptimizerKind::Adam, "adam"}, {OptimizerKind::AdamW, "adamw"}}};
}

enum class Schedule { Constant, Linear };  ///< learning rate over the steps; Linear: decays to 0 at the last step
constexpr std::array<EnumName<Schedule>, 2> enumNames(Schedule) {
    return {{{Schedule::Constant, "constant"}, {Schedule::Linear, "linear"}}};
}

/// The names are those of torch.set_float32_matmul_precision. Highest: float32; Medium: during training, the factors of
/// matrix products are rounded to bfloat16 (CPU) or TF32 (CUDA).
enum class MatmulPrecision { Highest, Medium };
constexpr std::array<EnumName<MatmulPrecision>, 2> enumNames(MatmulPrecision) {
    return {{{MatmulPrecision::Highest, "highest"}, {MatmulPrecision::Medium, "medium"}}};
}

/// The training settings shared by all model families.
struct TrainingConfig {
    std::int64_t epochs = 20;
    std::uint64_t seed = 42;
    std::int64_t patience = 0;  ///< stop after this many validations without a better validation metric; 0 = never
    /// The metric on validation that chooses the best epoch: a name that `metricNamed` accepts (see `checkConfig`).
    std::string validationMetric = "ndcg@10";
    std::int64_t evaluateEvery = 1;      ///< epochs between validations
    std::int64_t validationUsers = 0;    ///< validation uses at most this many users, always the same; 0 = all
    bool retrainWithValidation = false;  ///< second training, also on validation items, for the best number of epochs
    std::int64_t batchSize = 128;
    OptimizerKind optimizer = OptimizerKind::Adam;
    double learningRate = 1e-3;
    double weightDecay = 0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    std::int64_t warmupSteps = 0;  ///< number of initial steps in which the learning rate rises linearly
    Schedule schedule = Schedule::Constant;
    MatmulPrecision matmulPrecision = MatmulPrecision::Highest;
    double clipNorm = 5;  ///< upper limit for the L2 norm of the whole gradient; 0 = no clipping

    bool operator==(const TrainingConfig&) const = default;
};

/// The losses, defined in core/losses. CalibratedBinaryCrossEntropy is gBCE (Petrov & Macdonald, RecSys 2023).
enum class LossKind {
    CrossEntropy,
    SampledCrossEntropy,
    BinaryCrossEntropy,
    CalibratedBinaryCrossEntropy,
    Bpr,
    Top1,
    BprMax,
    Top1Max
};
constexpr std::array<EnumName<LossKind>, 8> enumNames(LossKind) {
    return {{{LossKind::CrossEntropy, "ce"},
             {LossKind::BinaryCrossEntropy, "bce"},
             {LossKind::SampledCrossEntropy, "sampled_ce"},
             {LossKind::CalibratedBinaryCrossEntropy, "gbce"},
             {LossKind::Bpr, "bpr"},
             {LossKind::Top1, "top1"},
             {LossKind::BprMax, "bpr_max"},
             {LossKind::Top1Max, "top1_max"}}};
}

/// Whether the fields of LossConfig say how the negatives of this loss are drawn. They do not for the losses from Bpr
/// on, whose negatives the model provides.
constexpr bool drawsNegatives(LossKind loss) {
    return loss == LossKind::SampledCrossEntropy || loss == LossKind::BinaryCrossEntropy ||
           loss == LossKind::CalibratedBinaryCrossEntropy;
}

enum class NegativesFrom { Unseen, All };  ///< Unseen: not in the user's training part; All: any but the target
constexpr std::array<EnumName<NegativesFrom>, 2> enumNames(NegativesFrom) {
    return {{{NegativesFrom::Unseen, "unseen"}, {NegativesFrom::All, "all"}}};
}

enum class NegativesPer { Position, Batch };  ///< Position: k per position to predict; Batch: k for the whole batch
constexpr std::array<EnumName<NegativesPer>, 2> enumNames(NegativesPer) {
    return {{{NegativesPer::Position, "position"}, {NegativesPer::Batch, "batch"}}};
}

/// The training loss; see core/losses.
struct LossConfig {
    LossKind kind = LossKind::CrossEntropy;
    std::int64_t negatives = 1;  ///< k, the number of uniform negatives; used if `drawsNegatives(kind)`
    NegativesFrom negativesFrom = NegativesFrom::Unseen;
    NegativesPer negativesPer = NegativesPer::Position;
    double gbceT = 0.75;  ///< t of gbce, 0…1: 0 is bce, 1 fully calibrated

    bool operator==(const LossConfig&) const = default;
};

/// The complete configuration of a run, stored with the run. The same config, data, device and thread count give the
/// same results. Create one with `defaultConfig(model)`, `configFromJson` or a preset (core/recommender/registry.h),
/// because a default-constructed RunConfig has no model and no keys.
struct RunConfig {
    std::string model;                     ///< name of the model in the registry
    const ConfigSchema* schema = nullptr;  ///< the model's keys; lives as long as the program
    SplitKind split = SplitKind::LeaveOneOut;
    SplitMoments moments = {};  ///< only for the splits by time
    TrainingConfig training;
    LossConfig loss;
    ModelFields own;  ///< fields of this model family only: width, dropout …

    std::string toJson() const;  ///< flat object: "model" and the keys of the schema
    bool operator==(const RunConfig&) const = default;
};

/// Whether the model has this key and its value is known.
bool hasConfigKey(const RunConfig& config, const std::string& key);
/// The value as text ("0.001", "adam"), empty if unknown. Throws Error(Usage) for a key that the model does not have.
std::string configValue(const RunConfig& config, const std::string& key);
/// Throws Error(Usage) if the model does not have the key, or if the value is invalid or out of range.
void setConfigValue(RunConfig& config, const std::string& key, const std::string& value);

}  // namespace recscope
