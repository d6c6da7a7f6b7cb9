// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/protocol.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/util/error.h"

namespace recscope {

namespace {

constexpr std::array kNames = {"full", "pop100", "uniform100"};

std::string candidatesSentence(Candidates candidates) {
    switch (candidates) {
        case Candidates::Full:
            return "every item";
        case Candidates::Pop100:
            return "target + 100 unseen items drawn by popularity";
        case Candidates::Uniform100:
            return "target + 100 unseen items drawn uniformly";
    }
    return {};
}

}  // namespace

Protocol Protocol::defaultFor(const Histories& histories) {
    Protocol protocol;
    protocol.seen = repeatShare(histories) > kRepeatingShare ? SeenItems::Kept : SeenItems::Removed;
    return protocol;
}

std::string Protocol::name() const {
    return kNames.at(static_cast<std::size_t>(candidates));
}

std::string Protocol::sentence() const {
    std::string text = name() + ": ranked among " + candidatesSentence(candidates);
    if (candidates == Candidates::Full)
        text += seen == SeenItems::Kept ? ", seen items kept" : ", seen items removed";
    else
        text += ", seed " + std::to_string(seed);
    return text + "; leave-one-out, ties count against the target";
}

std::string Protocol::toJson() const {
    return nlohmann::json{
        {"name", name()},
        {"split", "leave-one-out"},
        {"candidates", candidatesSentence(candidates)},
        {"seen", seen == SeenItems::Kept ? "kept" : "removed"},
        {"users", "all with at least " + std::to_string(kMinHeldOutHistory) + " interactions"},
        {"ties", "count against the target"},
        {"seed", seed},
    }
        .dump();
}

Protocol Protocol::fromJson(const std::string& json) {
    const auto object = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object() || !object.contains("name") || !object.contains("seen")) {
        throw Error(ErrorKind::Workspace, "A stored protocol cannot be read.", "The workspace may be damaged.");
    }
    Protocol protocol;
    protocol.candidates = candidatesFromName(object["name"].get<std::string>());
    protocol.seen = object["seen"] == "kept" ? SeenItems::Kept : SeenItems::Removed;
    protocol.seed = object.value("seed", protocol.seed);
    return protocol;
}

Candidates candidatesFromName(const std::string& name) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (name == kNames[i]) return static_cast<Candidates>(i);
    }
    throw Error(ErrorKind::Usage, "There is no protocol named \"" + name + "\".",
                "Protocols: full, pop100, uniform100.");
}

}  // namespace recscope
