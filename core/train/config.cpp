// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "core/train/presets.h"
#include "core/util/error.h"

namespace recscope {

namespace {

using Member = std::variant<std::int64_t RunConfig::*, std::uint64_t RunConfig::*, double RunConfig::*,
                            std::string RunConfig::*, bool RunConfig::*>;

/// A field's description and where its value lives: the one table behind JSON, `--set` and the Train form.
struct Binding {
    ConfigField field;
    Member member;
};

constexpr double kMaxSeed = 9007199254740991;  // 2^53 - 1: the largest integer every JSON reader keeps exactly

const std::vector<Binding>& bindings() {
    using Models = std::vector<std::string>;
    const Models all = {}, cloze = {"bert4rec"}, next = {"sasrec"};
    const auto number = [](const char* key, const char* label, const char* group, const char* unit, const char* help,
                           const char* paper, auto member, double low, double high, Models models) {
        using Value = std::decay_t<decltype(RunConfig().*member)>;
        const FieldType type = std::is_floating_point_v<Value> ? FieldType::Real : FieldType::Integer;
        return Binding{{key, label, group, unit, help, paper, type, low, high, {}, std::move(models)}, member};
    };
    const auto choice = [](const char* key, const char* label, const char* group, const char* help, const char* paper,
                           std::string RunConfig::*member, std::vector<std::string> choices, Models models) {
        return Binding{
            {key, label, group, "", help, paper, FieldType::Choice, 0, 0, std::move(choices), std::move(models)},
            member};
    };
    const auto onOff = [](const char* key, const char* label, const char* group, const char* help, const char* paper,
                          bool RunConfig::*member, Models models) {
        return Binding{{key, label, group, "", help, paper, FieldType::Choice, 0, 0, {"on", "off"}, std::move(models)},
                       member};
    };
    using C = RunConfig;
    static const std::vector<Binding> table = {
        number("epochs", "Epochs", "Basics", "epochs", "How often every user's history is learned from.",
               "replications use about 200 on ML-1M", &C::epochs, 1, 100000, all),
        number("seed", "Seed", "Basics", "", "The same seed, data, device and thread count give the same numbers.", "",
               &C::seed, 0, kMaxSeed, all),
        number("patience", "Stop early after", "Basics", "evaluations",
               "Patience: stops after this many evaluations without a better NDCG@10; 0 never stops early.",
               "20 in replications", &C::patience, 0, 100000, all),
        number("evaluate_every", "Evaluate every", "Basics", "epochs", "Epochs between two validations.", "1",
               &C::evaluateEvery, 1, 100000, all),
        number("validation_users", "Validation users", "Basics", "",
               "Validate on this many random users, the same in every epoch and run: faster, but less certain. At the "
               "end all are ranked; 0 is all.",
               "all; SASRec's code 10,000 at most", &C::validationUsers, 0, 1e9, all),
        choice("split", "Split", "Basics",
               "leave_one_out: each user's last two items are held out; global_time: everything after one point in "
               "time is.",
               "leave_one_out", &C::split, {"leave_one_out", "global_time"}, all),
        onOff("retrain_with_validation", "Retrain with validation", "Basics",
              "After the best epoch is known, train again for as many epochs, validation items included. Part of the "
              "protocol.",
              "official BERT4Rec code on", &C::retrainWithValidation, all),
        number("mask_probability", "Mask probability \u03c1", "Cloze", "",
               "Share of the positions hidden behind [MASK] for the model to fill in.",
               "ML-1M 0.2, Beauty 0.6, Steam 0.4", &C::maskProbability, 0.01, 1, cloze),
        number("masked_items", "Masked items", "Cloze", "per sample",
               "Hides exactly this many random positions of each sample, whatever \u03c1 is; 0 uses \u03c1.",
               "0; 1 in the ablation \"BERT4Rec (1 mask)\", section 4.4", &C::maskedItems, 0, 4096, cloze),
        number("last_item_share", "Last-item share", "Cloze", "",
               "Share of samples that hide only the last item, as prediction does.",
               "1 of 11 copies in the official data generator", &C::lastItemShare, 0, 1, cloze),
        number("mask_copies", "Masked copies", "Cloze", "per epoch",
               "Samples made of each history per epoch, each with a mask of its own.", "11 in the official data, once",
               &C::maskCopies, 1, 1000, cloze),
        choice("mask_policy", "Mask policy", "Cloze",
               "mask: always [MASK]; bert: 80 % [MASK], 10 % a random item, 10 % unchanged.", "mask", &C::maskPolicy,
               {"mask", "bert"}, cloze),
        number("dim", "Width d", "Model", "", "Width of embeddings and hidden states.", "BERT4Rec 64, SASRec 50",
               &C::dim, 1, 4096, all),
        number("heads", "Heads h", "Model", "", "Attention heads per layer; divides the width.", "BERT4Rec 2, SASRec 1",
               &C::heads, 1, 64, all),
        number("layers", "Layers L", "Model", "", "Transformer layers, one after the other.", "2", &C::layers, 1, 24,
               all),
        number("inner_dim", "Inner width", "Model", "", "Width inside the feed-forward part.", "BERT4Rec 4 d, SASRec d",
               &C::innerDim, 1, 16384, all),
        number("max_length", "Length N", "Model", "positions",
               "The most recent positions of a history the model reads, [MASK] included.",
               "200 on ML-1M and ML-20M, 50 on Beauty and Steam", &C::maxLength, 2, 4096, all),
        number("hidden_dropout", "Hidden dropout", "Model", "",
               "Share of values dropped after embeddings, attention output and feed-forward.",
               "BERT4Rec 0.2 on ML-1M, 0.5 on Beauty", &C::hiddenDropout, 0, 0.95, all),
        number("attention_dropout", "Attention dropout", "Model", "", "Share of attention weights dropped.",
               "BERT4Rec 0.2", &C::attentionDropout, 0, 0.95, all),
        number("window_step", "Window step", "Model", "positions",
               "Long histories are learned from in windows of N that begin this many positions apart; 0 uses the "
               "newest N only.",
               "official BERT4Rec code: N / 10", &C::windowStep, 0, 4096, all),
        choice("positions", "Positions", "Parts",
               "newest: learned, the newest item has the last one; oldest: the oldest item read has the first; none.",
               "both papers newest; RecBole oldest", &C::positions, {"newest", "oldest", "none"}, all),
        choice("norm", "Norm", "Parts",
               "post: after each part; pre: before it; sasrec_code: before it, on queries and the residual path only.",
               "BERT4Rec post, SASRec pre", &C::norm, {"post", "pre", "sasrec_code"}, all),
        choice("layer_norm", "Layer norm", "Parts",
               "Inside the layers and after them; sample: divides by a sample's deviation plus epsilon.",
               "on; BERT4Rec-VAE-Pytorch sample", &C::layerNorm, {"on", "off", "sample"}, all),
        onOff("embedding_norm", "Embedding norm", "Parts", "Normalise after the embedding.",
              "official BERT4Rec code on, SASRec off", &C::embeddingNorm, all),
        onOff("final_norm", "Final norm", "Parts", "Normalise after the last layer.", "SASRec on", &C::finalNorm, all),
        number("norm_epsilon", "Norm epsilon", "Parts", "", "Added to the variance in every normalisation.",
               "1e-12 and 1e-8 in the authors' codes", &C::normEpsilon, 1e-14, 0.1, all),
        onOff("residual", "Residual", "Parts", "Add the input of each part to its output.", "on", &C::residual, all),
        onOff("feed_forward", "Feed-forward", "Parts", "The two linear layers after each attention.", "on",
              &C::feedForward, all),
        choice("activation", "Activation", "Parts", "Inside the feed-forward part; gelu is the exact form.",
               "BERT4Rec gelu, SASRec relu", &C::activation, {"gelu", "gelu_tanh", "relu", "none"}, all),
        onOff("scale_embedding", "Scale embedding", "Parts",
              "Item vectors are multiplied by the square root of d on input.", "official SASRec code on",
              &C::scaleEmbedding, all),
        onOff("output_projection", "Output projection", "Parts",
              "A linear layer, GELU and a norm between the last layer and the item vectors.", "BERT4Rec on",
              &C::outputProjection, all),
        onOff("output_bias", "Output bias", "Parts", "A learned number per item is added to its score.", "BERT4Rec on",
              &C::outputBias, all),
        onOff("tied_output", "Tied output", "Parts", "Scores use the input's item vectors; off: vectors of their own.",
              "on", &C::tiedOutput, all),
        choice("loss", "Loss", "Loss",
               "ce: softmax over all items; sampled_ce: over the target and k drawn items; bce: each negative by "
               "itself; gbce: bce whose confidence is calibrated.",
               "BERT4Rec ce, SASRec bce, gSASRec gbce", &C::loss, {"ce", "bce", "sampled_ce", "gbce"}, all),
        number("negatives", "Negatives k", "Loss", "", "Items drawn uniformly against each target; not for ce.",
               "SASRec 1, gSASRec 256", &C::negatives, 1, 10000, all),
        choice("negatives_from", "Drawn from", "Loss",
               "unseen: items the user does not have in training; all: any item but the target.",
               "SASRec unseen, gSASRec all", &C::negativesFrom, {"unseen", "all"}, all),
        choice("negatives_per", "Drawn for", "Loss",
               "position: k new ones for each target; batch: the same k for the whole batch, much faster.", "position",
               &C::negativesPer, {"position", "batch"}, all),
        number("gbce_t", "Calibration t", "Loss", "", "gbce only: 0 is bce, 1 removes all overconfidence.",
               "gSASRec 0.75", &C::gbceT, 0, 1, next),
        number("batch_size", "Batch size", "Optimiser", "sequences", "Histories per optimiser step.",
               "BERT4Rec 256, SASRec 128", &C::batchSize, 1, 65536, all),
        choice("optimizer", "Optimiser", "Optimiser",
               "adam: weight decay is added to the gradient; adamw: it is applied separately, not to norms and biases.",
               "BERT4Rec adamw, SASRec adam", &C::optimizer, {"adam", "adamw"}, all),
        number("learning_rate", "Learning rate", "Optimiser", "", "Size of a step.", "BERT4Rec 1e-4, SASRec 1e-3",
               &C::learningRate, 1e-9, 10, all),
        number("weight_decay", "Weight decay", "Optimiser", "", "How strongly the weights are pulled towards zero.",
               "BERT4Rec 0.01", &C::weightDecay, 0, 10, all),
        number("beta1", "Beta 1", "Optimiser", "", "How slowly the running mean of the gradient changes.", "0.9",
               &C::beta1, 0, 0.9999, all),
        number("beta2", "Beta 2", "Optimiser", "", "How slowly the running mean of its square changes.",
               "BERT4Rec 0.999, SASRec 0.98", &C::beta2, 0, 0.99999, all),
        number("warmup_steps", "Warm-up", "Optimiser", "steps", "Steps over which the learning rate rises from 0.",
               "BERT4Rec 100", &C::warmupSteps, 0, 1e9, all),
        choice("schedule", "Schedule", "Optimiser", "constant, or linear: falls to 0 at the last step.",
               "BERT4Rec linear, SASRec constant", &C::schedule, {"constant", "linear"}, all),
        // PyTorch's words for it: torch.set_float32_matmul_precision
        choice(
            "matmul_precision", "Matrix products", "Optimiser",
            "medium: factors are rounded to bfloat16 (CPU) or TF32 (CUDA) while learning, where that is faster; scores "
            "stay float32.",
            "highest", &C::matmulPrecision, {"highest", "medium"}, all),
        number("clip_norm", "Gradient clip", "Optimiser", "", "Largest L2 norm of the whole gradient; 0 does not clip.",
               "BERT4Rec 5", &C::clipNorm, 0, 1e6, all),
    };
    return table;
}

const Binding& bindingOf(const std::string& key) {
    for (const Binding& binding : bindings()) {
        if (binding.field.key == key) return binding;
    }
    std::string keys;
    for (const Binding& binding : bindings()) keys += " " + binding.field.key;
    throw Error(ErrorKind::Usage, fmt::format("There is no config key \"{}\".", key), "Keys: model" + keys + ".");
}

std::string rangeOf(const ConfigField& field) {
    if (field.maximum > 1e12) return fmt::format("{} takes a number of {} or more.", field.key, field.minimum);
    return fmt::format("{} takes a number from {} to {}.", field.key, field.minimum, field.maximum);
}

template <class Number>
Number parseNumber(const ConfigField& field, const std::string& text) {
    Number number{};
    std::size_t used = 0;
    try {
        if constexpr (std::is_floating_point_v<Number>)
            number = std::stod(text, &used);
        else
            number = static_cast<Number>(std::stoll(text, &used));
    } catch (const std::logic_error&) {  // std::invalid_argument and std::out_of_range
        used = std::string::npos;
    }
    const auto value = static_cast<double>(number);
    if (used != text.size() || !std::isfinite(value) || value < field.minimum || value > field.maximum) {
        throw Error(ErrorKind::Usage, fmt::format("\"{}\" is not a value for {}.", text, field.key), rangeOf(field));
    }
    return number;
}

constexpr const char* onOffText(bool value) {
    return value ? "on" : "off";
}

template <class Value>
nlohmann::ordered_json jsonValue(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>)
        return onOffText(value);
    else
        return value;
}

nlohmann::ordered_json toObject(const RunConfig& config) {
    nlohmann::ordered_json object;
    object["model"] = config.model;
    for (const Binding& binding : bindings()) {
        std::visit([&](auto member) { object[binding.field.key] = jsonValue(config.*member); }, binding.member);
    }
    return object;
}

}  // namespace

