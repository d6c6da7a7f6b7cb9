// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/attention_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <unordered_map>

#include "core/explain/attention/attention_views.h"
#include "core/explain/attention/require_attention.h"
#include "core/recommender/one_thread.h"
#include "core/util/error.h"
#include "core/util/random.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::int32_t kTrainingPositions = 15;                        // number of positions in SASRec, Figure 4
constexpr std::int32_t kTestPositions = 10;                            // number of positions in BERT4Rec, Figure 2
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();  // a cell without a value

std::size_t area(std::int32_t size) {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
}

std::size_t cell(std::int32_t size, std::int32_t row, std::int32_t column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size) + static_cast<std::size_t>(column);
}

/// The items the model reads for one user.
struct Sequence {
    std::int32_t user = 0;
    std::span<const Token> items;
};

/// The training items of each user, without the last one, which a causal model has only as a target.
std::vector<Sequence> trainingSequences(const Histories& histories) {
    std::vector<Sequence> sequences;
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        if (const auto items = histories.training(user); items.size() > 1)
            sequences.push_back({user, items.first(items.size() - 1)});
    return sequences;
}

std::vector<Sequence> testSequences(const Histories& histories, std::size_t atLeast) {
    std::vector<Sequence> sequences;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (!histories.hasTarget(user, Split::Test)) continue;
        if (const auto items = histories.input(user, Split::Test); items.size() >= atLeast)
            sequences.push_back({user, items});
    }
    return sequences;
}

/// Runs the model on each sequence and calls `visit`. If there are more than `options.sequences` sequences, uses a
/// random sample of this size. Returns the number of sequences used.
std::int64_t forEachSequence(const InferenceSession& inference, std::vector<Sequence> sequences,
                             const AttentionFigureOptions& options,
                             const std::function<void(const Explanation&)>& visit, const ProgressSink& progress,
                             const std::stop_token& stop) {
    if (std::int64_t(sequences.size()) > options.sequences) {
        Random random({options.seed});
        random.shuffle(std::span(sequences));
        sequences.resize(static_cast<std::size_t>(options.sequences));
    }
    // Each forward pass runs on one thread. Setting this once for the whole loop saves LibTorch from stopping and
    // restarting its thread pool for every sequence, which took most of the time.
    const OneThread oneThread;
    std::int64_t done = 0;
    for (const Sequence& sequence : sequences) {
        throwIfStopped(stop);
        visit(inference.forUser(sequence.user).explain(sequence.items, /*topK=*/0));
        ++done;
        if (progress)
            progress({.stage = translated("Querying the model"),
                      .done = done,
                      .total = std::int64_t(sequences.size()),
                      .unit = "sequences"});
    }
    return done;
}

/// Crops all maps to the newest `positions` rows and columns.
AttentionMaps newest(const AttentionMaps& maps, std::int32_t positions) {
    const std::int32_t size = std::min(positions, maps.size), first = maps.size - size;
    AttentionMaps cut{.layers = maps.layers, .heads = maps.heads, .size = size, .weights = {}};
    cut.weights.reserve(static_cast<std::size_t>(maps.layers * maps.heads) * area(size));
    for (std::int32_t layer = 0; layer < maps.layers; ++layer)
        for (std::int32_t head = 0; head < maps.heads; ++head)
            for (std::int32_t row = first; row < maps.size; ++row) {
                const auto weights = maps.row(layer, head, row).subspan(static_cast<std::size_t>(first));
                cut.weights.insert(cut.weights.end(), weights.begin(), weights.end());
            }
    return cut;
}

/// The mean map over `heads`, with the oldest position first. Reverses the order of `profile`, whose positions count
/// back from the newest.
FigureMap mapOf(const AttentionProfile& profile, const std::vector<HeadId>& heads, std::int32_t size) {
    FigureMap map;
    map.size = size;
    for (std::int32_t row = 0; row < size; ++row)
        for (std::int32_t column = 0; column < size; ++column) {
            const std::int32_t fromRow = size - 1 - row, fromColumn = size - 1 - column;
            double sum = 0;
            for (const HeadId head : heads) sum += profile.mean(head, fromRow, fromColumn);
            map.weights.push_back(profile.usersWith(fromRow, fromColumn) > 0 ? sum / double(heads.size()) : kNoValue);
        }
    return map;
}

