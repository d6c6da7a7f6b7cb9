// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/adopt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "core/adopt/adopted_items.h"
#include "core/adopt/possible_layouts.h"
#include "core/adopt/weights_file.h"
#include "core/models/transformer/transformer_config.h"
#include "core/models/transformer/weight_layouts.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/unknown_keys.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/run_archive.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kMaxStatedProblems = 6;  // an error message states at most this many problems and counts the rest

/// Collects error messages about single tensors and throws them as one error.
class Problems {
public:
    void add(std::string sentence) { m_sentences.push_back(std::move(sentence)); }
    void throwIfAny(const std::string& hint) const {
        if (m_sentences.empty()) return;
        std::string text;
        for (std::size_t i = 0; i < std::min(m_sentences.size(), kMaxStatedProblems); ++i)
            text += (i ? " " : "") + m_sentences[i];
        if (m_sentences.size() > kMaxStatedProblems)
            text += translated(" And {} more.", m_sentences.size() - kMaxStatedProblems);
        throw Error(ErrorKind::Input, text, hint);
    }

private:
    std::vector<std::string> m_sentences;
};

std::string shapeText(torch::IntArrayRef shape) {
    return fmt::format("({})", fmt::join(shape, ", "));
}

/// The name of a tensor with the layer's index in place of "{i}".
std::string withLayer(std::string name, std::int64_t layer) {
    const std::size_t layerMark = name.find("{i}");
    return layerMark == std::string::npos ? name : name.replace(layerMark, 3, std::to_string(layer));
}

/// Copies tensors from the other program's weights (`theirs`) to RecScope's (`ours`), under RecScope's names. A
/// TensorSource of the layout states both names of a tensor.
class Copier {
public:
    Copier(const SafeTensors& theirs, SafeTensors& ours, Problems& problems)
        : m_theirs(theirs), m_ours(ours), m_problems(problems) {}

    bool has(const TensorSource& source, std::int64_t layer) const {
        const std::string end = source.kind == TensorSource::Kind::Module ? ".weight" : "";
        return m_theirs.tensors.contains(withLayer(source.theirs, layer) + end);
    }

    void copy(const TensorSource& source, std::int64_t layer) {
        if (source.kind == TensorSource::Kind::Tensor) return copyTensor(source, layer, "");
        copyTensor(source, layer, ".weight");
        copyTensor(source, layer, ".bias");
    }

private:
    void copyTensor(const TensorSource& source, std::int64_t layer, const std::string& end) {
        const std::string name = withLayer(source.theirs, layer) + end;
        const auto found = m_theirs.tensors.find(name);
        if (found == m_theirs.tensors.end()) return m_problems.add(translated("The tensor {} is missing.", name));
        torch::Tensor tensor = found->second;
        if (tensor.dim() == 3 && tensor.size(2) == 1) tensor = tensor.squeeze(2);  // a convolution with kernel size 1
        if (tensor.dim() == 0 || tensor.size(0) % source.parts != 0)
            return m_problems.add(translated("The tensor {} with shape {} cannot be split into {} parts.", name,
                                             shapeText(tensor.sizes()), source.parts));
        const std::int64_t rows = tensor.size(0) / source.parts;
        m_ours.tensors[withLayer(source.ours, layer) + end] =
            tensor.slice(0, source.part * rows, (source.part + 1) * rows).clone();
    }

    const SafeTensors& m_theirs;
    SafeTensors& m_ours;
    Problems& m_problems;
};

/// A matrix of the file. Throws Error(Input) if it is missing, empty or not a matrix.
const torch::Tensor& matrixOf(const SafeTensors& weights, const std::string& name) {
    const auto found = weights.tensors.find(name);
    if (found == weights.tensors.end())
        throw Error(ErrorKind::Input, translated("The tensor {} is missing.", name),
                    translated("Is this the right layout?"));
    if (found->second.dim() != 2 || found->second.numel() == 0) {
        throw Error(
            ErrorKind::Input,
            translated("The tensor {} has shape {}, a matrix is needed.", name, shapeText(found->second.sizes())),
            translated("Is this the right layout?"));
    }
    return found->second;
}

