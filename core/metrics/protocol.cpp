// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kNames = {"full", "pop100", "uniform100", "sasrec-original"};
constexpr const char *kPopularity = "pop", *kUniform = "uniform";  // followed by the number of drawn candidates
constexpr std::int32_t kMaxDrawn = 100'000;

/// The number of drawn candidates in a name such as "pop100"; 0 if the name has another form.
std::int32_t drawnIn(const std::string& name, std::string_view prefix) {
    if (!name.starts_with(prefix) || name.size() == prefix.size() || name[prefix.size()] == '0') return 0;
    std::int32_t drawn = 0;
    const char* const end = name.data() + name.size();
    const auto [read, error] = std::from_chars(name.data() + prefix.size(), end, drawn);
    return error == std::errc() && read == end && drawn <= kMaxDrawn ? std::max(drawn, 0) : 0;
}

/// The name of the candidates in JSON. It is stored with every metric and used to compare protocols, so it must never
/// change.
std::string storedCandidates(const Protocol& protocol) {
    switch (protocol.candidates) {
        case Candidates::Full:
            return "every item";
        case Candidates::Popularity:
            return fmt::format("target + {} unseen items drawn by popularity", protocol.drawn);
        case Candidates::Uniform:
            return fmt::format("target + {} unseen items drawn uniformly", protocol.drawn);
        case Candidates::SasRecOriginal:
            return "target + 100 draws with replacement from all but the training items";
    }
    return {};
}

std::string candidatesSentence(const Protocol& protocol) {
    switch (protocol.candidates) {
        case Candidates::Full:
            return translated("all items");
        case Candidates::Popularity:
            return translated("the held-out item and {} unseen items drawn by popularity", protocol.drawn);
        case Candidates::Uniform:
            return translated("the held-out item and {} unseen items drawn uniformly", protocol.drawn);
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
        case SplitKind::TimeWindow:
            return "all with an item in the window and one before it";
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
    if (candidates == Candidates::Popularity) return kPopularity + std::to_string(drawn);
    if (candidates == Candidates::Uniform) return kUniform + std::to_string(drawn);
    return candidates == Candidates::Full ? kNames.front() : kNames.back();
}

void Protocol::setCandidates(const std::string& name) {
    if (name == kNames.front() || name == kNames.back()) {
        candidates = name == kNames.front() ? Candidates::Full : Candidates::SasRecOriginal;
        drawn = Protocol().drawn;
    } else if (const std::int32_t byPopularity = drawnIn(name, kPopularity); byPopularity > 0) {
        candidates = Candidates::Popularity;
        drawn = byPopularity;
    } else if (const std::int32_t uniformly = drawnIn(name, kUniform); uniformly > 0) {
        candidates = Candidates::Uniform;
        drawn = uniformly;
    } else {
        throw Error(ErrorKind::Usage, translated("There is no protocol named \"{}\".", name),
                    translated("Protocols: full, pop100, uniform100, sasrec-original; any number of drawn candidates, "
                               "for example uniform1000."));
    }
}

std::string Protocol::sentence() const {
    const std::string among = candidatesSentence(*this);
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
        {"candidates", storedCandidates(*this)},
        {"seen", seen == SeenItems::Kept ? "kept" : "removed"},
        {"users", usersOf(split.kind)},
        {"ties", "count against the target"},
        {"seed", seed},
        {"trained_on_validation", trainedOnValidation},
    };
    if (split.kind == SplitKind::GlobalTime || split.kind == SplitKind::TimeWindow) {
        object["valid_from"] = split.validFrom;
        object["test_from"] = split.testFrom;
    }
    if (split.kind == SplitKind::TimeWindow) {
        object["test_until"] = split.testUntil;
        object["targets"] = split.targets == Targets::All ? "all" : "first";
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
    protocol.setCandidates(object["name"].get<std::string>());
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
    if (object.contains("test_until")) {
        protocol.split.kind = SplitKind::TimeWindow;
        protocol.split.testUntil = object["test_until"].get<std::int64_t>();
        protocol.split.targets = object.value("targets", "all") == "first" ? Targets::First : Targets::All;
    }
    return protocol;
}

std::span<const char* const> candidatesNames() {
    return kNames;
}

}  // namespace recscope
