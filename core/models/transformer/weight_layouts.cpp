// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/weight_layouts.h"

#include "core/models/transformer/transformer_config.h"

#include "core/recommender/registry.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Kind = TensorSource::Kind;

/// Returns the given config keys with their values in `config`, for `WeightLayout::assumed`.
std::vector<std::pair<std::string, std::string>> valuesOf(const RunConfig& config,
                                                          const std::vector<std::string>& keys) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const std::string& key : keys) values.emplace_back(key, configValue(config, key));
    return values;
}

/// Returns the rules for attention and feed-forward of one layer, given the names of the modules in the other program.
/// An empty name adds no rule.
std::vector<TensorSource> layerSources(const std::string& query, const std::string& key, const std::string& value,
                                       const std::string& output, const std::string& attentionNorm,
                                       const std::string& inner, const std::string& outer,
                                       const std::string& feedForwardNorm) {
    std::vector<TensorSource> sources;
    for (const auto& [ours, theirs] :
         {std::pair("layers.{i}.attention.query", query), std::pair("layers.{i}.attention.key", key),
          std::pair("layers.{i}.attention.value", value), std::pair("layers.{i}.attention.output", output),
          std::pair("layers.{i}.attention_norm", attentionNorm), std::pair("layers.{i}.feed_forward.inner", inner),
          std::pair("layers.{i}.feed_forward.outer", outer),
          std::pair("layers.{i}.feed_forward_norm", feedForwardNorm)}) {
        if (!theirs.empty()) sources.push_back({.ours = ours, .theirs = theirs});
    }
    return sources;
}

/// Adds the rules for tensors in which the rows of query, key and value are concatenated, as in PyTorch's
/// MultiheadAttention.
void addJoinedProjection(std::vector<TensorSource>& sources, const std::string& theirs) {
    int part = 0;
    for (const char* const ours : {"query", "key", "value"}) {
        for (const char* const end : {"weight", "bias"}) {
            sources.push_back({.ours = std::string("layers.{i}.attention.") + ours + "." + end,
                               .theirs = theirs + end,
                               .kind = Kind::Tensor,
                               .part = part,
                               .parts = 3});
        }
        ++part;
    }
}

std::vector<TensorSource> recBoleLayers() {
    const std::string layer = "trm_encoder.layer.{i}.";
    const std::string attention = layer + "multi_head_attention.", feedForward = layer + "feed_forward.";
    std::vector<TensorSource> sources = layerSources(
        attention + "query", attention + "key", attention + "value", attention + "dense", attention + "LayerNorm",
        feedForward + "dense_1", feedForward + "dense_2", feedForward + "LayerNorm");
    sources.push_back({.ours = "embedding_norm", .theirs = "LayerNorm"});
    return sources;
}

RunConfig recBoleConfig(const std::string& model) {
    RunConfig config = defaultConfig(model);
    transformerOf(config).norm = NormOrder::Post;
    transformerOf(config).positions = PositionKind::Oldest;
    transformerOf(config).embeddingNorm = true;
    transformerOf(config).finalNorm = transformerOf(config).scaleEmbedding = transformerOf(config).outputProjection =
        transformerOf(config).outputBias = false;
    transformerOf(config).activation = ActivationKind::Gelu;
    transformerOf(config).normEpsilon = 1e-12;
    transformerOf(config).heads = 2;
    return config;
}

/// RecBole's two models have the same layers. Only BERT4Rec has an embedding row for [MASK] and, in newer versions, an
/// output layer; these distinguish the two (see `possibleLayouts`).
LayoutRules recBole(const std::string& model, const std::string& title) {
    return {.layout = {.name = "recbole-" + model,
                       .title = "RecBole, " + title,
                       .model = model,
                       .assumed = valuesOf(recBoleConfig(model), {"heads"}),
                       .notes = ""},
            .items = "item_embedding.weight",
            .positions = "position_embedding.weight",
            .signature = {"trm_encoder.layer.0.multi_head_attention.query.weight"},
            .tensors = recBoleLayers(),
            .zeroPositionIsPadding = false,
            .config = recBoleConfig(model),
            .ifPresent = {},
            .finish = {}};
}

/// github.com/RUCAIBox/RecBole: recbole/model/sequential_recommender/sasrec.py
LayoutRules recBoleSasRec() {
    return recBole("sasrec", "SASRec");
}

