// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/torchscript/torchscript.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>

#include "core/metrics/metrics.h"
#include "core/models/torchscript/torchscript_config.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"
#include "core/torchscript/model_process.h"
#include "core/torchscript/trusted_models.h"
#include "core/util/byte_source.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/sha256.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int64_t kRowsAtOnce = 32;  // queries per call of the model

Capabilities torchScriptCapabilities(const RunConfig& config) {
    const TorchScriptConfig& own = torchScriptOf(config);
    const bool hasMask = own.predictsAt == PredictsAt::Mask;  // the [MASK] takes one of the positions
    return {.attention = own.attention,
            .layers = own.layers,
            .heads = own.heads,
            .usesBidirectionalAttention = own.usesBidirectionalAttention,
            .maxLength = own.maxLength - (hasMask ? 1 : 0),
            .needsHistory = !hasMask,
            .readsMask = hasMask,
            .readsUser = own.readsUser,
            .unknownUser = UnknownUser::OwnEntry,
            .readsOrder = true,
            .isExternalModel = true};
}

/// Returns the bytes of a run's TorchScript archive, either from the copy stored in the workspace (`carried`) or, if
/// that is null, from the file. Throws Error(Input) if the model is not trusted (`requireTrusted`), if the file is
/// missing, or if the SHA-256 digest of the bytes is not `sha256`.
std::string archiveBytes(const std::string* carried, const std::string& file, const std::string& sha256,
                         const std::string& name) {
    requireTrusted(sha256, name);
    const std::string hint =
        translated("Put the file back, or adopt it again; --carry stores a copy in the workspace.");
    if (!carried) {
        std::error_code failure;
        if (!std::filesystem::is_regular_file(file, failure))
            throw Error(ErrorKind::Input, translated("The model file {} does not exist.", file), hint);
    }
    const auto bytes = carried ? *carried : readUpTo(*openFile(file), std::string().max_size());
    if (sha256Of(bytes) != sha256)
        throw Error(ErrorKind::Input, translated("The model file {} is no longer the one that was adopted.", file),
                    hint);
    return bytes;
}

/// The model that torchscript.h describes.
class TorchScriptModel : public Recommender, public AttentionReader, public ItemPartReader {
public:
    TorchScriptModel(const RunConfig& config, const ModelShape& shape)
        : m_config(config),
          m_modelConfig(torchScriptOf(config)),
          m_shape(shape),
          m_itemIds(m_tensors.add(kTorchScriptRows, {vocabularySize(shape.itemCount)})),
          m_userIds(m_modelConfig.readsUser ? m_tensors.add(kTorchScriptUsers, {shape.userCount}) : nullptr) {}

    Capabilities capabilities() const override { return torchScriptCapabilities(m_config); }
    ModelShape shape() const override { return m_shape; }
    std::unique_ptr<Recommender> copy() const override {
        auto other = std::make_unique<TorchScriptModel>(m_config, m_shape);
        copyWeights(*this, *other);
        other->m_process = m_process;
        return other;
    }
    void to(Device /*device*/) override {}
    std::int64_t maxItemsPerCall() const override { return kRowsAtOnce * m_modelConfig.maxLength; }

    std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& /*config*/, Device /*device*/) override {
        throw Error(ErrorKind::Usage, translated("A TorchScript model cannot be trained here."),
                    translated("Train it where it was made, and adopt the new file."));
    }
    void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) override;
    AttentionReader* attention() override {
        return m_modelConfig.attention == AttentionKind::EveryPosition ? this : nullptr;
    }
    AttentionResult attend(const Query& query, const std::stop_token& stop) override;
    HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) override;
    std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const override;

    ItemPartReader* itemParts() override { return m_modelConfig.attention == AttentionKind::LastOnly ? this : nullptr; }
    ItemPartKind kind() const override { return ItemPartKind::Weight; }
    /// Returns the attention weight of each position, averaged over layers and heads.
    std::vector<float> partsFor(const Query& query, Token candidate) override;

    void putWeights(SafeTensors& to) const override {
        m_tensors.copyTo(to);
        putText(kTorchScriptSha256, m_sha256, to);
        putText(kTorchScriptFile, m_file, to);
        putText(kTorchScriptTitle, m_title, to);
        if (m_archive) putBytes(kTorchScriptArchive, *m_archive, to);
    }
    void setWeights(const SafeTensors& weights) override;

