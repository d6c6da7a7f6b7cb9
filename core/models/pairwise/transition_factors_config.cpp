// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/transition_factors_config.h"

#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> vectorKeys() {
    using C = TransitionFactorsConfig;
    const OwnKeys<C> make(translatable("Model"));
    return {
        make.number("dim", translatable("Width d"), "", translatable("Dimension of each vector."),
                    translatable("BERT4Rec 16 to 256, SASRec 10 to 50"), &C::dim, 1, 4096),
        make.choice(
            "start", translatable("Initial values"),
            translatable("Initial values of the vectors. small: (U[0,1) - 0.5) / d; unit: U[0,1); normal: N(0, 0.01)."),
            translatable("McAuley's code unit"), &C::start)};
}

std::vector<ConfigKey> decayKeys() {
    using C = TransitionFactorsConfig;
    return {OwnKeys<C>("Loss").number("decay", translatable("Decay"), "",
                                      translatable("How strongly the vectors of a sample are pulled towards zero."),
                                      translatable("BERT4Rec and SASRec 1e-4 to 1"), &C::decay, 0, 10)};
}

const ConfigSchema& transitionFactorsSchema() {
    static const ConfigSchema schema(joined(
        {basicKeys(), vectorKeys(), transitionKeys<TransitionFactorsConfig>(), decayKeys(), learningRateKeys()}));
    return schema;
}

}  // namespace

RunConfig transitionFactorsConfig(const std::string& model, const TransitionRules& rules) {
    RunConfig config;
    config.model = model;
    config.schema = &transitionFactorsSchema();
    config.training.learningRate = 0.05;
    config.training.epochs = 100;
    TransitionFactorsConfig factors;
    factors.rules = rules;
    config.own = factors;
    return config;
}

}  // namespace recscope