/// Item ids by row, starting with row 1; empty if neither a vocabulary file nor the metadata maps rows to items.
std::vector<std::string> idsByRow(const AdoptRequest& request, const SafeTensors& weights) {
    std::vector<std::string> ids;
    if (!request.vocabulary.empty()) {
        std::istringstream lines(readWholeFile(request.vocabulary));
        for (std::string line; std::getline(lines, line);) ids.emplace_back(trimmed(line));
        while (!ids.empty() && ids.back().empty()) ids.pop_back();
        if (ids.empty())
            throw Error(ErrorKind::Input, translated("The vocabulary file is empty."),
                        translated("One item id per line, starting with row 1 of the weights."));
        return ids;
    }
    const auto found = weights.metadata.find("items");
    if (found == weights.metadata.end()) return ids;
    const auto list = nlohmann::json::parse(found->second, nullptr, /*allow_exceptions=*/false);
    if (!list.is_array() || list.empty()) {
        throw Error(ErrorKind::Input, translated("The metadata entry \"items\" is not a list of item ids."),
                    translated("Its entry n must be the id of row n of the weights, with entry 0 for the padding; or "
                               "give a vocabulary file."));
    }
    for (std::size_t row = 1; row < list.size(); ++row)
        ids.push_back(list[row].is_string() ? list[row].get<std::string>() : list[row].dump());
    return ids;
}

/// The weights and the config of a run to be made, and the assumptions made for them.
struct Adopted {
    SafeTensors weights;
    RunConfig config;
    WeightLayout layout;
    bool idsAreRowNumbers = false;
    std::int64_t idsWithoutWeights = 0;
    std::vector<std::string> missing = {};  ///< ids of the dataset's items without a row
};

/// Whether the value of a key is known: from tensor shapes, tensor names or the other program's code, or, for the
/// split, from the dataset. All other keys describe the training, of which RecScope has no record.
bool isKnown(const std::string& key) {
    static const std::set<std::string> known = [] {
        std::set<std::string> keys = {"dim", "heads", "layers", "inner_dim", "max_length", "read_oldest", "split"};
        for (const ConfigKey& part : partKeys()) keys.insert(part.field.key);
        return keys;
    }();
    return known.contains(key);
}

void applySettings(RunConfig& config, const AdoptRequest& request) {
    std::set<std::string> unknown = unknownKeys(config);
    for (const auto& [key, value] : request.settings) {
        setConfigValue(config, key, value);
        unknown.erase(key);
    }
    config = withUnknownKeys(std::move(config), unknown);
    checkConfig(config);
}

/// Reorders the item tables of a transformer to match the dataset, and adds a bias that ranks items without a row last.
void arrangeItems(Adopted& adopted, const torch::Tensor& table, const AdoptedItems& items) {
    auto& tensors = adopted.weights.tensors;
    tensors["item_embedding.weight"] = arranged(table, items);
    for (const char* const name : {"output.bias", "output.weight"}) {
        const auto found = tensors.find(name);
        if (found != tensors.end() && found->second.dim() > 0) found->second = arranged(found->second, items);
    }
    adopted.missing = items.missing;
    if (items.missing.empty()) return;
    const auto bias = tensors.find("output.bias");
    tensors["output.bias"] =
        biasWithMissingLast(bias == tensors.end() ? std::nullopt : std::optional(bias->second), items);
    setConfigValue(adopted.config, "output_bias", "on");
}

bool areInOrder(const std::vector<ItemInfo>& items, const std::vector<std::string>& ids) {
    return std::equal(items.begin(), items.end(), ids.begin(), ids.end(),
                      [](const ItemInfo& item, const std::string& id) { return item.id == id; });
}

