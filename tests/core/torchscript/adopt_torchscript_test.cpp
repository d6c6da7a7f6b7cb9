// SPDX-License-Identifier: GPL-3.0-or-later
// Tests runs of TorchScript models: their scores and attention equal those of the module called directly, and requests
// that such a run does not support are refused with a message.
#include "core/adopt/adopt_torchscript.h"

#include <gtest/gtest.h>
#include <torch/script.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <stop_token>
#include <thread>

#include "../learn_support.h"
#include "core/adopt/adopt.h"
#include "core/explain/attention/head_characters.h"
#include "core/explain/scores/inference_session.h"
#include "core/explain/scores/removal_test.h"
#include "core/metrics/metrics.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/recommender/weights.h"
#include "core/torchscript/trusted_models.h"
#include "core/train/export.h"
#include "core/train/run_archive.h"
#include "core/util/error.h"
#include "core/util/sha256.h"
#include "scripted_model.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

constexpr double kAgreement = 1e-5;
constexpr std::int64_t kLength = 8;

/// Attention over the positions that are not padding, (B, 2 layers, 3 heads, n, n). Rows attend to earlier positions
/// and to themselves.
const std::string kCausalAttention =
    "n = items.size(1)\n"
    "seen = torch.tril(torch.ones([n, n])) * (items != 0).float().unsqueeze(1)\n"
    "logits = torch.rand([1, 2, 3, n, n]) + (seen.unsqueeze(1).unsqueeze(1) - 1) * 1e9\n"
    "return torch.softmax(logits, 4)";