const std::vector<ConfigField>& configFields() {
    static const std::vector<ConfigField> fields = [] {
        std::vector<ConfigField> list;
        for (const Binding& binding : bindings()) list.push_back(binding.field);
        return list;
    }();
    return fields;
}

std::string configValue(const RunConfig& config, const std::string& key) {
    if (key == "model") return config.model;
    return std::visit(
        [&](auto member) {
            using Value = std::decay_t<decltype(config.*member)>;
            if constexpr (std::is_same_v<Value, bool>)
                return std::string(onOffText(config.*member));
            else
                return fmt::format("{}", config.*member);
        },
        bindingOf(key).member);
}

void setConfigValue(RunConfig& config, const std::string& key, const std::string& value) {
    if (key == "model") {
        config.model = modelInfo(value).name;
        return;
    }
    const Binding& binding = bindingOf(key);
    const ConfigField& field = binding.field;
    std::visit(
        [&](auto member) {
            using Value = std::decay_t<decltype(config.*member)>;
            if constexpr (std::is_same_v<Value, std::string> || std::is_same_v<Value, bool>) {
                if (std::find(field.choices.begin(), field.choices.end(), value) == field.choices.end()) {
                    throw Error(ErrorKind::Usage, fmt::format("\"{}\" is not a value for {}.", value, key),
                                fmt::format("Choices: {}.", fmt::join(field.choices, ", ")));
                }
                if constexpr (std::is_same_v<Value, bool>)
                    config.*member = value == onOffText(true);
                else
                    config.*member = value;
            } else {
                config.*member = parseNumber<Value>(field, value);
            }
        },
        binding.member);
}

