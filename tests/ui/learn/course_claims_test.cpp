// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the claims that the course makes about its models, on the sample dataset with three seeds each. No limit in
// these tests is a number that was observed once: it is the end of an interval, or follows from the data (the entropy
// of the next item, ranking by chance) or from the network before its training. Intervals extend 1.96 standard errors
// to each side. Eleven comparisons require twice that, 3.92 standard errors, so that the probability, for one seed,
// that chance alone passes any of them is below 0.001.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>

#include "../../core/learn_support.h"
#include "core/data/sample_shop.h"
#include "core/explain/attention/planted_causes.h"
#include "core/explain/scores/inference_session.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/store/split_reader.h"
#include "core/train/live_training.h"
#include "core/train/trainer.h"
#include "ui/learn/chapters/heads_chapter.h"
#include "ui/learn/chapters/vector_chapter.h"
#include "ui/learn/course.h"
#include "ui/learn/experiments.h"
#include "ui/learn/guess_rounds.h"
#include "ui/learn/target_kinds.h"

namespace recscope::ui {
namespace {

constexpr const char* kSeeds[] = {"42", "43", "44"};

/// A workspace with the sample dataset, and the runs trained on it by model and seed. Each run is trained once.
struct Cinema {
    Cinema() : workspace(temporary.open()), info(ensureSampleDataset(workspace, {}, {})) {}
    TemporaryWorkspace temporary;
    Workspace workspace;
    DatasetInfo info;
    Protocol protocol = Protocol::defaultFor(DatasetStore(workspace).histories(info.id));
    Histories histories = splitHistories(workspace, info.id, protocol.split);
    std::map<std::pair<std::string, std::string>, RunRecord> runs;
};

Cinema& cinema() {
    static Cinema stored;
    return stored;
}

RunConfig seeded(RunConfig config, const std::string& seed) {
    setConfigValue(config, "seed", seed);
    return config;
}

const RunRecord& courseRun(const std::string& model, const std::string& seed) {
    Cinema& sample = cinema();
    const auto [entry, isNew] = sample.runs.try_emplace({model, seed});
    if (isNew) {
        TrainObserver observer;
        PauseSwitch pause;
        const RunConfig config = seeded(presetFor(model, "course", sample.info).config, seed);
        entry->second = train(sample.workspace,
                              {.dataset = sample.info.id, .config = config, .runName = {}, .device = DeviceChoice::Cpu},
                              observer, pause, {});
    }
    return entry->second;
}

LoadedRun loaded(const RunRecord& run) {
    return {run.id, run.bestEpoch};
}

/// A live training, run to its end.
struct Trained {
    Trained(const RunConfig& config, int epochs) : training(cinema().workspace, cinema().info.id, config) {
        for (int epoch = 0; epoch < epochs; ++epoch) {
            lastEpochLoss = 0;
            for (std::int64_t step = 0; step < training.stepsPerEpoch(); ++step) {
                const double loss = training.step({}).value();
                if (training.stepsDone() == 1) firstLoss = loss;
                lastEpochLoss += loss / static_cast<double>(training.stepsPerEpoch());
            }
        }
        ranks = training.evaluate(Split::Valid, 0, {}).ranks;
    }
    LiveTraining training;
    double firstLoss = 0, lastEpochLoss = 0;  ///< nats
    std::vector<UserRank> ranks;              ///< of the validation items of all users
};

/// The mean of -log(true probability of the next item) over all training items except the first of each user. This is
/// the smallest loss to be expected of a prediction from earlier items alone.
double entropyOfTheNextItem() {
    const SampleShop shop = makeSampleShop();
    const Histories& histories = cinema().histories;
    double sum = 0;
    std::int64_t targets = 0;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto items = histories.training(user);
        for (std::size_t position = 1; position < items.size(); ++position, ++targets)
            sum -= std::log(double(trueNextItem(shop, items.first(position))[std::size_t(items[position])]));
    }
    return sum / static_cast<double>(targets);
}

/// The mean of weightsAhead() over the positions of the first 20 users: for each position, the largest weight of any
/// head on the next position.
double meanWeightAhead(const LiveTraining& training) {
    double sum = 0;
    std::int64_t rows = 0;
    for (std::int32_t user = 0; user < 20; ++user) {
        const auto items = cinema().histories.training(user);
        for (const double weight : weightsAhead(training, {items.begin(), items.end()})) {
            sum += weight;
            ++rows;
        }
    }
    return sum / static_cast<double>(rows);
}

/// Expects the mean to be above `bound` by more than twice the half-width of its interval.
void expectClearlyAbove(const MeanInterval& interval, double bound) {
    EXPECT_GT(interval.mean - 2 * interval.halfWidth, bound);
}

/// The part "positions" among the parts of the model that chapter 7 removes.
const RemovablePart& positions() {
    for (const RemovablePart& part : removableParts())
        if (std::string(part.key) == "positions") return part;
    throw std::logic_error("The chapter cannot remove the positions.");
}

/// How often each method of chapter 9 finds the planted causes in the model that was trained with this seed.
const CauseFinding& causesOf(const std::string& seed) {
    static std::map<std::string, CauseFinding> known;
    const auto [entry, isNew] = known.try_emplace(seed);
    if (isNew) entry->second = findPlantedCauses(cinema().workspace, courseRun(Course::bidirectionalModel(), seed).id);
    return entry->second;
}

std::string shareAndChance(const SharedGenres& genres) {
    return std::to_string(genres.nearest.share) + " (chance " + std::to_string(genres.chance) + ")";
}

using Claims = testing::TestWithParam<const char*>;

// Chapter 4: "Its training loss falls towards nothing, and it recommends worse." `cheat` has no causal mask, so it can
// read the item that it should predict; `honest` has the mask.
TEST_P(Claims, TheCheatLearnsToCopyAndRanksWorse) {
    const Experiment experiment = leakExperiment(cinema().info);
    const Trained honest(seeded(experiment.usual, GetParam()), experiment.epochs),
        cheat(seeded(experiment.changed, GetParam()), experiment.epochs);
    EXPECT_LT(cheat.lastEpochLoss, 0.1 * cheat.firstLoss);
    EXPECT_LT(cheat.lastEpochLoss, entropyOfTheNextItem())
        << "by copying, the loss must become lower than any prediction from earlier items can reach";
    expectClearlyAbove(pairedDifference("ndcg@10", honest.ranks, cheat.ranks), 0);
    const LiveTraining untrained(cinema().workspace, cinema().info.id, seeded(experiment.changed, GetParam()));
    EXPECT_GT(meanWeightAhead(cheat.training), meanWeightAhead(untrained))
        << "training must raise the attention weight on the item that should be predicted";
    EXPECT_EQ(meanWeightAhead(honest.training), 0);
}

// Chapter 5: "It knows this exercise by heart; that says nothing about others."
TEST_P(Claims, AnExerciseIsKnownByHeartAfterAHundredSteps) {
    const RunRecord& run = courseRun(Course::bidirectionalModel(), GetParam());
    for (std::int32_t user = 0; user < 5; ++user) {
        const auto items = cinema().histories.training(user);
        const std::vector<Token> history(items.begin(), items.end());
        const auto size = static_cast<std::int32_t>(history.size());
        const std::vector<std::int32_t> hidden{size / 4, size / 2, 3 * size / 4};
        LiveTraining copy(cinema().workspace, run);
        const std::vector<UserRank> before = copy.evaluate(Split::Valid, 0, {}).ranks;
        for (int step = 0; step < 100; ++step) copy.trainCloze(history, hidden, {});
        for (const MaskedPrediction& guess :
             InferenceSession::copyOf(copy.recommender(), copy.run()).predictMasked(history, hidden, 1))
            EXPECT_GT(guess.truthProbability, 0.5) << "user " << user;
        const MeanInterval gain = pairedDifference("ndcg@10", copy.evaluate(Split::Valid, 0, {}).ranks, before);
        EXPECT_LT(gain.mean - gain.halfWidth, 0)
            << "training on the history of user " << user << " must not clearly improve NDCG@10 over all users";
    }
}

// Chapter 6: "It answers, far better than chance."
TEST_P(Claims, WithoutLastItemSamplesItAnswersAtTheEndBetterThanChance) {
    const Experiment experiment = lastItemExperiment(cinema().info);
    const Trained without(seeded(experiment.changed, GetParam()), experiment.epochs);
    expectClearlyAbove(metricInterval("ndcg@10", without.ranks), chanceNdcg(cinema().info.items));
}

// Chapter 7: "Without positions any order of the same items gives the same answer." Only rounding depends on the order:
// in each of a few layers, each of at most 34 terms of a sum is rounded by 2^-24 of a score below 100.
TEST_P(Claims, WithoutPositionsTheOrderOfAHistoryChangesNothing) {
    constexpr double kRounding = 1e-3;
    const Experiment experiment = partExperiment(cinema().info, positions());
    for (const RunConfig& config : {experiment.changed, experiment.usual}) {
        LiveTraining training(cinema().workspace, cinema().info.id, seeded(config, GetParam()));
        for (std::int64_t step = 0; step < 2 * training.stepsPerEpoch(); ++step) training.step({});
        const InferenceSession model = InferenceSession::copyOf(training.recommender(), training.run());
        double maxDifference = 0;
        for (std::int32_t user = 0; user < 20; ++user) {
            const auto items = cinema().histories.input(user, Split::Test);
            std::vector<Token> forwards(items.begin(), items.end()), backwards(items.rbegin(), items.rend());
            const std::vector<std::vector<Token>> both{forwards, backwards};
            const ScoreTable scores = model.scores(both);
            for (Token item = kFirstItemToken; item <= cinema().info.items; ++item)
                maxDifference = std::max(maxDifference, std::abs(double(scores.row(0)[std::size_t(item)]) -
                                                                 double(scores.row(1)[std::size_t(item)])));
        }
        const bool hasPositions = config.toJson() == experiment.usual.toJson();
        if (hasPositions)
            EXPECT_GT(maxDifference, 10 * kRounding) << "with positions, the order of the items must change the scores";
        else
            EXPECT_LT(maxDifference, kRounding);
    }
}

// Chapter 9: "the mean over all heads can blur what one head shows". Also, one head and removal, the two methods that
// the chapter's answer names, find more causes than chance. McNemar's test compares the head with the mean: if both
// were equally good, the standard deviation of the difference of their hits would be the square root of the number of
// cases in which only one of them hits.
TEST_P(Claims, OneHeadChosenOnOtherCasesFindsTheCauseMoreOftenThanTheMeanOverAllHeads) {
    const CauseFinding& finding = causesOf(GetParam());
    ASSERT_GT(finding.cases.size(), 200u);
    double onlyHead = 0, onlyMean = 0;
    for (std::size_t i = 0; i < finding.cases.size(); ++i) {
        onlyHead += finding.byHead[i] && !finding.byMean[i];
        onlyMean += finding.byMean[i] && !finding.byHead[i];
    }
    EXPECT_GT(onlyHead - onlyMean, 3.92 * std::sqrt(onlyHead + onlyMean));
    // The number of hits by chance has a standard deviation of at most the square root of its expectation.
    const double chance = finding.chance * double(finding.cases.size());
    for (const CauseMethod method : {CauseMethod::Head, CauseMethod::Removal})
        EXPECT_GT(double(finding.shareOf(method).hits), chance + 3.92 * std::sqrt(chance));
}

// Chapter 9: "hide a film wherever it occurs, move nothing": hiding a planted cause lowers the probability in most
// cases. If hiding had no effect, about half of the probabilities would rise, with the binomial standard deviation.
TEST_P(Claims, HidingTheCauseLowersTheProbability) {
    const CauseFinding& finding = causesOf(GetParam());
    const auto cases = double(finding.cases.size());
    EXPECT_LT(double(finding.casesRaised), cases / 2 - 3.92 * std::sqrt(cases / 4));
}

// Chapter 1: "which of the four models is right most often". The three models that read the history must be
// right more often than popularity.
TEST_P(Claims, ModelsThatReadTheHistoryAreRightMoreOftenThanPopularity) {
    const LearnRuns runs{loaded(courseRun(Course::bidirectionalModel(), GetParam())),
                         loaded(courseRun(Course::causalModel(), GetParam()))};
    InferenceCache cache;
    const std::vector<GuessRound> rounds =
        drawRounds(cinema().workspace, cache, cinema().info.id, runs, /*seed=*/1, {});
    const auto hits =
        countedHits(rounds, {Player::Popularity, Player::LastItem, Player::Causal, Player::Bidirectional});
    ASSERT_EQ(hits.front().size(), std::size_t(kCountedRounds));
    for (std::size_t player = 1; player < hits.size(); ++player) {
        double only = 0, onlyPopular = 0;
        for (std::size_t i = 0; i < hits.front().size(); ++i) {
            only += hits[player][i] && !hits[0][i];
            onlyPopular += hits[0][i] && !hits[player][i];
        }
        EXPECT_GT(only - onlyPopular, 3.92 * std::sqrt(only + onlyPopular)) << player;
    }
}

// Chapter 2: "items chosen in the same situations had similar vectors": films of one planted pattern (a bundle
// or a serial) are each other's nearest neighbours more often than films drawn at random.
TEST_P(Claims, FilmsOfOnePatternAreNearestNeighboursMoreOftenThanByChance) {
    const SampleShop shop = makeSampleShop();
    std::vector<int> group(std::size_t(SampleRules::kItems) + 1, -1);
    int patternIndex = 0;
    for (const auto& bundle : shop.rules.bundles) {
        for (const Token token : bundle) group[std::size_t(token)] = patternIndex;
        ++patternIndex;
    }
    for (const auto& serial : shop.rules.serials) {
        for (const Token token : serial) group[std::size_t(token)] = patternIndex;
        ++patternIndex;
    }
    for (const std::string& model : {Course::bidirectionalModel(), Course::causalModel()}) {
        const InferenceSession inference = InferenceSession::load(cinema().workspace, courseRun(model, GetParam()).id);
        const auto items = cinema().histories.training(0);
        const VectorFacts facts = vectorFactsOf(inference, {items.begin(), items.end()},
                                                DatasetStore(cinema().workspace).items(cinema().info.id));
        double hits = 0, chance = 0;
        for (Token token = kFirstItemToken; token <= SampleRules::kItems; ++token) {
            const int pattern = group[std::size_t(token)];
            if (pattern < 0) continue;
            hits += group[std::size_t(facts.nearest(token, 1).front().token)] == pattern;
            chance += double(std::count(group.begin(), group.end(), pattern) - 1) / (SampleRules::kItems - 1);
        }
        EXPECT_GT(hits, chance + 3.92 * std::sqrt(chance)) << model;
        RecordProperty(model + " shared genres", shareAndChance(facts.genres));
    }
}

// Chapter 8's task: the accepted head is the one that moves the items of the list by the most ranks.
TEST_P(Claims, TheAcceptedHeadIsTheOneWhoseItemsMoveByTheMostRanks) {
    const RunRecord& run = courseRun(Course::bidirectionalModel(), GetParam());
    const InferenceSession inference = InferenceSession::load(cinema().workspace, run.id);
    for (std::int32_t user = 0; user < 20; ++user) {
        const auto items = cinema().histories.input(user, Split::Test);
        HeadFacts facts;
        for (const std::vector<HeadId>& off : singleHeads(inference))
            facts.moves.push_back(listWithoutHeads(inference, items, off, 10, {}));
        std::vector<std::int64_t> totals;  // what the user of the program adds up from the list: "→ 12", "→ 21" …
        for (const auto& moves : facts.moves) {
            std::int64_t sum = 0;
            for (const RankMove& move : moves)
                if (move.before.rank <= 10) sum += std::abs(move.before.rank - move.after.rank);
            totals.push_back(sum);
        }
        for (const std::size_t head : facts.headsMovingMost())
            EXPECT_EQ(totals[head], *std::max_element(totals.begin(), totals.end()));
    }
}

// Chapter 10: "It grows for both: fewer items to be ranked below." No user's target may rank worse, because the
// candidates are a subset of all items.
TEST_P(Claims, NoTargetRanksWorseAgainstSampledItems) {
    Protocol sampled = cinema().protocol;
    sampled.setCandidates("pop100");
    for (const std::string& model : {Course::bidirectionalModel(), Course::causalModel()}) {
        const RunId run = courseRun(model, GetParam()).id;
        const auto ranksUnder = [&](const Protocol& protocol) {
            return evaluateRun(cinema().workspace, run, protocol, Split::Test, DeviceChoice::Cpu, {}, {}).ranks;
        };
        const std::vector<UserRank> full = ranksUnder(cinema().protocol), few = ranksUnder(sampled);
        ASSERT_EQ(full.size(), few.size());
        for (std::size_t user = 0; user < full.size(); ++user) EXPECT_LE(few[user].rank, full[user].rank);
        EXPECT_GT(metricsOf(few).ndcg10, metricsOf(full).ndcg10) << model;
    }
}

// Chapter 7's task is to find a part without which the model is clearly worse at one kind of item. The chapter trains
// the model with and without the part, with three seeds each. Its verdict uses Holm's method at 5 % over users and
// seeds, so that a part without effect passes in at most one of twenty cases.
TEST(Course, WithoutPositionsSomethingIsLost) {
    const Experiment experiment = partExperiment(cinema().info, positions());
    std::vector<std::vector<UserRank>> whole, without;
    for (const char* seed : kSeeds) {
        whole.push_back(Trained(seeded(experiment.usual, seed), experiment.epochs).ranks);
        without.push_back(Trained(seeded(experiment.changed, seed), experiment.epochs).ranks);
    }
    const TargetKinds kinds = targetKinds(cinema().workspace, cinema().info.id, cinema().protocol, Split::Valid, {});
    const std::vector<KindLoss> losses = lossesOf(kinds, whole, without);
    EXPECT_TRUE(std::any_of(losses.begin(), losses.end(), [](const KindLoss& loss) { return loss.isLost; }));
    for (const KindLoss& loss : losses)
        std::cout << kinds.titles[loss.kind].toStdString() << ": " << loss.difference.interval.mean << " +- "
                  << loss.difference.interval.halfWidth << ", p " << loss.p << (loss.isLost ? ", lost" : "")
                  << std::endl;
    // Compares the same models with themselves: nothing may count as lost.
    for (const KindLoss& loss : lossesOf(kinds, whole, whole)) EXPECT_FALSE(loss.isLost);
}

/// NDCG@10 with last-item samples minus NDCG@10 without them; each is trained with three seeds from `firstSeed` on.
SeedInterval lastItemDifference(int firstSeed) {
    const Experiment experiment = lastItemExperiment(cinema().info);
    std::vector<std::vector<UserRank>> with, without;
    for (int seed = firstSeed; seed < firstSeed + kLessonSeeds; ++seed) {
        with.push_back(Trained(seeded(experiment.usual, std::to_string(seed)), experiment.epochs).ranks);
        without.push_back(Trained(seeded(experiment.changed, std::to_string(seed)), experiment.epochs).ranks);
    }
    const SeedInterval difference =
        seedDifference("ndcg@10", {with.begin(), with.end()}, {without.begin(), without.end()});
    std::cout << "last-item samples, seeds from " << firstSeed << ": " << difference.interval.mean << " +- "
              << difference.interval.halfWidth << std::endl;
    return difference;
}

// Chapter 6 reads its verdict from an interval over users and seeds. With other seeds the interval may be wider or
// narrower, but the verdict must not be reversed. If there is no true difference, a verdict is wrong in each direction
// in at most 2.5 % of cases, so two verdicts are wrong in opposite directions in at most 2 * 0.025^2 = 0.125 %. Also,
// the two differences must be closer to each other than the sum of their half-widths.
TEST(Course, OtherSeedsDoNotReverseTheVerdictOnLastItemSamples) {
    const SeedInterval a = lastItemDifference(42), b = lastItemDifference(45);
    const DifferenceVerdict first = verdictOf(a.interval), second = verdictOf(b.interval);
    EXPECT_FALSE(first == DifferenceVerdict::Better && second == DifferenceVerdict::Worse);
    EXPECT_FALSE(first == DifferenceVerdict::Worse && second == DifferenceVerdict::Better);
    EXPECT_LT(std::abs(a.interval.mean - b.interval.mean), a.interval.halfWidth + b.interval.halfWidth);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Claims, testing::ValuesIn(kSeeds));

}  // namespace
}  // namespace recscope::ui
