// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace recscope {

/// Everything that decides what a run is: the architecture and how it is trained. Stored whole with the run; the same
/// config, data, device and thread count give the same numbers. Defaults are BERT4Rec's `quick` preset.
struct RunConfig {
    // Architecture
    std::string model = "bert4rec";
    std::int64_t dim = 64;          ///< d, width of embeddings and hidden states
    std::int64_t heads = 2;         ///< h; divides dim
    std::int64_t layers = 2;        ///< L
    std::int64_t innerDim = 256;    ///< width inside the feed-forward part (BERT4Rec: 4 d, SASRec: d)
    std::int64_t maxLength = 50;    ///< N, positions the model reads, [MASK] included
    double hiddenDropout = 0.2;     ///< after embeddings, attention output and feed-forward
    double attentionDropout = 0.2;  ///< on the attention weights
    // Parts of the architecture, for ablations and for weights trained elsewhere; `architectureOf` has each model's own
    std::string positions = "newest";  ///< newest: row N-1 = newest item; oldest: row 0 = oldest item read; none
    std::string norm = "post";         ///< post: LN(x + g(x)); pre: x + g(LN(x)); sasrec_code: q = LN(x), q + g(q, x)
    std::string layerNorm = "on";      ///< on; off: none inside the layers and after them; sample: see config.cpp
    bool embeddingNorm = true;         ///< LayerNorm after the embedding
    bool finalNorm = false;            ///< LayerNorm after the last layer
    double normEpsilon = 1e-5;         ///< added to the variance in every LayerNorm
    bool residual = true;              ///< x + around attention and feed-forward
    bool feedForward = true;
    std::string activation = "gelu";  ///< inside feed-forward: gelu (exact) | gelu_tanh | relu | none
    bool scaleEmbedding = false;      ///< item vectors times sqrt(d) on input
    bool outputProjection = true;     ///< LN(GELU(h W + b)) before the item vectors
    bool outputBias = true;           ///< one number per item added to its score
    bool tiedOutput = true;           ///< scores against the input embedding; off: item vectors of their own
    // Training
    std::string loss = "ce";                ///< ce | bce | sampled_ce | gbce
    std::int64_t negatives = 1;             ///< k, uniform negatives; all losses but ce
    std::string negativesFrom = "unseen";   ///< unseen: items the user does not have; all: any item but the target
    std::string negativesPer = "position";  ///< position: k for each scored position; batch: k for the whole batch
    double gbceT = 0.75;                    ///< t of gbce, 0…1: 0 is bce, 1 fully calibrated
    double maskProbability = 0.2;           ///< rho; Cloze only
    std::string maskPolicy = "mask";  ///< mask: always [MASK]; bert: 80 % [MASK], 10 % random item, 10 % unchanged
    std::int64_t maskedItems = 0;     ///< so many random positions a sample instead of rho; 0 = by rho; Cloze only
    double lastItemShare = 0.1;       ///< share of training samples that mask only the last item; Cloze only
    std::int64_t maskCopies = 1;      ///< samples made of each history (or window) per epoch; Cloze only
    std::int64_t windowStep =
        0;  ///< a long history is cut into windows that begin so many items apart; 0 = newest N only
    std::int64_t batchSize = 128;
    std::string optimizer = "adam";  ///< adam | adamw
    double learningRate = 1e-3;
    double weightDecay = 0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    std::int64_t warmupSteps = 0;             ///< linear rise of the learning rate
    std::string schedule = "constant";        ///< constant | linear: down to 0 at the last step
    double clipNorm = 5;                      ///< largest L2 norm of the whole gradient; 0 = not clipped
    std::string matmulPrecision = "highest";  ///< highest: float32; medium: see config.cpp
    std::string split = "leave_one_out";      ///< leave_one_out | global_time: see core/sequence/split.h
    bool retrainWithValidation = false;       ///< at the end anew, as long as was best, with the validation items
    std::int64_t epochs = 20;
    std::int64_t patience = 0;         ///< evaluations without a better NDCG@10 before stopping; 0 = never
    std::int64_t evaluateEvery = 1;    ///< epochs between validations
    std::int64_t validationUsers = 0;  ///< most users an epoch's validation ranks, the same in every epoch; 0 = all
    std::uint64_t seed = 42;

    std::string toJson() const;  ///< flat object, keys as in `configFields()`
    /// Keys that are missing keep their default. Throws Error(Usage) for unknown keys and bad values.
    /// The architecture's keys start from the model's own (`architectureOf`).
    static RunConfig fromJson(const std::string& json);
    bool operator==(const RunConfig&) const = default;
};

/// Defaults with the parts of the architecture as the model's paper has them. Throws Error(Usage) for an unknown model.
RunConfig architectureOf(const std::string& model);

enum class FieldType { Integer, Real, Choice };

/// What a person needs to know about one config key; drives `--set`, the Train form and the docs.
struct ConfigField {
    std::string key;    ///< "learning_rate"
    std::string label;  ///< "Learning rate"
    std::string group;  ///< Basics | Cloze | Model | Loss | Optimiser
    std::string unit;   ///< "epochs", "positions", may be empty
    std::string help;   ///< one sentence
    std::string paper;  ///< "BERT4Rec 1e-4; SASRec 1e-3"
    FieldType type = FieldType::Integer;
    double minimum = 0, maximum = 0;   ///< Integer and Real
    std::vector<std::string> choices;  ///< Choice
    std::vector<std::string> models;   ///< models it has a meaning for; empty = all
};

/// In the order a person reads them. `model` is not among them: it is chosen before all others.
const std::vector<ConfigField>& configFields();

/// The value as text ("0.001", "adam"). Throws Error(Usage) for an unknown key.
std::string configValue(const RunConfig& config, const std::string& key);
/// Throws Error(Usage) for an unknown key, a value that is no number, or out of range.
void setConfigValue(RunConfig& config, const std::string& key, const std::string& value);
/// What no single field can know: heads divide dim, the loss belongs to the model. Throws Error(Usage).
void checkConfig(const RunConfig& config);

}  // namespace recscope
