// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/asked_history.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/explain/attention/require_attention.h"
#include "core/explain/scores/explainer.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct ExplainArguments : HistoryArguments {
    std::int32_t top = 10;
};

/// What a question about one history is answered from.
struct Answer : AskedHistory {
    Explanation explanation;
};

void recommend(CliContext& context, const ExplainArguments& arguments) {
    AskedHistory asked = askedHistory(context, arguments);
    const Explainer explainer = refittedExplainerFor(context, asked);
    Explanation explained = explainer.explain(asked.history, arguments.top, asked.truth);
    const Answer answer{std::move(asked), std::move(explained)};
    const Explanation& explanation = answer.explanation;
    Json list = Json::array();
    std::vector<Row> rows;
    for (const Recommendation& one : explanation.recommendations) {
        const bool isTruth = explanation.heldOut && explanation.heldOut->token == one.token;
        list.push_back({{"item", answer.idOf(one.token)},
                        {"title", answer.titleOf(one.token)},
                        {"score", one.score},
                        {"probability", one.probability},
                        {"rank", one.rank}});
        rows.push_back({std::to_string(one.rank), decimals(one.probability, 4), decimals(one.score, 3),
                        answer.idOf(one.token), answer.titleOf(one.token),
                        isTruth ? translated("<- held-out item") : std::string()});
    }
    if (context.json) {
        const auto& heldOut = explanation.heldOut;
        context.print({{"run", answer.run.name},
                       {"user", answer.userOrNull()},
                       {"history", answer.idsOf(explanation.history)},
                       {"target", heldOut ? Json(answer.idOf(heldOut->token)) : Json(nullptr)},
                       {"target_rank", heldOut ? Json(heldOut->rank) : Json(nullptr)},
                       {"user_vector", userVectorJson(answer, explainer)},
                       {"recommendations", list}});
        return;
    }
    fmt::print(stdout, "{}\n\n", translated("{} after {}", answer.run.name, answer.whose()));
    printTable({translated("rank"), translated("probability"), translated("score"), translated("item"),
                translated("title"), ""},
               rows);
    if (explanation.heldOut) {
        fmt::print(
            stdout, "\n{}\n",
            translated("Held-out item, which really came next: {} (rank {}, probability {})\n{}",
                       answer.titleOf(explanation.heldOut->token), grouped(explanation.heldOut->rank),
                       decimals(explanation.heldOut->probability, 4), "Rank under: " + answer.run.protocol.sentence()));
    }
    printUserVector(answer, explainer);
}

/// (layers, heads, rows, columns) as nested arrays.
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

/// The row that makes the recommendation, one column per head: a page holds no more than that.
void printPredictingRow(const Answer& answer) {
    const AttentionMaps& maps = answer.explanation.attention;
    Row titles = {"position"};
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            titles.push_back(fmt::format("L{} H{}", layer + 1, head + 1));
        }
    }
    titles.insert(titles.end(), {"item", "title"});
    std::vector<Row> rows;
    for (std::int32_t column = 0; column < maps.size; ++column) {
        const Token token = answer.explanation.positions[static_cast<std::size_t>(column)];
        Row row = {std::to_string(answer.explanation.firstPosition + column + 1)};
        for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
            for (std::int32_t head = 0; head < maps.heads; ++head) {
                row.push_back(decimals(maps.at(layer, head, maps.size - 1, column), 3));
            }
        }
        row.insert(row.end(), {answer.idOf(token), answer.titleOf(token)});
        rows.push_back(std::move(row));
    }
    printTable(titles, rows);
}

void attention(CliContext& context, const ExplainArguments& arguments) {
    AskedHistory asked = askedHistory(context, arguments);
    const Explainer explainer = explainerFor(context, asked);
    requireAttention(explainer);
    Explanation explanation = explainer.explain(asked.history, /*topK=*/0, asked.truth);
    const Answer answer{std::move(asked), std::move(explanation)};
    const AttentionMaps& maps = answer.explanation.attention;
    if (context.json) {
        Json positions = Json::array();
        for (const Token token : answer.explanation.positions) {
            positions.push_back({{"item", answer.idOf(token)}, {"title", answer.titleOf(token)}});
        }
        context.print({{"run", answer.run.name},
                       {"layers", maps.layers},
                       {"heads", maps.heads},
                       {"positions", positions},
                       {"weights", nested(maps)}});
        return;
    }
    fmt::print(stdout, "{}\n\n",
               translated("{}, {}: where the last position looks, for each layer and head (all positions: --json)",
                          answer.run.name, answer.whose()));
    printPredictingRow(answer);
}

std::shared_ptr<ExplainArguments> addArguments(CLI::App& command) {
    auto arguments = std::make_shared<ExplainArguments>();
    arguments->addTo(command);
    return arguments;
}

}  // namespace

void addExplainCommands(CLI::App& app, CliContext& context) {
    CLI::App* top = app.add_subcommand("recommend", translated("What a run recommends after a history"));
    const auto toRecommend = addArguments(*top);
    toRecommend->addRefitTo(*top);
    top->add_option("--top", toRecommend->top, translated("How many recommendations"))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    top->callback([&context, toRecommend] { recommend(context, *toRecommend); });

    CLI::App* maps = app.add_subcommand("attention", translated("What every head looks at, as numbers"));
    const auto toShow = addArguments(*maps);
    maps->callback([&context, toShow] { attention(context, *toShow); });
}

}  // namespace recscope::cli
