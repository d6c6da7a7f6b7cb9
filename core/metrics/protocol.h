// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/sequence/histories.h"
#include "core/sequence/split.h"

namespace recscope {

/// Which items the target is ranked among. Drawn candidates are added to the user's targets; their number is
/// `Protocol::drawn`.
enum class Candidates {
    Full,            ///< every item
    Popularity,      ///< items drawn by popularity without replacement, except those in the user's whole history
    Uniform,         ///< items drawn uniformly without replacement, except those in the user's whole history
    SasRecOriginal,  ///< as in SASRec's code: 100 items drawn uniformly with replacement, except the user's training
                     ///< items
};

/// Whether the items of a user's history stay candidates. Has an effect only with `Candidates::Full`. The target is
/// always a candidate.
enum class SeenItems { Removed, Kept };

/// The evaluation protocol: everything that a metric depends on besides the model and the data. No metric is stored or
/// shown without it.
struct Protocol {
    Candidates candidates = Candidates::Full;
    std::int32_t drawn = 100;  ///< how many candidates are drawn; unused for `Full`, 100 for `SasRecOriginal`
    SeenItems seen = SeenItems::Removed;
    std::uint64_t seed = 42;  ///< seed for drawing the sampled candidates; unused for `Full`
    SplitRule split;
    /// Whether the model was also trained on the validation items before the test items were scored.
    bool trainedOnValidation = false;

    /// All items as candidates. Seen items are removed unless the dataset repeats items (share of repeats above
    /// `kRepeatingShare`), because in such data a seen item may be the correct answer.
    static Protocol defaultFor(const Histories& histories);

    /// The name of the candidates: "full", "pop100", "uniform1000", "sasrec-original".
    std::string name() const;
    /// Sets the candidates by their name. Throws Error(Usage) that lists the names if `name` is unknown.
    void setCandidates(const std::string& name);
    std::string sentence() const;  ///< "full: among all items, seen items removed; leave-one-out, …"
    std::string toJson() const;    ///< one object with all members, and "users" and "ties" as sentences
    static Protocol fromJson(const std::string& json);

    bool operator==(const Protocol&) const = default;
};

inline constexpr double kRepeatingShare = 0.05;  ///< share of repeats above which seen items stay candidates by default

/// Names of candidates that papers use, for lists and menus.
std::span<const char* const> candidatesNames();

}  // namespace recscope
