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

/// A measurement of RecScope, and the value that it is compared with: that of a baseline that does the same work in the
/// same call of the benchmark, or a goal.
struct Measurement {
    std::string name;     ///< such as "training BERT4Rec"
    std::string unit;     ///< such as "sequences/s"
    double ours = 0;      ///< RecScope's value
    double baseline = 0;  ///< the value compared with; 0 if there is none, or the baseline's program is not installed
    std::string baselineName;  ///< such as "plain PyTorch" or "the goal"
    bool moreIsBetter = true;
    double megabytes = 0, baselineMegabytes = 0;  ///< peak memory of each process; 0 = not measured

    /// How many times better RecScope is than the baseline; 0 if there is no baseline.
    double ratio() const;
};

double secondsSince(double start);  ///< `start` is an earlier result of now()
double now();                       ///< seconds on a steady clock
/// The element of `values` below which about `share` (0 to 1) of them lie. Pre: `values` is not empty.
double quantile(std::vector<double> values, double share);

/// The peak memory so far of a process that still runs; nullopt if there is no such process. The kernel's figure for a
/// child that has ended (rusage) would include this process's memory, because the child is a copy of it until exec.
std::optional<double> peakMegabytes(pid_t process);

/// What one run of a program cost.
struct ProgramCost {
    double seconds = 0;
    double megabytes = 0;  ///< peak memory
};
/// Runs "recscope" or "recscope-cli" of this build without a display and discards its output. Throws
/// std::runtime_error if it fails.
ProgramCost costOf(const std::string& program, const std::vector<std::string>& arguments);

/// Seconds from the start of a shell command to the first line that it writes on stdout.
double secondsToFirstLine(const std::string& command);
/// The folder that contains the programs of this build.
std::filesystem::path programFolder();

/// Runs a shell command and returns what it wrote on stdout. Throws std::runtime_error if it cannot be run or fails.
std::string outputOf(const std::string& command);
/// Describes this machine: "Intel …, 2 cores, 23 GiB".
std::string machine();

/// Measures the import of two generated CSV files, one with 2 million rows and one as large as MovieLens 20M, and for
/// the latter the queries of the Data page and the start of the window. The baseline of the import is `sqlite3 .import`
/// of the same file into a table without indexes or keys.
std::vector<Measurement> benchImport(const std::filesystem::path& folder);

/// Is called with each measurement as soon as it is made.
using Notify = std::function<void(const Measurement&)>;

/// Measures BERT4Rec and SASRec on synthetic data with the sizes of ML-1M, Beauty and Steam: training, compared with a
/// plain PyTorch script and with RecScope's own path through LibTorch; full ranking; the waiting times on the Explore
/// page, alone and during a training. Also compares test metrics with those that a short Python script computes from
/// exported scores.
void benchModels(const std::filesystem::path& folder, const Notify& notify);

/// Measures the training of the models that are not transformers, on synthetic data with the size of ML-1M. The
/// baseline is a plain PyTorch script per model. Script and RecScope alternate; the highest rate and the highest peak
/// memory of each count. An empty `models` means all.
void benchOtherModels(const std::vector<std::string>& models, const Notify& notify);
/// RecScope's side of benchOtherModels, which starts a process for each call: trains for some seconds and prints rate
/// and memory as JSON.
void trainForSeconds(const std::string& model, const std::string& preset);

/// Measures the seconds of a training epoch of eSASRec and HSTU with their presets for published results, on `rows`
/// synthetic interactions like those of ML-20M (movielens_shape.h). The baseline are RecTools' own classes
/// (tests/bench/rectools_peer.py) with the same interactions and settings. The two alternate, and the fastest epoch of
/// each counts. Pre: build/rectools is installed (./dev bench modern does it).
void benchModern(const std::filesystem::path& folder, std::int64_t rows, const Notify& notify);

/// Measures writing the recommendation lists of all users, on synthetic data with the items and lengths of ML-20M, with
/// SASRec of d = 64. The baseline is a lower bound: the time in which all cores compute the floating-point operations
/// of the lists' matrix products and do nothing else.
void benchLists(const std::filesystem::path& folder, const Notify& notify);

/// Measures the scoring of all users under a split by time window whose test window has a tenth of all interactions, on
/// synthetic data with the items and lengths of ML-20M. The baseline, which is the goal, is a third of a training epoch
/// of the same run.
void benchWindow(const std::filesystem::path& folder, const Notify& notify);

/// Measures how long a plan of four small runs takes: two runs at a time, compared with one at a time.
void benchPlan(const std::filesystem::path& folder, const Notify& notify);

/// Measures how much of its fair share of the processor a training gets while one busy process per core runs: its
/// sequences/s, divided by half of the sequences/s that it reaches alone.
void benchFairness(const std::filesystem::path& folder, const Notify& notify);

/// With what benchQuality compares the preset `fast`: with nothing, or with the preset that repeats the paper.
enum class QualityBaseline { None, PublishedPreset };

/// Measures the seconds from the start of the import of ML-1M to the end of a training with the preset `fast`, which
/// aims at the published quality. With QualityBaseline::PublishedPreset, the baseline is the paper's preset, trained
/// until its validation metric is as good. `file` is ML-1M in any form that recscope-cli import reads.
void benchQuality(const std::filesystem::path& folder, const std::filesystem::path& file, QualityBaseline baselineKind,
                  const Notify& notify);

/// Measures training on the first GPU: epochs on synthetic data with the sizes of ML-1M and ML-20M, clicks during a
/// training, and how the time of a step is divided among kinds of kernels. If `movieLens1M` names a file or folder,
/// also measures the time from its import to the end of a training, and the test metric. Each measurement is compared
/// with a goal or with a plain PyTorch loop on the same GPU. Pre: there is a GPU.
void benchGpu(const std::filesystem::path& folder, const std::string& movieLens1M, const Notify& notify);

/// Seconds that the GPU's kernels took during training steps, by kind. `products` are matrix products.
struct KernelSeconds {
    double products = 0, attention = 0, others = 0;
};
/// Profiles training steps on a dataset, which is given by name, with a config, which is given as JSON. Throws
/// std::runtime_error if this build's LibTorch has no CUDA.
KernelSeconds profileSteps(const std::filesystem::path& workspace, const std::string& dataset,
                           const std::string& config);

/// How the time of an epoch grows when one size is doubled repeatedly while the others stay the same.
struct Growth {
    std::string size, unit;                         ///< such as "N" and "positions"
    std::vector<std::pair<double, double>> points;  ///< (value of the size, seconds of an epoch)
    double exponent = 0;                            ///< of the fitted curve: seconds proportional to size^exponent
};
/// Measures the growth for each size of BERT4Rec and its data.
std::vector<Growth> benchScaling(const std::filesystem::path& folder);

}  // namespace recscope::bench
