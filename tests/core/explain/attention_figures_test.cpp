// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/attention_figures.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "../learn_support.h"
#include "core/plan/study_figures.h"
#include "core/recommender/registry.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 24;
constexpr std::int64_t kMaxLength = 20;

/// Random histories of 4 to 27 items. Some have fewer than a figure's 15 positions, some more than the model reads.
Histories walks() {
    Histories histories;
    histories.itemCount = kItems;
    Random random({3});
    for (int user = 0; user < 30; ++user) {
        std::vector<Token> history;
        for (std::size_t length = 4 + random.below(24); history.size() < length;)
            history.push_back(1 + static_cast<Token>(random.below(kItems)));
        histories.append(history);
    }
    return histories;
}

/// Items to which the entries of `genres` are assigned in turn. An entry may name several genres, as in "A|B".
std::vector<ItemInfo> itemsOf(const std::vector<std::string>& genres) {
    std::vector<ItemInfo> items;
    for (Token token = 1; token <= kItems; ++token) {
        ItemInfo& item = items.emplace_back();
        item.token = token;
        item.genres = genres[static_cast<std::size_t>(token) % genres.size()];
    }
    return items;
}
/// The genres of Figure 5 in the SASRec paper: horror, science fiction, animation and romance.
const std::vector<std::string> kPaperGenres = {"Horror", "Sci-Fi", "Animation|Musical", "Romance"};

class AttentionFigures : public testing::TestWithParam<const char*> {
protected:
    struct Trained {
        explicit Trained(const std::string& model) : workspace(temporary.open()) {
            RunConfig config = smallConfig(model);
            setConfigValue(config, "max_length", std::to_string(kMaxLength));
            setConfigValue(config, "heads", "2");
            setConfigValue(config, "layers", "2");
            TrainObserver observer;
            PauseSwitch pause;
            const DatasetId dataset = addDataset(workspace, walks()).id;
            run =
                train(workspace, {.dataset = dataset, .config = config, .runName = "run", .device = DeviceChoice::Cpu},
                      observer, pause, {});
        }
        TemporaryWorkspace temporary;
        Workspace workspace;
        RunRecord run;
    };
    static Trained& trained(const std::string& model) {
        static Trained bert4rec("bert4rec"), sasrec("sasrec");
        return model == "bert4rec" ? bert4rec : sasrec;
    }
    AttentionFigure figure(AttentionFigureKind kind, const std::vector<ItemInfo>& items = {},
                           const AttentionFigureOptions& options = {}) {
        return attentionFigure(kind, m_inference, m_histories, items, options, {}, {});
    }
    /// The model's attention for each user's history without its last `items` items.
    std::vector<Explanation> explanationsWithoutLast(std::size_t items) const {
        std::vector<Explanation> explanations;
        for (std::int32_t user = 0; user < m_histories.userCount(); ++user) {
            const auto all = m_histories.of(user);
            explanations.push_back(m_inference.explain(all.first(all.size() - items), 1));
        }
        return explanations;
    }
    /// The mean weight at a row and a column, over `heads` of a layer and over the sequences that have both positions
    /// and at least `minPositions` positions in all. Computed one weight at a time. `fromRow` and `fromColumn` count
    /// positions from the newest (0).
    static double naiveMean(const std::vector<Explanation>& explanations, std::int32_t layer,
                            const std::vector<std::int32_t>& heads, std::int32_t fromRow, std::int32_t fromColumn,
                            std::int32_t minPositions) {
        double sum = 0, count = 0;
        for (const Explanation& explanation : explanations) {
            const AttentionMaps& maps = explanation.attention;
            if (maps.size < minPositions || fromRow >= maps.size || fromColumn >= maps.size) continue;
            for (const std::int32_t head : heads)
                sum += double(maps.at(layer, head, maps.size - 1 - fromRow, maps.size - 1 - fromColumn)) /
                       double(heads.size());
            ++count;
        }
        return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    }
    static void expectSame(double actual, double expected, const std::string& where) {
        EXPECT_EQ(std::isnan(actual), std::isnan(expected)) << where;
        if (std::isnan(expected)) return;
        EXPECT_NEAR(actual, expected, 1e-9) << where;  // sums of doubles in a different order
    }

    Trained& m_trained = trained(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);
    const Histories m_histories = walks();
};