Adopted fromRecScope(SafeTensors weights, const AdoptRequest& request, const std::vector<ItemInfo>& items) {
    const auto stored = weights.metadata.find(kConfigMetadata);
    if (stored == weights.metadata.end()) {
        throw Error(ErrorKind::Input, translated("The metadata entry {} is missing.", kConfigMetadata),
                    translated("It holds the config as JSON; `recscope-cli models` lists the keys."));
    }
    Adopted adopted{.weights = std::move(weights), .config = configFromJson(stored->second), .layout = {}};
    if (capabilitiesOf(adopted.config).isExternalModel)
        throw Error(ErrorKind::Input,
                    translated("This file has no weights: the run that it was exported from has a TorchScript model."),
                    translated("Adopt the model's own file, or copy the run with its workspace."));
    applySettings(adopted.config, request);
    const std::vector<std::string> ids = idsByRow(request, adopted.weights);
    if (areInOrder(items, ids)) return adopted;
    // Only transformers have `output_bias`. For other models, this code does not know which tensors have a row for each
    // item.
    if (!hasConfigKey(adopted.config, "output_bias")) {
        throw Error(ErrorKind::Input,
                    translated("These weights have other items than the dataset, or the same ones in another order."),
                    translated("Adopt into the dataset the weights were trained on."));
    }
    const torch::Tensor table = matrixOf(adopted.weights, "item_embedding.weight");
    adopted.idsAreRowNumbers = ids.empty();
    arrangeItems(adopted, table, adoptedItems(items, ids, table.size(0) - 1, table.size(0) - 1));
    return adopted;
}

/// The other program's item embedding. If row 1 belongs to [MASK], it is moved behind the rows of the items.
torch::Tensor itemTable(const SafeTensors& weights, const LayoutRules& rules) {
    const torch::Tensor& table = matrixOf(weights, rules.items);
    if (rules.maskRow == LayoutRules::MaskRow::Last || table.size(0) < 3) return table;
    return torch::cat({table.slice(0, 0, 1), table.slice(0, 2), table.slice(0, 1, 2)});
}

Adopted fromLayout(const SafeTensors& weights, const LayoutRules& rules, const AdoptRequest& request,
                   const std::vector<ItemInfo>& items) {
    for (const auto& [name, sentence] : rules.refused)
        if (weights.tensors.contains(name))
            throw Error(ErrorKind::Input, translated(sentence),
                        translated("Export the model itself from Python with recscope_export.py."));
    Adopted adopted{.weights = {}, .config = rules.config, .layout = rules.layout};
    Problems problems;
    Copier copier(weights, adopted.weights, problems);
    RunConfig& config = adopted.config;
    const torch::Tensor table = itemTable(weights, rules);
    const torch::Tensor& positions = matrixOf(weights, rules.positions);
    transformerOf(config).dim = table.size(1);

    transformerOf(config).layers = 0;
    const TensorSource& first = rules.tensors.front();
    while (copier.has(first, transformerOf(config).layers)) ++transformerOf(config).layers;
    if (transformerOf(config).layers == 0)
        throw Error(ErrorKind::Input,
                    translated("The weights have no layer: {} is missing.", withLayer(first.theirs, 0)),
                    translated("Is this the right layout?"));
    for (const TensorSource& source : rules.tensors) {
        const bool isPerLayer = source.ours.find("{i}") != std::string::npos;
        for (std::int64_t i = 0; i < (isPerLayer ? transformerOf(config).layers : 1); ++i) copier.copy(source, i);
    }
    for (const TensorSource& source : rules.ifPresent) {
        if (copier.has(source, 0)) copier.copy(source, 0);
    }
    problems.throwIfAny(translated("Is this the right layout?"));
    const auto inner = adopted.weights.tensors.find("layers.0.feed_forward.inner.weight");
    if (inner != adopted.weights.tensors.end() && inner->second.dim() == 2)
        transformerOf(config).innerDim = inner->second.size(0);
    const std::int64_t firstPosition =
        rules.zeroPositionIsPadding && positions[0].abs().sum().item<double>() == 0 ? 1 : 0;
    adopted.weights.tensors["position_embedding.weight"] = positions.slice(0, firstPosition).clone();
    transformerOf(config).maxLength = positions.size(0) - firstPosition;
    if (rules.finish) rules.finish(weights, adopted.weights, config);
    std::set<std::string> unknown;
    for (const ConfigKey& key : config.schema->keys())
        if (!isKnown(key.field.key)) unknown.insert(key.field.key);
    config = withUnknownKeys(std::move(config), unknown);
    applySettings(config, request);

    // [MASK] is the last row; models without [MASK] get the index of a row that does not exist.
    const std::int64_t maskRow = capabilitiesOf(config).predictsMaskedItems ? table.size(0) - 1 : table.size(0);
    const std::vector<std::string> ids = idsByRow(request, weights);
    const std::int64_t namedRows = static_cast<std::int64_t>(ids.size()) + 1;
    adopted.idsAreRowNumbers = ids.empty();
    adopted.idsWithoutWeights = std::max<std::int64_t>(0, namedRows - maskRow);
    arrangeItems(adopted, table,
                 adoptedItems(items, ids, ids.empty() ? maskRow : std::min(maskRow, namedRows), maskRow));
    return adopted;
}