/// Ticks labelled by their distance from the newest position, which is labelled `newestLabel`.
std::vector<FigureTick> positionTicks(std::int32_t size, std::int32_t step, const std::string& newestLabel) {
    std::vector<FigureTick> ticks;
    for (std::int32_t back = 0; back < size; back += step)
        ticks.push_back({size - back - 0.5, back == 0 ? newestLabel : fmt::format("\u2212{}", back)});
    return ticks;
}

std::string newestPosition(const InferenceSession& inference) {
    return inference.capabilities().readsMask ? "[MASK]" : "0";
}

std::string sampleText(std::int64_t taken, std::size_t all, const AttentionFigureOptions& options) {
    return std::size_t(taken) == all ? translated("all {}", grouped(taken))
                                     : translated("a random {} of {} (seed {})", grouped(taken),
                                                  grouped(static_cast<long long>(all)), options.seed);
}

void drawByPosition(AttentionFigure& figure, const InferenceSession& inference, const Histories& histories,
                    const AttentionFigureOptions& options, const ProgressSink& progress, const std::stop_token& stop) {
    const std::vector<Sequence> sequences = trainingSequences(histories);
    AttentionProfile profile;
    std::int32_t size = 0;
    const std::int64_t taken = forEachSequence(
        inference, sequences, options,
        [&](const Explanation& explanation) {
            size = std::max(size, std::min(kTrainingPositions, explanation.attention.size));
            profile.add(newest(explanation.attention, kTrainingPositions));
        },
        progress, stop);
    if (size < 2) {
        figure.problem = translated("No training sequence of this dataset has two positions that this model reads.");
        return;
    }
    const Capabilities& capabilities = inference.capabilities();
    for (std::int32_t layer = 0; layer < capabilities.layers; ++layer) {
        std::vector<HeadId> heads;
        for (std::int32_t head = 0; head < capabilities.heads; ++head) heads.push_back({layer, head});
        FigureMap& map = figure.maps.emplace_back(mapOf(profile, heads, size));
        map.title = translated("layer {}", layer + 1);
        map.ticks = positionTicks(size, 5, newestPosition(inference));
    }
    figure.caption = translated(
        "As in SASRec's Figure 4: over {} training sequences, the sum of the weights of the last {} positions divided "
        "by the number of weights that are not padding{}. Expected: recent positions get more attention, especially in "
        "later layers.",
        sampleText(taken, sequences.size(), options), size,
        capabilities.heads > 1 ? translated("; mean over the heads of a layer") : std::string(""));
}

void drawAtTest(AttentionFigure& figure, const InferenceSession& inference, const Histories& histories,
                const AttentionFigureOptions& options, const ProgressSink& progress, const std::stop_token& stop) {
    // One of the kTestPositions is [MASK], which BERT4Rec appends to the history.
    const std::vector<Sequence> sequences = testSequences(histories, kTestPositions - 1);
    AttentionProfile profile;
    forEachSequence(
        inference, sequences, options,
        [&](const Explanation& explanation) {
            if (explanation.attention.size >= kTestPositions)
                profile.add(newest(explanation.attention, kTestPositions));
        },
        progress, stop);
    if (profile.users() == 0) {
        figure.problem = translated(
            "This model reads fewer than {} positions of every user at test time; the figure needs the last {}.",
            kTestPositions, kTestPositions);
        return;
    }
    const Capabilities& capabilities = inference.capabilities();
    for (std::int32_t layer = 0; layer < capabilities.layers; ++layer)
        for (std::int32_t head = 0; head < capabilities.heads; ++head) {
            FigureMap& map = figure.maps.emplace_back(mapOf(profile, {{layer, head}}, kTestPositions));
            map.title = headName({layer, head});
            map.ticks = positionTicks(kTestPositions, 4, newestPosition(inference));
        }
    figure.caption = translated(
        "As in BERT4Rec's Figure 2: mean over {} users at test time who have {} positions or more, one map per head; "
        "the newest position is {}. In the paper's figure, some heads of layer 1 attend mostly to one side, and layer "
        "2 attends mostly to recent items.",
        grouped(profile.users()), kTestPositions,
        inference.capabilities().readsMask ? translated("[MASK], where the model predicts")
                                           : translated("the last item"));
}