class AdoptTorchScript : public testing::Test {
protected:
    AdoptTorchScript() : m_workspace(m_temporary.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {
        ::setenv("XDG_CONFIG_HOME", (m_folder / "config").c_str(), /*replace=*/1);
    }

    AdoptModelRequest request(const ScriptedModel& model) const {
        const std::filesystem::path path = m_folder / "model.pt";
        writeScriptedModel(path, model);
        return {.path = path, .dataset = m_dataset, .runName = "foreign", .storesCopy = false, .settings = {}};
    }
    AdoptedModel adopt(const ScriptedModel& model) {
        const AdoptModelRequest toAdopt = request(model);
        trust(sha256OfFile(toAdopt.path), "model.pt");
        return adoptTorchScript(m_workspace, toAdopt);
    }
    Histories histories() { return DatasetStore(m_workspace).histories(m_dataset); }

    /// The largest difference between the run's scores and the module's, over all users and items. `ids` makes the
    /// module's input for a history.
    template <class Ids>
    double largestDifference(const AdoptedModel& adopted, const Ids& ids) {
        torch::jit::Module module = torch::jit::load((m_folder / "model.pt").string());
        const auto recommender = loadBest(m_workspace, adopted.run);
        const Histories all = histories();
        double largest = 0;
        std::vector<Query> queries;
        for (std::int32_t user = 0; user < all.userCount(); ++user)
            queries.push_back({.history = all.input(user, Split::Test), .user = user});
        std::vector<std::vector<float>> scores(queries.size());
        recommender->score(
            queries, [&](std::size_t i, std::span<const float> row) { scores[i].assign(row.begin(), row.end()); }, {});
        for (std::size_t i = 0; i < queries.size(); ++i) {
            std::vector<torch::IValue> inputs;
            inputs.reserve(2);
            inputs.emplace_back(torch::tensor(ids(queries[i].history)).reshape({1, kLength}));
            if (!adopted.description.users.empty())
                inputs.emplace_back(torch::tensor({static_cast<std::int64_t>(*queries[i].user) + 1}));
            const torch::Tensor expected = module.forward(inputs).toTensor();
            for (Token token = 1; token <= kScriptedItems; ++token)
                largest = std::max(largest, std::abs(expected[0][token].item<double>() -
                                                     static_cast<double>(scores[i][static_cast<std::size_t>(token)])));
        }
        return largest;
    }

    TemporaryFolder m_folder;
    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    DatasetId m_dataset;
};

/// The newest items of a history, followed by `end` and padded with 0 to kLength on one side.
std::vector<std::int64_t> padded(std::span<const Token> history, PaddingSide side, std::vector<std::int64_t> end = {}) {
    const std::size_t count = std::min(history.size(), static_cast<std::size_t>(kLength) - end.size());
    std::vector<std::int64_t> ids(history.end() - static_cast<std::ptrdiff_t>(count), history.end());
    ids.insert(ids.end(), end.begin(), end.end());
    const std::size_t missing = static_cast<std::size_t>(kLength) - ids.size();
    ids.insert(side == PaddingSide::Left ? ids.begin() : ids.end(), missing, 0);
    return ids;
}

TEST_F(AdoptTorchScript, ScoresEqualThoseOfTheModule) {
    for (const PaddingSide side : {PaddingSide::Left, PaddingSide::Right}) {
        const AdoptedModel adopted =
            adopt({.forward = weightedSum(),
                   .description = ringDescription("", side == PaddingSide::Left ? "left" : "right")});
        EXPECT_LT(largestDifference(adopted, [&](std::span<const Token> history) { return padded(history, side); }),
                  kAgreement);
        RunStore(m_workspace).remove(adopted.run.id);
    }
}

TEST_F(AdoptTorchScript, AModelThatPredictsAtAMaskReadsItAfterTheHistory) {
    const AdoptedModel adopted = adopt({.forward = "counts = torch.one_hot(items, 14).float()\n"
                                                   "mask = (items == 13).float().sum(1, True)\n"
                                                   "return torch.matmul(counts[:, :, :13].sum(1), self.weight) * mask",
                                        .description = ringDescription(R"(, "answers": "mask", "mask": 13)")});
    EXPECT_LT(largestDifference(
                  adopted, [](std::span<const Token> history) { return padded(history, PaddingSide::Left, {13}); }),
              kAgreement);
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    EXPECT_EQ(inference.capabilities().maxLength, kLength - 1);
    EXPECT_EQ(inference.explain(std::vector<Token>{}, 3).recommendations.size(), 3u);  // the mask alone
}

TEST_F(AdoptTorchScript, AModelThatReadsTheUserGetsTheUsersRow) {
    std::string users;
    for (const std::string& id : userIdsOf(m_workspace, m_dataset))
        users += (users.empty() ? "\"" : ", \"") + id + "\"";
    const AdoptedModel adopted =
        adopt({.forward = "return torch.matmul(torch.one_hot(items, 13).float().sum(1), self.weight) + "
                          "users.unsqueeze(1)",
               .arguments = "items, users",
               .description = ringDescription(", \"users\": [" + users + "]")});
    EXPECT_LT(
        largestDifference(adopted, [](std::span<const Token> history) { return padded(history, PaddingSide::Left); }),
        kAgreement);
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    EXPECT_ERROR(inference.refitted(m_workspace, std::vector<Token>{1, 2}), ErrorKind::Usage, "refitted");
}

TEST_F(AdoptTorchScript, IsEvaluatedUnderEveryProtocol) {
    const AdoptedModel adopted = adopt({.forward = weightedSum(), .description = ringDescription()});
    for (const Candidates candidates :
         {Candidates::Full, Candidates::Popularity, Candidates::Uniform, Candidates::SasRecOriginal})
        for (const Split split : {Split::Valid, Split::Test}) {
            Protocol protocol = adopted.run.protocol;
            protocol.candidates = candidates;
            const Evaluation evaluation =
                evaluateRun(m_workspace, adopted.run.id, protocol, split, DeviceChoice::Cpu, {}, {});
            EXPECT_EQ(evaluation.ranks.size(), 40u);
        }
    // The ranks are those of the scores.
    const auto recommender = loadBest(m_workspace, adopted.run);
    const Histories all = histories();
    const Evaluation evaluation =
        evaluateRun(m_workspace, adopted.run.id, adopted.run.protocol, Split::Test, DeviceChoice::Cpu, {}, {});
    for (const UserRank& rank : evaluation.ranks) {
        const Query query{.history = all.input(rank.user, Split::Test), .user = rank.user};
        recommender->score({&query, 1},
                           [&](std::size_t, std::span<const float> scores) {
                               EXPECT_EQ(rankAmongAll(scores, rank.target, query.history).rank, rank.rank);
                           },
                           {});
    }
}

TEST_F(AdoptTorchScript, AttentionMapsAreThoseOfThePositionsRead) {
    for (const char* const side : {"left", "right"}) {
        const AdoptedModel adopted = adopt({.forward = weightedSum(),
                                            .attention = kCausalAttention,
                                            .description = ringDescription(R"(, "attention": "softmax")", side)});
        const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
        EXPECT_EQ(inference.capabilities().attention, AttentionKind::EveryPosition);
        EXPECT_FALSE(inference.capabilities().usesBidirectionalAttention);
        const Explanation explanation = inference.explain(std::vector<Token>{3, 4, 5}, 5);
        const AttentionMaps& maps = explanation.attention;
        EXPECT_EQ(maps.layers, 2);
        EXPECT_EQ(maps.heads, 3);
        ASSERT_EQ(maps.size, 3);
        for (std::int32_t row = 0; row < 3; ++row) {
            float sum = 0;
            for (std::int32_t column = 0; column < 3; ++column) sum += maps.at(1, 2, row, column);
            EXPECT_NEAR(sum, 1, 1e-5);
            if (row < 2) {
                EXPECT_EQ(maps.at(1, 2, row, row + 1), 0);
            }
        }
        CharacterOptions options;
        options.study.users = 10;
        const HeadCharacters characters =
            studyHeads(inference, histories(), DatasetStore(m_workspace).items(m_dataset), options, {}, {});
        EXPECT_EQ(characters.heads.size(), 6u);
        EXPECT_ERROR(inference.headSteps(std::vector<Token>{3, 4}, {0, 0}, 0), ErrorKind::Usage, "cannot be shown");
        EXPECT_ERROR(inference.withoutHeads(std::vector<HeadId>{{0, 0}}), ErrorKind::Usage, "cannot be shown");
        RunStore(m_workspace).remove(adopted.run.id);
    }
}

TEST_F(AdoptTorchScript, OneWeightPerPositionIsTheMeanOverLayersAndHeads) {
    const AdoptedModel adopted =
        adopt({.forward = weightedSum(),
               .attention = "w = torch.softmax(torch.arange(8).float(), 0)\n"
                            "return torch.stack([w, torch.zeros([8])]).unsqueeze(0).unsqueeze(2)",
               .description = ringDescription(R"(, "attention": "softmax")")});
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    EXPECT_EQ(inference.capabilities().attention, AttentionKind::LastOnly);
    const Explanation explanation = inference.explain(std::vector<Token>{3, 4, 5}, 5);
    ASSERT_TRUE(explanation.parts);
    const torch::Tensor weights = torch::softmax(torch::arange(8, torch::kFloat), 0) / 2;
    ASSERT_EQ(explanation.parts->weights.size(), 3u);
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(explanation.parts->weights[static_cast<std::size_t>(i)], weights[5 + i].item<float>(), 1e-6);
}

TEST_F(AdoptTorchScript, PointwiseAttentionIsLeftOutWithAReason) {
    const AdoptedModel adopted = adopt({.forward = weightedSum(),
                                        .attention = kCausalAttention,
                                        .description = ringDescription(R"(, "attention": "pointwise")")});
    EXPECT_EQ(capabilitiesOf(configFromJson(adopted.run.config)).attention, AttentionKind::None);
    ASSERT_EQ(adopted.cautions().size(), 1u);
    EXPECT_NE(adopted.cautions()[0].find("pointwise"), std::string::npos);
}

TEST_F(AdoptTorchScript, TensorsOfAnExportedRunCannotBeAdoptedAsWeights) {
    const AdoptedModel adopted = adopt({.forward = weightedSum(), .description = ringDescription()});
    exportRun(m_workspace, adopted.run.id, m_folder / "run.safetensors");
    EXPECT_ERROR(adoptRun(m_workspace, {.path = m_folder / "run.safetensors",
                                        .dataset = m_dataset,
                                        .runName = "again",
                                        .layout = "auto",
                                        .settings = {},
                                        .vocabulary = {}}),
                 ErrorKind::Input, "TorchScript model");
}

TEST_F(AdoptTorchScript, RemovalAndWhatIfReadTheModelsScores) {
    const AdoptedModel adopted = adopt({.forward = weightedSum(), .description = ringDescription()});
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    const std::vector<Token> history{3, 4, 5, 6};
    const std::vector<RemovalEffect> effects = inference.removalEffects(history, 7);
    ASSERT_EQ(effects.size(), 4u);
    const ScoreTable scores = inference.scores(std::vector<std::vector<Token>>{history, {3, 5, 6}});
    EXPECT_NEAR(effects[1].effect, scores.logProbability(0, 7) - scores.logProbability(1, 7), kAgreement);
}

TEST_F(AdoptTorchScript, ItemsThatTheModelDoesNotKnowRankLast) {
    std::string fewer = ringDescription();
    fewer.replace(fewer.find(R"(, "i12")"), 7, R"(, "other")");
    const AdoptedModel adopted = adopt({.forward = weightedSum(), .description = fewer});
    EXPECT_EQ(adopted.unknownItems, std::vector<std::string>{"i12"});
    EXPECT_EQ(adopted.otherItems, 1);
    EXPECT_EQ(adopted.cautions().size(), 2u);
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    const ScoreTable scores = inference.scores(std::vector<std::vector<Token>>{{1, 12, 2}});
    for (Token token = 1; token < kScriptedItems; ++token) EXPECT_GT(scores.row(0)[token], scores.row(0)[12]);
}

TEST_F(AdoptTorchScript, AHistoryWithoutKnownItemsIsNotSentToTheModel) {
    std::string fewer = ringDescription();
    fewer.replace(fewer.find(R"(, "i12")"), 7, R"(, "other")");
    const AdoptedModel adopted =
        adopt({.forward = "assert bool(items.max() > 0), \"nothing to read\"\n" + weightedSum(),
               .attention = kCausalAttention,
               .description = fewer.replace(fewer.rfind('}'), 1, R"(, "attention": "softmax"})")});
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    EXPECT_TRUE(inference.explain(std::vector<Token>{12}, 3).recommendations.empty());
    // Items are read without a gap where one is unknown, and its row and column of a map are 0.
    const ScoreTable scores = inference.scores(std::vector<std::vector<Token>>{{1, 12, 2}, {1, 2}});
    EXPECT_TRUE(std::ranges::equal(scores.row(0), scores.row(1)));
    const AttentionMaps maps = inference.explain(std::vector<Token>{1, 12, 2}, 3).attention;
    ASSERT_EQ(maps.size, 3);
    EXPECT_EQ(maps.at(0, 0, 2, 1), 0);
    EXPECT_EQ(maps.at(0, 0, 1, 1), 0);
    EXPECT_NEAR(maps.at(0, 0, 2, 0) + maps.at(0, 0, 2, 2), 1, 1e-5);
}

TEST_F(AdoptTorchScript, WeightsBeforeAMaskAreThoseOfTheItems) {
    const AdoptedModel adopted = adopt(
        {.forward = weightedSum().replace(weightedSum().find("one_hot(items, 13)"), 18, "one_hot(items % 13, 13)"),
         .attention = "return torch.softmax(torch.arange(8).float(), 0).unsqueeze(0).unsqueeze(0).unsqueeze(0)",
         .description = ringDescription(R"(, "answers": "mask", "mask": 13, "attention": "softmax")")});
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    const Explanation explanation = inference.explain(std::vector<Token>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 3);
    ASSERT_TRUE(explanation.parts);
    const torch::Tensor weights = torch::softmax(torch::arange(8, torch::kFloat), 0);
    ASSERT_EQ(explanation.parts->weights.size(), 7u);
    for (int i = 0; i < 7; ++i)
        EXPECT_NEAR(explanation.parts->weights[static_cast<std::size_t>(i)], weights[i].item<float>(), 1e-6);
}

TEST_F(AdoptTorchScript, OnlyTheLimitsCanBeSet) {
    AdoptModelRequest toAdopt = request({.forward = weightedSum(), .description = ringDescription()});
    trust(sha256OfFile(toAdopt.path), "model.pt");
    toAdopt.settings = {{"padding_side", "right"}};
    EXPECT_ERROR(adoptTorchScript(m_workspace, toAdopt), ErrorKind::Usage, "padding_side");
    toAdopt.settings = {{"time_limit", "5"}};
    EXPECT_EQ(configValue(configFromJson(adoptTorchScript(m_workspace, toAdopt).run.config), "time_limit"), "5");
}

TEST_F(AdoptTorchScript, OnlyAChecksumCanBeTrusted) {
    EXPECT_ERROR(trust("not a checksum", "x"), ErrorKind::Usage, "not a SHA-256");
    const std::string two = std::string(64, 'a') + "\n" + std::string(64, 'b');
    EXPECT_ERROR(trust(two, "x"), ErrorKind::Usage, "not a SHA-256");
    EXPECT_FALSE(isTrusted(std::string(64, 'b')));
    trust(std::string(64, 'a'), "name\n" + std::string(64, 'b'));
    EXPECT_TRUE(isTrusted(std::string(64, 'a')));
    EXPECT_FALSE(isTrusted(std::string(64, 'b')));
}

TEST_F(AdoptTorchScript, AQueryToAModelThatHangsCanBeStopped) {
    const AdoptedModel adopted =
        adopt({.forward = "while bool(items.min() > 4):\n    items = items + 1\n" + weightedSum(),
               .description = ringDescription("", "left", 8)});
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    std::stop_source stop;
    const std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        stop.request_stop();
    });
    const std::vector<Token> full{5, 6, 7, 8, 9, 10, 11, 12};  // no id is below 5: the loop does not end
    EXPECT_ERROR(inference.withStop(stop.get_token()).explain(full, 3), ErrorKind::Cancelled, "");
    EXPECT_EQ(inference.explain(std::vector<Token>{1, 2}, 3).recommendations.size(), 3u);
}

