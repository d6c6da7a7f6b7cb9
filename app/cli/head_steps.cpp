// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/explain/attention/require_attention.h"
#include "core/explain/scores/inference_session.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct HeadStepsArguments : HistoryArguments {
    std::int32_t layer = 1, head = 1;
    std::optional<std::int32_t> position;
};

/// Converts a row-major matrix with `width` columns to an array of rows.
Json rowsOf(const std::vector<float>& matrix, std::int32_t width) {
    Json rows = Json::array();
    const auto step = static_cast<std::size_t>(width);
    for (std::size_t first = 0; first < matrix.size(); first += step) {
        Json row = Json::array();
        for (std::size_t i = first; i < first + step; ++i) row.push_back(matrix[i]);
        rows.push_back(std::move(row));
    }
    return rows;
}

Json jsonOf(const LayerNormSteps& norm) {
    if (norm.output.empty()) return nullptr;
    return {{"input", norm.input}, {"mean", norm.mean}, {"deviation", norm.deviation},
            {"gain", norm.gain},   {"bias", norm.bias}, {"output", norm.output}};
}

Json jsonOf(const RequestedHistory& requested, const HeadSteps& steps) {
    Json positions = Json::array(), mask = Json::array();
    for (std::size_t i = 0; i < steps.positions.size(); ++i) {
        Json entry = requested.named(steps.positions[i]);
        entry["position"] = steps.firstPosition + static_cast<std::int32_t>(i) + 1;
        positions.push_back(std::move(entry));
        mask.push_back(columnMaskName(steps.mask[i]));
    }
    return {{"run", requested.run.name},
            {"user", requested.userOrNull()},
            {"history_input", requested.inputOrNull()},  // not named "input", because that key is the input vector
            {"layer", steps.head.layer + 1},
            {"head", steps.head.head + 1},
            {"position", steps.firstPosition + steps.row + 1},
            {"heads", steps.heads},
            {"dim", steps.dim},
            {"head_size", steps.headSize},
            {"norm_order", normStepName(steps.normStep)},
            {"positions", positions},
            {"input", steps.input},
            {"query", steps.query},
            {"keys", rowsOf(steps.keys, steps.headSize)},
            {"products", steps.products},
            {"scores", steps.scores},
            {"mask", mask},
            {"largest", steps.softmax.largest},
            {"exponentials", steps.softmax.exponentials},
            {"sum_of_exponentials", steps.softmax.sum},
            {"weights", steps.softmax.weights},
            {"values", rowsOf(steps.values, steps.headSize)},
            {"weighted_sum", steps.mixed},
            {"head_outputs", rowsOf(steps.headOutputs, steps.dim)},
            {"output_bias", steps.outputBias},
            {"attention_output", steps.attentionOutput},
            {"gate", steps.gate.empty() ? Json(nullptr) : Json(steps.gate)},
            {"residual", steps.residual.empty() ? Json(nullptr) : Json(steps.residual)},
            {"sum", steps.sum},
            {"norm", jsonOf(steps.norm)},
            {"after_attention", steps.afterAttention},
            {"layer_output", steps.output}};
}

/// The first numbers of a vector, how many numbers it has, and its Euclidean length: "0.123 -1.402 … (32 numbers,
/// length 2.813)".
std::string vectorText(std::span<const float> values) {
    constexpr std::size_t kShown = 6;
    std::string text;
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i < kShown) text += decimals(values[i], 3) + " ";
        squares += static_cast<double>(values[i]) * values[i];
    }
    return translated("{}{}({} numbers, length {})", text, values.size() > kShown ? "\u2026 " : "", values.size(),
                      decimals(std::sqrt(squares), 3));
}

/// The order of layer norm, attention and gate in a layer, as a formula.
const char* orderText(NormStep order, bool isGated) {
    switch (order) {
        case NormStep::None:
            return isGated ? translatable("x + gate(x) * attention(x)") : translatable("x + attention(x)");
        case NormStep::After:
            return isGated ? translatable("norm(x + gate(x) * attention(x))") : translatable("norm(x + attention(x))");
        case NormStep::Before:
            return isGated ? translatable("x + gate(x) * attention(norm(x))") : translatable("x + attention(norm(x))");
        case NormStep::Queries:
            return isGated ? translatable("q + gate(q) * attention(q, x) with q = norm(x)")
                           : translatable("q + attention(q, x) with q = norm(x)");
    }
    return "";
}

