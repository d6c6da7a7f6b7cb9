// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run_archive.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/recommender/torch_version.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/program_version.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
/// Explains "intervals" and "best_valid" to readers of the file; in English like the whole file.
constexpr const char* kMethod =
    "One run, one seed. Intervals (95 %) are of the mean over the users of one evaluation: they do not cover the "
    "effect of another seed. The weights are those of the epoch whose validation (best_valid) had the best value of "
    "the config's valid_metric, or of ndcg@10 if the config has none; the choice did not use test.";

Json metricsOrNull(const std::optional<Metrics>& metrics) {
    return metrics ? Json::parse(metrics->toJson()) : Json(nullptr);
}

std::optional<Metrics> metricsFrom(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(Metrics::fromJson(json.dump()));
}

/// The device as stored in an archive. An older version (before schema version 16) stored only its description as text.
DeviceFacts deviceFrom(const Json& json) {
    if (const auto facts = json.find("device_facts"); facts != json.end()) return deviceFromJson(facts->dump());
    DeviceFacts device;
    device.text = json.at("device").get<std::string>();
    return device;
}

Messages messagesFrom(const Json& json) {
    if (const auto facts = json.find("message_facts"); facts != json.end()) return messagesFromJson(facts->dump());
    const auto words = json.at("message").get<std::string>();
    return words.empty() ? Messages() : Messages{words};
}

Json evaluationJson(const RunStore& runs, RunId run, const EvaluationRecord& evaluation) {
    Json json = {{"split", splitName(evaluation.split)},
                 {"protocol", Json::parse(evaluation.protocol.toJson())},
                 {"metrics", Json::parse(evaluation.metrics.toJson())}};
    if (evaluation.lists) json["lists"] = {evaluation.lists->coverage10, evaluation.lists->popularity10};
    auto ranks = Json::array();  // [user index, target token, rank, ties, [other target, its rank] …]
    const std::vector<UserRank> all = runs.ranks(run, evaluation.split, evaluation.protocol);
    for (const UserRank& rank : all) {
        Json entry = {rank.user, rank.target, rank.rank, rank.ties};
        for (const TargetRank& other : rank.others) entry.push_back(Json::array({other.target, other.rank}));
        ranks.push_back(std::move(entry));
    }
    for (const auto& [metric, value] : evaluation.metrics.named()) {
        const MeanInterval interval = metricInterval(metric, all);
        json["intervals"][metric] = {interval.mean - interval.halfWidth, interval.mean + interval.halfWidth};
    }
    json["ranks"] = std::move(ranks);
    // The tokens of all users' lists one after the other, in the order of the ranks; 0 after the end of a list.
    if (const RecommendedLists lists = runs.recommended(run, evaluation.split, evaluation.protocol); !lists.empty())
        json["recommended"] = lists.items;
    return json;
}

/// The information that a reader needs to rebuild the dataset. File paths are omitted for privacy.
Json originJson(const DatasetInfo& dataset) {
    const auto objectOf = [](const std::string& text) {
        const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
        return json.is_object() ? json : Json::object();
    };
    const Json report = objectOf(dataset.importReport), settings = objectOf(dataset.settings);
    Json filters = Json::object();
    for (const char* key :
         {"min_rating", "duplicates", "k_core", "min_user_interactions", "min_item_interactions", "min_history_length"})
        if (settings.contains(key)) filters[key] = settings[key];
    return {{"file_sha256", report.value("checksum", "")},
            {"filters", std::move(filters)},
            {"users", dataset.users},
            {"items", dataset.items},
            {"interactions", dataset.interactions}};
}

/// A parser callback that refuses numbers beyond the range of integers, whose conversion would be undefined.
bool refuseHuge(int /*depth*/, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::value && value.is_number_float() && std::abs(value.get<double>()) >= 0x1p63)
        throw Error(ErrorKind::Input, translated("The run archive contains a number that is out of range."),
                    translated("The file may be damaged; export the run again."));
    return true;
}

Evaluation evaluationFrom(const Json& json, const DatasetInfo& dataset) {
    const auto numberIn = [](const Json& number, std::int64_t low, std::int64_t high) {
        const auto value = number.get<std::int64_t>();
        if (value < low || value > high)
            throw Error(ErrorKind::Input,
                        translated("The run archive names a user or an item that the dataset does not have."),
                        translated("The file may be damaged; export the run again."));
        return static_cast<std::int32_t>(value);
    };
    Evaluation evaluation;
    evaluation.split = json.at("split") == splitName(Split::Valid) ? Split::Valid : Split::Test;
    evaluation.protocol = Protocol::fromJson(json.at("protocol").dump());
    for (const auto& rank : json.at("ranks")) {
        evaluation.ranks.push_back({.user = numberIn(rank.at(0), 0, dataset.users - 1),
                                    .target = numberIn(rank.at(1), kFirstItemToken, dataset.items),
                                    .rank = numberIn(rank.at(2), 1, dataset.items),
                                    .ties = numberIn(rank.at(3), 0, dataset.items)});
        for (std::size_t i = 4; i < rank.size(); ++i) {
            // Before schema version 18 the ranks of other targets were stored without the targets.
            const Json& other = rank.at(i);
            const Token target = other.is_array() ? numberIn(other.at(0), kPadToken, dataset.items) : kPadToken;
            const std::int32_t otherRank = numberIn(other.is_array() ? other.at(1) : other, 1, dataset.items);
            evaluation.ranks.back().others.push_back({target, otherRank});
        }
    }
    if (const auto recommended = json.find("recommended"); recommended != json.end()) {
        for (const auto& token : *recommended)
            evaluation.recommended.items.push_back(numberIn(token, kPadToken, dataset.items));
        for (const UserRank& rank : evaluation.ranks) evaluation.recommended.users.push_back(rank.user);
        if (evaluation.recommended.items.size() != evaluation.recommended.users.size() * RecommendedLists::kLength)
            evaluation.recommended = {};
    }
    evaluation.users = static_cast<std::int64_t>(evaluation.ranks.size());
    evaluation.tieRate = tieRateOf(evaluation.ranks);
    evaluation.metrics = metricsOf(evaluation.ranks);  // computed from the ranks, not read from the file
    if (json.contains("lists"))
        evaluation.lists = ListFacts{.coverage10 = json["lists"].at(0).get<double>(),
                                     .popularity10 = json["lists"].at(1).get<double>()};
    return evaluation;
}

}  // namespace

