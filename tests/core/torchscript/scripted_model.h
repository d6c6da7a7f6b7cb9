// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace recscope {

/// What a test writes into a TorchScript archive.
struct ScriptedModel {
    std::string forward;              ///< the body of forward(self, items) or forward(self, items, users)
    std::string arguments = "items";  ///< "items" or "items, users"
    std::string attention = {};       ///< the body of attention(self, items); empty: no such method
    std::string description;          ///< the text of recscope.json; empty: no such file
};

/// The number of items that `description` lists: i1 … i12, as in the ring of learn_support.h.
inline constexpr int kScriptedItems = 12;

/// A recscope.json for the items of the ring; `members` is appended to its object: ", \"users\": [...]".
std::string ringDescription(const std::string& members = "", const std::string& side = "left", int length = 8);

/// The body of a forward that sums rows of the parameter `weight` (13, 13), one for each item of the history; the newer
/// the item, the more its row counts (see `position` below).
std::string weightedSum();

/// Writes the model with torch.jit's C++ interface. It has the parameters `weight` (13, 13), drawn from a fixed seed,
/// and `position` (length), 1 / (distance from the right end + 1).
void writeScriptedModel(const std::filesystem::path& path, const ScriptedModel& model);

}  // namespace recscope
