// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/cautions.h"

#include <algorithm>

#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kPopularity = "Popularity";  // `Reference::name`

std::string missingItems(const AdoptedRun& adopted) {
    return translated(
        "{} of {} items of the dataset have no row in the weights, \"{}\" among them: they are ranked after all "
        "others, and in a history they are read as empty items.",
        adopted.itemsWithoutRow.size(), adopted.itemCount, adopted.itemsWithoutRow.front());
}

/// The notes of the run's layout. Empty for RecScope's own layout (the first), because its notes only describe its
/// files.
std::string noteOf(const AdoptedRun& adopted) {
    const auto& layouts = weightLayouts();
    const auto found = std::find_if(layouts.begin(), layouts.end(),
                                    [&](const WeightLayout& layout) { return layout.name == adopted.layout; });
    if (found == layouts.begin() || found == layouts.end() || found->notes.empty()) return {};
    return translated("Note: {}.", translated(found->notes));
}

}  // namespace

std::optional<std::string> belowPopularity(const AdoptedRun& adopted, const std::vector<Reference>& references) {
    if (!adopted.run.test) return std::nullopt;
    const auto baseline = std::find_if(references.begin(), references.end(),
                                       [](const Reference& reference) { return reference.name == kPopularity; });
    if (baseline == references.end() || adopted.run.test->ndcg10 >= baseline->test.ndcg10) return std::nullopt;
    return translated(
        "NDCG@10 {:.4f} is below that of popularity, {:.4f}: the vocabulary or the number of heads is probably wrong.",
        adopted.run.test->ndcg10, baseline->test.ndcg10);
}

std::vector<std::string> cautionsAbout(const AdoptedRun& adopted, const std::vector<Reference>& references) {
    std::vector<std::string> sentences;
    if (const auto below = belowPopularity(adopted, references)) sentences.push_back(*below);
    if (adopted.idsWithoutWeights > 0)
        sentences.push_back(
            translated("The vocabulary names more items than the weights have rows (too many: {}): its first line may "
                       "be a header, which shifts all items by one row.",
                       adopted.idsWithoutWeights));
    if (!adopted.itemsWithoutRow.empty()) sentences.push_back(missingItems(adopted));
    if (adopted.idsAreRowNumbers)
        sentences.push_back(
            translated("The weights do not state which row is which item, so item ids were taken as row numbers. If "
                       "that is wrong, give a vocabulary file."));
    for (const auto& [key, value] : adopted.assumed)
        sentences.push_back(translated("Assumed: {} {}, which cannot be derived from the weights.", key, value));
    if (const std::string note = noteOf(adopted); !note.empty()) sentences.push_back(note);
    return sentences;
}

}  // namespace recscope
