// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "core/store/run_store.h"
#include "ui/session/run_looks.h"

namespace recscope::ui {

/// One line of every comparison: a run, or the finished runs of one config that differ only in the seed (`seedGroups`).
struct RunLine {
    std::vector<RunRecord> runs;  ///< at least one; several by seed
    QString base;                 ///< the run's name, or the common part of several names
    RunStyle style;               ///< of its oldest run
    std::vector<RunStyle> own;    ///< of each run alone

    bool isGroup() const { return runs.size() > 1; }
    bool holds(RunId run) const;
    /// Style of one of its runs drawn beside the line: the line's colour (`looksFor`) with its own dash and marker.
    /// Pre: `holds(run)`.
    RunStyle styleOf(RunId run) const;
};

/// All lines among `runs`, in the order of their first run; a run that is missing in `looks` gets a new look.
std::vector<RunLine> runLines(std::span<const RunRecord> runs, const Looks& looks = {});

/// "SASRec 1"; "BERT4Rec (3 seeds)" for several.
QString lineName(const QString& base, std::size_t seeds);
/// The seed of a run's config; 0 if the config cannot be read.
std::uint64_t seedOf(const RunRecord& run);
/// True if their configs are equal except for the seed; false if one cannot be read.
bool sameConfig(const RunRecord& a, const RunRecord& b);
/// Mean over the runs of the best NDCG@10 on validation; empty if one of them has none.
std::optional<double> validationOf(std::span<const RunRecord> runs);
/// The run with the best validation, the first of equals. Pre: not empty.
const RunRecord& bestOnValidation(std::span<const RunRecord> runs);

}  // namespace recscope::ui