TEST_P(AttentionFigures, ByPositionIsTheMeanWeightOverTrainingSequences) {
    const AttentionFigure drawn = figure(AttentionFigureKind::ByPosition);
    const std::vector<Explanation> training = explanationsWithoutLast(3);  // two are held out, one is the target
    ASSERT_EQ(drawn.maps.size(), 2u) << "one for each layer";
    for (std::int32_t layer = 0; layer < 2; ++layer) {
        const FigureMap& map = drawn.maps[static_cast<std::size_t>(layer)];
        ASSERT_EQ(map.size, 15);
        for (std::int32_t row = 0; row < 15; ++row)
            for (std::int32_t column = 0; column < 15; ++column)
                expectSame(map.at(row, column), naiveMean(training, layer, {0, 1}, 14 - row, 14 - column, 1),
                           fmt::format("layer {}, {}, {}", layer, row, column));
    }
    EXPECT_NE(drawn.caption.find("all 30 training sequences"), std::string::npos) << drawn.caption;
}

TEST_P(AttentionFigures, AtTestIsTheMeanOfEachHeadOverUsersWithTenPositions) {
    const AttentionFigure drawn = figure(AttentionFigureKind::AtTest);
    const std::vector<Explanation> test = explanationsWithoutLast(1);
    ASSERT_EQ(drawn.maps.size(), 4u) << "one for each head";
    for (std::int32_t layer = 0; layer < 2; ++layer)
        for (std::int32_t head = 0; head < 2; ++head) {
            const FigureMap& map = drawn.maps[static_cast<std::size_t>(2 * layer + head)];
            EXPECT_EQ(map.title, headName({layer, head}));
            ASSERT_EQ(map.size, 10);
            for (std::int32_t row = 0; row < 10; ++row) {
                double sum = 0;
                for (std::int32_t column = 0; column < 10; ++column) {
                    expectSame(map.at(row, column), naiveMean(test, layer, {head}, 9 - row, 9 - column, 10),
                               fmt::format("{}, {}, {}", map.title, row, column));
                    sum += map.at(row, column);
                }
                EXPECT_LE(sum, 1 + 1e-6) << "the map shows the newest ten weights of a row that sums to 1";
            }
            EXPECT_EQ(map.ticks.front().words, m_inference.isBidirectional() ? "[MASK]" : "0");
        }
}

TEST_P(AttentionFigures, ByGenreIsTheMeanOverPairsWithinASequence) {
    const std::vector<ItemInfo> items = itemsOf(kPaperGenres);
    const AttentionFigure drawn = figure(AttentionFigureKind::ByGenre, items);
    ASSERT_EQ(drawn.problem, "");
    const GenreSets sets = drawGenreSets(items, 42);
    ASSERT_EQ(drawn.maps.size(), 2u);
    const FigureMap &pairs = drawn.maps[0], &blocks = drawn.maps[1];
    ASSERT_EQ(pairs.size, 4 * sets.perGenre);
    const std::vector<Explanation> training = explanationsWithoutLast(3);
    const auto naive = [&](Token query, Token key) {
        double sum = 0, count = 0;
        for (const Explanation& explanation : training) {
            for (std::size_t row = 0; row < explanation.positions.size(); ++row)
                for (std::size_t column = 0; column < explanation.positions.size(); ++column) {
                    if (explanation.positions[row] != query || explanation.positions[column] != key) continue;
                    if (column > row && !m_inference.isBidirectional()) continue;
                    for (std::int32_t head = 0; head < 2; ++head)
                        sum += double(explanation.attention.at(0, head, std::int32_t(row), std::int32_t(column))) / 2;
                    ++count;
                }
        }
        return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    };
    for (std::int32_t row = 0; row < pairs.size; ++row)
        for (std::int32_t column = 0; column < pairs.size; ++column) {
            const double expected =
                naive(sets.queryItems[static_cast<std::size_t>(row)], sets.keyItems[static_cast<std::size_t>(column)]);
            EXPECT_EQ(std::isnan(pairs.at(row, column)), std::isnan(expected));
            if (std::isnan(expected)) continue;
            EXPECT_NEAR(pairs.at(row, column), expected, 1e-7);  // means over heads are float32
        }
    ASSERT_EQ(blocks.size, 4);
    double sum = 0, count = 0;
    for (std::int32_t i = 0; i < sets.perGenre; ++i)
        for (std::int32_t k = 0; k < sets.perGenre; ++k)
            if (const double weight = pairs.at(sets.perGenre + i, k); !std::isnan(weight)) sum += weight, ++count;
    EXPECT_NEAR(blocks.at(1, 0), sum / count, 1e-12);
    EXPECT_NE(drawn.caption.find("The genres are the paper's"), std::string::npos);
}

TEST_P(AttentionFigures, TheCaptionStatesTheNumberOfSampledSequences) {
    const AttentionFigure drawn = figure(AttentionFigureKind::ByPosition, {}, {.sequences = 7, .seed = 1});
    EXPECT_NE(drawn.caption.find("a random 7 of 30 (seed 1)"), std::string::npos) << drawn.caption;
    EXPECT_NE(figure(AttentionFigureKind::ByPosition).maps[0].weights, drawn.maps[0].weights);
}

