// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/operations.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/kernels/gates.h"
#include "core/kernels/product.h"

namespace recscope::kernels {

namespace {

/// Adds columns of `from`, beginning with firstColumn, to the gradient of `to`: as many columns as `to` has.
void addColumns(Tape& tape, const Matrix& from, std::int64_t firstColumn, Variable& to) {
    float beta = 0;
    const Matrix& into = tape.gradientToWrite(to, beta);
    for (std::int64_t r = 0; r < from.rows; ++r) {
        const float* const row = from.row(r) + firstColumn;
        if (beta == 0)
            std::copy_n(row, into.columns, into.row(r));
        else
            addScaled(into.row(r), row, into.columns, 1);
    }
}

}  // namespace

Variable& lookUp(Tape& tape, std::span<const std::int32_t> rows, const Parameter& table, std::int32_t untrained) {
    const std::int64_t C = table.columns;
    const Matrix out = tape.arena().matrix(static_cast<std::int64_t>(rows.size()), C);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy_n(table.value + rows[i] * C, C, out.row(static_cast<std::int64_t>(i)));
    return tape.result(out, [rows, table, untrained, C](const Matrix& gradient) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i] != untrained)
                addScaled(table.gradient + rows[i] * C, gradient.row(static_cast<std::int64_t>(i)), C, 1);
    });
}

Variable& concatenate(Tape& tape, std::vector<Variable*> parts) {
    std::int64_t columns = 0;
    for (const Variable* const part : parts) columns += part->value.columns;
    const Matrix out = tape.arena().matrix(parts.front()->value.rows, columns);
    std::int64_t first = 0;
    for (const Variable* const part : parts) {
        const Matrix& from = part->value;
        for (std::int64_t r = 0; r < from.rows; ++r) std::copy_n(from.row(r), from.columns, out.row(r) + first);
        first += from.columns;
    }
    return tape.result(out, [&tape, parts = std::move(parts)](const Matrix& gradient) {
        std::int64_t first = 0;
        for (Variable* const part : parts) {
            addColumns(tape, gradient, first, *part);
            first += part->value.columns;
        }
    });
}

Variable& reshape(Tape& tape, Variable& x, std::int64_t rows, std::int64_t columns) {
    return tape.result({x.value.data, rows, columns}, [&tape, &x](const Matrix& gradient) {
        if (!x.hasGradient) {  // the gradient of the result is not needed any more
            x.gradient = {gradient.data, x.value.rows, x.value.columns};
            x.hasGradient = true;
        } else {
            add(x.gradient.data, gradient.data, x.gradient.data, gradient.size());
        }
    });
}

Variable& clipNorms(Tape& tape, Variable& x) {
    const std::int64_t rows = x.value.rows, columns = x.value.columns;
    float* const norms = tape.arena().floats(rows);
    const Matrix out = tape.arena().matrix(rows, columns);
    for (std::int64_t r = 0; r < rows; ++r) {
        norms[r] = static_cast<float>(std::sqrt(dot(x.value.row(r), x.value.row(r), columns)));
        scale(x.value.row(r), out.row(r), columns, 1 / std::max(norms[r], 1.0F));
    }
    return tape.result(out, [&tape, &x, out, norms, columns](const Matrix& gradient) {
        float beta = 0;
        const Matrix& into = tape.gradientToWrite(x, beta);
        for (std::int64_t r = 0; r < gradient.rows; ++r) {
            float* const row = gradient.row(r);
            // The norm of a clipped vector is fixed, so the component of the gradient along the vector is removed.
            if (norms[r] > 1) addScaled(row, out.row(r), columns, -static_cast<float>(dot(row, out.row(r), columns)));
            const float factor = 1 / std::max(norms[r], 1.0F);
            if (beta == 0)
                scale(row, into.row(r), columns, factor);
            else
                addScaled(into.row(r), row, columns, factor);
        }
    });
}