private:
    /// The input of the model for one query: n ids.
    struct Input {
        std::vector<std::int64_t> ids;        ///< (n) the model's ids, without padding
        std::vector<std::int64_t> positions;  ///< (n) index of each id's item in the window
        std::int64_t window = 0;              ///< how many of the newest history items fit into the model's input
    };
    /// Leaves out items that the model does not know. Hidden items (kHiddenItem) become [MASK] if the model predicts at
    /// a [MASK]; otherwise they are left out, too. The final [MASK], if any, gets position `window`, one past the last
    /// history item.
    Input inputOf(const Query& query) const;
    /// The index of the first id in an input row of maxLength positions that holds `read` ids.
    std::int64_t firstPosition(std::size_t read) const {
        return m_modelConfig.paddingSide == PaddingSide::Left
                   ? m_modelConfig.maxLength - static_cast<std::int64_t>(read)
                   : 0;
    }
    ModelInput batchOf(std::span<const Query> queries) const;
    /// Reorders one row of the model's scores from the model's ids to tokens and writes it to `scores` (V + 2, where V
    /// is the number of items). Items that the model does not know get the lowest score.
    void copyScoresByToken(std::span<const float> modelOutput, std::vector<float>& scores) const;

    RunConfig m_config;
    TorchScriptConfig m_modelConfig;
    ModelShape m_shape;
    HostTensors m_tensors;
    const float* m_itemIds;  ///< (V + 2) the model's id of each token; 0 = unknown to the model
    const float* m_userIds;  ///< (U) the model's id of each user; null if the model takes no user input
    std::string m_sha256, m_file, m_title;
    std::shared_ptr<const std::string> m_archive;  ///< the copy stored in the workspace; null: `m_file` is read
    std::shared_ptr<ModelProcess> m_process;
};

void TorchScriptModel::setWeights(const SafeTensors& weights) {
    m_tensors.copyFrom(weights);
    const auto areValidIds = [](std::span<const float> ids, float largest) {
        return std::all_of(ids.begin(), ids.end(), [&](float id) { return id >= 0 && id <= largest; });
    };
    const auto tokens = static_cast<std::size_t>(vocabularySize(m_shape.itemCount));
    if (!areValidIds({m_itemIds, tokens}, static_cast<float>(m_modelConfig.modelItems)) ||
        (m_userIds && !areValidIds({m_userIds, static_cast<std::size_t>(m_shape.userCount)}, kMaxModelId)))
        throw Error(ErrorKind::Input, translated("The run refers to items or users that its model does not know."),
                    translated("Adopt the model again."));
    m_sha256 = textOf(weights, kTorchScriptSha256).value_or("");
    m_file = textOf(weights, kTorchScriptFile).value_or("");
    m_title = textOf(weights, kTorchScriptTitle).value_or("");
    std::optional<std::string> archive = bytesOf(weights, kTorchScriptArchive);
    m_archive = archive ? std::make_shared<const std::string>(*std::move(archive)) : nullptr;
    const std::string name = m_file.empty() ? m_title : std::filesystem::path(m_file).filename().string();
    m_process = std::make_shared<ModelProcess>(
        name,
        [carried = m_archive, file = m_file, sha256 = m_sha256, name] {
            return archiveBytes(carried.get(), file, sha256, name);
        },
        ModelLimits{.memoryBytes = m_modelConfig.memoryLimit << 20,
                    .time = std::chrono::seconds(m_modelConfig.timeLimit)});
}

TorchScriptModel::Input TorchScriptModel::inputOf(const Query& query) const {
    const auto maxItems = static_cast<std::size_t>(capabilities().maxLength);
    const auto newest = query.history.last(std::min(maxItems, query.history.size()));
    const bool hasMask = m_modelConfig.predictsAt == PredictsAt::Mask;
    Input input;
    const auto add = [&](std::int64_t id, std::int64_t position) {
        input.ids.push_back(id);
        input.positions.push_back(position);
    };
    for (const Token token : newest) {
        if (token == kHiddenItem && hasMask)
            add(m_modelConfig.maskId, input.window);
        else if (m_itemIds[token] != 0)
            add(static_cast<std::int64_t>(m_itemIds[token]), input.window);
        ++input.window;
    }
    if (hasMask) add(m_modelConfig.maskId, input.window);
    return input;
}