/// github.com/RUCAIBox/RecBole: recbole/model/sequential_recommender/bert4rec.py. Later versions have an output layer.
LayoutRules recBoleBert4Rec() {
    LayoutRules rules = recBole("bert4rec", "BERT4Rec");
    rules.ifPresent = {{.ours = "output.projection", .theirs = "output_ffn"},
                       {.ours = "output.norm", .theirs = "output_ln"},
                       {.ours = "output.bias", .theirs = "output_bias", .kind = Kind::Tensor}};
    rules.finish = [](const SafeTensors& theirs, SafeTensors&, RunConfig& config) {
        transformerOf(config).outputProjection = theirs.tensors.contains("output_ffn.weight");
        // Up to RecBole 1.1, the model has N + 1 positions and reads the oldest item; from RecBole 1.2 on, it has N
        // positions and leaves out the oldest item (see `OldestItem`).
        transformerOf(config).readsOldest = !theirs.tensors.contains("output_ffn.weight");
        transformerOf(config).outputBias = theirs.tensors.contains("output_bias");
    };
    return rules;
}

/// github.com/pmixer/SASRec.pytorch: model.py
LayoutRules pmixerSasRec() {
    RunConfig config = defaultConfig("sasrec");
    transformerOf(config).norm = NormOrder::SasrecCode;
    transformerOf(config).normEpsilon = 1e-8;
    transformerOf(config).heads = 1;
    std::vector<TensorSource> sources =
        layerSources("", "", "", "attention_layers.{i}.out_proj", "attention_layernorms.{i}",
                     "forward_layers.{i}.conv1", "forward_layers.{i}.conv2", "forward_layernorms.{i}");
    addJoinedProjection(sources, "attention_layers.{i}.in_proj_");
    sources.push_back({.ours = "final_norm", .theirs = "last_layernorm"});
    return {
        .layout = {.name = "pmixer",
                   .title = "pmixer/SASRec.pytorch",
                   .model = "sasrec",
                   .assumed = valuesOf(config, {"heads", "norm"}),
                   .notes = translatable("choose the norm sasrec_code for weights of its earlier code, pre "
                                         "(norm_first) or post for those of the newer one; its attention also reads "
                                         "padding, so histories shorter than its length get other scores here")},
        .items = "item_emb.weight",
        .positions = "pos_emb.weight",
        .signature = {"attention_layers.0.in_proj_weight", "last_layernorm.weight"},
        .tensors = std::move(sources),
        .zeroPositionIsPadding = true,
        .config = config,
        .ifPresent = {},
        .finish = {}};
}

/// github.com/asash/gSASRec-pytorch: gsasrec.py, transformer_decoder.py. That program has no projection after attention
/// (`finish` sets ours to the identity) and no activation between its two dense layers.
LayoutRules gSasRec() {
    RunConfig config = defaultConfig("sasrec");
    transformerOf(config).norm = NormOrder::SasrecCode;
    transformerOf(config).scaleEmbedding = false;
    transformerOf(config).activation = ActivationKind::None;
    config.loss.kind = LossKind::CalibratedBinaryCrossEntropy;
    transformerOf(config).heads = 1;
    const std::string block = "transformer_blocks.{i}.", attention = block + "multihead_attention.";
    std::vector<TensorSource> sources =
        layerSources(attention + "query_proj", attention + "key_proj", attention + "val_proj", "", block + "first_norm",
                     block + "dense1", block + "dense2", block + "second_norm");
    sources.push_back({.ours = "final_norm", .theirs = "seq_norm"});
    return {.layout = {.name = "gsasrec",
                       .title = "asash/gSASRec-pytorch",
                       .model = "sasrec",
                       .assumed = valuesOf(config, {"heads"}),
                       .notes = ""},
            .items = "item_embedding.weight",
            .positions = "position_embedding.weight",
            .signature = {"transformer_blocks.0.multihead_attention.val_proj.weight"},
            .tensors = std::move(sources),
            .zeroPositionIsPadding = false,
            .config = config,
            .ifPresent = {},
            .finish = [](const SafeTensors&, SafeTensors& ours, RunConfig& config) {
                for (std::int64_t i = 0; i < transformerOf(config).layers; ++i) {
                    const std::string output = "layers." + std::to_string(i) + ".attention.output.";
                    ours.tensors[output + "weight"] = torch::eye(transformerOf(config).dim);
                    ours.tensors[output + "bias"] = torch::zeros({transformerOf(config).dim});
                }
            }};
}

