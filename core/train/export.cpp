// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/export.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/metrics/breakdown.h"
#include "core/metrics/protocol_id.h"
#include "core/metrics/ranker.h"
#include "core/metrics/seed_statistics.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/run_histories.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/train/run_archive.h"
#include "core/util/csv.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kUsersAtOnce = 64;  // number of users scored in one call

/// Writes a temporary file beside the target and renames it.
void writeFile(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
    const std::filesystem::path part = path.string() + ".part";
    std::error_code failed;
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    try {
        if (file) write(file);
    } catch (...) {
        file.close();
        std::filesystem::remove(part, failed);
        throw;
    }
    file.close();
    if (file) std::filesystem::rename(part, path, failed);
    if (!file || failed) {
        std::filesystem::remove(part, failed);
        throw Error(ErrorKind::Input, translated("The file {} could not be written.", path.string()),
                    translated("Check that the folder exists, is writable, and has free space."));
    }
}

/// A run with the names of its users and items.
struct Named {
    Named(Workspace& workspace, RunId id)
        : run(RunStore(workspace).byId(id)),
          items(DatasetStore(workspace).items(run.dataset)),
          users(userIdsOf(workspace, run.dataset)) {}

    const ItemInfo& item(Token token) const { return items[static_cast<std::size_t>(token - kFirstItemToken)]; }
    const std::string& user(std::int32_t index) const { return users[static_cast<std::size_t>(index)]; }
    std::int32_t itemCount() const { return static_cast<std::int32_t>(items.size()); }

    RunRecord run;
    std::vector<ItemInfo> items;
    std::vector<std::string> users;
};

SafeTensors namedWeights(Workspace& workspace, const RunRecord& run) {
    const std::vector<ItemInfo> items = DatasetStore(workspace).items(run.dataset);
    SafeTensors content = loadBest(workspace, run)->weights();
    content.metadata[kConfigMetadata] = configFromJson(run.config).toJson();
    nlohmann::json ids = nlohmann::json::array({nullptr});  // index = token; PAD is not an item
    for (const ItemInfo& item : items) ids.push_back(item.id);
    content.metadata["items"] = ids.dump();
    content.metadata["recscope.run"] = run.name;
    content.metadata["recscope.dataset"] = run.datasetName;
    return content;
}

nlohmann::ordered_json groupsJson(const std::vector<MetricGroup>& groups) {
    auto list = nlohmann::ordered_json::array();
    for (const MetricGroup& group : groups)
        list.push_back({{"from", group.from},
                        {"to", group.to},
                        {"users", group.users},
                        {"metrics", nlohmann::ordered_json::parse(group.metrics.toJson())},
                        {"half_width_95", {{"ndcg@10", group.ndcg10.halfWidth}}}});
    return list;
}

/// Adds the 95 % confidence intervals of all metrics over the users. Both bounds are written, because the interval of a
/// hit rate is not symmetric.
void addIntervals(nlohmann::ordered_json& json, const Metrics& metrics, std::span<const UserRank> ranks) {
    for (const auto& [name, value] : metrics.named()) {
        const SeedInterval interval = seedMean(name, {ranks});
        json["half_width_95"][name] = interval.interval.halfWidth;
        json["low_95"][name] = interval.low();
        json["high_95"][name] = interval.high();
    }
}

/// Scores all items for the first `users` users in chunks; `take` receives each user's scores, indexed by token, shape
/// (V + 2), where V is the number of items.
void scoreUsers(Workspace& workspace, const Named& named, std::int64_t users,
                const std::function<ModelHistory(std::int32_t)>& input,
                const std::function<void(std::int32_t, std::span<const float>)>& take, const ProgressSink& progress,
                const std::stop_token& stop) {
    openDevice(DeviceChoice::Cpu);
    const std::unique_ptr<Recommender> recommender = loadBest(workspace, named.run);
    for (std::int64_t first = 0; first < users; first += kUsersAtOnce) {
        throwIfStopped(stop);
        std::vector<Query> queries;
        const auto last = std::min(users, first + static_cast<std::int64_t>(kUsersAtOnce));
        for (auto user = static_cast<std::int32_t>(first); user < last; ++user) {
            const ModelHistory given = input(user);
            if (!given.items.empty())
                queries.push_back({.history = given.items, .user = user, .time = given.targetTime});
        }
        std::vector<std::vector<float>> scores(queries.size());
        if (!queries.empty()) {
            recommender->score(
                queries, [&](std::size_t i, std::span<const float> row) { scores[i].assign(row.begin(), row.end()); },
                stop);
        }
        for (std::size_t i = 0; i < queries.size(); ++i) take(*queries[i].user, scores[i]);
        if (progress) progress({.stage = translated("Scoring users"), .done = last, .total = users, .unit = "users"});
    }
}

}  // namespace