std::vector<std::string> userIdsOf(Workspace& workspace, DatasetId dataset) {
    const DatasetStore store(workspace);
    std::vector<std::string> ids;
    const auto page = store.users(dataset, {}, UserOrder::Index, Direction::Ascending, 0, store.byId(dataset).users);
    for (const UserInfo& user : page.rows) ids.push_back(user.id);
    return ids;
}

std::string datasetChecksum(Workspace& workspace, DatasetId dataset) {
    const DatasetStore store(workspace);
    const Histories histories = store.histories(dataset);
    const std::vector<ItemInfo> items = store.items(dataset);
    const std::vector<std::string> users = userIdsOf(workspace, dataset);
    std::string text;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        text += users[static_cast<std::size_t>(user)];
        for (const Token token : histories.of(user)) {
            text += '\t';
            text += items[static_cast<std::size_t>(token - kFirstItemToken)].id;
        }
        text += '\n';
    }
    return sha256Of(text);
}

std::string runArchiveOf(Workspace& workspace, const RunRecord& run) {
    const RunStore runs(workspace);
    auto epochs = Json::array(), losses = Json::array(), evaluations = Json::array();
    for (const EpochRecord& epoch : runs.epochs(run.id))
        epochs.push_back(
            {epoch.epoch, epoch.loss, epoch.seconds, epoch.sequencesPerSecond, metricsOrNull(epoch.valid)});
    for (const StepRecord& step : runs.steps(run.id)) losses.push_back({step.step, step.loss});
    for (const EvaluationRecord& evaluation : runs.evaluations(run.id))
        evaluations.push_back(evaluationJson(runs, run.id, evaluation));
    return Json{{"version", kVersion},
                {"run", run.name},
                {"program", {{"recscope", programVersion()}, {"libtorch", torchVersion()}}},
                {"method", kMethod},
                {"model", run.model},
                {"config", Json::parse(run.config)},
                {"dataset", {{"name", run.datasetName}, {"sha256", datasetChecksum(workspace, run.dataset)}}},
                {"origin", originJson(DatasetStore(workspace).byId(run.dataset))},
                {"protocol", Json::parse(run.protocol.toJson())},
                {"created_at", run.createdAt},
                {"device", wordsOf(run.device, Wording::English)},
                {"device_facts", Json::parse(deviceToJson(run.device))},
                {"message", wordsOf(run.message, Wording::English)},
                {"message_facts", Json::parse(messagesToJson(run.message))},
                {"epochs_done", run.epochsDone},
                {"best_epoch", run.bestEpoch},
                {"sequences_seen", run.sequencesSeen},
                {"seconds", run.seconds},
                {"best_valid", metricsOrNull(run.bestValid)},
                {"test", metricsOrNull(run.test)},
                {"epochs", std::move(epochs)},
                {"steps", std::move(losses)},
                {"evaluations", std::move(evaluations)}}
        .dump();
}

bool applyRunArchive(Workspace& workspace, const std::string& archive, RunRecord& run, const Checkpoint& best) {
    try {
        const Json json = Json::parse(archive, refuseHuge);
        if (json.at("version").get<std::int64_t>() > kVersion) {
            throw Error(ErrorKind::Input, translated("The run archive was written by a newer version of RecScope."),
                        translated("Update RecScope to read it."));
        }
        if (json.at("dataset").at("sha256") != datasetChecksum(workspace, run.dataset)) return false;
        run.protocol = Protocol::fromJson(json.at("protocol").dump());
        run.device = deviceFrom(json);
        run.message = messagesFrom(json);
        json.at("epochs_done").get_to(run.epochsDone);
        json.at("best_epoch").get_to(run.bestEpoch);
        json.at("sequences_seen").get_to(run.sequencesSeen);
        json.at("seconds").get_to(run.seconds);
        run.bestValid = metricsFrom(json.at("best_valid"));
        run.test = metricsFrom(json.at("test"));
        std::vector<EpochRecord> epochs;
        for (const auto& epoch : json.at("epochs"))
            epochs.push_back({.epoch = epoch.at(0).get<std::int64_t>(),
                              .loss = epoch.at(1).get<double>(),
                              .seconds = epoch.at(2).get<double>(),
                              .sequencesPerSecond = epoch.at(3).get<double>(),
                              .valid = metricsFrom(epoch.at(4))});
        std::vector<StepRecord> steps;
        for (const auto& step : json.at("steps"))
            steps.push_back({.step = step.at(0).get<std::int64_t>(), .loss = step.at(1).get<float>()});
        std::vector<Evaluation> evaluations;
        const DatasetInfo dataset = DatasetStore(workspace).byId(run.dataset);
        for (const auto& evaluation : json.at("evaluations"))
            evaluations.push_back(evaluationFrom(evaluation, dataset));
        RunStore(workspace).recordTrainedElsewhere(run, best, epochs, steps, evaluations);
        return true;
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorKind::Input, translated("The run archive cannot be read: {}.", error.what()),
                    translated("The file may be damaged; export the run again."));
    }
}

}  // namespace recscope