/// github.com/jaywonchung/BERT4Rec-VAE-Pytorch: models/bert.py, models/bert_modules
LayoutRules jaywonchungBert4Rec() {
    RunConfig config = defaultConfig("bert4rec");
    transformerOf(config).norm = NormOrder::Pre;
    transformerOf(config).embeddingNorm = transformerOf(config).outputProjection = transformerOf(config).tiedOutput =
        false;
    transformerOf(config).activation = ActivationKind::GeluTanh;
    transformerOf(config).layerNorm = LayerNormKind::Sample;
    transformerOf(config).normEpsilon = 1e-6;
    transformerOf(config).heads = 2;
    const std::string block = "bert.transformer_blocks.{i}.", attention = block + "attention.";
    std::vector<TensorSource> sources =
        layerSources(attention + "linear_layers.0", attention + "linear_layers.1", attention + "linear_layers.2",
                     attention + "output_linear", "", block + "feed_forward.w_1", block + "feed_forward.w_2", "");
    for (const auto& [ours, theirs] : {std::pair("layers.{i}.attention_norm.", block + "input_sublayer.norm."),
                                       std::pair("layers.{i}.feed_forward_norm.", block + "output_sublayer.norm.")}) {
        sources.push_back({.ours = std::string(ours) + "weight", .theirs = theirs + "a_2", .kind = Kind::Tensor});
        sources.push_back({.ours = std::string(ours) + "bias", .theirs = theirs + "b_2", .kind = Kind::Tensor});
    }
    sources.push_back({.ours = "output.weight", .theirs = "out.weight", .kind = Kind::Tensor});
    sources.push_back({.ours = "output.bias", .theirs = "out.bias", .kind = Kind::Tensor});
    return {.layout = {.name = "jaywonchung",
                       .title = "jaywonchung/BERT4Rec-VAE-Pytorch",
                       .model = "bert4rec",
                       .assumed = valuesOf(config, {"heads"}),
                       .notes = ""},
            .items = "bert.embedding.token.weight",
            .positions = "bert.embedding.position.pe.weight",
            .signature = {"bert.embedding.token.weight"},
            .tensors = std::move(sources),
            .zeroPositionIsPadding = false,
            .config = config,
            .ifPresent = {},
            .finish = {}};
}

constexpr const char* kRecToolsBlocks = "transformer_layers.transformer_blocks.";
constexpr const char* kRecToolsReadsPadding = translatable(
    "for models trained with use_key_padding_mask=True; other models also read padding, so histories shorter than "
    "max_length get other scores in RecScope");
constexpr const char* kRecToolsPaddingUnknown = translatable(
    "RecTools' SASRec also reads the padding of short histories unless it was trained with use_key_padding_mask=True, "
    "and the weights do not show whether it was.");

/// github.com/MobileTeleSystems/RecTools: rectools/models/nn/transformers. There, the first position vector is that of
/// the newest item, so `finish` reverses the order of the position vectors.
LayoutRules recTools(const std::string& model, const std::string& title, RunConfig config) {
    const std::string blocks = kRecToolsBlocks;
    const bool isSasRec = model == "sasrec", isSwiGlu = transformerOf(config).activation == ActivationKind::SwiGlu;
    const std::string block = blocks + "{i}.";
    transformerOf(config).positions = PositionKind::Newest;
    transformerOf(config).embeddingNorm = transformerOf(config).scaleEmbedding =
        transformerOf(config).outputProjection = transformerOf(config).outputBias = false;
    transformerOf(config).normEpsilon = 1e-5;
    transformerOf(config).heads = 4;
    std::vector<TensorSource> sources = layerSources(
        "", "", "", block + "multi_head_attn.out_proj", block + (isSasRec ? "q_layer_norm" : "layer_norm_1"),
        isSwiGlu ? "" : block + "feed_forward.ff_linear_1", isSwiGlu ? "" : block + "feed_forward.ff_linear_2",
        block + (isSasRec ? "ff_layer_norm" : "layer_norm_2"));
    addJoinedProjection(sources, block + "multi_head_attn.in_proj_");
    if (isSasRec) sources.push_back({.ours = "final_norm", .theirs = "transformer_layers.last_layernorm"});
    return {.layout = {.name = "rectools-" + model,
                       .title = "RecTools, " + title,
                       .model = model,
                       .assumed = valuesOf(config, {"heads"}),
                       .notes = ""},
            .items = "item_model.item_net_blocks.0.ids_emb.weight",
            .positions = "pos_encoding_layer.pos_emb.weight",
            .signature = {blocks + (isSasRec ? "0.q_layer_norm.weight" : "0.layer_norm_1.weight")},
            .tensors = std::move(sources),
            .zeroPositionIsPadding = false,
            .config = config,
            .ifPresent = {},
            .refused = {{"item_model.item_net_blocks.1.embedding_bag.weight",
                         translatable("This model also reads features of the items, which RecScope's models do not.")}},
            .finish = [](const SafeTensors&, SafeTensors& ours, RunConfig&) {
                torch::Tensor& positions = ours.tensors.at("position_embedding.weight");
                positions = positions.flip(0);
            }};
}

