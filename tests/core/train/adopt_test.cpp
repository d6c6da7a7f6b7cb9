// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with the numbers of tests/golden/make_adopted.py (PyTorch).
#include "core/adopt/adopt.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../learn_support.h"
#include "core/explain/scores/explainer.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/torch_version.h"
#include "core/train/capsule.h"
#include "core/util/program_version.h"
#include "core/train/export.h"
#include "core/train/trainer.h"
#include "core/util/error.h"

#include "core/recommender/evaluate.h"

namespace recscope {
namespace {

constexpr double kAgreement = 1e-5;

std::string goldenFile(const std::string& name) {
    return std::string(RECSCOPE_SOURCE_DIR "/tests/golden/adopt_") + name + ".safetensors";
}

SafeTensors read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return fromSafeTensors(bytes.str());
}

/// The ring of learn_support: 12 items with the ids i1 … i12.
class Adoption : public testing::Test {
protected:
    Adoption() : m_workspace(m_temporary.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {}

    std::string write(const std::string& name, const std::string& bytes) const {
        const std::string path = (m_temporary.path().parent_path() / name).string();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    std::string vocabulary() const {
        std::string lines;
        for (int row = 1; row <= 12; ++row) lines += fmt::format("i{}\n", row);
        return write("items.txt", lines);
    }
    AdoptRequest request(const std::string& path) const {
        return {.path = path,
                .dataset = m_dataset,
                .runName = "adopted",
                .layout = "auto",
                .settings = {},
                .vocabulary = vocabulary()};
    }
    std::string complaintAbout(const AdoptRequest& request) {
        try {
            adoptRun(m_workspace, request);
        } catch (const Error& error) {
            return error.what();
        }
        return "none";
    }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    DatasetId m_dataset;
};

class AdoptedLayout : public Adoption, public testing::WithParamInterface<const char*> {};

TEST_P(AdoptedLayout, RecommendsAndLooksAsTheOriginal) {
    AdoptRequest wanted = request(goldenFile(GetParam()));
    wanted.settings = {{"heads", "2"}};
    const RunRecord run = adoptRun(m_workspace, wanted);
    EXPECT_EQ(run.state, RunState::Finished);

    const SafeTensors golden = read(goldenFile(GetParam()));
    const auto history = nlohmann::json::parse(golden.metadata.at("history")).get<std::vector<Token>>();
    const Explanation explanation = Explainer::load(m_workspace, run.id).explain(history, 12, std::nullopt);
    const torch::Tensor scores = golden.tensors.at("expected.scores");
    ASSERT_FALSE(explanation.recommendations.empty());
    for (const Recommendation& one : explanation.recommendations)
        EXPECT_NEAR(one.score, scores[one.token].item<double>(), kAgreement) << one.token;
    const torch::Tensor attention = golden.tensors.at("expected.attention").contiguous();
    ASSERT_EQ(static_cast<std::size_t>(attention.numel()), explanation.attention.weights.size());
    for (std::size_t i = 0; i < explanation.attention.weights.size(); ++i)
        ASSERT_NEAR(explanation.attention.weights[i], attention.data_ptr<float>()[i], kAgreement) << i;
    // And it can be evaluated like any other.
    const Evaluation evaluation =
        evaluateRun(m_workspace, run.id, run.protocol, Split::Test, DeviceChoice::Cpu, {}, {});
    EXPECT_EQ(evaluation.users, 40);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, AdoptedLayout,
                         testing::Values("gsasrec", "pmixer", "recbole-sasrec", "recbole-bert4rec", "jaywonchung"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_F(Adoption, WhatWasExportedComesBackTheSameInAnyItemOrder) {
    TrainObserver ignored;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig("bert4rec"), .runName = "own", .device = DeviceChoice::Cpu},
              ignored, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "own.safetensors").string();
    exportRun(m_workspace, trained.id, path);
    // The same rows in another order, with ids to say so.
    SafeTensors shuffled = read(path);
    auto ids = nlohmann::json::parse(shuffled.metadata.at("items"));
    std::swap(ids[2], ids[7]);
    shuffled.metadata["items"] = ids.dump();
    for (const char* const name : {"item_embedding.weight", "output.bias"}) {
        torch::Tensor& tensor = shuffled.tensors.at(name);
        tensor = tensor.clone();
        const torch::Tensor second = tensor[2].clone();
        tensor[2].copy_(tensor[7]);
        tensor[7].copy_(second);
    }
    AdoptRequest wanted = request(write("shuffled.safetensors", toSafeTensors(shuffled)));
    wanted.vocabulary.clear();
    const RunRecord adopted = adoptRun(m_workspace, wanted);
    const std::vector<Token> history = {1, 2, 3, 4};
    const auto before = Explainer::load(m_workspace, trained.id).explain(history, 12, std::nullopt);
    const auto after = Explainer::load(m_workspace, adopted.id).explain(history, 12, std::nullopt);
    ASSERT_EQ(before.recommendations.size(), after.recommendations.size());
    for (std::size_t i = 0; i < before.recommendations.size(); ++i) {
        EXPECT_EQ(before.recommendations[i].token, after.recommendations[i].token);
        EXPECT_EQ(before.recommendations[i].score, after.recommendations[i].score);
    }
}

TEST_F(Adoption, ARunThatLearnedFromTheValidationItemsSaysSoWhenItsWeightsComeBack) {
    RunConfig config = smallConfig("sasrec");
    config.training.epochs = 1;
    config.training.retrainWithValidation = true;
    TrainObserver nobody;
    PauseSwitch pause;
    const RunRecord original =
        train(m_workspace, {.dataset = m_dataset, .config = config, .runName = "all", .device = DeviceChoice::Cpu},
              nobody, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "all.safetensors").string();
    exportRun(m_workspace, original.id, path);
    AdoptRequest wanted = request(path);
    wanted.vocabulary.clear();
    const RunRecord adopted = adoptRun(m_workspace, wanted);
    EXPECT_TRUE(adopted.protocol.trainedOnValidation);
    EXPECT_EQ(adopted.protocol, original.protocol);
}

TEST_F(Adoption, ACapsuleWithANumberThatNoIntegerHoldsIsRefused) {
    RunRecord run;
    try {
        applyCapsule(m_workspace, R"({"version":1e98})", run, Checkpoint{});
        FAIL() << "It was taken.";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "The capsule holds a number that is out of range.");
    }
}

TEST_F(Adoption, ACapsuleSaysHowTheRunWasMade) {
    TrainObserver ignored;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig("sasrec"), .runName = "own", .device = DeviceChoice::Cpu},
              ignored, pause, {});
    const auto json = nlohmann::json::parse(capsuleOf(m_workspace, trained));
    EXPECT_EQ(json["program"]["recscope"], programVersion());
    EXPECT_EQ(json["program"]["libtorch"], torchVersion());
    EXPECT_EQ(json["config"].dump(), nlohmann::json::parse(trained.config).dump());
    EXPECT_EQ(json["device"], trained.device);
    EXPECT_EQ(json["best_valid"]["ndcg@10"], trained.bestValid->ndcg10);
    EXPECT_TRUE(json["origin"]["filters"].is_object());
    EXPECT_EQ(json["origin"]["users"], 40);
    EXPECT_NE(json["method"].get<std::string>().find("over the users"), std::string::npos);
    for (const auto& evaluation : json["evaluations"]) {
        const auto ends = evaluation["intervals"]["ndcg@10"];
        EXPECT_LE(ends[0], evaluation["metrics"]["ndcg@10"]);
        EXPECT_GE(ends[1], evaluation["metrics"]["ndcg@10"]);
    }
}

