// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/guess_rounds.h"

#include <algorithm>
#include <numeric>

#include "core/metrics/protocol.h"
#include "core/recommender/model_choice.h"
#include "core/recommender/registry.h"
#include "core/store/split_reader.h"
#include "core/train/live_training.h"
#include "core/util/error.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope::ui {

namespace {

constexpr std::size_t kShownItems = 12;
constexpr std::size_t kMinItems = 4;  ///< least number of items in a history to guess from
/// Number of histories scored together; their scores of all items are in memory at the same time.
constexpr std::size_t kScoredAtOnce = 64;

/// Draws items with probabilities proportional to their numbers of interactions.
class PopularItems {
public:
    explicit PopularItems(const Histories& histories) : m_sums(std::size_t(histories.itemCount), 0) {
        for (std::int32_t user = 0; user < histories.userCount(); ++user)
            for (const Token token : histories.training(user)) ++m_sums[std::size_t(token - kFirstItemToken)];
        std::partial_sum(m_sums.begin(), m_sums.end(), m_sums.begin());
    }
    Token draw(Random& random) const {
        const auto at = std::int64_t(random.below(std::uint64_t(m_sums.back())));
        return kFirstItemToken + Token(std::upper_bound(m_sums.begin(), m_sums.end(), at) - m_sums.begin());
    }

private:
    std::vector<std::int64_t> m_sums;  ///< cumulative sums of the items' numbers of interactions, in token order
};

/// The option with the highest score, for each history.
std::vector<int> bestOptions(const InferenceSession& inference, const std::vector<GuessRound>& rounds,
                             const std::vector<std::vector<Token>>& inputs, const std::stop_token& stop) {
    std::vector<int> best;
    for (std::size_t first = 0; first < rounds.size(); first += kScoredAtOnce) {
        const ScoreTable scores =
            inference.scores(std::span(inputs).subspan(first, std::min(kScoredAtOnce, rounds.size() - first)), stop);
        for (std::size_t row = 0; row < scores.rows(); ++row) {
            const std::span<const float> itemScores = scores.row(row);
            const auto& options = rounds[first + row].options;
            best.push_back(int(std::max_element(options.begin(), options.end(),
                                                [&](Token a, Token b) {
                                                    return itemScores[std::size_t(a)] < itemScores[std::size_t(b)];
                                                }) -
                               options.begin()));
        }
    }
    return best;
}

/// Trains a count-based model, which takes almost no time.
InferenceSession trainCounts(Workspace& workspace, DatasetId dataset, const std::string& model,
                             const std::stop_token& stop) {
    LiveTraining training(workspace, dataset, defaultConfig(model));
    while (training.stepsDone() < training.stepsPerEpoch())
        if (!training.step(stop)) throw Error(ErrorKind::Cancelled, translated("Stopped."));
    return InferenceSession::copyOf(training.recommender(), training.run());
}

GuessRound makeRound(const Histories& histories, std::int32_t user, const PopularItems& popular, Random& random) {
    const std::span<const Token> input = histories.input(user, Split::Test);
    GuessRound round;
    round.length = std::int64_t(input.size());
    round.history.assign(input.end() - std::ptrdiff_t(std::min(kShownItems, input.size())), input.end());
    round.truth = int(random.below(kGuessOptions));
    round.options[std::size_t(round.truth)] = histories.target(user, Split::Test);
    for (int option = 0; option < kGuessOptions; ++option) {
        if (option == round.truth) continue;
        Token drawn = kPadToken;
        do {
            drawn = popular.draw(random);
        } while (std::find(input.begin(), input.end(), drawn) != input.end() ||
                 std::find(round.options.begin(), round.options.end(), drawn) != round.options.end());
        round.options[std::size_t(option)] = drawn;
    }
    round.chosen.fill(-1);
    return round;
}

}  // namespace

std::vector<GuessRound> drawRounds(Workspace& workspace, InferenceCache& cache, DatasetId dataset,
                                   const LearnRuns& runs, std::uint64_t seed, const std::stop_token& stop) {
    const Histories histories = splitHistories(workspace, dataset, SplitRule());
    std::vector<std::int32_t> users;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (!histories.hasTarget(user, Split::Test)) continue;
        const std::size_t length = histories.input(user, Split::Test).size();
        if (length >= kMinItems && std::int64_t(length) + 2 * kGuessOptions < histories.itemCount)
            users.push_back(user);
    }
    if (users.size() < kGuessRounds)
        throw Error(ErrorKind::Input, translated("This dataset is too small for the game."),
                    translated("The game needs {} users with at least {} items before the held-out item, and enough "
                               "items that they never had.",
                               kGuessRounds, kMinItems));
    Random random({seed});
    const PopularItems popular(histories);
    std::vector<GuessRound> rounds;
    std::vector<std::vector<Token>> inputs;
    const int count = int(std::min(users.size(), std::size_t(kGuessRounds + kCountedRounds)));
    for (int i = 0; i < count; ++i) {
        std::swap(users[std::size_t(i)], users[std::size_t(i) + random.below(users.size() - std::size_t(i))]);
        const std::int32_t user = users[std::size_t(i)];
        rounds.push_back(makeRound(histories, user, popular, random));
        const auto input = histories.input(user, Split::Test);
        inputs.emplace_back(input.begin(), input.end());
        rounds.back().userId = std::to_string(user);
    }
    const auto play = [&](Player player, const InferenceSession& inference) {
        const std::vector<int> best = bestOptions(inference, rounds, inputs, stop);
        for (std::size_t i = 0; i < rounds.size(); ++i) rounds[i].chosen[std::size_t(player)] = best[i];
    };
    // `reads`: true for the model that reads the last item (bigram), false for popularity.
    const auto countBasedModel = [&](bool reads) {
        const std::string model = firstModelThat([&](const Capabilities& capabilities) {
            return !capabilities.trainsByGradientDescent && capabilities.readsHistory == reads &&
                   capabilities.readsOrder == reads;
        });
        return trainCounts(workspace, dataset, model, stop);
    };
    play(Player::Popularity, countBasedModel(/*reads=*/false));
    play(Player::LastItem, countBasedModel(/*reads=*/true));
    if (runs.causal) play(Player::Causal, cache.of(workspace, *runs.causal));
    if (runs.bidirectional) play(Player::Bidirectional, cache.of(workspace, *runs.bidirectional));
    return rounds;
}

std::vector<std::vector<bool>> countedHits(const std::vector<GuessRound>& rounds, const std::vector<Player>& players) {
    std::vector<std::vector<bool>> hits;
    for (const Player player : players) {
        std::vector<bool>& scores = hits.emplace_back();
        for (std::size_t round = kGuessRounds; round < rounds.size(); ++round)
            scores.push_back(rounds[round].chosen[std::size_t(player)] == rounds[round].truth);
    }
    return hits;
}

}  // namespace recscope::ui