/// Collects the mean attention weight from each item of `GenreSets::queryItems` to each item of `GenreSets::keyItems`.
class PairMeans {
public:
    explicit PairMeans(const GenreSets& sets)
        : m_size(static_cast<std::int32_t>(sets.queryItems.size())), m_sums(area(m_size)), m_counts(area(m_size)) {
        for (std::int32_t i = 0; i < m_size; ++i) {
            m_rows[sets.queryItems[static_cast<std::size_t>(i)]] = i;
            m_columns[sets.keyItems[static_cast<std::size_t>(i)]] = i;
        }
    }

    void add(const Explanation& explanation, const AttentionView& map, bool usesBidirectionalAttention) {
        for (std::int32_t row = 0; row < map.size; ++row) {
            const auto queryRow = m_rows.find(explanation.positions[static_cast<std::size_t>(row)]);
            if (queryRow == m_rows.end()) continue;
            for (std::int32_t column = 0; column < (usesBidirectionalAttention ? map.size : row); ++column) {
                const auto keyColumn = m_columns.find(explanation.positions[static_cast<std::size_t>(column)]);
                if (keyColumn == m_columns.end()) continue;
                const std::size_t index = cell(m_size, queryRow->second, keyColumn->second);
                m_sums[index] += double(map.at(row, column));
                ++m_counts[index];
            }
        }
    }
    FigureMap map() const {
        FigureMap map;
        map.size = m_size;
        for (std::size_t i = 0; i < m_sums.size(); ++i)
            map.weights.push_back(m_counts[i] > 0 ? m_sums[i] / double(m_counts[i]) : kNoValue);
        return map;
    }

private:
    std::int32_t m_size;
    std::vector<double> m_sums;
    std::vector<std::int64_t> m_counts;
    std::unordered_map<Token, std::int32_t> m_rows, m_columns;
};

/// Reduces a map to one cell per pair of groups: the mean over the pair's cells that have a value.
FigureMap blocksOf(const FigureMap& map) {
    FigureMap blocks;
    blocks.size = map.size / map.group;
    blocks.isTable = true;
    for (std::int32_t row = 0; row < blocks.size; ++row)
        for (std::int32_t column = 0; column < blocks.size; ++column) {
            double sum = 0;
            std::int64_t pairs = 0;
            for (std::int32_t i = 0; i < map.group; ++i)
                for (std::int32_t k = 0; k < map.group; ++k)
                    if (const double weight = map.at(row * map.group + i, column * map.group + k);
                        !std::isnan(weight)) {
                        sum += weight;
                        ++pairs;
                    }
            blocks.weights.push_back(pairs > 0 ? sum / double(pairs) : kNoValue);
        }
    return blocks;
}

/// The mean weights on and off the diagonal as a clause: "mean weight 0.0123 within a genre, 0.0101 between two
/// genres".
std::string withinAndBetween(const FigureMap& blocks) {
    double sums[2] = {0, 0};
    int counts[2] = {0, 0};
    for (std::int32_t row = 0; row < blocks.size; ++row)
        for (std::int32_t column = 0; column < blocks.size; ++column) {
            if (std::isnan(blocks.at(row, column))) continue;
            sums[row == column] += blocks.at(row, column);
            ++counts[row == column];
        }
    if (counts[0] == 0 || counts[1] == 0)
        return translated("the items of one genre, or those of different genres, never occur together");
    return translated("mean weight {:.4f} within a genre, {:.4f} between two genres", sums[1] / counts[1],
                      sums[0] / counts[0]);
}

