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

/// One measurement of RecScope, and of a plain baseline for the same work in the same call.
struct Measurement {
    std::string name;  ///< "training BERT4Rec"
    std::string unit;  ///< "sequences/s"
    double ours = 0;
    double baseline = 0;  ///< 0: the baseline's program is not installed
    std::string baselineName;
    bool moreIsBetter = true;
    double megabytes = 0, baselineMegabytes = 0;  ///< peak memory of each process; 0 = not measured

    /// How many times better than the baseline RecScope is; 0 without a baseline.
    double ratio() const;
};

double secondsSince(double start);  ///< `start` from `now()`
double now();                       ///< seconds on a steady clock
double quantile(std::vector<double> values, double share);

/// The peak memory of a running program so far. The kernel's figure at its end would include the memory of this
/// process, because the child was a copy of it before exec.
std::optional<double> peakMegabytes(pid_t process);

/// A program that was run.
struct ProgramCost {
    double seconds = 0;
    double megabytes = 0;  ///< peak memory
};
/// Runs a program of the build, "recscope" or "recscope-cli", without a display; its output is discarded. Throws
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
/// Receives each measurement as soon as it is made.
using Notify = std::function<void(const Measurement&)>;

/// Training on the shapes of ML-1M, Beauty and Steam against a plain PyTorch script and against RecScope's own path
/// through LibTorch; full ranking; clicks, alone and during a training; and test metrics against a short Python script
/// that reads only exported scores.
void benchModels(const std::filesystem::path& folder, const Notify& notify);

/// Training of the models that are not transformers, on the shape of ML-1M, against a plain PyTorch script for each:
/// the best of alternating runs, and the peak memory of each process. An empty `models` means all.
void benchOtherModels(const std::vector<std::string>& models, const Notify& notify);
/// RecScope's part of such a measurement, in its own process: prints the result as JSON.
void learnForAWhile(const std::string& model, const std::string& preset);

/// The same small runs of a plan, in alternating order: one after the other on all cores, against two at once on half
/// of the cores each.
void benchPlan(const std::filesystem::path& folder, const Notify& notify);

/// How much of its fair share of the processor a training gets while one busy process per core runs: its sequences/s
/// against half of its sequences/s alone, in alternating order.
void benchFairness(const std::filesystem::path& folder, const Notify& notify);

enum class Beside { Nothing, Published };  ///< the preset to compare with

/// Seconds from the import of ML-1M to a model of published quality, with the presets `fast`. For comparison, also
/// with the presets of the papers, until their validation is as good. `file` is ML-1M in any form that `import` reads.
void benchQuality(const std::filesystem::path& folder, const std::filesystem::path& file, Beside beside,
                  const Notify& notify);

/// The speed of the first GPU, each row against its goal or against a plain PyTorch loop on the same GPU: epochs in the
/// shape of ML-1M and ML-20M, clicks during a training, the time shares of a step. With a file or folder of ML-1M also
/// the time from its import to the end of a training, and the quality reached. Pre: there is a GPU.
void benchGpu(const std::filesystem::path& folder, const std::string& movieLens1M, const Notify& notify);

/// Seconds of the GPU's kernels during training steps.
struct StepShares {
    double products = 0, attention = 0, others = 0;
};
StepShares profileSteps(const std::filesystem::path& workspace, const std::string& dataset, const std::string& config);

/// How the time of an epoch grows as one size at a time is doubled, and the fitted exponent.
struct Growth {
    std::string size, unit;                         ///< "N", "positions"
    std::vector<std::pair<double, double>> points;  ///< size, seconds of an epoch
    double exponent = 0;                            ///< seconds grow as size to this power
};
std::vector<Growth> benchScaling(const std::filesystem::path& folder);

}  // namespace recscope::bench