TEST_F(AdoptTorchScript, AScoreThatIsNotFiniteIsNamed) {
    const AdoptedModel adopted =
        adopt({.forward = "return torch.zeros([items.size(0), 13]) / 0", .description = ringDescription()});
    const InferenceSession inference = InferenceSession::load(m_workspace, adopted.run.id);
    EXPECT_ERROR(inference.explain(std::vector<Token>{1}, 3), ErrorKind::Input, "not a finite number");
    AdoptedModel failed = adopted;
    EXPECT_THROW(scoreAdopted(m_workspace, failed, {}, {}), Error);
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
}

TEST_F(AdoptTorchScript, NoModelRunsUntilItIsTrusted) {
    const AdoptModelRequest toAdopt = request({.forward = weightedSum(), .description = ringDescription()});
    EXPECT_ERROR(adoptTorchScript(m_workspace, toAdopt), ErrorKind::Input, sha256OfFile(toAdopt.path));
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
    trust(sha256OfFile(toAdopt.path), "model.pt");
    const AdoptedModel adopted = adoptTorchScript(m_workspace, toAdopt);
    EXPECT_EQ(modelIdentity(m_workspace, adopted.run.id).sha256, sha256OfFile(toAdopt.path));
    // Another machine, or another person: the list of trusted models is not in the workspace.
    ::setenv("XDG_CONFIG_HOME", (m_folder / "elsewhere").c_str(), /*replace=*/1);
    EXPECT_ERROR(InferenceSession::load(m_workspace, adopted.run.id).explain(std::vector<Token>{1}, 3),
                 ErrorKind::Input, "has not been allowed");
}