void drawByGenre(AttentionFigure& figure, const InferenceSession& inference, const Histories& histories,
                 std::span<const ItemInfo> items, const AttentionFigureOptions& options, const ProgressSink& progress,
                 const std::stop_token& stop) {
    const GenreSets sets = drawGenreSets(items, options.seed);
    figure.problem = sets.problem;
    if (!sets.problem.empty()) return;
    const std::vector<Sequence> sequences = trainingSequences(histories);
    PairMeans means(sets);
    const bool usesBidirectionalAttention = inference.capabilities().usesBidirectionalAttention;
    const std::int64_t taken = forEachSequence(
        inference, sequences, options,
        [&](const Explanation& explanation) {
            means.add(explanation, meanOverHeads(explanation.attention, /*layer=*/0), usesBidirectionalAttention);
        },
        progress, stop);
    FigureMap pairs = means.map();
    const auto pairsWithWeight =
        std::count_if(pairs.weights.begin(), pairs.weights.end(), [](double weight) { return weight >= 0; });
    if (pairsWithWeight == 0) {
        figure.problem = translated(
            "The figure shows the attention from one drawn set of items to another, but in no training sequence can an "
            "item of the first set attend to one of the second.");
        return;
    }
    pairs.title = translated("pairs of items, layer 1");
    pairs.group = sets.perGenre;
    FigureMap blocks = blocksOf(pairs);
    blocks.title = translated("means by genre");
    for (std::size_t genre = 0; genre < sets.genres.size(); ++genre) {
        pairs.ticks.push_back({(double(genre) + 0.5) * sets.perGenre, sets.genres[genre]});
        blocks.ticks.push_back({double(genre) + 0.5, sets.genres[genre]});
    }
    figure.caption = translated(
        "As in SASRec's Figure 5: attention from the first to the second of two disjoint sets of {} items ({} of each "
        "genre, each with none of the other three; seed {}); mean weight in layer 1{} wherever both items of a pair "
        "occur in one of {} training sequences. {} of {} pairs do; {}. {}",
        sets.queryItems.size(), sets.perGenre, options.seed,
        inference.capabilities().heads > 1 ? translated(", over its heads,") : std::string(""),
        sampleText(taken, sequences.size(), options), grouped(pairsWithWeight),
        grouped(static_cast<long long>(pairs.weights.size())), withinAndBetween(blocks),
        sets.usesPaperGenres
            ? translated("The genres are the paper's.")
            : translated("The dataset does not have the paper's genres: its four most common ones are shown."));
    figure.maps.push_back(std::move(pairs));
    figure.maps.push_back(std::move(blocks));
}

const char* titleOf(AttentionFigureKind kind) {
    switch (kind) {
        case AttentionFigureKind::ByPosition:
            return translatable("Mean attention by position in training");
        case AttentionFigureKind::ByGenre:
            return translatable("Mean attention between items of four genres");
        case AttentionFigureKind::AtTest:
            return translatable("Mean attention at test time, head by head");
    }
    return "";
}

}  // namespace

double FigureMap::at(std::int32_t row, std::int32_t column) const {
    return weights[cell(size, row, column)];
}

double FigureMap::largest() const {
    double largest = 0;
    for (const double weight : weights)
        if (weight > largest) largest = weight;
    return largest;
}

const char* figureName(AttentionFigureKind kind) {
    switch (kind) {
        case AttentionFigureKind::ByPosition:
            return translatable("By position (SASRec, Figure 4)");
        case AttentionFigureKind::ByGenre:
            return translatable("By genre (SASRec, Figure 5)");
        case AttentionFigureKind::AtTest:
            return translatable("By head at test time (BERT4Rec, Figure 2)");
    }
    return "";
}

AttentionFigure attentionFigure(AttentionFigureKind kind, const InferenceSession& inference, const Histories& histories,
                                std::span<const ItemInfo> items, const AttentionFigureOptions& options,
                                const ProgressSink& progress, const std::stop_token& stop) {
    requireSoftmaxAttention(inference);
    if (inference.capabilities().attention != AttentionKind::EveryPosition)
        throw Error(ErrorKind::Usage, translated("{} has attention at the last position only.", inference.run().name),
                    translated("Choose a run whose model has maps of every position."));
    AttentionFigure figure;
    figure.kind = kind;
    figure.run = inference.run().name;
    figure.title = fmt::format("{}: {}", titleOf(kind), figure.run);
    const bool isByGenre = kind == AttentionFigureKind::ByGenre;
    figure.rowAxis =
        isByGenre ? translated("genre of the attending item (query)") : translated("attending position (query)");
    figure.columnAxis =
        isByGenre ? translated("genre of the attended item (key)") : translated("attended position (key; 0 = newest)");
    if (!isByGenre && inference.capabilities().readsMask)
        figure.columnAxis = translated("attended position (key; steps before [MASK])");
    switch (kind) {
        case AttentionFigureKind::ByPosition:
            drawByPosition(figure, inference, histories, options, progress, stop);
            break;
        case AttentionFigureKind::ByGenre:
            drawByGenre(figure, inference, histories, items, options, progress, stop);
            break;
        case AttentionFigureKind::AtTest:
            drawAtTest(figure, inference, histories, options, progress, stop);
            break;
    }
    return figure;
}

}  // namespace recscope