Adopted adopt(SafeTensors weights, const AdoptRequest& request, const std::vector<ItemInfo>& items) {
    std::string requested = request.layout;
    if (requested == "auto") {
        TensorShapes shapes;
        for (const auto& [name, tensor] : weights.tensors) shapes[name] = tensor.sizes().vec();
        const std::size_t named = idsByRow(request, weights).size();
        requested =
            possibleLayouts(shapes, weights.metadata, static_cast<std::int64_t>(named > 0 ? named : items.size()))
                .front();
        for (const LayoutRules& rules : layoutRules()) {
            if (rules.layout.name == requested && !rules.notAutomatic.empty())
                throw Error(ErrorKind::Input, translated(rules.notAutomatic),
                            translated("If it was, choose the layout {}. If not, export the model itself from Python "
                                       "with recscope_export.py.",
                                       requested));
        }
    }
    if (requested == "recscope") {
        Adopted adopted = fromRecScope(std::move(weights), request, items);
        adopted.layout = weightLayouts().front();
        return adopted;
    }
    std::string names = "auto, recscope";
    for (const LayoutRules& rules : layoutRules()) {
        if (rules.layout.name == requested) return fromLayout(weights, rules, request, items);
        names += ", " + rules.layout.name;
    }
    throw Error(ErrorKind::Usage, translated("There is no layout named \"{}\".", requested),
                translated("Layouts: {}.", names));
}

void requireShapes(const Adopted& adopted, const ModelShape& shape) {
    Problems problems;
    const SafeTensors requested = makeRecommender(adopted.config, shape, InitialWeights::Loaded)->weights();
    std::set<std::string> needed;
    for (const auto& [name, tensor] : requested.tensors) {
        needed.insert(name);
        const auto found = adopted.weights.tensors.find(name);
        if (found == adopted.weights.tensors.end()) {
            problems.add(translated("The tensor {} is missing.", name));
        } else if (found->second.sizes() != tensor.sizes()) {
            problems.add(translated("The tensor {} has shape {}, the config needs {}.", name,
                                    shapeText(found->second.sizes()), shapeText(tensor.sizes())));
        } else if (!torch::isfinite(found->second).all().item<bool>()) {
            problems.add(translated("The tensor {} holds numbers that are not finite.", name));
        }
    }
    for (const auto& [name, tensor] : adopted.weights.tensors) {
        if (!needed.contains(name)) problems.add(translated("The tensor {} does not belong to this model.", name));
    }
    problems.throwIfAny(translated("Config keys (--set) determine which parts the model has."));
}

