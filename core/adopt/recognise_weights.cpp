// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/adopt/adopt.h"
#include "core/adopt/possible_layouts.h"
#include "core/adopt/weights_file.h"
#include "core/models/transformer/weight_layouts.h"
#include "core/recommender/weights.h"
#include "core/util/error.h"
#include "core/util/safetensors_index.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool matches(const LayoutRules& rules, const TensorShapes& shapes) {
    return std::all_of(rules.signature.begin(), rules.signature.end(),
                       [&](const std::string& name) { return shapes.contains(name); });
}

/// Whether a layout whose tensor names match is also likely. This distinguishes RecBole's BERT4Rec from its SASRec: in
/// older versions of RecBole the tensors of both have the same names, but only BERT4Rec has a row for [MASK] after the
/// last item. In newer versions only BERT4Rec has `output_ffn.weight`.
bool isLikely(const LayoutRules& rules, const TensorShapes& shapes, std::int64_t itemCount) {
    if (rules.layout.name != "recbole-bert4rec" || shapes.contains("output_ffn.weight")) return true;
    const auto table = shapes.find(rules.items);
    return table != shapes.end() && table->second.size() == 2 && table->second[0] == itemCount + 2;
}

}  // namespace

std::vector<std::string> possibleLayouts(const TensorShapes& shapes, const std::map<std::string, std::string>& metadata,
                                         std::int64_t itemCount) {
    std::vector<std::string> likely, possible;
    if (metadata.contains(kConfigMetadata)) likely.emplace_back("recscope");
    std::string known = "recscope";
    for (const LayoutRules& rules : layoutRules()) {
        known += ", " + rules.layout.name;
        if (matches(rules, shapes))
            (isLikely(rules, shapes, itemCount) ? likely : possible).push_back(rules.layout.name);
    }
    likely.insert(likely.end(), possible.begin(), possible.end());
    if (!likely.empty()) return likely;
    throw Error(ErrorKind::Input, translated("The names of the tensors match no program that RecScope knows."),
                translated("Layouts: {}. Rename the tensors to RecScope's names and add the metadata entry {}.", known,
                           kConfigMetadata));
}

RecognisedWeights recogniseWeights(const std::filesystem::path& path, std::int64_t itemCount) {
    requireSafeTensors(path);
    const SafeTensorsIndex index = readSafeTensorsHeader(path);
    TensorShapes shapes;
    for (const auto& [name, tensor] : index.tensors) shapes[name] = tensor.shape;
    return {.layouts = possibleLayouts(shapes, index.metadata, itemCount),
            .hasItemIds = index.metadata.contains("items")};
}

}  // namespace recscope
