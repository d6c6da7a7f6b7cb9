// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/kernels/dropout_keys.h"
#include "core/kernels/tape.h"
#include "core/losses/packed_losses.h"
#include "core/models/transformer/traits.h"
#include "core/models/transformer/transformer_config.h"

namespace recscope::kernels {

/// Histories one after the other, without padding, and the rows whose states are asked for. A PAD within a history is a
/// position that counts and that no other position looks at.
struct PackedRows {
    std::vector<Token> tokens;                     ///< P
    std::vector<std::int32_t> starts{0};           ///< B + 1
    std::vector<std::int32_t> requested;           ///< rows in 0…P-1, rising
    std::vector<std::int32_t> requestedStarts{0};  ///< B + 1

    /// Appends a history; `positions` (rising) are those asked for.
    void add(std::span<const Token> history, std::span<const std::int32_t> positions);
    std::int64_t sequences() const { return static_cast<std::int64_t>(starts.size()) - 1; }
};

/// Tensors of the model by the names of the design.
using Parameters = std::map<std::string, Parameter>;

/// The transformer of transformer.h, computed on packed rows: the same numbers, dropout masks included, as
/// far as float32 sums in another order go. The last layer is computed only at the rows that are asked for.
class PackedModel {
public:
    /// False for what only the plain model can do (layer_norm = sample).
    static bool supports(const TransformerConfig& config);

    PackedModel(const TransformerConfig& config, const TransformerTraits& traits, Parameters parameters);

    /// States of the asked rows after the last layer and the output layers: what item vectors are multiplied with.
    /// `dropout` null: nothing is dropped. `rows` must outlive the tape.
    Variable& outputStates(Tape& tape, const PackedRows& rows, DropoutKeys* dropout);

    Parameter items() const { return parameter("item_embedding.weight"); }
    Parameter itemVectors() const;
    Parameter itemBias() const { return parameter("output.bias"); }
    PackedOutput output() const { return {.vectors = itemVectors(), .bias = itemBias()}; }

private:
    struct Pass;
    Variable& embedded(Pass& pass);
    Variable& layer(Pass& pass, std::int64_t index, Variable& x);
    Variable& attention(Pass& pass, const std::string& name, Variable& queries, Variable& memory,
                        const AttentionLayout& layout);
    Variable& feedForward(Pass& pass, const std::string& name, Variable& x, std::span<const std::int32_t> rowNumber);
    Variable& linear(Pass& pass, const std::string& name, Variable& x, Activation kind = Activation::None) const;
    Variable& norm(Pass& pass, const std::string& name, Variable& x) const;
    Parameter parameter(const std::string& name) const;  ///< without value if the model has no such part

    TransformerConfig m_config;
    TransformerTraits m_traits;
    Parameters m_parameters;
    // Of the rows of the last call; the tape points to them until its backward pass is over.
    std::vector<std::int32_t> m_positions;
    AttentionLayout m_all, m_requested;
};

}  // namespace recscope::kernels