ModelInput TorchScriptModel::batchOf(std::span<const Query> queries) const {
    ModelInput input{.rows = static_cast<std::int64_t>(queries.size()), .length = m_modelConfig.maxLength};
    input.items.assign(queries.size() * static_cast<std::size_t>(m_modelConfig.maxLength), m_modelConfig.paddingId);
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const std::vector<std::int64_t> ids = inputOf(queries[i]).ids;
        std::copy(
            ids.begin(), ids.end(),
            input.items.begin() + static_cast<std::ptrdiff_t>(i) * m_modelConfig.maxLength + firstPosition(ids.size()));
        if (m_userIds) {
            const auto user = queries[i].user;
            input.users.push_back(user && *user < m_shape.userCount ? static_cast<std::int64_t>(m_userIds[*user]) : 0);
        }
    }
    return input;
}

void TorchScriptModel::copyScoresByToken(std::span<const float> modelOutput, std::vector<float>& scores) const {
    for (const float score : modelOutput.subspan(1)) {
        if (!std::isfinite(score))
            throw Error(ErrorKind::Input,
                        translated("{} returned a score that is not a finite number.",
                                   std::filesystem::path(m_file).filename().string()),
                        translated("The model must be repaired where it was made."));
    }
    for (Token token = kFirstItemToken; token <= m_shape.itemCount; ++token) {
        const auto id = static_cast<std::size_t>(m_itemIds[token]);
        scores[static_cast<std::size_t>(token)] = id == 0 ? kUnlistedScore : modelOutput[id];
    }
}

void TorchScriptModel::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const std::int64_t width = m_modelConfig.modelItems + 1;
    std::vector<float> scores(static_cast<std::size_t>(vocabularySize(m_shape.itemCount)));
    // Each distinct input is scored only once: rounding can depend on the batch size, so scoring the same input in two
    // batches could give slightly different scores. The key is the input row and the user's id.
    std::map<std::pair<std::vector<std::int64_t>, std::int64_t>, std::vector<std::size_t>> distinct;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (inputOf(queries[i]).ids.empty()) {  // the model knows no item of this history
            std::fill(scores.begin(), scores.end(), kUnlistedScore);
            sink(i, scores);
            continue;
        }
        const ModelInput single = batchOf(queries.subspan(i, 1));
        distinct[{single.items, single.users.empty() ? 0 : single.users.front()}].push_back(i);
    }
    auto next = distinct.begin();
    while (next != distinct.end()) {
        throwIfStopped(stop);
        const auto first = next;
        ModelInput input{.rows = 0, .length = m_modelConfig.maxLength};
        for (; next != distinct.end() && input.rows < kRowsAtOnce; ++next, ++input.rows) {
            input.items.insert(input.items.end(), next->first.first.begin(), next->first.first.end());
            if (m_userIds) input.users.push_back(next->first.second);
        }
        const std::int64_t rows = input.rows;
        const std::vector<float> answer = m_process->call(MessageKind::Forward, std::move(input), {rows, width}, stop);
        std::size_t row = 0;
        for (auto group = first; group != next; ++group, ++row) {
            copyScoresByToken(
                std::span(answer).subspan(row * static_cast<std::size_t>(width), static_cast<std::size_t>(width)),
                scores);
            for (const std::size_t i : group->second) sink(i, scores);
        }
    }
}

/// Throws Error(Input) if a weight is not finite.
void requireFinite(const std::vector<float>& weights) {
    if (std::all_of(weights.begin(), weights.end(), [](float weight) { return std::isfinite(weight); })) return;
    throw Error(ErrorKind::Input, translated("The model returned an attention weight that is not a finite number."),
                translated("The model must be repaired where it was made."));
}

