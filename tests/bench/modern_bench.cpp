// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

#include "bench.h"
#include "core/recommender/registry.h"
#include "movielens_shape.h"

namespace recscope::bench {

namespace {

constexpr int kRounds = 3, kEpochs = 2;

struct Case {
    std::string title, model, preset;
    std::vector<std::pair<std::string, std::string>> changes;  ///< config keys that differ from the preset
};

RunConfig configOf(const Case& measured) {
    RunConfig config = presetFor(measured.model, measured.preset, DatasetInfo()).config;
    for (const auto& [key, value] : measured.changes) config.schema->at(key).write(config, value);
    return config;
}

std::string cli(const std::filesystem::path& workspace, const std::string& arguments) {
    return fmt::format("'{}' --workspace '{}' --json {} 2>/dev/null", (programFolder() / "recscope-cli").string(),
                       workspace.string(), arguments);
}

/// Seconds of the fastest epoch of a training by recscope-cli, without the validation after it.
double ours(const std::filesystem::path& workspace, const Case& measured) {
    std::string arguments = fmt::format(
        "train --dataset shape --device cpu --model {} --preset {} --set epochs={} --set evaluate_every={} --set "
        "patience=0",
        measured.model, measured.preset, kEpochs, kEpochs);
    for (const auto& [key, value] : measured.changes) arguments += fmt::format(" --set {}={}", key, value);
    std::istringstream events(outputOf(cli(workspace, arguments)));
    double seconds = std::numeric_limits<double>::infinity();
    for (std::string line; std::getline(events, line);) {
        const Json event = Json::parse(line);
        if (event.at("event") == "epoch") seconds = std::min(seconds, event.at("seconds").get<double>());
    }
    return seconds;
}

/// Seconds of the fastest epoch of the same training by RecTools, on the interactions of the CSV file.
double theirs(const std::filesystem::path& csv, const Case& measured) {
    Json request = Json::parse(configOf(measured).toJson());
    request["csv"] = csv.string();
    request["epochs"] = kEpochs;
    const std::string source = RECSCOPE_SOURCE_DIR;
    // OMP_WAIT_POLICY=passive: waiting threads must not occupy the cores that working threads need.
    const Json report = Json::parse(
        outputOf(fmt::format("OMP_WAIT_POLICY=passive '{}/build/rectools/bin/python' '{}/tests/bench/rectools_peer.py' "
                             "'{}' 2>/dev/null",
                             source, source, request.dump())));
    const std::vector<double> seconds = report.at("seconds");
    return *std::min_element(seconds.begin(), seconds.end());
}

}  // namespace

void benchModern(const std::filesystem::path& folder, std::int64_t rows, const Notify& notify) {
    const auto csv = folder / "shape.csv", workspace = folder / "modern.recscope";
    writeMovieLensShape(csv, rows);
    outputOf(cli(workspace, fmt::format("import '{}' --name shape", csv.string())));
    const Case cases[] = {{"eSASRec, an epoch", "esasrec", "paper-dense", {}},
                          {"HSTU with positions, an epoch", "hstu", "paper", {{"time_bias", "off"}}},
                          {"HSTU with positions and times, an epoch", "hstu", "paper", {}}};
    for (const Case& measured : cases) {
        double best[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
        for (int round = 0; round < kRounds; ++round) {
            best[0] = std::min(best[0], ours(workspace, measured));
            best[1] = std::min(best[1], theirs(csv, measured));
        }
        notify({.name = measured.title,
                .unit = "s",
                .ours = best[0],
                .baseline = best[1],
                .baselineName = "RecTools",
                .moreIsBetter = false});
    }
}

}  // namespace recscope::bench
