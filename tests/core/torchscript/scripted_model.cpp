// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripted_model.h"

#include <torch/script.h>

#include <sstream>

namespace recscope {

namespace {

/// A method of a class in TorchScript's source language.
std::string method(const std::string& name, const std::string& arguments, const std::string& body) {
    std::istringstream lines(body);
    std::string source = "def " + name + "(self, " + arguments + "):\n";
    for (std::string line; std::getline(lines, line);) source += "    " + line + "\n";
    return source;
}

}  // namespace

std::string ringDescription(const std::string& members, const std::string& side, int length) {
    std::string items;
    for (int i = 1; i <= kScriptedItems; ++i) items += (i > 1 ? ", " : "") + ("\"i" + std::to_string(i)) + '"';
    const std::string answers = members.find("\"answers\"") == std::string::npos ? R"(, "answers": "last")" : "";
    return R"({"format": 1, "title": "Weighted sum", "items": [)" + items + R"(], "max_length": )" +
           std::to_string(length) + R"(, "padding": {"side": ")" + side + R"(", "id": 0})" + answers + members + "}";
}

std::string weightedSum() {
    return "counts = torch.one_hot(items, 13).float() * self.position.unsqueeze(1)\n"
           "return torch.matmul(counts.sum(1), self.weight)";
}

void writeScriptedModel(const std::filesystem::path& path, const ScriptedModel& model) {
    torch::manual_seed(7);
    torch::jit::Module module("Model");
    module.register_parameter("weight", torch::randn({13, 13}), /*is_buffer=*/false);
    const torch::Tensor distance = torch::arange(7, -1, -1, torch::kFloat);
    module.register_buffer("position", 1 / (distance + 1));
    module.define(method("forward", model.arguments, model.forward));
    if (!model.attention.empty()) module.define(method("attention", model.arguments, model.attention));
    torch::jit::ExtraFilesMap files;
    if (!model.description.empty()) files["recscope.json"] = model.description;
    module.save(path.string(), files);
}

}  // namespace recscope