Variable& activation(Tape& tape, Variable& x, const Parameter& bias, Activation kind) {
    const Matrix out = tape.arena().matrix(x.value.rows, x.value.columns);
    std::copy_n(x.value.data, out.size(), out.data);
    const bool savesSlopes = tape.recordsGradients();
    float* const slopes = tape.arena().floats(savesSlopes ? out.size() : out.columns);
    activate(kind, out, bias.value, slopes, savesSlopes);
    return tape.result(out, [&tape, &x, bias, slopes](const Matrix& gradient) {
        multiply(gradient.data, slopes, gradient.size());
        addRowSum(gradient, bias.gradient);
        addColumns(tape, gradient, 0, x);
    });
}

Variable& meanOfHistories(Tape& tape, Variable& x, std::span<const std::int32_t> starts) {
    const std::int64_t N = static_cast<std::int64_t>(starts.size()) - 1, columns = x.value.columns;
    const auto start = [starts](std::int64_t n) { return std::int64_t{starts[static_cast<std::size_t>(n)]}; };
    const Matrix out = tape.arena().zeros(N, columns);
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int64_t rows = start(n + 1) - start(n);
        addRowSum({x.value.row(start(n)), rows, columns}, out.row(n));
        for (std::int64_t c = 0; c < columns && rows > 0; ++c) out.row(n)[c] /= static_cast<float>(rows);
    }
    return tape.result(out, [&tape, &x, start, columns](const Matrix& gradient) {
        const Matrix& into = tape.gradientOf(x);
        for (std::int64_t n = 0; n < gradient.rows; ++n) {
            const std::int64_t first = start(n), end = start(n + 1);
            for (std::int64_t t = first; t < end; ++t)
                addScaled(into.row(t), gradient.row(n), columns, 1 / static_cast<float>(end - first));
        }
    });
}

Variable& sumRows(Tape& tape, std::span<const std::int32_t> rows, std::span<const std::int32_t> starts,
                  const Parameter& table, float scale) {
    const std::int64_t N = static_cast<std::int64_t>(starts.size()) - 1, C = table.columns;
    const Matrix out = tape.arena().zeros(N, C);
    const auto forEachRow = [rows, starts](const Matrix& of, const auto& use) {
        for (std::int64_t n = 0; n < of.rows; ++n) {
            const auto at = static_cast<std::size_t>(n);
            for (std::int32_t i = starts[at]; i < starts[at + 1]; ++i)
                use(of.row(n), rows[static_cast<std::size_t>(i)]);
        }
    };
    forEachRow(out, [&](float* sum, std::int32_t row) { addScaled(sum, table.value + row * C, C, scale); });
    return tape.result(out, [forEachRow, table, scale, C](const Matrix& gradient) {
        forEachRow(gradient,
                   [&](const float* from, std::int32_t row) { addScaled(table.gradient + row * C, from, C, scale); });
    });
}

Variable& gruStates(Tape& tape, Variable& x, const GruParameters& parameters, const GruShape& shape,
                    std::span<const std::int32_t> starts, const Matrix& first) {
    const float* const hiddenBias =
        parameters.hiddenBias ? parameters.hiddenBias.value : tape.arena().zeros(1, 3 * shape.units).data;
    const auto layer = std::make_shared<GruSequences>(GruValues{.input = parameters.input.value,
                                                                .inputBias = parameters.inputBias.value,
                                                                .hidden = parameters.hidden.value,
                                                                .hiddenBias = hiddenBias},
                                                      shape, starts, tape.arena(), first);
    const Matrix states = layer->forward(x.value);
    return tape.result(states, [&tape, &x, parameters, layer](const Matrix& gradient) {
        float beta = 0;
        const Matrix& into = tape.gradientToWrite(x, beta);
        float* const xGradient = beta == 0 ? into.data : tape.arena().floats(into.size());
        layer->backward(x.value, gradient.data, xGradient,
                        {.input = parameters.input.gradient,
                         .inputBias = parameters.inputBias.gradient,
                         .hidden = parameters.hidden.gradient,
                         .hiddenBias = parameters.hiddenBias.gradient});
        if (beta != 0) add(into.data, xGradient, into.data, into.size());
    });
}

