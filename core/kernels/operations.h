// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on a Tape for models with a GRU, additive attention, convolution or scores of a few items. N histories are
// concatenated to P rows; history n occupies rows starts[n] … starts[n + 1] - 1. All arguments that are not copied
// (spans, parameters, variables) must outlive the tape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/gru.h"
#include "core/kernels/tape.h"

namespace recscope::kernels {

/// Row rows[i] of the table for each i. The row `untrained` of the table receives no gradient; -1: all rows receive
/// one.
Variable& lookUp(Tape& tape, std::span<const std::int32_t> rows, const Parameter& table, std::int32_t untrained = -1);

/// The columns of all parts, which have equal numbers of rows.
Variable& concatenate(Tape& tape, std::vector<Variable*> parts);

/// The same values in row-major order as a matrix with other numbers of rows and columns.
Variable& reshape(Tape& tape, Variable& x, std::int64_t rows, std::int64_t columns);

/// Each row divided by the larger of its L2 norm and 1, so that no row is longer than 1.
Variable& clipNorms(Tape& tape, Variable& x);

/// activation(x + bias), with `bias` added to each row.
Variable& activation(Tape& tape, Variable& x, const Parameter& bias, Activation kind);

/// x (P, C) -> the mean row of each history (N, C); zeros for an empty history.
Variable& meanOfHistories(Tape& tape, Variable& x, std::span<const std::int32_t> starts);

/// For each history n, `scale` times the sum of rows rows[starts[n]] … rows[starts[n + 1] - 1] of the table: (N, C);
/// zeros for an empty history. Unlike lookUp(), needs no memory for P vectors.
Variable& sumRows(Tape& tape, std::span<const std::int32_t> rows, std::span<const std::int32_t> starts,
                  const Parameter& table, float scale);

/// The tensors of one GRU layer, as in GruValues; `hiddenBias` may be null: zeros.
struct GruParameters {
    Parameter input, inputBias, hidden, hiddenBias;
};
/// x (P, D) -> states (P, H); rows and `starts` in the order of PositionOrder. `first` (N, H) are the states before the
/// first position, which receive no gradient; without data they are zeros.
Variable& gruStates(Tape& tape, Variable& x, const GruParameters& parameters, const GruShape& shape,
                    std::span<const std::int32_t> starts, const Matrix& first = {});

/// The weights of additive attention, which pools the states x of a history: sum_t alpha_t x_t. alpha_t is
/// v . gate(W x_t + q) or, if `softmax` is set, the softmax of these values over the history. q is the projected query.
/// STAMP (Liu et al., KDD 2018, equations 3 and 7) and NARM (Li et al., CIKM 2017, equations 6 to 8) use this form.
struct AdditiveAttention {
    Parameter state, vector;  ///< W (H, C), v (H)
    Gate gate = Gate::Sigmoid;
    bool softmax = false;
};
/// x (P, C), query (N, H) -> the pooled states (N, C); zeros for an empty history. `alphas`, if not null, receives
/// alpha (P).
Variable& attendAdditively(Tape& tape, Variable& x, Variable& query, const AdditiveAttention& attention,
                           std::span<const std::int32_t> starts, std::vector<float>* alphas = nullptr);

/// Weighted sums of the rows of N images (Caser's vertical filters). Row n of `image` (N, L d) is an image of L rows of
/// d values; weight (F, L), bias (F) -> (N, F d): filter f gives the sum over l of weight[f][l] times row l, plus
/// bias[f].
Variable& filterColumns(Tape& tape, Variable& image, const Parameter& weight, const Parameter& bias);

/// Convolution over the rows of N images, ReLU, and max-pooling over all places in an image (Caser's horizontal
/// filters). image (N, L d) with d = rowWidth, weight (F, height d) with height <= L, bias (F) -> (N, F): the largest
/// response of each filter; of several equal ones, the first is used.
Variable& convolveAndPool(Tape& tape, Variable& image, std::int64_t rowWidth, const Parameter& weight,
                          const Parameter& bias);

/// The loss of scores x items^T + bias (N, V) whose targets are 1 for the items of a row's set and 0 for all others:
/// `weight` times the sum of the squared errors. Set n is tokens targets[starts[n]] … targets[starts[n + 1] - 1], where
/// token t belongs to row t - kFirstItemToken of `items`.
double reconstructionError(Tape& tape, Variable& x, const Parameter& items, const Parameter& bias,
                           std::span<const Token> targets, std::span<const std::int32_t> starts, double weight);

/// A state and an item that is scored for it.
struct ScoredItem {
    std::int32_t row = 0;  ///< row of the state
    Token item = kPadToken;
};
/// states (N, C), items (V, C), bias (V) -> (M, 1): states[row] . items[item] + bias[item] for each pair. `bias` may be
/// null: zeros.
Variable& scoreItems(Tape& tape, Variable& states, std::span<const ScoredItem> pairs, const Parameter& items,
                     const Parameter& bias);

/// Attention with an item as query and a memory as keys and values: memory (P, C), items (V, C) -> (M, 1). A pair's
/// `row` is a memory n; with x_t = memory[t] . items[item] for its rows t, from starts[n] to starts[n + 1] - 1, the
/// result is scale * sum_t softmax(x)_t x_t, and 0 for an empty memory. This is the memory's part of a score in RUM
/// (Chen et al., WSDM 2018).
Variable& readMemory(Tape& tape, Variable& memory, std::span<const std::int32_t> starts,
                     std::span<const ScoredItem> pairs, const Parameter& items, float scale);

/// One row of binaryCrossEntropy().
struct BinaryTarget {
    bool isPositive = false;
    double weight = 1;  ///< factor of the loss and of its gradient
};
/// The loss of scores (M, 1): the sum of weight * -log sigmoid(score) over the positive rows and of weight * -log(1 -
/// sigmoid(score)) over the others.
double binaryCrossEntropy(Tape& tape, Variable& scores, std::span<const BinaryTarget> targets);

}  // namespace recscope::kernels
