// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/autoencoder/autoencoder_net.h"

namespace recscope {

using kernels::Variable;

void AutoencoderInputs::add(std::span<const Token> set, std::int32_t userRow, double dropout, Random& random) {
    for (const Token item : set)
        if (dropout <= 0 || random.uniform() >= dropout) items.push_back(item);
    starts.push_back(static_cast<std::int32_t>(items.size()));
    users.push_back(userRow);
    scale = static_cast<float>(1 / (1 - dropout));
}

AutoencoderNet::AutoencoderNet(const ParameterLookup& parameters)
    : m_encoder(parameters("encoder.weight")),
      m_encoderBias(parameters("encoder.bias")),
      m_users(parameters("user_embedding.weight")),
      m_decoder(parameters("decoder.weight")),
      m_decoderBias(parameters("decoder.bias")) {}

Variable& AutoencoderNet::states(kernels::Tape& tape, const AutoencoderInputs& inputs) const {
    Variable* sum = &kernels::sumRows(tape, inputs.items, inputs.starts, m_encoder, inputs.scale);
    if (m_users) sum = &tape.dropoutAndAdd(*sum, &kernels::lookUp(tape, inputs.users, m_users), {}, {});
    return kernels::activation(tape, *sum, m_encoderBias, kernels::Activation::Sigmoid);
}

double AutoencoderNet::computeGradients(const AutoencoderBatch& batch, kernels::Arena& arena) const {
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    Variable& hidden = states(tape, batch.inputs);
    // PAD and MASK, the first and the last row, are not reconstructed.
    const std::int64_t items = m_decoder.rows - 2;
    const double loss =
        m_users ? kernels::binaryCrossEntropy(
                      tape, kernels::scoreItems(tape, hidden, batch.pairs, m_decoder, m_decoderBias), batch.labels)
                : kernels::reconstructionError(tape, hidden, m_decoder.slice(kFirstItemToken, items),
                                               m_decoderBias.slice(kFirstItemToken, items), batch.targets,
                                               batch.targetStarts, batch.weight);
    tape.backward();
    return loss;
}

}  // namespace recscope