Variable& attendAdditively(Tape& tape, Variable& x, Variable& query, const AdditiveAttention& attention,
                           std::span<const std::int32_t> starts, std::vector<float>* alphas) {
    const std::int64_t P = x.value.rows, C = x.value.columns, H = query.value.columns, N = query.value.rows;
    const auto start = [starts](std::int64_t n) { return std::int64_t{starts[static_cast<std::size_t>(n)]}; };
    const Matrix gates = tape.arena().matrix(P, H), mixed = tape.arena().matrix(N, C);
    float* const weights = tape.arena().floats(P);
    if (P > 0) product({x.value.data, C}, {attention.state.value, C, /*transposed=*/true}, gates.data, H, P, H, C);
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int64_t first = start(n), rows = start(n + 1) - first;
        for (std::int64_t t = first; t < first + rows; ++t)
            applyGate(attention.gate, gates.row(t), query.value.row(n), H);
        rowDots({gates.row(first), rows, H}, attention.vector.value, weights + first);
        if (attention.softmax && rows > 0) softmax(weights + first, rows, rows);
        weightedSum({x.value.row(first), rows, C}, weights + first, mixed.row(n));
    }
    if (alphas != nullptr) alphas->assign(weights, weights + P);
    return tape.result(mixed, [&tape, &x, &query, attention, start, gates, weights, P, C, H](const Matrix& gradient) {
        const Matrix& xGradient = tape.gradientOf(x);
        const Matrix& queryGradient = tape.gradientOf(query);
        if (P == 0) return;
        const Matrix gateInputGradient = tape.arena().matrix(P, H);
        float* const weightGradient = tape.arena().floats(P);
        gateSlopes(attention.gate, gates.data, gateInputGradient.data, P * H);
        for (std::int64_t n = 0; n < queryGradient.rows; ++n) {
            const std::int64_t first = start(n), rows = start(n + 1) - first;
            rowDots({x.value.row(first), rows, C}, gradient.row(n), weightGradient + first);
            for (std::int64_t t = first; t < first + rows; ++t)
                addScaled(xGradient.row(t), gradient.row(n), C, weights[t]);
            if (attention.softmax && rows > 0)
                softmaxBackward(weights + first, weightGradient + first, rows, /*keptScale=*/1);
            for (std::int64_t t = first; t < first + rows; ++t) {
                addScaled(attention.vector.gradient, gates.row(t), H, weightGradient[t]);
                multiplyScaled(gateInputGradient.row(t), attention.vector.value, weightGradient[t], H);
            }
            addRowSum({gateInputGradient.row(first), rows, H}, queryGradient.row(n));
        }
        product({gateInputGradient.data, H, /*transposed=*/true}, {x.value.data, C}, attention.state.gradient, C, H, C,
                P, /*alpha=*/1, /*beta=*/1);
        product({gateInputGradient.data, H}, {attention.state.value, C}, xGradient.data, C, P, C, H, /*alpha=*/1,
                /*beta=*/1);
    });
}

Variable& filterColumns(Tape& tape, Variable& image, const Parameter& weight, const Parameter& bias) {
    const std::int64_t N = image.value.rows, F = weight.rows, L = weight.columns, d = image.value.columns / L;
    const Matrix out = tape.arena().matrix(N, F * d);
    for (std::int64_t n = 0; n < N; ++n) {
        for (std::int64_t f = 0; f < F; ++f) {
            float* const into = out.row(n) + f * d;
            std::fill_n(into, d, bias.value[f]);
            for (std::int64_t l = 0; l < L; ++l)
                addScaled(into, image.value.row(n) + l * d, d, weight.value[f * L + l]);
        }
    }
    return tape.result(out, [&tape, &image, weight, bias, F, L, d](const Matrix& gradient) {
        const Matrix& into = tape.gradientOf(image);
        for (std::int64_t n = 0; n < gradient.rows; ++n) {
            for (std::int64_t f = 0; f < F; ++f) {
                const float* const from = gradient.row(n) + f * d;
                for (std::int64_t c = 0; c < d; ++c) bias.gradient[f] += from[c];
                for (std::int64_t l = 0; l < L; ++l) {
                    weight.gradient[f * L + l] += static_cast<float>(dot(from, image.value.row(n) + l * d, d));
                    addScaled(into.row(n) + l * d, from, d, weight.value[f * L + l]);
                }
            }
        }
    });
}

