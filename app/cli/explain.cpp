// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/requested_history.h"
#include "app/cli/text_output.h"
#include "core/explain/attention/require_attention.h"
#include "core/explain/scores/inference_session.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

/// A requested history and the explanation of its prediction.
struct ExplainedHistory : RequestedHistory {
    Explanation explanation;
};

/// Converts maps of shape (layers, heads, rows, columns) to nested arrays.
Json nested(const AttentionMaps& maps) {
    Json layers = Json::array();
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        Json heads = Json::array();
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            Json rows = Json::array();
            for (std::int32_t row = 0; row < maps.size; ++row) {
                Json columns = Json::array();
                for (std::int32_t column = 0; column < maps.size; ++column) {
                    columns.push_back(maps.at(layer, head, row, column));
                }
                rows.push_back(std::move(columns));
            }
            heads.push_back(std::move(rows));
        }
        layers.push_back(std::move(heads));
    }
    return layers;
}

/// Prints the attention of the last position: one line per attended position, one column per head. Whole maps would not
/// fit on a page.
void printPredictingRow(const ExplainedHistory& explained) {
    const AttentionMaps& maps = explained.explanation.attention;
    Row titles = {translated("position")};
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            titles.push_back(fmt::format("L{} H{}", layer + 1, head + 1));
        }
    }
    titles.insert(titles.end(), {translated("item"), translated("title")});
    std::vector<Row> rows;
    for (std::int32_t column = 0; column < maps.size; ++column) {
        const Token token = explained.explanation.positions[static_cast<std::size_t>(column)];
        Row row = {std::to_string(explained.explanation.firstPosition + column + 1)};
        for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
            for (std::int32_t head = 0; head < maps.heads; ++head) {
                row.push_back(decimals(maps.at(layer, head, maps.size - 1, column), 3));
            }
        }
        row.insert(row.end(), {explained.idOf(token), explained.titleOf(token)});
        rows.push_back(std::move(row));
    }
    printTable(titles, rows);
}

void attention(CliContext& context, const HistoryArguments& arguments) {
    RequestedHistory requested = requestedHistory(context, arguments);
    const InferenceSession inference = inferenceFor(context, requested);
    requireAttention(inference);
    Explanation explanation = inference.explain(requested.given(), /*topK=*/0, requested.truth);
    const ExplainedHistory explained{std::move(requested), std::move(explanation)};
    const AttentionMaps& maps = explained.explanation.attention;
    if (context.json) {
        Json positions = Json::array();
        for (const Token token : explained.explanation.positions) {
            positions.push_back({{"item", explained.idOf(token)}, {"title", explained.titleOf(token)}});
        }
        context.print({{"run", explained.run.name},
                       {"user", explained.userOrNull()},
                       {"input", explained.inputOrNull()},
                       {"layers", maps.layers},
                       {"heads", maps.heads},
                       {"positions", positions},
                       {"weights", nested(maps)}});
        return;
    }
    fmt::print(stdout, "{}\n\n",
               translated("{}, {}: what the last position attends to, for each layer and head (all positions: --json)",
                          explained.run.name, explained.description()));
    printPredictingRow(explained);
}

}  // namespace

void addExplainCommands(CLI::App& app, CliContext& context) {
    CLI::App* maps = app.add_subcommand("attention", translated("Print what each head attends to, as numbers"));
    const auto toShow = std::make_shared<HistoryArguments>();
    toShow->addTo(*maps);
    maps->callback([&context, toShow] { attention(context, *toShow); });
}

}  // namespace recscope::cli
