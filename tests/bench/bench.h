// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
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

    /// How many times as good as the baseline we are; 0 without one.
    double ratio() const;
};

double secondsSince(double start);  ///< `start` from `now()`
double now();                       ///< seconds on a steady clock
double quantile(std::vector<double> values, double share);

/// Runs a program and returns what it wrote on stdout. Throws std::runtime_error if it cannot be run or fails.
std::string outputOf(const std::string& command);
/// "Intel …, 2 cores, 23 GiB"
std::string machine();

/// Import of generated csv files, 2 million rows and the shape of MovieLens 20M, against `sqlite3 .import` of the same
/// files into a bare table.
std::vector<Measurement> benchImport(const std::filesystem::path& folder);
/// Training rate and click latency of a model against a plain PyTorch script with the same shapes, and its test metrics
/// against a few lines of Python that know nothing but exported scores.
std::vector<Measurement> benchModel(const std::filesystem::path& folder, const std::string& model);

}  // namespace recscope::bench