Variable& convolveAndPool(Tape& tape, Variable& image, std::int64_t rowWidth, const Parameter& weight,
                          const Parameter& bias) {
    const std::int64_t N = image.value.rows, width = image.value.columns, F = weight.rows, span = weight.columns;
    const std::int64_t places = (width - span) / rowWidth + 1;
    const Matrix best = tape.arena().matrix(N, F), responses = tape.arena().matrix(N, F);
    std::vector<std::int32_t> placeOfBest(static_cast<std::size_t>(N * F), 0);
    for (std::int64_t place = 0; place < places; ++place) {
        const Matrix& into = place == 0 ? best : responses;
        product({image.value.data + place * rowWidth, width}, {weight.value, span, /*transposed=*/true}, into.data, F,
                N, F, span);
        addToRows(into, bias.value);
        for (std::int64_t i = 0; i < N * F && place > 0; ++i) {
            if (responses.data[i] <= best.data[i]) continue;
            best.data[i] = responses.data[i];
            placeOfBest[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(place);
        }
    }
    for (std::int64_t i = 0; i < N * F; ++i) best.data[i] = std::max(best.data[i], 0.0F);
    return tape.result(best, [&tape, &image, weight, bias, best, responses, places, rowWidth,
                              placeOfBest = std::move(placeOfBest)](const Matrix& gradient) {
        const std::int64_t rows = gradient.rows, filters = gradient.columns;
        const Matrix& into = tape.gradientOf(image);
        for (std::int64_t place = 0; place < places; ++place) {
            // The buffer now holds the gradients of the responses at this place.
            for (std::int64_t i = 0; i < rows * filters; ++i) {
                const bool isBest = placeOfBest[static_cast<std::size_t>(i)] == place && best.data[i] > 0;
                responses.data[i] = isBest ? gradient.data[i] : 0.0F;
            }
            addRowSum(responses, bias.gradient);
            product({responses.data, filters, /*transposed=*/true}, {image.value.data + place * rowWidth, into.columns},
                    weight.gradient, weight.columns, filters, weight.columns, rows, /*alpha=*/1, /*beta=*/1);
            product({responses.data, filters}, {weight.value, weight.columns}, into.data + place * rowWidth,
                    into.columns, rows, weight.columns, filters, /*alpha=*/1, /*beta=*/1);
        }
    });
}

Variable& scoreItems(Tape& tape, Variable& states, std::span<const ScoredItem> pairs, const Parameter& items,
                     const Parameter& bias) {
    const std::int64_t C = states.value.columns;
    const Matrix out = tape.arena().matrix(static_cast<std::int64_t>(pairs.size()), 1);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const double product = dot(states.value.row(pairs[i].row), items.value + pairs[i].item * C, C);
        out.data[i] = static_cast<float>(product + (bias ? static_cast<double>(bias.value[pairs[i].item]) : 0));
    }
    return tape.result(out, [&tape, &states, pairs, items, bias, C](const Matrix& gradient) {
        const Matrix& into = tape.gradientOf(states);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [row, item] = pairs[i];
            addScaled(into.row(row), items.value + item * C, C, gradient.data[i]);
            addScaled(items.gradient + item * C, states.value.row(row), C, gradient.data[i]);
            if (bias) bias.gradient[item] += gradient.data[i];
        }
    });
}

