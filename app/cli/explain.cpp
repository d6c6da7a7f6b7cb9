// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/explain/explainer.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/util/text.h"

namespace recscope::cli {

namespace {

struct ExplainArguments {
    std::string run, user;
    std::vector<std::string> history;
    std::int32_t top = 10;
};

/// What a question about one history is answered from.
struct Answer {
    RunRecord run;
    std::vector<ItemInfo> items;  ///< in token order
    Explanation explanation;

    std::string idOf(Token token) const { return isItemToken(token) ? item(token).id : "[MASK]"; }
    std::string titleOf(Token token) const { return isItemToken(token) ? item(token).title : "[MASK]"; }

private:
    bool isItemToken(Token token) const { return isItem(token, static_cast<std::int32_t>(items.size())); }
    const ItemInfo& item(Token token) const { return items[static_cast<std::size_t>(token - kFirstItemToken)]; }
};

Answer ask(CliContext& context, const ExplainArguments& arguments) {
    Workspace& workspace = context.workspace();
    const DatasetStore datasets(workspace);
    RunRecord run = RunStore(workspace).byName(arguments.run);
    std::vector<Token> history;
    std::optional<Token> truth;
    if (arguments.user.empty()) {
        history = datasets.tokensOf(run.dataset, arguments.history);
    } else {
        const UserInfo user = datasets.userById(run.dataset, arguments.user);
        const std::vector<Interaction> interactions = datasets.history(run.dataset, user.user);
        for (const Interaction& interaction : interactions) history.push_back(interaction.token);
        const std::int32_t testAt = cutOf(run.protocol.split, interactions).testAt;
        if (testAt >= 0) {
            truth = history[static_cast<std::size_t>(testAt)];
            history.resize(static_cast<std::size_t>(testAt));
        }
    }
    Explanation explanation = Explainer::load(workspace, run.id).explain(history, arguments.top, truth);
    return {run, datasets.items(run.dataset), std::move(explanation)};
}

Json idOrNull(const std::string& id) {
    return id.empty() ? Json(nullptr) : Json(id);
}

std::string whose(const ExplainArguments& arguments, const Answer& answer) {
    const std::size_t length = answer.explanation.history.size();
    return (arguments.user.empty() ? "a history" : "user " + arguments.user + ", a history") +
           fmt::format(" of {} item{}", length, length == 1 ? "" : "s");
}

void recommend(CliContext& context, const ExplainArguments& arguments) {
    const Answer answer = ask(context, arguments);
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
                        answer.idOf(one.token), answer.titleOf(one.token), isTruth ? "<- really came next" : ""});
    }
    if (context.json) {
        Json history = Json::array();
        for (const Token token : explanation.history) history.push_back(answer.idOf(token));
        const auto& heldOut = explanation.heldOut;
        context.print({{"run", answer.run.name},
                       {"user", idOrNull(arguments.user)},
                       {"history", history},
                       {"target", heldOut ? Json(answer.idOf(heldOut->token)) : Json(nullptr)},
                       {"target_rank", heldOut ? Json(heldOut->rank) : Json(nullptr)},
                       {"recommendations", list}});
        return;
    }
    fmt::print(stdout, "{} after {}\n\n", answer.run.name, whose(arguments, answer));
    printTable({"rank", "probability", "score", "item", "title", ""}, rows);
    if (explanation.heldOut) {
        fmt::print(stdout, "\nWhat really came next: {} (rank {}, probability {})\n{}\n",
                   answer.titleOf(explanation.heldOut->token), grouped(explanation.heldOut->rank),
                   decimals(explanation.heldOut->probability, 4), "Rank under: " + answer.run.protocol.sentence());
    }
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
    const Answer answer = ask(context, arguments);
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
    fmt::print(stdout, "{}, {}: where the last position looks, for each layer and head (all positions: --json)\n\n",
               answer.run.name, whose(arguments, answer));
    printPredictingRow(answer);
}

std::shared_ptr<ExplainArguments> addArguments(CLI::App& command) {
    auto arguments = std::make_shared<ExplainArguments>();
    command.add_option("--run", arguments->run, "Name of the run")->required();
    CLI::Option_group* who = command.add_option_group("History", "Whose history the model reads");
    who->add_option("--user", arguments->user, "The dataset's id of a user: all but the last item is read");
    who->add_option("--history", arguments->history, "Item ids, oldest first, with commas between")->delimiter(',');
    who->require_option(1);
    return arguments;
}

}  // namespace

void addExplainCommands(CLI::App& app, CliContext& context) {
    CLI::App* top = app.add_subcommand("recommend", "What a run recommends after a history");
    const auto toRecommend = addArguments(*top);
    top->add_option("--top", toRecommend->top, "How many")->capture_default_str()->check(CLI::PositiveNumber);
    top->callback([&context, toRecommend] { recommend(context, *toRecommend); });

    CLI::App* maps = app.add_subcommand("attention", "What every head looks at, as numbers");
    const auto toShow = addArguments(*maps);
    maps->callback([&context, toShow] { attention(context, *toShow); });
}

}  // namespace recscope::cli
