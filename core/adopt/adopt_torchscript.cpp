// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/adopt_torchscript.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "core/adopt/weights_file.h"
#include "core/models/torchscript/torchscript.h"
#include "core/models/torchscript/torchscript_config.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/torchscript/model_process.h"
#include "core/torchscript/trusted_models.h"
#include "core/train/run_archive.h"
#include "core/util/error.h"
#include "core/util/safetensors_index.h"
#include "core/util/sha256.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The largest archive that the workspace stores: SQLite stores at most 10^9 bytes in one value
/// (sqlite.org/limits.html).
constexpr std::size_t kMaxStoredBytes = 900'000'000;

std::unordered_map<std::string, std::int64_t> rowsOf(const std::vector<std::string>& ids) {
    if (static_cast<double>(ids.size()) > static_cast<double>(kMaxModelId))
        throw Error(
            ErrorKind::Input,
            translated("The model has too many items or users: {}.", grouped(static_cast<long long>(ids.size()))),
            translated("At most {} are possible.", grouped(static_cast<long long>(kMaxModelId))));
    std::unordered_map<std::string, std::int64_t> rows;
    for (std::size_t k = 0; k < ids.size(); ++k) rows[ids[k]] = static_cast<std::int64_t>(k) + 1;
    return rows;
}

/// For each token of the dataset, the item's row in the model (see ModelDescription), shape (V + 2); 0 = unknown to the
/// model.
std::vector<float> itemRows(const std::vector<ItemInfo>& items, AdoptedModel& adopted) {
    const auto rows = rowsOf(adopted.description.items);
    std::vector<float> byToken(items.size() + 2);
    std::int64_t known = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto found = rows.find(items[i].id);
        if (found == rows.end()) {
            adopted.unknownItems.push_back(items[i].id);
            continue;
        }
        byToken[i + kFirstItemToken] = static_cast<float>(found->second);
        ++known;
    }
    if (known == 0)
        throw Error(ErrorKind::Input, translated("The model knows no item of this dataset."),
                    translated("Its first items are {}. Adopt it into the dataset that it was trained on.",
                               listed({adopted.description.items.begin(),
                                       adopted.description.items.begin() +
                                           std::min<std::ptrdiff_t>(3, std::ssize(adopted.description.items))})));
    adopted.otherItems = static_cast<std::int64_t>(rows.size()) - known;
    return byToken;
}

/// For each user of the dataset, the user's row in the model, shape (U); 0 = unknown to the model.
std::vector<float> userRows(const std::vector<std::string>& users, AdoptedModel& adopted) {
    const auto rows = rowsOf(adopted.description.users);
    std::vector<float> byUser(users.size());
    for (std::size_t i = 0; i < users.size(); ++i) {
        const auto found = rows.find(users[i]);
        if (found == rows.end())
            ++adopted.unknownUsers;
        else
            byUser[i] = static_cast<float>(found->second);
    }
    return byUser;
}

/// Runs the model once, on its first items: checks its methods, and sets the config values that only its results show.
void examineModel(ModelProcess& process, const ModelDescription& description, TorchScriptConfig& config,
                  const std::stop_token& stop) {
    const ModelProcess::Methods methods = process.methods(stop);
    if (methods.takesUsers != config.readsUser)
        throw Error(ErrorKind::Input,
                    config.readsUser
                        ? translated("recscope.json lists users, but the model's forward takes only items.")
                        : translated("The model's forward takes users, but recscope.json does not list them."),
                    translated("Both or none: forward(items) or forward(items, users) with \"users\"."));
    const std::int64_t N = config.maxLength, filled = std::min<std::int64_t>(N, config.modelItems);
    ModelInput input{.rows = 1, .length = N};
    input.items.assign(static_cast<std::size_t>(N), config.paddingId);
    const std::int64_t first = config.paddingSide == PaddingSide::Left ? N - filled : 0;
    for (std::int64_t i = 0; i < filled; ++i) input.items[static_cast<std::size_t>(first + i)] = i + 1;
    if (config.predictsAt == PredictsAt::Mask)
        input.items[static_cast<std::size_t>(first + filled - 1)] = config.maskId;
    if (config.readsUser) input.users = {1};
    (void)process.call(MessageKind::Forward, input, {1, config.modelItems + 1}, stop);

    // Pointwise weights are not shown: they need not sum to 1, but all views of attention show shares.
    if (description.attention != AttentionWeights::Softmax) return;
    if (!methods.hasAttention)
        throw Error(ErrorKind::Input,
                    translated("recscope.json states \"attention\", but the model has no method of this name."),
                    translated("Give it a method attention(items), or state \"attention\": null."));
    constexpr std::int64_t kMaxMaps = 4096;
    input.maxNumbers = kMaxMaps * N * N;
    const ModelOutput output = process.call(MessageKind::Attention, input, stop);
    const auto& shape = output.shape;
    const bool isSquare = shape.size() == 5 && shape[3] == N && shape[4] == N;
    const bool isRow = shape.size() == 4 && shape[3] == N;
    const std::int64_t count = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    if (shape.empty() || shape[0] != 1 || (!isSquare && !isRow) || shape[1] < 1 || shape[2] < 1 ||
        count != static_cast<std::int64_t>(output.values.size()))
        throw Error(ErrorKind::Input,
                    translated("The model's attention has the shape {}; (B, L, H, {}, {}) or (B, L, H, {}) is needed.",
                               shapeText(shape), N, N, N),
                    translated("B rows of input, L layers, H heads."));
    config.attention = isSquare ? AttentionKind::EveryPosition : AttentionKind::LastOnly;
    config.layers = shape[1];
    config.heads = shape[2];
    for (std::size_t i = 0; i < output.values.size() && isSquare; ++i) {
        const auto row = static_cast<std::int64_t>(i) / N % N, column = static_cast<std::int64_t>(i) % N;
        const bool areFilled = row >= first && column < first + filled;  // neither is padding, given row < column
        config.usesBidirectionalAttention =
            config.usesBidirectionalAttention || (column > row && areFilled && std::abs(output.values[i]) > 1e-6F);
    }
}

}  // namespace