Variable& readMemory(Tape& tape, Variable& memory, std::span<const std::int32_t> starts,
                     std::span<const ScoredItem> pairs, const Parameter& items, float scale) {
    const std::int64_t C = memory.value.columns;
    const Matrix out = tape.arena().zeros(static_cast<std::int64_t>(pairs.size()), 1);
    const auto rowsOf = [starts](const ScoredItem& pair, const Matrix& of) {
        const auto n = static_cast<std::size_t>(pair.row);
        return Matrix{of.row(starts[n]), starts[n + 1] - starts[n], of.columns};
    };
    std::vector<std::int64_t> begins{0};  // of each pair's rows in `slopes`
    for (const ScoredItem& pair : pairs) begins.push_back(begins.back() + rowsOf(pair, memory.value).rows);
    float* const slopes = tape.arena().floats(begins.back());  // of the result with respect to x_t
    std::vector<float> dots;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Matrix rows = rowsOf(pairs[i], memory.value);
        float* const weights = slopes + begins[i];
        rowDots(rows, items.value + pairs[i].item * C, weights);
        dots.assign(weights, weights + rows.rows);
        if (rows.rows > 0) softmax(weights, rows.rows, rows.rows);
        const auto mean = static_cast<float>(dot(weights, dots.data(), rows.rows));
        out.data[i] = scale * mean;
        for (std::size_t t = 0; t < dots.size(); ++t) weights[t] *= scale * (1 + dots[t] - mean);
    }
    return tape.result(out, [&tape, &memory, pairs, items, rowsOf, begins, slopes, C](const Matrix& gradient) {
        const Matrix& into = tape.gradientOf(memory);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const Matrix rows = rowsOf(pairs[i], memory.value), intoRows = rowsOf(pairs[i], into);
            for (std::int64_t t = 0; t < rows.rows; ++t) {
                const float slope = gradient.data[i] * slopes[begins[i] + t];
                addScaled(items.gradient + pairs[i].item * C, rows.row(t), C, slope);
                addScaled(intoRows.row(t), items.value + pairs[i].item * C, C, slope);
            }
        }
    });
}

double reconstructionError(Tape& tape, Variable& x, const Parameter& items, const Parameter& bias,
                           std::span<const Token> targets, std::span<const std::int32_t> starts, double weight) {
    constexpr std::int64_t kRowsAtOnce = 64;
    const std::int64_t N = x.value.rows, C = x.value.columns, V = items.rows;
    float* const scores = tape.arena().floats(std::min(kRowsAtOnce, N) * V);
    float beta = 0;
    const Matrix& xGradient = tape.gradientToWrite(x, beta);
    double sum = 0;
    for (std::int64_t first = 0; first < N; first += kRowsAtOnce) {
        const Matrix errors{scores, std::min(kRowsAtOnce, N - first), V};
        product({x.value.row(first), C}, {items.value, C, /*transposed=*/true}, scores, V, errors.rows, V, C);
        addToRows(errors, bias.value);
        for (std::int64_t r = 0; r < errors.rows; ++r) {
            const auto n = static_cast<std::size_t>(first + r);
            for (std::int32_t i = starts[n]; i < starts[n + 1]; ++i)
                errors.row(r)[targets[static_cast<std::size_t>(i)] - kFirstItemToken] -= 1;
        }
        sum += dot(scores, scores, errors.size());
        scale(scores, scores, errors.size(), static_cast<float>(2 * weight));
        addRowSum(errors, bias.gradient);
        product({scores, V}, {items.value, C}, xGradient.row(first), C, errors.rows, C, V, /*alpha=*/1, beta);
        product({scores, V, /*transposed=*/true}, {x.value.row(first), C}, items.gradient, C, V, C, errors.rows,
                /*alpha=*/1, /*beta=*/1);
    }
    return weight * sum;
}

double binaryCrossEntropy(Tape& tape, Variable& scores, std::span<const BinaryTarget> targets) {
    float beta = 0;
    const Matrix& gradient = tape.gradientToWrite(scores, beta);
    double loss = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const auto [isPositive, weight] = targets[i];
        const double score = static_cast<double>(scores.value.data[i]);
        const double x = isPositive ? -score : score;  // the loss is log(1 + e^x)
        const double expMinusAbs = std::exp(-std::abs(x)), slope = (x < 0 ? expMinusAbs : 1) / (1 + expMinusAbs);
        loss += weight * (std::max(x, 0.0) + std::log1p(expMinusAbs));
        const auto scoreGradient = static_cast<float>(weight * (isPositive ? -slope : slope));
        gradient.data[i] = (beta == 0 ? 0.0F : gradient.data[i]) + scoreGradient;
    }
    return loss;
}

}  // namespace recscope::kernels
