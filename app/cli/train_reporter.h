// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/cli/cli_context.h"
#include "core/remote/remote_observer.h"

namespace recscope::cli {

/// Reports the progress of a training on the command line.
class TrainReporter : public RemoteObserver {
public:
    /// Where to report a finished epoch.
    enum class Epochs {
        AsResult,  ///< to stdout, as a text line or a JSON event per epoch
        AsStatus,  ///< to stderr, because the caller prints another result to stdout
    };
    TrainReporter(CliContext& context, Epochs epochs) : m_context(context), m_epochs(epochs) {}

    void runStarted(const RunRecord& run, const std::vector<Reference>& references) override;
    /// Like epochDone, but prints nothing: only updates the note in the status line that says since which epoch the
    /// validation has not improved.
    void noteEpoch(const RunRecord& run, const EpochInfo& info);
    void stepDone(const StepInfo& info) override;
    void epochDone(const RunRecord& run, const EpochInfo& info) override;
    void evaluating(Split split, std::int64_t done, std::int64_t total) override;
    void notified(const std::string& sentence) override;

private:
    void notify(const std::string& line);
    /// Text such as "no better NDCG@10 since epoch 4 (3 of 12 validations until early stopping)".
    static std::string noBetterText(const RunRecord& run, const EpochInfo& info);

    CliContext& m_context;
    Epochs m_epochs;
    std::string m_runName;
    std::string m_noBetter;  ///< the note of `noteEpoch`; empty if the last validation was the best
    std::int64_t m_plannedEpochs = 0;
};

}  // namespace recscope::cli