std::string RunConfig::toJson() const {
    return toObject(*this).dump();
}

RunConfig RunConfig::fromJson(const std::string& json) {
    const auto object = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
        throw Error(ErrorKind::Usage, "The config is not a JSON object.", "Expected {\"model\": …, \"dim\": …}.");
    }
    const bool namesModel = object.contains("model") && object["model"].is_string();
    RunConfig config = architectureOf(namesModel ? object["model"].get<std::string>() : RunConfig().model);
    for (const auto& [key, value] : object.items()) {
        setConfigValue(config, key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return config;
}

RunConfig architectureOf(const std::string& model) {
    RunConfig config;
    config.model = modelInfo(model).name;
    if (model == "sasrec") {
        config.norm = "pre";
        config.embeddingNorm = config.outputProjection = config.outputBias = false;
        config.finalNorm = config.scaleEmbedding = true;
        config.activation = "relu";
    }
    return config;
}

void checkConfig(const RunConfig& config) {
    const ModelInfo& model = modelInfo(config.model);
    if (config.dim % config.heads != 0) {
        throw Error(ErrorKind::Usage, fmt::format("{} heads do not divide a width of {}.", config.heads, config.dim),
                    "Choose heads that divide the width (dim), or a width that is a multiple of them.");
    }
    if (std::find(model.losses.begin(), model.losses.end(), config.loss) == model.losses.end()) {
        throw Error(ErrorKind::Usage, fmt::format("{} is not trained with the loss {}.", model.title, config.loss),
                    fmt::format("Losses of {}: {}.", model.title, fmt::join(model.losses, ", ")));
    }
}

}  // namespace recscope