/// The weights and the config as stored with the run, without the metadata of a run archive.
SafeTensors storedWeights(const Adopted& adopted) {
    return {.tensors = adopted.weights.tensors, .metadata = {{kConfigMetadata, adopted.config.toJson()}}};
}

Adopted adoptFile(const AdoptRequest& request, const std::vector<ItemInfo>& items) {
    requireSafeTensors(request.path);
    return adopt(fromSafeTensors(readWholeFile(request.path)), request, items);
}

}  // namespace

AdoptedRun adoptRun(Workspace& workspace, const AdoptRequest& request) {
    const DatasetStore datasets(workspace);
    const std::vector<ItemInfo> items = datasets.items(request.dataset);
    const Adopted adopted = adoptFile(request, items);
    requireShapes(adopted, shapeOf(datasets.byId(request.dataset)));

    AdoptedRun result{.run = {},
                      .layout = adopted.layout.name,
                      .assumed = adopted.layout.assumed,
                      .idsAreRowNumbers = adopted.idsAreRowNumbers,
                      .idsWithoutWeights = adopted.idsWithoutWeights,
                      .itemsWithoutRow = adopted.missing,
                      .itemCount = static_cast<std::int64_t>(items.size())};
    std::erase_if(result.assumed, [&request](const auto& assumption) {
        return std::any_of(request.settings.begin(), request.settings.end(),
                           [&](const auto& setting) { return setting.first == assumption.first; });
    });
    RunStore runs(workspace);
    RunRecord& run = result.run;
    run.dataset = request.dataset;
    run.model = adopted.config.model;
    run.name = request.runName.empty() ? runs.freeName(modelInfo(run.model).title) : request.runName;
    run.config = adopted.config.toJson();
    run.protocol = protocolFor(workspace, request.dataset, adopted.config);
    run.message = {Message(MessageId::AdoptedFrom, {request.path.filename().string(), adopted.layout.title})};
    run.state = RunState::Finished;
    const Checkpoint best{.epoch = 0, .weights = toSafeTensors(storedWeights(adopted)), .state = {}, .progress = {}};
    const auto archive = adopted.weights.metadata.find(kRunArchiveMetadata);
    if (archive != adopted.weights.metadata.end()) {
        if (applyRunArchive(workspace, archive->second, run, best)) return result;
        run.message.emplace_back(MessageId::MetricsLeftOut);
    }
    runs.recordTrainedElsewhere(run, best);
    return result;
}

RunRecord adoptRunArchive(Workspace& workspace, RunRecord run, const std::filesystem::path& path) {
    const DatasetStore datasets(workspace);
    const AdoptRequest request{.path = path,
                               .dataset = run.dataset,
                               .runName = run.name,
                               .layout = "recscope",
                               .settings = {},
                               .vocabulary = {}};
    const Adopted adopted = adoptFile(request, datasets.items(run.dataset));
    requireShapes(adopted, shapeOf(datasets.byId(run.dataset)));
    const auto archive = adopted.weights.metadata.find(kRunArchiveMetadata);
    const Checkpoint best{
        .epoch = run.bestEpoch, .weights = toSafeTensors(storedWeights(adopted)), .state = {}, .progress = {}};
    const Messages message = run.message;
    if (adopted.config != configFromJson(run.config) || archive == adopted.weights.metadata.end() ||
        !applyRunArchive(workspace, archive->second, run, best))
        throw Error(
            ErrorKind::Input,
            translated("The run archive sent back for \"{}\", which was trained elsewhere, belongs to another run.",
                       run.name),
            translated("Nothing was changed in this workspace."));
    if (!message.empty() && message != run.message) {
        run.message = message;
        RunStore(workspace).update(run);
    }
    return run;
}

}  // namespace recscope
