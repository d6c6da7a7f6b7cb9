// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace recscope::bench {

using Json = nlohmann::ordered_json;

/// One thing measured, and the same thing done the plain way in the same call.
struct Measurement {
    std::string name;  ///< "training BERT4Rec"
    std::string unit;  ///< "sequences/s"
    double ours = 0;
    double baseline = 0;  ///< 0: the baseline's program is not on this machine
    std::string baselineName;
    bool moreIsBetter = true;
    double megabytes = 0, baselineMegabytes = 0;  ///< the most that each process had; 0 = not measured

    /// How many times as good as the baseline we are; 0 without one.
    double ratio() const;
};

double secondsSince(double start);  ///< `start` from `now()`
double now();                       ///< seconds on a steady clock
double quantile(std::vector<double> values, double share);

/// The most memory a running program has had so far. What the kernel tells at its end counts our own memory, too: the
/// child was a copy of us before it became that program.
std::optional<double> peakMegabytes(pid_t process);

/// A program that was run.
struct ProgramCost {
    double seconds = 0;
    double megabytes = 0;  ///< the most memory it had at once
};
/// Runs a program of the build, "recscope" or "recscope-cli", without a display; what it writes is dropped. Throws
/// std::runtime_error if it fails.
ProgramCost costOf(const std::string& program, const std::vector<std::string>& arguments);

/// Seconds from the start of a program to the first line it writes on stdout.
double secondsToFirstLine(const std::string& command);
/// Where the programs of this build are.
std::filesystem::path programFolder();

/// Runs a program and returns what it wrote on stdout. Throws std::runtime_error if it cannot be run or fails.
std::string outputOf(const std::string& command);
/// "Intel …, 2 cores, 23 GiB"
std::string machine();

/// Import of generated csv files, 2 million rows and the shape of MovieLens 20M, against `sqlite3 .import` of the same
/// files into a bare table.
std::vector<Measurement> benchImport(const std::filesystem::path& folder);
/// Each measurement is told as soon as it is made.
using Notify = std::function<void(const Measurement&)>;

/// Training on the shapes of ML-1M, Beauty and Steam against a plain PyTorch script and against our own path through
/// LibTorch, full ranking, clicks alone and beside a training; and test metrics against a few lines of Python that know
/// nothing but exported scores.
void benchModels(const std::filesystem::path& folder, const Notify& notify);

/// Training of the models that are no transformers, on the shape of ML-1M, against a plain PyTorch script of each: the
/// best of runs that take turns, and the most memory of either process. Without models: all.
void benchOtherModels(const std::vector<std::string>& models, const Notify& notify);
/// What one of those runs is on our side, in a process of its own: prints it as JSON.
void learnForAWhile(const std::string& model, const std::string& preset);

/// The same small runs of a plan one after the other with all cores and two at once with half of them each, in turns.
void benchPlan(const std::filesystem::path& folder, const Notify& notify);

/// How much of its fair share of the processor a training gets beside as many busy processes as there are cores: its
/// sequences/s against half of those alone, in turns.
void benchFairness(const std::filesystem::path& folder, const Notify& notify);

enum class Beside { Nothing, Published };  ///< what a preset is timed beside

/// Seconds from the import of ML-1M to a model of published quality, by the presets `fast`; beside them the presets of
/// the papers, until their validation is as good. `file` is ML-1M in any form that `import` reads.
void benchQuality(const std::filesystem::path& folder, const std::filesystem::path& file, Beside beside,
                  const Notify& notify);

/// What the first GPU does, each row beside its goal or beside a plain PyTorch loop on the same card: epochs in the
/// shape of ML-1M and ML-20M, clicks while it trains, what a step spends its time on. With a file or folder of ML-1M
/// also the time from its import to the end of a training, and the quality reached. Pre: there is a GPU.
void benchGpu(const std::filesystem::path& folder, const std::string& movieLens1M, const Notify& notify);

/// Seconds of a GPU's kernels in steps of a training.
struct StepShares {
    double products = 0, attention = 0, others = 0;
};
StepShares profileSteps(const std::filesystem::path& workspace, const std::string& dataset, const std::string& config);

/// What grows how: an epoch's time as one size after the other is doubled, and the exponent that fits.
struct Growth {
    std::string size, unit;                         ///< "N", "positions"
    std::vector<std::pair<double, double>> points;  ///< size, seconds of an epoch
    double exponent = 0;                            ///< seconds grow as size to this power
};
std::vector<Growth> benchScaling(const std::filesystem::path& folder);

}  // namespace recscope::bench