TEST_F(Adoption, ACapsuleBringsARunWholeIntoAnotherWorkspace) {
    TrainObserver ignored;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig("sasrec"), .runName = "own", .device = DeviceChoice::Cpu},
              ignored, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "own.capsule.safetensors").string();
    exportCapsule(m_workspace, trained.id, path);

    TemporaryWorkspace elsewhere;
    Workspace other = elsewhere.open();
    AdoptRequest wanted{.path = path,
                        .dataset = addDataset(other, ringHistories()).id,
                        .runName = "came",
                        .layout = "auto",
                        .settings = {},
                        .vocabulary = {}};
    const RunRecord came = adoptRun(other, wanted);
    const RunStore before(m_workspace), after(other);
    EXPECT_EQ(came.test->toJson(), trained.test->toJson());
    EXPECT_EQ(came.bestEpoch, trained.bestEpoch);
    EXPECT_EQ(after.byId(came.id).config, trained.config);
    EXPECT_EQ(after.epochs(came.id).size(), 3u);
    EXPECT_EQ(after.steps(came.id).size(), before.steps(trained.id).size());
    EXPECT_EQ(after.ranks(came.id, Split::Test, came.protocol).size(), 40u);
    // Evaluated again it scores the same.
    const Evaluation again = evaluateRun(other, came.id, came.protocol, Split::Test, DeviceChoice::Cpu, {}, {});
    EXPECT_EQ(again.metrics.toJson(), trained.test->toJson());

    // Other interactions: the weights come, the numbers do not.
    TemporaryWorkspace third;
    Workspace foreign = third.open();
    Histories histories = ringHistories();
    histories.append(std::vector<Token>{1, 2, 3});
    wanted.dataset = addDataset(foreign, histories).id;
    const RunRecord partly = adoptRun(foreign, wanted);
    EXPECT_FALSE(partly.test);
    EXPECT_NE(partly.message.find("left out"), std::string::npos);
    EXPECT_TRUE(RunStore(foreign).epochs(partly.id).empty());
}

