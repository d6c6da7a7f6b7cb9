// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "core/store/run_store.h"
#include "ui/session/run_looks.h"

namespace recscope::ui {

/// What comparisons show as one line: one run, or the finished runs of one config that differ only in the seed
/// (`seedGroups`).
struct RunLine {
    std::vector<RunRecord> runs;      ///< at least one; several are sorted by seed
    QString base;                     ///< the run's name, or the common beginning of the runs' names
    RunStyle style;                   ///< style of the oldest run
    std::vector<RunStyle> runStyles;  ///< style of each run drawn alone

    bool isGroup() const { return runs.size() > 1; }
    bool contains(RunId run) const;
    /// Style of one of the runs when it is drawn in addition to the line: the line's colour (`looksFor`) with the run's
    /// own dash and marker. Pre: `contains(run)`.
    RunStyle styleOf(RunId run) const;
};

/// Groups `runs` into lines, in the order of each line's first run. A run that is missing from `looks` gets a new
/// style.
std::vector<RunLine> runLines(std::span<const RunRecord> runs, const Looks& looks = {});

/// The name of a line: `base` for one seed, e.g. "SASRec 1"; otherwise with the number of seeds, e.g. "BERT4Rec (3
/// seeds)".
QString lineName(const QString& base, std::size_t seeds);
/// The seed of a run's config; 0 if the config cannot be read.
std::uint64_t seedOf(const RunRecord& run);
/// Each run's NDCG@10 on validation in its best epoch, averaged over the runs; empty if any run has none.
std::optional<double> validationOf(std::span<const RunRecord> runs);
/// The run with the highest NDCG@10 on validation in its best epoch; the first such run in a tie. Pre: `runs` is not
/// empty.
const RunRecord& bestOnValidation(std::span<const RunRecord> runs);

}  // namespace recscope::ui