TEST_P(AttentionFigures, StateWhyTheyCannotBeDrawn) {
    EXPECT_EQ(figure(AttentionFigureKind::ByGenre, itemsOf({""})).problem, "The items of this dataset have no genres.");
    Histories shortHistories;
    shortHistories.itemCount = kItems;
    for (const std::vector<Token>& history : {std::vector<Token>{1, 2, 3, 4}, {5, 6, 7, 8, 9}})
        shortHistories.append(history);
    const AttentionFigure atTest =
        attentionFigure(AttentionFigureKind::AtTest, m_inference, shortHistories, {}, {}, {}, {});
    EXPECT_TRUE(atTest.maps.empty());
    EXPECT_NE(atTest.problem.find("fewer than 10 positions of every user"), std::string::npos) << atTest.problem;
}

TEST_P(AttentionFigures, CanBeStopped) {
    std::stop_source stop;
    const auto stopAtThree = [&](const Progress& progress) {
        EXPECT_LE(progress.done, 3);
        if (progress.done == 3) stop.request_stop();
    };
    try {
        attentionFigure(AttentionFigureKind::ByPosition, m_inference, m_histories, {}, {}, stopAtThree,
                        stop.get_token());
        FAIL() << "the computation was not stopped";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    }
}

TEST_P(AttentionFigures, SvgHasTitlesAxesAndAColourScale) {
    const AttentionFigure drawn = figure(AttentionFigureKind::AtTest);
    const std::string svg = attentionSvg(drawn);
    for (const std::string& text : {drawn.title, drawn.rowAxis, drawn.columnAxis, drawn.maps[3].title,
                                    fmt::format("{:.4f}", drawn.maps[3].largest())})
        EXPECT_NE(svg.find(escapedHtml(text) + "<"), std::string::npos) << text;
    const SvgStyle style;
    EXPECT_NE(svg.find("fill=\"" + style.ramp.back() + "\""), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Models, AttentionFigures, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

TEST(GenreSetsTest, AreDisjointAndHaveEquallyManyItemsOfEachGenre) {
    std::vector<ItemInfo> items = itemsOf(kPaperGenres);
    items[0].genres = "Sci-Fi|Horror";  // has two of the four genres, so it is neither a query item nor a key item
    const GenreSets sets = drawGenreSets(items, 42);
    EXPECT_TRUE(sets.usesPaperGenres);
    EXPECT_EQ(sets.genres, (std::vector<std::string>{"Sci-Fi", "Romance", "Animation", "Horror"}));
    EXPECT_EQ(sets.perGenre, 2) << "one genre has five items left, too few for three query and three key items";
    std::set<Token> all;
    for (const std::vector<Token>* set : {&sets.queryItems, &sets.keyItems}) {
        ASSERT_EQ(set->size(), 8u);
        for (std::size_t i = 0; i < set->size(); ++i) {
            const ItemInfo& item = items[static_cast<std::size_t>((*set)[i]) - 1];
            EXPECT_EQ(item.genres.substr(0, item.genres.find('|')), sets.genres[i / 2]);
            EXPECT_TRUE(all.insert(item.token).second);
        }
    }
    EXPECT_FALSE(all.contains(1));
    EXPECT_EQ(drawGenreSets(items, 42).queryItems, sets.queryItems);
    EXPECT_NE(drawGenreSets(items, 43).queryItems, sets.queryItems);
}

TEST(GenreSetsTest, UseTheFourCommonestGenresWhenThePapersAreMissing) {
    std::vector<ItemInfo> items = itemsOf({"Tea", "Soap", "Oil", "Salt"});
    items[5].genres = "Rare";
    const GenreSets sets = drawGenreSets(items, 42);
    EXPECT_FALSE(sets.usesPaperGenres);
    EXPECT_EQ(std::set<std::string>(sets.genres.begin(), sets.genres.end()),
              (std::set<std::string>{"Tea", "Soap", "Oil", "Salt"}));
}

TEST(GenreSetsTest, SayThatThereAreTooFewGenresOrItems) {
    EXPECT_NE(drawGenreSets(itemsOf({"Tea", "Soap"}), 42).problem.find("have 2 genres"), std::string::npos);
    std::vector<ItemInfo> items = itemsOf(kPaperGenres);
    for (ItemInfo& item : items)
        if (item.genres == "Horror" && item.token != 4) item.genres = "Drama";
    const std::string problem = drawGenreSets(items, 42).problem;
    EXPECT_NE(problem.find("Items of the genre Horror that belong to none of the other three genres: 1"),
              std::string::npos)
        << problem;
}

}  // namespace
}  // namespace recscope
