// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_reporter.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "app/cli/text_output.h"
#include "core/util/translated.h"

namespace recscope::cli {

PlanReporter::PlanReporter(CliContext& context, const Plan& plan, std::span<const PlannedRun> runs,
                           std::span<const std::size_t> order, std::string place, SkippedRuns skippedRuns)
    : m_context(context),
      m_plan(plan),
      m_runs(runs),
      m_order(order),
      m_place(std::move(place)),
      m_skippedRuns(skippedRuns),
      m_training(context, TrainReporter::Epochs::AsStatus) {}

void PlanReporter::runBegins(std::size_t index, bool isResumed) {
    notify(index, isResumed ? translated("continues") : translated("begins"), {});
}

void PlanReporter::runAlreadyTrained(std::size_t index) {
    if (m_skippedRuns == SkippedRuns::Reported) notify(index, translated("already trained"), {});
}

void PlanReporter::runFailed(std::size_t index, const std::string& sentence, const std::string& hint) {
    notify(index, translated("failed"), sentence + (hint.empty() ? "" : " " + hint));
}

void PlanReporter::runFinished(std::size_t index, const RunRecord& run) {
    notify(index, translated("finished"),
           translated("{}: test {} NDCG@10 {:.4f}, HR@10 {:.4f}; {}", run.name, run.protocol.name(), run.test->ndcg10,
                      run.test->hr10, duration(run.seconds)));
}

void PlanReporter::runStarted(const RunRecord& run, const std::vector<Reference>& references) {
    m_training.runStarted(run, references);
}

void PlanReporter::stepDone(const StepInfo& info) {
    m_training.stepDone(info);
}

void PlanReporter::epochDone(const RunRecord& run, const EpochInfo& info) {
    m_training.noteEpoch(run, info);
}

void PlanReporter::evaluating(Split split, std::int64_t done, std::int64_t total) {
    m_training.evaluating(split, done, total);
}

void PlanReporter::notified(const std::string& sentence) {
    m_training.notified(sentence);
}

void PlanReporter::notify(std::size_t orderIndex, const std::string& state, const std::string& details) {
    m_context.endStatus();
    const std::size_t index = m_order[orderIndex];
    const std::string title = m_runs[index].title(m_plan);
    if (m_context.json)
        m_context.print({{"event", "run"},
                         {"number", index + 1},
                         {"of", m_runs.size()},
                         {"title", title},
                         {"dataset", m_runs[index].datasetName},
                         {"state", state},
                         {"on", m_place.empty() ? Json(nullptr) : Json(m_place)},
                         {"details", details}});
    else
        fmt::print(stdout, "{}{}/{}  {} on {}: {}{}{}\n", m_place.empty() ? "" : m_place + "  ", index + 1,
                   m_runs.size(), title, m_runs[index].datasetName, state, details.empty() ? "" : "; ", details);
    std::fflush(stdout);
}

}  // namespace recscope::cli