void printSteps(const RequestedHistory& requested, const HeadSteps& steps) {
    fmt::print(stdout, "{}\n\n",
               translated("{}, {}: {} at position {} ({})", requested.run.name, requested.description(),
                          headName(steps.head), steps.firstPosition + steps.row + 1,
                          requested.titleOf(steps.positions[static_cast<std::size_t>(steps.row)])));
    fmt::print(stdout, "{}\n\n",
               translated("input x   {}\nquery q   {}", vectorText(steps.input), vectorText(steps.query)));
    std::vector<Row> rows;
    for (std::size_t i = 0; i < steps.positions.size(); ++i) {
        const bool isOpen = steps.mask[i] == ColumnMask::Open;
        rows.push_back({std::to_string(steps.firstPosition + static_cast<std::int32_t>(i) + 1),
                        decimals(steps.products[i], 3), decimals(steps.scores[i], 3), columnMaskName(steps.mask[i]),
                        isOpen ? decimals(steps.softmax.exponentials[i], 4) : "0",
                        decimals(steps.softmax.weights[i], 4), requested.idOf(steps.positions[i]),
                        requested.titleOf(steps.positions[i])});
    }
    printTable({translated("position"), "q.k", translated("score"), translated("mask"), translated("exponential"),
                translated("weight"), translated("item"), translated("title")},
               rows);
    fmt::print(stdout, "\n{}\n\n",
               translated("score: q.k / sqrt({}). exponential: exp(score - {}); the largest score is subtracted. "
                          "weight: exponential / {}, the sum of all exponentials.",
                          steps.headSize, decimals(steps.softmax.largest, 3), decimals(steps.softmax.sum, 4)));
    fmt::print(stdout, "{}\n", translated("weighted sum of values    {}", vectorText(steps.mixed)));
    fmt::print(stdout, "{}\n", translated("times W_O: this head      {}", vectorText(steps.headOutput())));
    fmt::print(stdout, "{}\n",
               translated("all {} heads and the bias  {}", steps.heads, vectorText(steps.attentionOutput)));
    if (!steps.gate.empty())
        fmt::print(stdout, "{}\n", translated("times the gate            {}", vectorText(steps.gatedOutput())));
    if (!steps.residual.empty())
        fmt::print(stdout, "{}\n", translated("with the residual         {}", vectorText(steps.sum)));
    if (!steps.norm.output.empty())
        fmt::print(stdout, "{}\n", translated("norm's output             {}", vectorText(steps.norm.output)));
    fmt::print(stdout, "{}\n", translated("after attention           {}", vectorText(steps.afterAttention)));
    fmt::print(stdout, "{}\n", translated("after the whole layer     {}", vectorText(steps.output)));
    if (!steps.residual.empty())
        fmt::print(stdout, "\n{}\n",
                   translated("Order: {}. All numbers: --json", orderText(steps.normStep, !steps.gate.empty())));
}

void headSteps(CliContext& context, const HeadStepsArguments& arguments) {
    const RequestedHistory requested = requestedHistory(context, arguments);
    const InferenceSession inference = inferenceFor(context, requested);
    requireSoftmaxAttention(inference);
    const Explanation explanation = inference.explain(requested.given(), /*topK=*/0);
    const auto size = static_cast<std::int32_t>(explanation.positions.size());
    const std::int32_t row = arguments.position ? *arguments.position - 1 - explanation.firstPosition : size - 1;
    if (row < 0 || row >= size) {
        throw Error(ErrorKind::Usage, translated("The model does not read position {}.", *arguments.position),
                    translated("It reads the positions {} to {}.", explanation.firstPosition + 1,
                               explanation.firstPosition + size));
    }
    const HeadSteps steps =
        inference.headSteps(requested.given(), {.layer = arguments.layer - 1, .head = arguments.head - 1}, row);
    if (context.json)
        context.print(jsonOf(requested, steps));
    else
        printSteps(requested, steps);
}

}  // namespace

void addStepsCommand(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "head-steps",
        translated("Show the computation of one attention head at one position, step by step, from query to output"));
    const auto arguments = std::make_shared<HeadStepsArguments>();
    arguments->addTo(*command);
    command->add_option("--layer", arguments->layer, translated("Layer, counted from 1"))->capture_default_str();
    command->add_option("--head", arguments->head, translated("Head, counted from 1"))->capture_default_str();
    command->add_option("--position", arguments->position,
                        translated("Position of the query: 1 is the oldest item of the history, and [MASK] comes after "
                                   "the newest (default: the position that predicts)"));
    command->callback([&context, arguments] { headSteps(context, *arguments); });
}

}  // namespace recscope::cli