TEST_F(AdoptTorchScript, AFileThatChangedOrIsGoneIsNotRun) {
    const AdoptedModel adopted = adopt({.forward = weightedSum(), .description = ringDescription()});
    std::ofstream(m_folder / "model.pt", std::ios::app) << "changed";
    const auto explain = [&] {
        return InferenceSession::load(m_workspace, adopted.run.id).explain(std::vector<Token>{1}, 3);
    };
    EXPECT_ERROR(explain(), ErrorKind::Input, "no longer the one that was adopted");
    std::filesystem::remove(m_folder / "model.pt");
    EXPECT_ERROR(explain(), ErrorKind::Input, "does not exist");
}

TEST_F(AdoptTorchScript, ACopyInTheWorkspaceNeedsNoFile) {
    AdoptModelRequest toAdopt = request({.forward = weightedSum(), .description = ringDescription()});
    toAdopt.storesCopy = true;
    trust(sha256OfFile(toAdopt.path), "model.pt");
    const AdoptedModel adopted = adoptTorchScript(m_workspace, toAdopt);
    std::filesystem::remove(toAdopt.path);
    EXPECT_EQ(
        InferenceSession::load(m_workspace, adopted.run.id).explain(std::vector<Token>{1}, 3).recommendations.size(),
        3u);
}

TEST_F(AdoptTorchScript, AContradictionBetweenModelAndDescriptionIsNamed) {
    const auto refusal = [this](const ScriptedModel& model) -> std::string {
        try {
            adopt(model);
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refusal({.forward = weightedSum(), .description = ringDescription(R"(, "users": ["u1"])")}),
              "recscope.json lists users, but the model's forward takes only items.");
    EXPECT_EQ(refusal({.forward = weightedSum(), .description = ringDescription(R"(, "attention": "softmax")")}),
              "recscope.json states \"attention\", but the model has no method of this name.");
    EXPECT_EQ(refusal({.forward = weightedSum(),
                       .attention = "return torch.zeros([1, 2])",
                       .description = ringDescription(R"(, "attention": "softmax")")}),
              "The model's attention has the shape (1, 2); (B, L, H, 8, 8) or (B, L, H, 8) is needed.");
    const std::string others = std::regex_replace(ringDescription(), std::regex("\"i([0-9])"), "\"x$1");
    EXPECT_EQ(refusal({.forward = weightedSum(), .description = others}), "The model knows no item of this dataset.");
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
}

}  // namespace
}  // namespace recscope