LayoutRules recToolsSasRec() {
    RunConfig config = defaultConfig("sasrec");
    transformerOf(config).norm = NormOrder::SasrecCode;
    transformerOf(config).activation = ActivationKind::Relu;
    transformerOf(config).finalNorm = true;
    transformerOf(config).finalNormEpsilon = 1e-8;
    LayoutRules rules = recTools("sasrec", "SASRec", config);
    rules.layout.notes = kRecToolsReadsPadding;
    rules.notAutomatic = kRecToolsPaddingUnknown;
    return rules;
}

/// eSASRec: SASRecModel with transformer_layers_type=LiGRLayers.
LayoutRules recToolsESasRec() {
    const std::string block = std::string(kRecToolsBlocks) + "{i}.", feedForward = block + "feed_forward.ff_linear_";
    LayoutRules rules = recTools("esasrec", "eSASRec", defaultConfig("esasrec"));
    rules.signature = {std::string(kRecToolsBlocks) + "0.gating_linear_1.weight"};
    rules.tensors.push_back({.ours = "layers.{i}.attention_gate", .theirs = block + "gating_linear_1"});
    rules.tensors.push_back({.ours = "layers.{i}.feed_forward_gate", .theirs = block + "gating_linear_2"});
    for (const auto& [ours, number] : {std::pair("inner", "1"), std::pair("outer", "2"), std::pair("factor", "3")})
        rules.tensors.push_back({.ours = std::string("layers.{i}.feed_forward.") + ours + ".weight",
                                 .theirs = feedForward + number + ".weight",
                                 .kind = Kind::Tensor});
    rules.refused.emplace(std::string(kRecToolsBlocks) + "0.feed_forward.ff_linear_1.bias",
                          translatable("The feed-forward part of these LiGRLayers has biases, which that of RecScope's "
                                       "eSASRec does not."));
    rules.layout.notes = kRecToolsReadsPadding;
    rules.notAutomatic = kRecToolsPaddingUnknown;
    return rules;
}

LayoutRules recToolsBert4Rec() {
    RunConfig config = defaultConfig("bert4rec");
    transformerOf(config).norm = NormOrder::Pre;
    transformerOf(config).activation = ActivationKind::Gelu;
    transformerOf(config).finalNorm = false;
    LayoutRules rules = recTools("bert4rec", "BERT4Rec", config);
    rules.maskRow = LayoutRules::MaskRow::First;
    rules.refused.emplace(
        std::string(kRecToolsBlocks) + "0.gating_linear_1.weight",
        translatable("These are weights of LiGRLayers, whose gates this layout does not have; eSASRec "
                     "has the layout rectools-esasrec."));
    return rules;
}

}  // namespace

const std::vector<LayoutRules>& layoutRules() {
    static const std::vector<LayoutRules> rules = {gSasRec(),          pmixerSasRec(),  jaywonchungBert4Rec(),
                                                   recBoleBert4Rec(),  recBoleSasRec(), recToolsESasRec(),
                                                   recToolsBert4Rec(), recToolsSasRec()};
    return rules;
}

const std::vector<WeightLayout>& weightLayouts() {
    static const std::vector<WeightLayout> layouts = [] {
        std::vector<WeightLayout> all = {{.name = "recscope",
                                          .title = "RecScope",
                                          .model = "",
                                          .assumed = {},
                                          .notes = translatable("the names and metadata that `export` writes")}};
        for (const LayoutRules& rules : layoutRules()) all.push_back(rules.layout);
        return all;
    }();
    return layouts;
}

}  // namespace recscope
