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

/// B concatenated histories without padding, P rows (positions) in total, and the rows whose states the caller
/// requests. A PAD token within a history is a hidden position: no other position attends to it.
struct PackedRows {
    std::vector<Token> tokens;                     ///< (P)
    std::vector<std::int32_t> starts{0};           ///< (B + 1) first row of each history; the last entry is P
    std::vector<std::int32_t> requested;           ///< rows in 0…P-1 whose states are requested, ascending
    std::vector<std::int32_t> requestedStarts{0};  ///< (B + 1) first index of each history in `requested`

    /// Appends a history; `positions` (ascending) are its positions whose states are requested.
    void add(std::span<const Token> history, std::span<const std::int32_t> positions);
    std::int64_t sequences() const { return static_cast<std::int64_t>(starts.size()) - 1; }
};

/// Tensors of the model by the names of `SequenceModel::named_parameters()`.
using Parameters = std::map<std::string, Parameter>;

/// The transformer of transformer.h, computed on packed rows. Uses the same dropout masks as the LibTorch model and
/// gives the same results up to rounding, because float32 sums are computed in a different order. The last layer is
/// computed only at the requested rows.
class PackedModel {
public:
    /// Returns false for configs that only the LibTorch model supports (layer_norm = sample).
    static bool supports(const TransformerConfig& config);

    PackedModel(const TransformerConfig& config, const TransformerTraits& traits, Parameters parameters);

    /// Returns the states (requested rows, C) after the last layer and the output layers; their products with the item
    /// vectors are the scores, up to the bias. If `dropout` is null, there is no dropout. `rows` must outlive the tape.
    Variable& outputStates(Tape& tape, const PackedRows& rows, DropoutKeys* dropout);

    Parameter items() const { return parameter("item_embedding.weight"); }
    Parameter itemVectors() const;
    Parameter itemBias() const { return parameter("output.bias"); }
    PackedOutput output() const { return {.vectors = itemVectors(), .bias = itemBias()}; }

private:
    struct Pass;
    Variable& embed(Pass& pass);
    Variable& layer(Pass& pass, std::int64_t index, Variable& x);
    /// `queries`: the rows whose queries are computed; `memory`: the rows whose keys and values are.
    Variable& attention(Pass& pass, const std::string& name, Variable& queries, Variable& memory,
                        const AttentionLayout& layout);
    Variable& feedForward(Pass& pass, const std::string& name, Variable& x, std::span<const std::int32_t> rowNumber);
    Variable& addResidual(Pass& pass, const std::string& gate, Variable& given, Variable& residual,
                          std::span<const std::int32_t> rowNumber) const;
    Variable& linear(Pass& pass, const std::string& name, Variable& x, Activation kind = Activation::None) const;
    Variable& norm(Pass& pass, const std::string& name, Variable& x) const;
    Variable& norm(Pass& pass, const std::string& name, Variable& x, double epsilon) const;
    Parameter parameter(const std::string& name) const;  ///< null value if the model has no such parameter

    TransformerConfig m_config;
    TransformerTraits m_traits;
    Parameters m_parameters;
    // Computed from the rows of the last call; the tape refers to these members until its backward pass is over.
    std::vector<std::int32_t> m_positions;  // (P) for each packed row, its index in the table of position embeddings
    AttentionLayout m_all, m_requested;     // queries at all rows (m_all) or at the requested rows only (m_requested)
};

}  // namespace recscope::kernels
