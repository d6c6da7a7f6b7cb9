// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/torchscript/torchscript_config.h"

#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

const ConfigSchema& torchScriptSchema() {
    using C = TorchScriptConfig;
    const OwnKeys<C> make(translatable("Model"));
    static const ConfigSchema schema(joined(
        {splitKeys(),
         {make.number("max_length", translatable("Maximum length N"), translatable("positions"),
                      translatable("The number of positions that the model reads."), "", &C::maxLength, 1, 1e5),
          make.number("model_items", translatable("Items of the model"), translatable("items"),
                      translatable("The number of items that the model scores."), "", &C::modelItems, 1, 1e9),
          make.choice("padding_side", translatable("Padding side"),
                      translatable("Where the padding of a short history is."), "", &C::paddingSide),
          make.number("padding_id", translatable("Padding id"), "",
                      translatable("The id that the model reads as padding."), "", &C::paddingId, 0, 1e9),
          make.choice("predicts_at", translatable("Predicts at"),
                      translatable("last: at the newest item; mask: at a [MASK] after it."), "", &C::predictsAt),
          make.number("mask_id", translatable("Mask id"), "",
                      translatable("The id of [MASK], if the model predicts at a [MASK]."), "", &C::maskId, 0, 1e9),
          make.onOff("reads_user", translatable("Reads the user"),
                     translatable("Whether the model takes the user as input, besides the history."), "",
                     &C::readsUser),
          make.choice("attention_maps", translatable("Attention maps"),
                      translatable("every_position: a square map for each head; last_only: one row."), "",
                      &C::attention),
          make.number("layers", translatable("Layers L"), "", translatable("The number of layers with attention."), "",
                      &C::layers, 0, 1e4),
          make.number("heads", translatable("Heads h"), "",
                      translatable("The number of attention heads of each layer."), "", &C::heads, 0, 1e4),
          make.onOff("looks_ahead", translatable("Looks ahead"),
                     translatable("Whether positions also attend to later ones."), "", &C::usesBidirectionalAttention),
          make.number("time_limit", translatable("Time limit"), translatable("seconds"),
                      translatable("The time that the model's process has for each batch."), "", &C::timeLimit, 1,
                      86400),
          make.number("memory_limit", translatable("Memory limit"), translatable("MB"),
                      translatable("The memory that the model may use."), "", &C::memoryLimit, 16, 1e7)}}));
    return schema;
}

}  // namespace

RunConfig torchScriptConfig(const ModelDescription& description) {
    RunConfig config;
    config.model = "torchscript";
    config.schema = &torchScriptSchema();
    config.own = TorchScriptConfig{.maxLength = description.maxLength,
                                   .modelItems = static_cast<std::int64_t>(description.items.size()),
                                   .paddingSide = description.paddingSide,
                                   .paddingId = description.paddingId,
                                   .predictsAt = description.predictsAt,
                                   .maskId = description.maskId.value_or(0),
                                   .readsUser = !description.users.empty()};
    config.training.epochs = 1;
    return config;
}

}  // namespace recscope