std::vector<std::string> AdoptedModel::cautions() const {
    std::vector<std::string> sentences;
    if (!unknownItems.empty())
        sentences.push_back(
            translated("{} items of the dataset are unknown to the model, e.g. {}: they rank last, and "
                       "the model does not read them.",
                       grouped(static_cast<long long>(unknownItems.size())), unknownItems.front()));
    if (otherItems > 0)
        sentences.push_back(translated("{} items of the model are not in the dataset; they are never recommended.",
                                       grouped(otherItems)));
    if (unknownUsers > 0) sentences.push_back(translated("{} users are unknown to the model.", grouped(unknownUsers)));
    if (description.attention == AttentionWeights::Pointwise)
        sentences.push_back(
            translated("Its attention is pointwise: the weights need not sum to 1. The views of attention show only "
                       "softmax weights, so they are not available for this run."));
    return sentences;
}

AdoptedModel adoptTorchScript(Workspace& workspace, const AdoptModelRequest& request, const std::stop_token& stop) {
    AdoptedModel adopted;
    adopted.description = readModelDescription(request.path);
    const std::string file = std::filesystem::absolute(request.path).string();
    const std::string archive = readWholeFile(request.path);
    adopted.sha256 = sha256Of(archive);
    const std::string name = request.path.filename().string();
    requireTrusted(adopted.sha256, name);
    if (request.storesCopy && archive.size() > kMaxStoredBytes)
        throw Error(ErrorKind::Input,
                    translated("The model is too large to be stored in a workspace: {} MB.",
                               grouped(static_cast<long long>(archive.size() >> 20))),
                    translated("Adopt it without --carry; the run then needs the file where it is."));

    RunConfig config = torchScriptConfig(adopted.description);
    for (const auto& [key, value] : request.settings) {
        if (key != "time_limit" && key != "memory_limit")
            throw Error(ErrorKind::Usage,
                        translated("\"{}\" cannot be set: the model's recscope.json determines it.", key),
                        translated("Keys: time_limit (seconds), memory_limit (MB)."));
        setConfigValue(config, key, value);
    }
    checkConfig(config);
    const DatasetStore datasets(workspace);
    const DatasetInfo dataset = datasets.byId(request.dataset);
    SafeTensors weights;
    put(kTorchScriptRows, itemRows(datasets.items(request.dataset), adopted), weights);
    if (torchScriptOf(config).readsUser)
        put(kTorchScriptUsers, userRows(userIdsOf(workspace, request.dataset), adopted), weights);
    ModelProcess process(name, [&] { return archive; },
                         {.memoryBytes = torchScriptOf(config).memoryLimit << 20,
                          .time = std::chrono::seconds(torchScriptOf(config).timeLimit)});
    examineModel(process, adopted.description, torchScriptOf(config), stop);
    checkConfig(config);
    putText(kTorchScriptSha256, adopted.sha256, weights);
    putText(kTorchScriptFile, file, weights);
    putText(kTorchScriptTitle, adopted.description.title, weights);
    if (request.storesCopy) putBytes(kTorchScriptArchive, archive, weights);
    weights.metadata[kConfigMetadata] = config.toJson();

    RunStore runs(workspace);
    RunRecord& run = adopted.run;
    const std::string& title = adopted.description.title;
    run.dataset = request.dataset;
    run.model = config.model;
    run.name =
        request.runName.empty() ? runs.freeName(title.empty() ? modelInfo(run.model).title : title) : request.runName;
    run.config = config.toJson();
    run.protocol = protocolFor(workspace, request.dataset, config);
    run.message = {request.storesCopy ? Message(MessageId::TorchScriptStored, {name, adopted.sha256})
                                      : Message(MessageId::TorchScriptFile, {file, adopted.sha256})};
    run.state = RunState::Finished;
    runs.recordTrainedElsewhere(run, {.epoch = 0, .weights = toSafeTensors(weights), .state = {}, .progress = {}});
    return adopted;
}

void scoreAdopted(Workspace& workspace, AdoptedModel& adopted, const ProgressSink& progress,
                  const std::stop_token& stop) {
    RunStore runs(workspace);
    try {
        evaluateRun(workspace, adopted.run.id, adopted.run.protocol, Split::Test, DeviceChoice::Cpu, progress, stop);
    } catch (...) {
        runs.remove(adopted.run.id);
        throw;
    }
    adopted.run = runs.byId(adopted.run.id);
}

ModelIdentity modelIdentity(Workspace& workspace, RunId run) {
    const std::optional<Checkpoint> checkpoint = RunStore(workspace).checkpoint(run, CheckpointKind::Best);
    const auto metadata =
        checkpoint ? readSafeTensorsIndex(checkpoint->weights).metadata : std::map<std::string, std::string>();
    const auto sha256 = metadata.find(kTorchScriptSha256), file = metadata.find(kTorchScriptFile);
    if (sha256 == metadata.end() || file == metadata.end())
        throw Error(ErrorKind::Input, translated("The run names no TorchScript model."), "");
    requireChecksum(sha256->second);
    return {.sha256 = sha256->second, .file = file->second};
}

}  // namespace recscope
