// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compared_line.h"

#include "core/recommender/run_seeds.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("comparedLine", text);
}

}  // namespace

LineId ComparedLine::id() const {
    if (!isGroup()) return record().id;
    LineId lowest = record().id;
    for (const auto& run : runs) lowest = std::min(lowest, run->record.id);
    return -lowest;
}

std::vector<RunRecord> ComparedLine::records() const {
    std::vector<RunRecord> all;
    for (const auto& run : runs) all.push_back(run->record);
    return all;
}

std::vector<const RankedEvaluation*> ComparedLine::evaluations(const Scoring& scoring) const {
    std::vector<const RankedEvaluation*> found;
    for (const auto& run : runs)
        if (const RankedEvaluation* evaluation = run->evaluation(scoring.split, scoring.protocol))
            found.push_back(evaluation);
    return found;
}

SeedRanks ComparedLine::ranks(const Scoring& scoring) const {
    SeedRanks all;
    for (const RankedEvaluation* evaluation : evaluations(scoring)) all.emplace_back(evaluation->ranks);
    return all;
}

bool ScoredLines::operator==(const ScoredLines& other) const {
    return scoring == other.scoring && std::equal(lines.begin(), lines.end(), other.lines.begin(), other.lines.end(),
                                                  [](const ComparedLine& a, const ComparedLine& b) {
                                                      return a.runs == b.runs && a.name == b.name &&
                                                             a.parent == b.parent;
                                                  });
}

std::vector<ComparedLine> comparedLines(const ComparedRuns& chosen, const std::vector<RunLine>& all,
                                        const std::set<RunId>& unfolded) {
    std::vector<RunRecord> records;
    for (const auto& run : chosen) records.push_back(run->record);
    const auto readOf = [&](RunId id) {
        return *std::find_if(chosen.begin(), chosen.end(), [id](const auto& run) { return run->record.id == id; });
    };
    std::vector<ComparedLine> lines;
    for (const RunLine& line : runLines(records)) {
        ComparedLine made;
        for (const RunRecord& run : line.runs) made.runs.push_back(readOf(run.id));
        QString base = line.base;
        const auto known = std::find_if(all.begin(), all.end(),
                                        [&](const RunLine& other) { return other.contains(line.runs.front().id); });
        // Several chosen seeds of a config are named like the line of all its seeds; a single one keeps its own name.
        if (line.isGroup() && known != all.end()) base = known->base;
        const RunLine& styledLine = known == all.end() ? line : *known;
        // A run may have been removed since `chosen` was read; its style then comes from `line`.
        for (const RunRecord& run : line.runs)
            made.seedStyles.push_back((styledLine.contains(run.id) ? styledLine : line).styleOf(run.id));
        made.style = line.isGroup() ? styledLine.style : made.seedStyles.front();
        made.name = lineName(base, line.runs.size());
        lines.push_back(std::move(made));
    }
    std::vector<ComparedLine> result;
    for (ComparedLine& line : lines) {
        const bool open = line.isGroup() && std::any_of(line.runs.begin(), line.runs.end(), [&](const auto& run) {
                              return unfolded.contains(run->record.id);
                          });
        std::vector<ComparedLine> seeds = open ? seedsOf(line) : std::vector<ComparedLine>();
        result.push_back(std::move(line));
        for (ComparedLine& seed : seeds) result.push_back(std::move(seed));
    }
    return result;
}

std::vector<ComparedLine> seedsOf(const ComparedLine& line) {
    if (!line.isGroup()) return {line};
    std::vector<ComparedLine> seeds;
    for (std::size_t i = 0; i < line.runs.size(); ++i) {
        const auto& run = line.runs[i];
        seeds.push_back({.runs = {run},
                         .name = tr("%1 (seed %2)").arg(run->name()).arg(seedOf(run->record)),
                         .style = line.seedStyles[i],
                         .seedStyles = {line.seedStyles[i]},
                         .parent = line.id()});
    }
    return seeds;
}

std::vector<ComparedLine> withoutSeeds(const std::vector<ComparedLine>& lines) {
    std::vector<ComparedLine> remaining;
    for (const ComparedLine& line : lines)
        if (!line.isSeed()) remaining.push_back(line);
    return remaining;
}

std::optional<std::pair<ComparedLine, ComparedLine>> defaultPair(const std::vector<ComparedLine>& lines) {
    std::vector<const ComparedLine*> order;
    for (const ComparedLine& line : lines)
        if (!line.isSeed()) order.push_back(&line);
    if (order.empty()) return {};
    if (order.size() == 1) {
        if (!order.front()->isGroup()) return {};
        const std::vector<ComparedLine> seeds = seedsOf(*order.front());
        return std::pair(seeds[0], seeds[1]);
    }
    const auto validation = [](const ComparedLine* line) { return validationOf(line->records()).value_or(-1); };
    std::stable_sort(order.begin(), order.end(),
                     [&](const ComparedLine* a, const ComparedLine* b) { return validation(a) > validation(b); });
    const RunRecord& best = order.front()->record();
    const auto firstWith = [&](const auto& condition) {
        const auto found = std::find_if(order.begin() + 1, order.end(),
                                        [&](const ComparedLine* line) { return condition(line->record()); });
        return found == order.end() ? nullptr : *found;
    };
    const ComparedLine* other = firstWith([&](const RunRecord& run) { return run.model != best.model; });
    if (!other) other = firstWith([&](const RunRecord& run) { return !sameConfig(run, best); });
    return std::pair(*order.front(), other ? *other : *order[1]);
}

std::vector<MedianRank> medianRanks(const SeedRanks& seeds) {
    std::vector<MedianRank> medians;
    if (seeds.empty()) return medians;
    std::vector<std::size_t> next(seeds.size());  // index of the next rank to look at, for each seed
    std::vector<std::int32_t> ranks(seeds.size());
    for (const UserRank& first : seeds.front()) {
        bool isInAll = true;
        for (std::size_t seed = 0; seed < seeds.size() && isInAll; ++seed) {
            while (next[seed] < seeds[seed].size() && seeds[seed][next[seed]].user < first.user) ++next[seed];
            isInAll = next[seed] < seeds[seed].size() && seeds[seed][next[seed]].user == first.user;
            if (isInAll) ranks[seed] = seeds[seed][next[seed]].rank;
        }
        if (!isInAll) continue;
        std::sort(ranks.begin(), ranks.end());
        const std::size_t middle = ranks.size() / 2;
        const double median = ranks.size() % 2 == 1 ? ranks[middle] : (ranks[middle - 1] + ranks[middle]) / 2.0;
        medians.push_back({first.user, first.target, median});
    }
    return medians;
}

bool hasSpread(const Spread& spread, std::size_t seeds) {
    return seeds > 1 && metricText(spread.deviation) != metricText(0);
}

QString meanText(const Spread& spread, std::size_t seeds) {
    if (seeds == 0) return QStringLiteral("–");
    if (!hasSpread(spread, seeds)) return metricText(spread.mean);
    return QStringLiteral("%1 ± %2").arg(metricText(spread.mean), metricText(spread.deviation));
}

}  // namespace recscope::ui
