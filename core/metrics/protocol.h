// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/sequence/histories.h"
#include "core/sequence/split.h"

namespace recscope {

/// Which items the target is ranked among.
enum class Candidates {
    Full,            ///< every item
    Pop100,          ///< the target + 100 drawn without replacement by popularity, never from the user's whole history
    Uniform100,      ///< the target + 100 drawn uniformly without replacement, never from the user's whole history
    SasRecOriginal,  ///< as SASRec's code: 100 drawn uniformly with replacement, only training items are never drawn
};

/// Whether items of the history stay candidates (only matters for `Candidates::Full`). The target always is one.
enum class SeenItems { Removed, Kept };

/// Everything a metric depends on. No number is stored or shown without it.
struct Protocol {
    Candidates candidates = Candidates::Full;
    SeenItems seen = SeenItems::Removed;
    std::uint64_t seed = 42;  ///< draws the sampled candidates; unused for `Full`
    SplitRule split;
    bool trainedOnValidation = false;  ///< the validation items were trained on before test was scored

    /// `full`; seen items are removed unless the dataset repeats items (share of repeats above `kRepeatingShare`),
    /// where removing them would remove correct answers.
    static Protocol defaultFor(const Histories& histories);

    std::string name() const;      ///< "full", "pop100", "uniform100", "sasrec-original"
    std::string sentence() const;  ///< "full: among all items, seen items removed; leave-one-out, …"
    std::string toJson() const;    ///< one object: name, split rule, candidates, seen, users, ties, seed
    static Protocol fromJson(const std::string& json);

    bool operator==(const Protocol&) const = default;
};

inline constexpr double kRepeatingShare = 0.05;

/// All names, for lists and menus.
std::span<const char* const> candidatesNames();
/// Throws Error(Usage) that lists the names.
Candidates candidatesFromName(const std::string& name);

}  // namespace recscope
