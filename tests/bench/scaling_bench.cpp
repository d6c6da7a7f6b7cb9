// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <filesystem>

#include "bench.h"
#include "core/recommender/registry.h"
#include "shapes.h"

#include "core/models/transformer/transformer_config.h"

namespace recscope::bench {

namespace {

/// The sizes of BERT4Rec and of a synthetic dataset: N positions, width d, V items, batch size, users. The benchmark
/// changes one of these values at a time.
struct Sizes {
    double N = 100, d = 64, V = 4096, batch = 128, users = 768;
};

/// Seconds of the fastest epoch of a training with these sizes.
double epochSeconds(const std::filesystem::path& folder, const Sizes& sizes) {
    const std::filesystem::path path = folder / "scaling.recscope";
    double seconds = 0;
    {
        Workspace workspace = Workspace::open(path);
        const Shape shape{.name = "scaling",
                          .users = static_cast<std::int32_t>(sizes.users),
                          .items = static_cast<std::int32_t>(sizes.V),
                          .length = static_cast<std::int32_t>(sizes.N),
                          .lengthsVary = false};
        const DatasetInfo dataset = addDataset(workspace, shape);
        RunConfig config = presetFor("bert4rec", "paper-ml1m", dataset).config;
        transformerOf(config).maxLength = static_cast<std::int64_t>(sizes.N);
        transformerOf(config).dim = static_cast<std::int64_t>(sizes.d);
        transformerOf(config).innerDim = 4 * transformerOf(config).dim;
        config.training.batchSize = static_cast<std::int64_t>(sizes.batch);
        seconds = trainingCost(workspace, dataset, config, /*epochs=*/4).epochSeconds;
    }
    std::filesystem::remove(path);
    return seconds;
}

/// The least-squares slope of log(seconds) as a function of log(size).
double exponentOf(const std::vector<std::pair<double, double>>& points) {
    double sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
    for (const auto& [size, seconds] : points) {
        const double x = std::log(size), y = std::log(seconds);
        sumX += x, sumY += y, sumXX += x * x, sumXY += x * y;
    }
    const auto n = static_cast<double>(points.size());
    return (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
}

}  // namespace

std::vector<Growth> benchScaling(const std::filesystem::path& folder) {
    struct Variation {
        const char* size;
        const char* unit;
        double Sizes::*member;
        std::vector<double> values;
    };
    const Variation variations[] = {{"N", "positions", &Sizes::N, {25, 50, 100, 200, 400}},
                                    {"d", "width", &Sizes::d, {32, 64, 128, 256}},
                                    {"V", "items", &Sizes::V, {1024, 4096, 16384, 65536}},
                                    {"batch", "sequences", &Sizes::batch, {32, 64, 128, 256}},
                                    {"users", "sequences of an epoch", &Sizes::users, {384, 768, 1536, 3072}}};
    std::vector<Growth> growths;
    for (const Variation& variation : variations) {
        Growth growth{.size = variation.size, .unit = variation.unit, .points = {}, .exponent = 0};
        for (const double value : variation.values) {
            Sizes sizes;
            sizes.*variation.member = value;
            growth.points.emplace_back(value, epochSeconds(folder, sizes));
        }
        growth.exponent = exponentOf(growth.points);
        growths.push_back(std::move(growth));
    }
    return growths;
}

}  // namespace recscope::bench
