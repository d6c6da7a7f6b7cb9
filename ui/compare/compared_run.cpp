// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compared_run.h"

#include <algorithm>
#include <tuple>

#include "core/store/dataset_store.h"
#include "ui/session/run_weights.h"

namespace recscope::ui {

namespace {

constexpr std::int32_t kMaxCurveLength = 1000;

/// Compares everything that may be written to an existing run: a new epoch, the end of training, a new name, a new
/// evaluation.
bool isUnchanged(const ComparedRun& known, const RunRecord& now, const std::vector<EvaluationRecord>& evaluations) {
    const auto written = [](const RunRecord& run) {
        return std::tuple(run.name, run.state, run.message, run.device, run.config, run.epochsDone, run.bestEpoch,
                          run.sequencesSeen, run.seconds, run.bestValid.has_value(), run.test.has_value());
    };
    return written(known.record) == written(now) && known.record.protocol == now.protocol &&
           std::equal(known.evaluations.begin(), known.evaluations.end(), evaluations.begin(), evaluations.end(),
                      [](const RankedEvaluation& old, const EvaluationRecord& record) {
                          return old.record.split == record.split && old.record.protocol == record.protocol &&
                                 old.record.createdAt == record.createdAt && old.record.users == record.users;
                      });
}

}  // namespace

const RankedEvaluation* ComparedRun::evaluation(Split split, const Protocol& protocol) const {
    for (const RankedEvaluation& evaluation : evaluations)
        if (evaluation.record.split == split && evaluation.record.protocol == protocol) return &evaluation;
    return nullptr;
}

const SeedInterval& RankedEvaluation::interval(const std::string& metric) const {
    const auto names = Metrics().named();
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const auto& named) { return metric == named.first; });
    return intervals.at(std::size_t(found - names.begin()));
}

RankedEvaluation rankedEvaluation(EvaluationRecord record, std::vector<UserRank> ranks, std::int32_t items) {
    const bool isFull = record.protocol.candidates == Candidates::Full;
    RankedEvaluation result{std::move(record), std::move(ranks), {}, {}};
    result.curve =
        curveOverK(result.ranks, std::min({items, kMaxCurveLength, isFull ? items : record.protocol.drawn + 1}));
    for (const auto& [name, value] : Metrics().named()) result.intervals.push_back(seedMean(name, {result.ranks}));
    return result;
}

bool canBeScored(const RunRecord& run, const Scoring& scoring) {
    const Protocol& protocol = run.protocol;
    if (protocol.split != scoring.protocol.split ||
        protocol.trainedOnValidation != scoring.protocol.trainedOnValidation)
        return false;
    return hasWeights(run) && !(protocol.trainedOnValidation && scoring.split == Split::Valid);
}

std::shared_ptr<const ComparedRun> readRun(Workspace& workspace, RunId run,
                                           const std::shared_ptr<const ComparedRun>& known) {
    const RunStore store(workspace);
    ComparedRun result;
    result.record = store.byId(run);
    const std::vector<EvaluationRecord> evaluations = store.evaluations(run);
    if (known && isUnchanged(*known, result.record, evaluations)) return known;
    result.epochs = store.epochs(run);
    const auto items = std::int32_t(DatasetStore(workspace).byId(result.record.dataset).items);
    for (const EvaluationRecord& record : evaluations)
        result.evaluations.push_back(rankedEvaluation(record, store.ranks(run, record.split, record.protocol), items));
    return std::make_shared<const ComparedRun>(std::move(result));
}

}  // namespace recscope::ui