AttentionResult TorchScriptModel::attend(const Query& query, const std::stop_token& stop) {
    AttentionResult answer;
    const Input input = inputOf(query);
    const bool hasMask = m_modelConfig.predictsAt == PredictsAt::Mask;
    answer.firstPosition = static_cast<std::int32_t>(query.history.size()) - static_cast<std::int32_t>(input.window);
    answer.positions.assign(query.history.begin() + answer.firstPosition, query.history.end());
    if (hasMask) answer.positions.push_back(maskToken(m_shape.itemCount));
    score(
        {&query, 1},
        [&](std::size_t, std::span<const float> scores) { answer.scores.assign(scores.begin(), scores.end()); }, stop);

    const std::int64_t N = m_modelConfig.maxLength, maps = m_modelConfig.layers * m_modelConfig.heads;
    // The answer's maps have a row and a column for each of answer.positions; the model's maps have N rows and N
    // columns.
    const auto size = static_cast<std::int64_t>(answer.positions.size()),
               read = static_cast<std::int64_t>(input.ids.size());
    answer.maps = {.layers = static_cast<std::int32_t>(m_modelConfig.layers),
                   .heads = static_cast<std::int32_t>(m_modelConfig.heads),
                   .size = static_cast<std::int32_t>(size),
                   .weights = std::vector<float>(static_cast<std::size_t>(maps * size * size))};
    if (input.ids.empty()) return answer;
    const std::int64_t first = firstPosition(input.ids.size());
    const std::vector<float> modelOutput = m_process->call(MessageKind::Attention, batchOf({&query, 1}),
                                                           {1, m_modelConfig.layers, m_modelConfig.heads, N, N}, stop);
    requireFinite(modelOutput);
    for (std::int64_t map = 0; map < maps; ++map)
        for (std::int64_t row = 0; row < read; ++row) {
            const auto from = modelOutput.begin() + (map * N + first + row) * N + first;
            // Drops the attention paid to padding and renormalizes each row to sum to 1 over the positions read.
            const float sum = std::accumulate(from, from + read, 0.0F);
            const auto to =
                answer.maps.weights.begin() + (map * size + input.positions[static_cast<std::size_t>(row)]) * size;
            for (std::int64_t column = 0; column < read && sum > 0; ++column)
                to[input.positions[static_cast<std::size_t>(column)]] = from[column] / sum;
        }
    return answer;
}

std::vector<float> TorchScriptModel::partsFor(const Query& query, Token /*candidate*/) {
    const Input input = inputOf(query);
    std::vector<float> weights(static_cast<std::size_t>(input.window));
    if (input.ids.empty()) return weights;
    const std::int64_t N = m_modelConfig.maxLength, first = firstPosition(input.ids.size()),
                       maps = m_modelConfig.layers * m_modelConfig.heads;
    const std::vector<float> modelOutput = m_process->call(MessageKind::Attention, batchOf({&query, 1}),
                                                           {1, m_modelConfig.layers, m_modelConfig.heads, N});
    requireFinite(modelOutput);
    for (std::size_t i = 0; i < input.ids.size(); ++i) {
        const auto position = static_cast<std::size_t>(input.positions[i]);
        const bool isMask = m_modelConfig.predictsAt == PredictsAt::Mask && input.ids[i] == m_modelConfig.maskId;
        if (isMask) continue;
        for (std::int64_t map = 0; map < maps; ++map)
            weights[position] += modelOutput[static_cast<std::size_t>(map * N + first) + i] / static_cast<float>(maps);
    }
    return weights;
}

/// Throws the error for operations that need a head's internals, not just its attention weights.
void throwHeadsUnavailable() {
    throw Error(ErrorKind::Usage,
                translated("The steps of a TorchScript model's heads cannot be shown: the model provides only their "
                           "attention weights."),
                translated("Attention maps, averages and the removal test are available."));
}

HeadSteps TorchScriptModel::headSteps(const Query& /*query*/, HeadId /*head*/, std::int32_t /*row*/) {
    throwHeadsUnavailable();
    return {};
}

std::unique_ptr<Recommender> TorchScriptModel::withoutHeads(std::span<const HeadId> /*heads*/) const {
    throwHeadsUnavailable();
    return nullptr;
}

}  // namespace

ModelEntry torchScriptEntry() {
    ModelEntry entry;
    entry.info = {"torchscript", translatable("TorchScript model"),
                  translatable("A model that another program made; it runs in a process of its own."), ""};
    entry.config = torchScriptConfig({});
    entry.presets = [](bool, const DatasetInfo&) { return std::vector<Preset>(); };
    entry.paperPreset = [](bool) { return ""; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = torchScriptCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights) {
        return std::make_unique<TorchScriptModel>(config, shape);
    };
    return entry;
}

}  // namespace recscope
