// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/references.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/recommender/baseline_scores.h"
#include "core/recommender/registry.h"
#include "core/store/analysis_store.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kVersion = 3;  // version of the cached metrics; to be incremented if a code change alters them

std::vector<Reference> computed(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                const std::stop_token& stop) {
    std::vector<Reference> references;
    const auto add = [&](Reference reference, const Histories& histories, const BaselineScore& score) {
        const auto metrics = [&](Split split) {
            return evaluateScorer(histories, protocol, split, score, {}, stop).metrics;
        };
        reference.valid = metrics(Split::Valid);
        reference.test = metrics(Split::Test);
        references.push_back(std::move(reference));
    };
    visitBaselines(workspace, dataset, protocol, add, stop);
    return references;
}

std::optional<Reference> bestReachable(Workspace& workspace, DatasetId dataset, const Protocol& protocol) {
    const auto facts =
        nlohmann::json::parse(DatasetStore(workspace).byId(dataset).sampleFacts, nullptr, /*allow_exceptions=*/false);
    if (!facts.is_object() || !facts.contains("best_reachable")) return std::nullopt;
    const auto& best = facts["best_reachable"];
    if (Protocol::fromJson(best.at("protocol").dump()) != protocol) return std::nullopt;
    return Reference{.name = translatable("Best reachable"),
                     .valid = Metrics::fromJson(best.at("valid").dump()),
                     .test = Metrics::fromJson(best.at("test").dump()),
                     .isUpperBound = true};
}

std::string toJson(const std::vector<Reference>& references) {
    auto list = nlohmann::json::array();
    for (const Reference& reference : references)
        list.push_back({{"name", reference.name},
                        {"valid", reference.valid.toJson()},
                        {"test", reference.test.toJson()},
                        {"detail", messageToJson(reference.detail)}});
    return list.dump();
}

std::vector<Reference> fromJson(const std::string& json) {
    std::vector<Reference> references;
    for (const auto& entry : nlohmann::json::parse(json))
        references.push_back({.name = entry.at("name"),
                              .valid = Metrics::fromJson(entry.at("valid")),
                              .test = Metrics::fromJson(entry.at("test")),
                              .detail = messageFromJson(entry.at("detail").get<std::string>())});
    return references;
}

Protocol protocolOfReferences(Protocol protocol) {
    protocol.trainedOnValidation = false;  // references are never trained on validation
    return protocol;
}

std::string kindOf(const Protocol& protocol) {
    return fmt::format("{} {}", kReferencesKind, protocol.toJson());
}

}  // namespace

std::string Reference::title() const {
    const std::string words = wordsOf(detail);
    return words.empty() ? translated(name) : fmt::format("{} ({})", translated(name), words);
}

std::vector<Reference> cachedReferences(Workspace& workspace, DatasetId dataset, const Protocol& requested) {
    const Protocol protocol = protocolOfReferences(requested);
    const auto known = AnalysisStore(workspace).find(dataset, kindOf(protocol), kVersion);
    if (!known) return {};
    std::vector<Reference> references = fromJson(*known);
    if (auto best = bestReachable(workspace, dataset, protocol)) references.push_back(*std::move(best));
    return references;
}

std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const Protocol& requested,
                                     const std::stop_token& stop) {
    if (std::vector<Reference> kept = cachedReferences(workspace, dataset, requested); !kept.empty()) return kept;
    const Protocol protocol = protocolOfReferences(requested);
    std::vector<Reference> references = computed(workspace, dataset, protocol, stop);
    AnalysisStore(workspace).put(dataset, kindOf(protocol), kVersion, toJson(references));
    if (auto best = bestReachable(workspace, dataset, protocol)) references.push_back(*std::move(best));
    return references;
}

std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const std::stop_token& stop) {
    return referencesFor(workspace, dataset, Protocol::defaultFor(DatasetStore(workspace).histories(dataset)), stop);
}

const Reference* bestBaselineAbove(const RunRecord& run, const std::vector<Reference>& references) {
    const std::optional<RunConfig> config = readableConfig(run.config);
    if (!config || !capabilitiesOf(*config).trainsByGradientDescent) return nullptr;
    const bool comparesTest = run.test.has_value();
    if (!comparesTest && (!run.bestValid || config->training.validationUsers > 0)) return nullptr;
    const double reached = (comparesTest ? *run.test : *run.bestValid).ndcg10;
    const Reference* above = nullptr;
    double highest = reached;
    for (const Reference& reference : references) {
        const double value = (comparesTest ? reference.test : reference.valid).ndcg10;
        if (reference.isUpperBound || value <= highest) continue;
        above = &reference;
        highest = value;
    }
    return above;
}

std::string baselineAboveSentence(const RunRecord& run, const std::vector<Reference>& references) {
    const Reference* const above = bestBaselineAbove(run, references);
    if (!above) return {};
    const std::string name = above->title();
    return run.test ? translated("Below the simple rule \"{}\": NDCG@10 {:.4f} against {:.4f} on test.", name,
                                 run.test->ndcg10, above->test.ndcg10)
                    : translated("Below the simple rule \"{}\": NDCG@10 {:.4f} against {:.4f} on validation.", name,
                                 run.bestValid->ndcg10, above->valid.ndcg10);
}

}  // namespace recscope