TEST(RecognisedWeights, AreToldByTheHeaderAlone) {
    using Names = std::vector<std::string>;
    const auto layouts = [](const char* name) { return recogniseWeights(goldenFile(name), 12).layouts; };
    EXPECT_EQ(layouts("gsasrec"), Names{"gsasrec"});
    EXPECT_EQ(layouts("pmixer"), Names{"pmixer"});
    EXPECT_EQ(layouts("jaywonchung"), Names{"jaywonchung"});
    EXPECT_EQ(layouts("recbole-bert4rec"), (Names{"recbole-bert4rec", "recbole-sasrec"}));
    EXPECT_EQ(layouts("recbole-sasrec"), (Names{"recbole-sasrec", "recbole-bert4rec"}));
    EXPECT_FALSE(recogniseWeights(goldenFile("gsasrec"), 12).namesItems);
}

TEST_F(Adoption, EveryMismatchIsASentence) {
    AdoptRequest wanted = request(goldenFile("gsasrec"));
    wanted.settings = {{"layers", "3"}};
    EXPECT_NE(complaintAbout(wanted).find("layers.2.attention.query.weight is missing"), std::string::npos);
    wanted.settings = {{"inner_dim", "16"}};
    EXPECT_NE(complaintAbout(wanted).find("has shape (8, 8), the config needs (16, 8)"), std::string::npos);
    wanted.settings = {};
    wanted.vocabulary.clear();
    EXPECT_NE(complaintAbout(wanted).find("12 of 12 items of the dataset have no row"), std::string::npos);
    wanted.vocabulary = write("few.txt", "i1\ni2\n");
    EXPECT_NE(complaintAbout(wanted).find("10 of 12 items"), std::string::npos);
    wanted.layout = "recbole-sasrec";
    EXPECT_NE(complaintAbout(wanted).find("trm_encoder.layer"), std::string::npos);
    wanted.layout = "keras";
    EXPECT_NE(complaintAbout(wanted).find("no layout named"), std::string::npos);
    wanted =
        request(write("unknown.safetensors", toSafeTensors({.tensors = {{"x", torch::ones({2})}}, .metadata = {}})));
    EXPECT_NE(complaintAbout(wanted).find("not those of a program"), std::string::npos);
    EXPECT_THROW(recogniseWeights(wanted.path, 12), Error);
    wanted = request(write("broken.safetensors", "what is this"));
    EXPECT_NE(complaintAbout(wanted).find("cannot be read"), std::string::npos);
    EXPECT_THROW(recogniseWeights(wanted.path, 12), Error);
    const std::string whole = toSafeTensors({.tensors = {{"x", torch::ones({2})}}, .metadata = {}});
    for (const std::size_t kept : {std::size_t(0), std::size_t(5), std::size_t(20), whole.size() - 1})
        EXPECT_THROW(recogniseWeights(write("cut.safetensors", whole.substr(0, kept)), 12), Error) << kept;
    EXPECT_THROW(recogniseWeights(m_temporary.path().parent_path(), 12), Error);
    wanted = request("/no/such/file");
    EXPECT_THROW(recogniseWeights(wanted.path, 12), Error);
    EXPECT_NE(complaintAbout(wanted).find("cannot be read"), std::string::npos);
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
}

}  // namespace
}  // namespace recscope
