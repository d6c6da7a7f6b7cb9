// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/sequence/dataset.h"
#include "core/util/device_facts.h"
#include "core/util/message.h"

namespace recscope {

class Workspace;
using RunId = std::int64_t;

enum class RunState {
    Running,  ///< a process trains the run, or died while training it (then shown as interrupted)
    Stopped,  ///< stopped by the user of the program or interrupted; can be resumed
    Finished,
    Failed,  ///< `message` states why
};
const char* runStateName(RunState state);

/// One training of one model with one config on one dataset.
struct RunRecord {
    RunId id = 0;
    std::string name;  ///< unique in the workspace
    DatasetId dataset = 0;
    std::string datasetName;
    std::string model;   ///< name of the model in the registry
    std::string config;  ///< RunConfig as JSON, all keys
    Protocol protocol;   ///< protocol of the run's validation and test metrics
    RunState state = RunState::Running;
    Messages message;       ///< why the run ended as it did; `wordsOf` makes a text of it
    std::string createdAt;  ///< ISO 8601, UTC
    DeviceFacts device;
    std::int64_t epochsDone = 0;
    std::int64_t bestEpoch = 0;      ///< 1-based; 0 = none yet
    std::int64_t sequencesSeen = 0;  ///< training samples used by all steps so far
    double seconds = 0;              ///< time of training and validation, including the time before the run was resumed
    std::optional<Metrics> bestValid;
    std::optional<Metrics> test;  ///< test metrics of the best checkpoint
};

/// One finished epoch.
struct EpochRecord {
    std::int64_t epoch = 0;  ///< 1-based
    double loss = 0;         ///< mean training loss of the epoch; for its unit see core/recommender/loss_unit.h
    double seconds = 0;      ///< training without validation
    double sequencesPerSecond = 0;
    std::optional<Metrics> valid;
};

/// The training loss of one optimizer step.
struct StepRecord {
    std::int64_t step = 0;  ///< 1-based over the whole run
    float loss = 0;
};

enum class CheckpointKind { Best, Last };

/// The weights of a run as safetensors bytes. A checkpoint of kind Last also has `state` (safetensors) and `progress`
/// (JSON), which are needed to resume the training.
struct Checkpoint {
    std::int64_t epoch = 0;
    std::string weights;
    std::string state;
    std::string progress;
};

/// A finished evaluation as stored, without its ranks.
struct EvaluationRecord {
    Protocol protocol;
    Split split = Split::Test;
    std::int64_t users = 0;
    double tieRate = 0;
    Metrics metrics;
    std::optional<ListFacts> lists;
    std::string createdAt;
};

/// Reads and writes runs of a workspace. Throws Error(Workspace) when SQLite fails.
class RunStore {
public:
    explicit RunStore(Workspace& workspace) : m_workspace(workspace) {}

    std::vector<RunRecord> list() const;                      ///< newest first, without runs of removed datasets
    std::vector<RunRecord> listFor(DatasetId dataset) const;  ///< newest first
    RunRecord byId(RunId id) const;                           ///< throws Error(Input)
    RunRecord byName(const std::string& name) const;          ///< throws Error(Input), the hint lists the names
    /// "BERT4Rec 1", "BERT4Rec 2", …: the first `stem N` that is free.
    std::string freeName(const std::string& stem) const;

    /// What to do if another run has the name: throw, or append " · 2", " · 3", ….
    enum class IfTaken { Fail, Number };
    /// Stores a new run (state Running) and returns it with its id and name. Throws Error(Input) if the name is taken
    /// or too long.
    RunRecord add(RunRecord run, IfTaken ifTaken = IfTaken::Fail);
    /// Throws Error(Input) if the name is empty, taken or too long.
    void rename(RunId id, const std::string& name);
    void remove(RunId id);

    /// Stores the results of one finished epoch in one transaction: the epoch row, its steps, the run's counters and
    /// the Last checkpoint. `best`, if not null, becomes the Best checkpoint; the test evaluations of the previous Best
    /// weights are deleted. `bestValid` is the validation of `best` and replaces the previous validation evaluations.
    /// It is null if the validation items were trained on; the previous validation evaluations are then kept.
    void recordEpoch(const RunRecord& run, const EpochRecord& epoch, std::span<const StepRecord> steps,
                     const Checkpoint& last, const Checkpoint* best, const Evaluation* bestValid = nullptr);
    /// Stores, in one transaction, a stop in the middle of an epoch: counters, steps so far and the Last checkpoint.
    void recordStop(const RunRecord& run, std::span<const StepRecord> steps, const Checkpoint& last);
    /// Stores, in one transaction, a run that was trained elsewhere: state and counters, the best weights, and the
    /// available epochs, steps and evaluations. A run without an id is new and gets an id; the function then throws for
    /// the same reasons as `add`.
    void recordTrainedElsewhere(RunRecord& run, const Checkpoint& best, std::span<const EpochRecord> epochs = {},
                                std::span<const StepRecord> steps = {}, std::span<const Evaluation> evaluations = {},
                                IfTaken ifTaken = IfTaken::Fail);
    /// Updates state, message, counters and device.
    void update(const RunRecord& run);

    /// Stores the ranks of all users and their metrics in one transaction; replaces an earlier evaluation of the same
    /// (run, split, protocol).
    void recordEvaluation(RunId id, const Evaluation& evaluation);
    std::vector<EvaluationRecord> evaluations(RunId id) const;
    /// Ranks in user order; empty if there is no such evaluation.
    std::vector<UserRank> ranks(RunId id, Split split, const Protocol& protocol) const;
    /// The recommendations of the users of `ranks`; empty if there is no such evaluation, or if it has none, as those
    /// of older versions and of validation items.
    RecommendedLists recommended(RunId id, Split split, const Protocol& protocol) const;

    std::vector<EpochRecord> epochs(RunId id) const;
    std::vector<StepRecord> steps(RunId id) const;
    std::optional<Checkpoint> checkpoint(RunId id, CheckpointKind kind) const;

private:
    Workspace& m_workspace;
};

}  // namespace recscope