void exportRun(Workspace& workspace, RunId id, const std::filesystem::path& path) {
    const std::string bytes = toSafeTensors(namedWeights(workspace, RunStore(workspace).byId(id)));
    writeFile(path, [&](std::ostream& file) { file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

void exportRunArchive(Workspace& workspace, RunId id, const std::filesystem::path& path) {
    const RunRecord run = RunStore(workspace).byId(id);
    SafeTensors content = namedWeights(workspace, run);
    content.metadata[kRunArchiveMetadata] = runArchiveOf(workspace, run);
    const std::string bytes = toSafeTensors(content);
    writeFile(path, [&](std::ostream& file) { file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

void exportRanks(Workspace& workspace, RunId id, const std::filesystem::path& path) {
    const Named named(workspace, id);
    const RunStore runs(workspace);
    writeFile(path, [&](std::ostream& file) {
        file << "split,protocol,user,target,rank,ties,dataset,ranks of other targets\n";
        for (const EvaluationRecord& evaluation : runs.evaluations(id)) {
            for (const UserRank& rank : runs.ranks(id, evaluation.split, evaluation.protocol)) {
                std::vector<std::int32_t> otherRanks;
                for (const TargetRank& other : rank.others) otherRanks.push_back(other.rank);
                fmt::print(file, "{},{},{},{},{},{},{},{}\n", splitName(evaluation.split),
                           csvField(protocolId(evaluation.protocol)), csvField(named.user(rank.user)),
                           csvField(named.item(rank.target).id), rank.rank, rank.ties, csvField(named.run.datasetName),
                           fmt::join(otherRanks, " "));
            }
        }
    });
}

void exportCandidates(Workspace& workspace, const RunRecord& run, const Evaluation& evaluation,
                      const std::filesystem::path& path) {
    if (evaluation.protocol.candidates == Candidates::Full)
        throw Error(ErrorKind::Usage, translated("The protocol \"full\" draws no candidates."),
                    translated("Choose one that does, for example --protocol uniform100."));
    const Named named(workspace, run.id);
    const Histories histories = historiesOf(workspace, run, evaluation.protocol.split);
    const Ranker ranker(histories, evaluation.protocol, evaluation.split);
    writeFile(path, [&](std::ostream& file) {
        file << "user,item,is_target\n";
        for (const UserRank& rank : evaluation.ranks) {
            const auto write = [&](Token item, int isTarget) {
                fmt::print(file, "{},{},{}\n", csvField(named.user(rank.user)), csvField(named.item(item).id),
                           isTarget);
            };
            const auto all = histories.targets(rank.user, evaluation.split);
            const std::set<Token> targets(all.begin(), all.end());
            for (const Token target : targets) write(target, 1);
            for (const Token candidate : ranker.sampledCandidates(rank.user))
                if (!targets.contains(candidate)) write(candidate, 0);
        }
    });
}

void exportCurves(Workspace& workspace, RunId id, const std::filesystem::path& path) {
    const RunStore runs(workspace);
    const RunRecord run = runs.byId(id);
    writeFile(path, [&](std::ostream& file) {
        file << "epoch,loss,seconds,sequences_per_second";
        for (const auto& [name, value] : Metrics().named()) file << ",valid " << name;
        file << ",dataset,validation protocol,validation users at most\n";
        const std::optional<RunConfig> config = readableConfig(run.config);
        const std::int64_t drawn = config ? config->training.validationUsers : 0;
        const std::string about = csvField(run.datasetName) + ',' + csvField(protocolId(run.protocol)) + ',' +
                                  (drawn > 0 ? std::to_string(drawn) : std::string());
        for (const EpochRecord& epoch : runs.epochs(run.id)) {
            fmt::print(file, "{},{},{},{}", epoch.epoch, epoch.loss, epoch.seconds, epoch.sequencesPerSecond);
            for (const auto& [name, value] : epoch.valid.value_or(Metrics()).named())
                file << ',' << (epoch.valid ? fmt::format("{}", value) : "");
            file << ',' << about << '\n';
        }
    });
}

void exportMetrics(Workspace& workspace, RunId id, const std::filesystem::path& path) {
    const RunStore runs(workspace);
    const RunRecord run = runs.byId(id);
    auto evaluations = nlohmann::ordered_json::array();
    std::optional<SplitRule> read;  // split rule of the current `histories`; most evaluations share one rule
    Histories histories;
    for (const EvaluationRecord& evaluation : runs.evaluations(id)) {
        const std::vector<UserRank> ranks = runs.ranks(id, evaluation.split, evaluation.protocol);
        if (read != evaluation.protocol.split) {
            read = evaluation.protocol.split;
            histories = splitHistories(workspace, run.dataset, *read);
        }
        nlohmann::ordered_json entry = {{"split", splitName(evaluation.split)},
                                        {"protocol", nlohmann::json::parse(evaluation.protocol.toJson())},
                                        {"protocol_id", protocolId(evaluation.protocol)},
                                        {"users", evaluation.users},
                                        {"tie_rate", evaluation.tieRate},
                                        {"metrics", nlohmann::ordered_json::parse(evaluation.metrics.toJson())}};
        addIntervals(entry, evaluation.metrics, ranks);
        entry["by_history_length"] = groupsJson(byHistoryLength(histories, evaluation.split, ranks));
        entry["by_target_popularity"] = groupsJson(byTargetPopularity(histories, evaluation.split, ranks));
        if (evaluation.lists) {
            entry["coverage@10"] = evaluation.lists->coverage10;
            entry["average_popularity@10"] = evaluation.lists->popularity10;
        }
        auto curve = nlohmann::ordered_json::array();
        for (const CurvePoint& point : curveOverK(ranks, std::min(histories.itemCount, 1000)))
            curve.push_back({point.k, point.hr, point.ndcg});
        entry["curve_k_hr_ndcg"] = std::move(curve);
        evaluations.push_back(std::move(entry));
    }
    const nlohmann::ordered_json document = {{"run", run.name},
                                             {"dataset", run.datasetName},
                                             {"config", nlohmann::ordered_json::parse(run.config)},
                                             {"evaluations", std::move(evaluations)}};
    writeFile(path, [&](std::ostream& file) { file << document.dump(1) << '\n'; });
}

void exportScores(Workspace& workspace, RunId id, std::int64_t users, HistoryInput input,
                  const std::filesystem::path& path, const ProgressSink& progress, const std::stop_token& stop) {
    const Named named(workspace, id);
    const Histories histories = historiesOf(workspace, named.run);
    writeFile(path, [&](std::ostream& file) {
        file << "user,target,input";
        for (const ItemInfo& item : named.items) file << ',' << csvField(item.id);
        file << '\n';
        scoreUsers(
            workspace, named, std::min<std::int64_t>(users, histories.userCount()),
            [&](std::int32_t user) {
                const ModelHistory given = modelHistory(histories, user, input);
                return given.input == input ? given : ModelHistory();
            },
            [&](std::int32_t user, std::span<const float> scores) {
                const std::optional<Token> target = modelHistory(histories, user, input).target;
                file << csvField(named.user(user)) << ',' << (target ? csvField(named.item(*target).id) : "") << ','
                     << historyInputName(input);
                for (Token token = kFirstItemToken; token <= named.itemCount(); ++token)
                    fmt::print(file, ",{}", scores[static_cast<std::size_t>(token)]);
                file << '\n';
            },
            progress, stop);
    });
}

}  // namespace recscope
