// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/protocol.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kNames = {"full", "pop100", "uniform100", "sasrec-original"};

/// The name of the candidates in JSON. It is stored with every metric and used to compare protocols, so it must never
/// change.
std::string storedCandidates(Candidates candidates) {
    switch (candidates) {
        case Candidates::Full:
            return "every item";
        case Candidates::Pop100:
            return "target + 100 unseen items drawn by popularity";
        case Candidates::Uniform100:
            return "target + 100 unseen items drawn uniformly";
        case Candidates::SasRecOriginal:
            return "target + 100 draws with replacement from all but the training items";
    }
    return {};
}

std::string candidatesSentence(Candidates candidates) {
    switch (candidates) {
        case Candidates::Full:
            return translated("all items");
        case Candidates::Pop100:
            return translated("the held-out item and 100 unseen items drawn by popularity");
        case Candidates::Uniform100:
            return translated("the held-out item and 100 unseen items drawn uniformly");
        case Candidates::SasRecOriginal:
            return translated(
                "the held-out item and 100 draws with replacement from all items but the user's training items");
    }
    return {};
}

/// The stored description of the users who are scored.
std::string usersOf(SplitKind split) {
    switch (split) {
        case SplitKind::LeaveOneOut:
            return "all with at least " + std::to_string(kMinHeldOutHistory) + " interactions";
        case SplitKind::NextOrder:
            return "all with at least " + std::to_string(kMinHeldOutHistory) + " orders";
        case SplitKind::GlobalTime:
            break;
    }
    return "all with an item before and one after the moment";
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
    const std::string among = candidatesSentence(candidates);
    const std::string which = candidates != Candidates::Full ? translated("{}: among {}, seed {}", name(), among, seed)
                              : seen == SeenItems::Kept ? translated("{}: among {}, seen items kept", name(), among)
                                                        : translated("{}: among {}, seen items removed", name(), among);
    return trainedOnValidation
               ? translated("{}; {}, trained on validation items too, ties count against the held-out item", which,
                            split.translatedName())
               : translated("{}; {}, ties count against the held-out item", which, split.translatedName());
}

std::string Protocol::toJson() const {
    nlohmann::json object{
        {"name", name()},
        {"split", split.name()},
        {"candidates", storedCandidates(candidates)},
        {"seen", seen == SeenItems::Kept ? "kept" : "removed"},
        {"users", usersOf(split.kind)},
        {"ties", "count against the target"},
        {"seed", seed},
        {"trained_on_validation", trainedOnValidation},
    };
    if (split.kind == SplitKind::GlobalTime) {
        object["valid_from"] = split.validFrom;
        object["test_from"] = split.testFrom;
    }
    return object.dump();
}

Protocol Protocol::fromJson(const std::string& json) {
    const auto object = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object() || !object.contains("name") || !object.contains("seen")) {
        throw Error(ErrorKind::Workspace, translated("A stored protocol cannot be read."),
                    translated("The workspace may be damaged."));
    }
    Protocol protocol;
    protocol.candidates = candidatesFromName(object["name"].get<std::string>());
    protocol.seen = object["seen"] == "kept" ? SeenItems::Kept : SeenItems::Removed;
    protocol.seed = object.value("seed", protocol.seed);
    protocol.trainedOnValidation = object.value("trained_on_validation", false);
    if (object.value("split", "") == SplitRule{.kind = SplitKind::NextOrder}.name())
        protocol.split.kind = SplitKind::NextOrder;
    if (object.contains("valid_from")) {
        protocol.split = {.kind = SplitKind::GlobalTime,
                          .validFrom = object["valid_from"].get<std::int64_t>(),
                          .testFrom = object.value("test_from", std::int64_t{0})};
    }
    return protocol;
}

std::span<const char* const> candidatesNames() {
    return kNames;
}

Candidates candidatesFromName(const std::string& name) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (name == kNames[i]) return static_cast<Candidates>(i);
    }
    throw Error(ErrorKind::Usage, translated("There is no protocol named \"{}\".", name),
                translated("Protocols: full, pop100, uniform100, sasrec-original."));
}

}  // namespace recscope
