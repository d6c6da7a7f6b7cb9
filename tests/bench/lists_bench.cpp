// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <thread>

#include "bench.h"
#include "core/kernels/product.h"
#include "core/lists/list_writer.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/util/text.h"
#include "shapes.h"

namespace recscope::bench {

namespace {

// The items and the mean length are those of ML-20M; a part of its users is enough for the time per user.
const Shape kMovieLens20M{.name = "ML-20M", .users = 8192, .items = 26'744, .length = 144, .lengthsVary = true};
constexpr int kRounds = 5;

/// Wall-clock time, and processor time. Other programs on the machine have less influence on the latter.
struct Times {
    double wall = 0, processor = 0;  ///< seconds; `processor` sums all threads
};

double processorSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Times timesOf(const std::function<void()>& work) {
    const double processor = processorSeconds(), start = now();
    work();
    return {.wall = secondsSince(start), .processor = processorSeconds() - processor};
}

/// One kind of matrix product: the floating-point operations that all lists need, and a function that computes some
/// products of the same sizes, with which the speed is measured.
struct ProductKind {
    double needed = 0;   ///< floating-point operations of all lists
    double sampled = 0;  ///< floating-point operations of one call of `sample`
    std::function<void()> sample;
};

/// The matrix products that the computation of the lists consists of, in the sizes in which kernels/attention.cpp and
/// sequence_scorer.cpp compute them.
class ListProducts {
public:
    ListProducts(const std::vector<std::int64_t>& lengths, const TransformerConfig& config, std::int32_t items) {
        const std::int64_t d = config.dim, inner = config.innerDim, D = d / config.heads;  // D: the size of a head
        ProductKind layers, attention, scores;
        for (const std::int64_t length : lengths) {
            const auto L = static_cast<double>(std::min(length, config.maxLength));
            const auto fullLayers = static_cast<double>(config.layers - 1), width = static_cast<double>(d);
            const double perPosition = 2 * (4 * width * width + 2 * width * static_cast<double>(inner));
            layers.needed += fullLayers * L * perPosition + perPosition;  // the last layer at one position only
            // The last layer computes no keys and values: each head's attention scores and weighted sum are products
            // with the layer's input (L, d).
            layers.needed += 4 * L * width * static_cast<double>(config.heads);
            // Each position attends to itself and earlier ones.
            attention.needed += fullLayers * 4 * width * L * (L + 1) / 2;
            scores.needed += 2 * width * items;
        }
        constexpr std::int64_t kTokens = 512, kQueries = 32, kUsers = 128, kItems = 1024;
        layers.sampled = static_cast<double>(2 * kTokens * d * d);
        layers.sample = [d] { multiply(kTokens, d, d); };
        for (std::int64_t keys = kQueries; keys <= config.maxLength; keys += kQueries)
            attention.sampled += static_cast<double>(4 * kQueries * D * keys);
        attention.sample = [D, longest = config.maxLength] {
            for (std::int64_t keys = kQueries; keys <= longest; keys += kQueries) {
                multiply(kQueries, keys, D);
                multiply(kQueries, D, keys);
            }
        };
        scores.sampled = static_cast<double>(2 * kUsers * kItems * d);
        scores.sample = [d] { multiply(kUsers, kItems, d); };
        m_kinds = {layers, attention, scores};
    }

    double operations() const {
        double sum = 0;
        for (const ProductKind& kind : m_kinds) sum += kind.needed;
        return sum;
    }

    /// A lower bound of the time of all lists: for each kind, its operations at the speed that its products reach on
    /// all cores.
    Times lowerBound() const {
        Times least;
        for (const ProductKind& kind : m_kinds) {
            constexpr double kOperations = 1e10;  // for each thread: about a tenth of a second
            const auto calls = static_cast<std::int64_t>(kOperations / kind.sampled);
            const auto threads = std::thread::hardware_concurrency();
            const Times times = timesOf([&] {
                std::vector<std::jthread> workers;
                for (unsigned thread = 0; thread < threads; ++thread) {
                    workers.emplace_back([&] {
                        kernels::useOneThread();
                        for (std::int64_t call = 0; call < calls; ++call) kind.sample();
                    });
                }
            });
            const double share = kind.needed / (kind.sampled * static_cast<double>(calls) * threads);
            least.wall += share * times.wall;
            least.processor += share * times.processor;
        }
        return least;
    }

private:
    /// c (M, N) = a (M, K) times the transpose of b (N, K). All calls use the same memory, so it stays in the caches.
    static void multiply(std::int64_t M, std::int64_t N, std::int64_t K) {
        thread_local std::array<std::vector<float>, 3> memory;
        const auto floats = [](std::vector<float>& from, std::int64_t count) {
            if (from.size() < static_cast<std::size_t>(count)) from.assign(static_cast<std::size_t>(count), 0.5F);
            return from.data();
        };
        kernels::product({floats(memory[0], M * K), K}, {floats(memory[1], N * K), K, /*transposed=*/true},
                         floats(memory[2], M * N), N, M, N, K);
    }

    std::vector<ProductKind> m_kinds;
};

}  // namespace

void benchLists(const std::filesystem::path& folder, const Notify& notify) {
    const std::filesystem::path path = folder / "lists.recscope";
    Workspace workspace = Workspace::open(path);
    const DatasetInfo dataset = addDataset(workspace, kMovieLens20M);
    RunConfig config = presetFor("sasrec", "paper-dense", dataset).config;
    transformerOf(config).dim = transformerOf(config).innerDim = 64;
    const RunId run = trainingCost(workspace, dataset, config, /*epochs=*/1).run;
    std::vector<std::int64_t> lengths;
    const Histories histories = DatasetStore(workspace).histories(dataset.id);
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        lengths.push_back(static_cast<std::int64_t>(histories.input(user, Split::Test).size()));
    const ListProducts products(lengths, transformerOf(config), kMovieLens20M.items);

    for (const char* suffix : {".csv", ".jsonl"}) {
        // Products and lists alternate, so that other load on the machine affects both alike.
        std::vector<double> wall, processor, leastWall, leastProcessor;
        for (int round = 0; round < kRounds; ++round) {
            const Times least = products.lowerBound();
            leastWall.push_back(least.wall);
            leastProcessor.push_back(least.processor);
            const Times times = timesOf([&] {
                writeLists(workspace, {.run = run, .seen = SeenItems::Removed},
                           folder / (std::string("lists") + suffix), WhenStopped::KeepPart, {}, {});
            });
            wall.push_back(times.wall);
            processor.push_back(times.processor);
        }
        const auto add = [&](const char* clock, const std::vector<double>& ours, const std::vector<double>& least) {
            const double seconds = quantile(least, 0.5);
            notify({.name = fmt::format("lists of {} users as {}, {}", grouped(kMovieLens20M.users), suffix, clock),
                    .unit = "s",
                    .ours = quantile(ours, 0.5),
                    .baseline = seconds,
                    .baselineName = fmt::format("{:.2f} MFLOP per list in products alone, {:.0f} GFLOP/s",
                                                products.operations() / 1e6 / kMovieLens20M.users,
                                                products.operations() / 1e9 / seconds),
                    .moreIsBetter = false});
        };
        add("time", wall, leastWall);
        add("processor time", processor, leastProcessor);
    }
}

}  // namespace recscope::bench
