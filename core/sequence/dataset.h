// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

using DatasetId = std::int64_t;

/// The facts about one dataset: the statistics that papers list for each dataset, and its origin.
struct DatasetInfo {
    DatasetId id = 0;
    std::string name;
    std::int64_t users = 0;
    std::int64_t items = 0;
    std::int64_t interactions = 0;
    std::string source;        ///< path or "built in"
    std::string format;        ///< name of the DatasetFormat that read the source
    bool hasTimes = false;     ///< false: histories are in file order
    double tiedTimeShare = 0;  ///< share of interactions at the same time as the user's previous interaction; 0…1
    double repeatShare = 0;    ///< share of interactions with an item that the user had interacted with before; 0…1
    std::string createdAt;     ///< ISO 8601, UTC
    std::string importReport;  ///< ImportReport as JSON
    std::string settings;      ///< ImportOptions as JSON; "{}" if not imported
    std::string sampleFacts;   ///< JSON object from the generator of the built-in sample dataset; "{}" for others
    bool hasOrders = false;    ///< interactions belong to orders (baskets), see Interaction::order
    std::vector<std::string> eventKinds = {};  ///< event kinds, indexed by Interaction::kind; empty = not known
    DatasetId previous = 0;                    ///< id of the version that this one replaced; 0 = none
    DatasetId next = 0;                        ///< id of the version that replaced this one; 0 = this is the newest

    bool isNewest() const { return next == 0; }

    double averageLength() const { return users ? double(interactions) / double(users) : 0; }
    double density() const { return users && items ? double(interactions) / (double(users) * double(items)) : 0; }
};

struct ItemInfo {
    Token token = kPadToken;
    std::string id;      ///< the item's id in the dataset
    std::string title;   ///< the id if the data has no title
    std::string genres;  ///< "Comedy|Romance", may be empty
    std::int64_t interactions = 0;
    std::string tags = {};  ///< user tags, most frequent first: "pixar|fun"; may be empty
};

struct UserInfo {
    std::int32_t user = 0;                            ///< index, 0…number of users - 1
    std::string id;                                   ///< the user's id in the dataset
    std::int64_t length = 0;                          ///< number of interactions
    std::optional<std::int64_t> firstTime, lastTime;  ///< unix seconds
};

/// One interaction of a user's history.
struct Interaction {
    Token token = kPadToken;
    std::optional<std::int64_t> time;  ///< unix seconds, UTC
    std::optional<double> rating;
    std::optional<std::int32_t> order;  ///< number of the order (basket) in the user's history, from 0
    std::optional<std::int32_t> kind;   ///< index in DatasetInfo::eventKinds
};

/// The ways in which an interaction of the built-in sample dataset can depend on earlier ones of the same history.
/// Start: the first interaction, drawn by popularity; Repeat: the same item as a fixed number of interactions earlier;
/// AfterGap: the sequel of an item several interactions earlier; Bundle: a missing item of a group that the user has
/// begun; Chain: a successor of the previous item; Noise: drawn by popularity, whatever came before.
enum class Pattern { Start, Repeat, AfterGap, Bundle, Chain, Noise };
const char* patternName(Pattern pattern);          ///< "start", "repeat", "after_gap", "bundle", "chain", "noise"
Pattern patternFromName(const std::string& name);  ///< throws Error(Workspace) for any other name

/// Why the generator of the built-in sample dataset produced an interaction.
struct PlantedCause {
    std::int32_t position = 0;  ///< index of the explained interaction in the user's history, from 0
    Pattern pattern = Pattern::Noise;
    std::vector<std::int32_t> causes;  ///< positions of the interactions that made it likely; empty for Start and Noise
};

}  // namespace recscope
