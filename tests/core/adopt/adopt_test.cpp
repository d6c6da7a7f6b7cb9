// SPDX-License-Identifier: GPL-3.0-or-later
// Compares adopted runs with the scores and attention weights that tests/golden/make_adopted.py computed with PyTorch.
#include "core/adopt/adopt.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../learn_support.h"
#include "core/adopt/cautions.h"
#include "core/explain/scores/inference_session.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/torch_version.h"
#include "core/recommender/unknown_keys.h"
#include "core/store/dataset_store.h"
#include "core/train/export.h"
#include "core/train/run_archive.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/program_version.h"

#include "core/recommender/evaluate.h"

namespace recscope {
namespace {

constexpr double kAgreement = 1e-5;  // for float32 numbers that are computed in a different order

std::string goldenFile(const std::string& name) {
    return std::string(RECSCOPE_SOURCE_DIR "/tests/golden/adopt_") + name + ".safetensors";
}

std::string wholeFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

SafeTensors read(const std::string& path) {
    return fromSafeTensors(wholeFile(path));
}

/// A workspace with the ring dataset of learn_support: 12 items with the ids i1 … i12.
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
    std::string adoptionError(const AdoptRequest& request) {
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

TEST_P(AdoptedLayout, RecommendsAndAttendsLikeTheOriginal) {
    AdoptRequest requested = request(goldenFile(GetParam()));
    requested.settings = {{"heads", "2"}};
    if (std::string(GetParam()).ends_with("sasrec"))
        requested.layout = GetParam();  // "auto" refuses rectools-sasrec and -esasrec
    const RunRecord run = adoptRun(m_workspace, requested).run;
    EXPECT_EQ(run.state, RunState::Finished);

    const SafeTensors golden = read(goldenFile(GetParam()));
    const auto history = nlohmann::json::parse(golden.metadata.at("history")).get<std::vector<Token>>();
    const Explanation explanation = InferenceSession::load(m_workspace, run.id).explain(history, 12, std::nullopt);
    const torch::Tensor scores = golden.tensors.at("expected.scores");
    ASSERT_FALSE(explanation.recommendations.empty());
    for (const Recommendation& recommendation : explanation.recommendations)
        EXPECT_NEAR(recommendation.score, scores[recommendation.token].item<double>(), kAgreement)
            << recommendation.token;
    const torch::Tensor attention = golden.tensors.at("expected.attention").contiguous();
    ASSERT_EQ(static_cast<std::size_t>(attention.numel()), explanation.attention.weights.size());
    for (std::size_t i = 0; i < explanation.attention.weights.size(); ++i)
        ASSERT_NEAR(explanation.attention.weights[i], attention.data_ptr<float>()[i], kAgreement) << i;
    // An adopted run can be evaluated like any other.
    const Evaluation evaluation =
        evaluateRun(m_workspace, run.id, run.protocol, Split::Test, DeviceChoice::Cpu, {}, {});
    EXPECT_EQ(evaluation.users, 40);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, AdoptedLayout,
                         testing::Values("gsasrec", "pmixer", "recbole-sasrec", "recbole-bert4rec", "jaywonchung",
                                         "rectools-sasrec", "rectools-bert4rec", "rectools-esasrec"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_F(Adoption, AnExportedRunIsAdoptedUnchangedInAnyItemOrder) {
    TrainObserver observer;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig("bert4rec"), .runName = "own", .device = DeviceChoice::Cpu},
              observer, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "own.safetensors").string();
    exportRun(m_workspace, trained.id, path);
    // Swaps two rows of each tensor that has a row for each item, and the ids of these rows.
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
    AdoptRequest requested = request(write("shuffled.safetensors", toSafeTensors(shuffled)));
    requested.vocabulary.clear();
    const RunRecord adopted = adoptRun(m_workspace, requested).run;
    const std::vector<Token> history = {1, 2, 3, 4};
    const auto before = InferenceSession::load(m_workspace, trained.id).explain(history, 12, std::nullopt);
    const auto after = InferenceSession::load(m_workspace, adopted.id).explain(history, 12, std::nullopt);
    ASSERT_EQ(before.recommendations.size(), after.recommendations.size());
    for (std::size_t i = 0; i < before.recommendations.size(); ++i) {
        EXPECT_EQ(before.recommendations[i].token, after.recommendations[i].token);
        EXPECT_EQ(before.recommendations[i].score, after.recommendations[i].score);
    }
}

TEST_F(Adoption, AnAdoptedRunRecordsThatItTrainedOnTheValidationItems) {
    RunConfig config = smallConfig("sasrec");
    config.training.epochs = 1;
    config.training.retrainWithValidation = true;
    TrainObserver observer;
    PauseSwitch pause;
    const RunRecord original =
        train(m_workspace, {.dataset = m_dataset, .config = config, .runName = "all", .device = DeviceChoice::Cpu},
              observer, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "all.safetensors").string();
    exportRun(m_workspace, original.id, path);
    AdoptRequest requested = request(path);
    requested.vocabulary.clear();
    const RunRecord adopted = adoptRun(m_workspace, requested).run;
    EXPECT_TRUE(adopted.protocol.trainedOnValidation);
    EXPECT_EQ(adopted.protocol, original.protocol);
}

TEST_F(Adoption, ARunArchiveWithANumberOutOfRangeIsRefused) {
    RunRecord run;
    try {
        applyRunArchive(m_workspace, R"({"version":1e98})", run, Checkpoint{});
        FAIL() << "The archive was accepted.";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "The run archive contains a number that is out of range.");
    }
}

TEST_F(Adoption, ARunArchiveRecordsHowTheRunWasMade) {
    TrainObserver observer;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig("sasrec"), .runName = "own", .device = DeviceChoice::Cpu},
              observer, pause, {});
    const auto json = nlohmann::json::parse(runArchiveOf(m_workspace, trained));
    EXPECT_EQ(json["program"]["recscope"], programVersion());
    EXPECT_EQ(json["program"]["libtorch"], torchVersion());
    EXPECT_EQ(json["config"].dump(), nlohmann::json::parse(trained.config).dump());
    EXPECT_EQ(json["device"], wordsOf(trained.device));
    EXPECT_EQ(deviceFromJson(json["device_facts"].dump()), trained.device);
    EXPECT_EQ(messagesFromJson(json["message_facts"].dump()), trained.message);
    EXPECT_EQ(json["best_valid"]["ndcg@10"], trained.bestValid->ndcg10);
    EXPECT_TRUE(json["origin"]["filters"].is_object());
    EXPECT_EQ(json["origin"]["users"], 40);
    EXPECT_NE(json["method"].get<std::string>().find("over the users"), std::string::npos);
    for (const auto& evaluation : json["evaluations"]) {
        const auto interval = evaluation["intervals"]["ndcg@10"];
        EXPECT_LE(interval[0], evaluation["metrics"]["ndcg@10"]);
        EXPECT_GE(interval[1], evaluation["metrics"]["ndcg@10"]);
    }
}

TEST_F(Adoption, ARunArchiveCarriesAWholeRunIntoAnotherWorkspace) {
    TrainObserver observer;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig("sasrec"), .runName = "own", .device = DeviceChoice::Cpu},
              observer, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "own.capsule.safetensors").string();
    exportRunArchive(m_workspace, trained.id, path);

    TemporaryWorkspace elsewhere;
    Workspace other = elsewhere.open();
    AdoptRequest requested{.path = path,
                           .dataset = addDataset(other, ringHistories()).id,
                           .runName = "came",
                           .layout = "auto",
                           .settings = {},
                           .vocabulary = {}};
    const RunRecord adopted = adoptRun(other, requested).run;
    const RunStore before(m_workspace), after(other);
    EXPECT_EQ(adopted.test->toJson(), trained.test->toJson());
    EXPECT_EQ(adopted.bestEpoch, trained.bestEpoch);
    EXPECT_EQ(after.byId(adopted.id).config, trained.config);
    EXPECT_EQ(after.epochs(adopted.id).size(), 3u);
    EXPECT_EQ(after.steps(adopted.id).size(), before.steps(trained.id).size());
    EXPECT_EQ(after.ranks(adopted.id, Split::Test, adopted.protocol).size(), 40u);
    // A second evaluation gives the same metrics.
    const Evaluation again = evaluateRun(other, adopted.id, adopted.protocol, Split::Test, DeviceChoice::Cpu, {}, {});
    EXPECT_EQ(again.metrics.toJson(), trained.test->toJson());

    // If the dataset has different interactions, the weights are adopted but the metrics are not.
    TemporaryWorkspace third;
    Workspace foreign = third.open();
    Histories histories = ringHistories();
    histories.append(std::vector<Token>{1, 2, 3});
    requested.dataset = addDataset(foreign, histories).id;
    const RunRecord partial = adoptRun(foreign, requested).run;
    EXPECT_FALSE(partial.test);
    EXPECT_EQ(partial.message.back(), Message(MessageId::MetricsLeftOut));
    EXPECT_TRUE(RunStore(foreign).epochs(partial.id).empty());
}

TEST_F(Adoption, ARunArchiveKeepsTheOtherTargetsOfAUser) {
    RunStore runs(m_workspace);
    RunRecord run;
    run.name = "own";
    run.dataset = m_dataset;
    run.model = "sasrec";
    run.config = smallConfig("sasrec").toJson();
    run = runs.add(run);
    Evaluation evaluation;
    evaluation.split = Split::Test;
    evaluation.ranks = {{.user = 0, .target = 3, .rank = 1, .ties = 0, .others = {{5, 3}, {4, 9}}},
                        {.user = 4, .target = 2, .rank = 9, .ties = 2}};
    evaluation.metrics = metricsOf(evaluation.ranks);
    runs.recordEvaluation(run.id, evaluation);

    auto archive = nlohmann::json::parse(runArchiveOf(m_workspace, run));
    const auto othersIn = [&](const char* name) {
        RunRecord copy = run;
        copy.id = 0;
        copy.name = name;
        const Checkpoint best{.epoch = 1, .weights = "weights", .state = {}, .progress = {}};
        EXPECT_TRUE(applyRunArchive(m_workspace, archive.dump(), copy, best));
        const auto ranks = runs.ranks(copy.id, Split::Test, evaluation.protocol);
        EXPECT_EQ(ranks.size(), 2u);
        return ranks.empty() ? std::vector<TargetRank>() : ranks.front().others;
    };
    EXPECT_EQ(othersIn("copy"), evaluation.ranks.front().others);
    archive["evaluations"][0]["ranks"][0] = {0, 3, 1, 0, 3, 9};  // as earlier versions wrote it
    EXPECT_EQ(othersIn("old copy"), (std::vector<TargetRank>{{kPadToken, 3}, {kPadToken, 9}}));
}

TEST_F(Adoption, ItemsWithoutWeightsRankLast) {
    for (const char* const layout :
         {"recbole-sasrec", "recbole-bert4rec", "gsasrec", "jaywonchung", "rectools-bert4rec"}) {
        AdoptRequest requested = request(goldenFile(layout));
        requested.runName = layout;
        requested.settings = {{"heads", "2"}};
        std::string lines;  // rows 3 and 9 have ids that the dataset does not have
        for (int row = 1; row <= 12; ++row) lines += fmt::format("{}{}\n", row == 3 || row == 9 ? "other" : "i", row);
        requested.vocabulary = write("some.txt", lines);
        const AdoptedRun adopted = adoptRun(m_workspace, requested);
        EXPECT_EQ(adopted.itemsWithoutRow, (std::vector<std::string>{"i3", "i9"})) << layout;
        const auto list = InferenceSession::load(m_workspace, adopted.run.id)
                              .explain(std::vector<Token>{1, 2, 4, 5}, 12, std::nullopt)
                              .recommendations;
        ASSERT_GE(list.size(), 3u) << layout;
        std::vector<Token> last;
        for (std::size_t i = list.size() - 2; i < list.size(); ++i) last.push_back(list[i].token);
        std::sort(last.begin(), last.end());
        EXPECT_EQ(last, (std::vector<Token>{3, 9})) << layout;
        for (const Recommendation& recommendation : list)
            EXPECT_EQ(recommendation.probability == 0, recommendation.token == 3 || recommendation.token == 9)
                << layout << recommendation.token;
    }
}

TEST_F(Adoption, UnknownTrainingSettingsAreEmpty) {
    AdoptRequest requested = request(goldenFile("recbole-sasrec"));
    const RunRecord run = RunStore(m_workspace).byId(adoptRun(m_workspace, requested).run.id);
    const auto json = nlohmann::json::parse(run.config);
    const RunConfig config = configFromJson(run.config);
    for (const char* const key :
         {"epochs", "seed", "patience", "batch_size", "learning_rate", "loss", "hidden_dropout"}) {
        EXPECT_TRUE(json.at(key).is_null()) << key;
        EXPECT_EQ(configValue(config, key), "") << key;
        EXPECT_FALSE(hasConfigKey(config, key)) << key;
    }
    for (const char* const key : {"dim", "layers", "inner_dim", "max_length", "heads", "norm", "split"}) {
        EXPECT_FALSE(json.at(key).is_null()) << key;
        EXPECT_NE(configValue(config, key), "") << key;
    }
    EXPECT_EQ(config.toJson(), run.config) << "reading the JSON and writing it again keeps unknown values unknown";
    EXPECT_EQ(withDefaultsForUnknown(config).toJson().find("null"), std::string::npos);

    // When an export of this run is adopted, unknown values stay unknown, except those stated in the request.
    const std::string path = (m_temporary.path().parent_path() / "back.safetensors").string();
    exportRun(m_workspace, run.id, path);
    requested = request(path);
    requested.runName = "back";
    requested.settings = {{"epochs", "7"}};
    const auto back = nlohmann::json::parse(adoptRun(m_workspace, requested).run.config);
    EXPECT_TRUE(back.at("seed").is_null());
    EXPECT_EQ(back.at("epochs"), 7);
}

TEST_F(Adoption, ReportsAssumptionsAndMetricsBelowPopularity) {
    AdoptRequest requested = request(goldenFile("recbole-sasrec"));
    AdoptedRun adopted = adoptRun(m_workspace, requested);
    ASSERT_EQ(adopted.assumed.size(), 1u);
    EXPECT_EQ(adopted.assumed.front().first, "heads");
    EXPECT_FALSE(adopted.idsAreRowNumbers);
    EXPECT_EQ(belowPopularity(adopted, {}), std::nullopt) << "a run without metrics cannot be compared";
    Metrics low, high;
    low.ndcg10 = 0.0071;
    high.ndcg10 = 0.0432;
    const std::vector<Reference> references = {{.name = "Popularity", .valid = {}, .test = high},
                                               {.name = "Last item (bigram)", .valid = {}, .test = low}};
    adopted.run.test = low;
    const std::vector<std::string> cautions = cautionsAbout(adopted, references);
    ASSERT_EQ(cautions.size(), 2u);
    EXPECT_NE(cautions[0].find("0.0071 is below that of popularity, 0.0432"), std::string::npos) << cautions[0];
    EXPECT_NE(cautions[1].find("heads 2"), std::string::npos) << cautions[1];
    adopted.run.test = high;
    EXPECT_EQ(belowPopularity(adopted, references), std::nullopt);

    requested.runName = "two heads";
    requested.settings = {{"heads", "2"}};
    EXPECT_TRUE(adoptRun(m_workspace, requested).assumed.empty());
}

TEST_F(Adoption, ReportsAVocabularyLongerThanTheEmbeddingTable) {
    for (const char* const layout : {"recbole-sasrec", "recbole-bert4rec", "pmixer", "jaywonchung"}) {
        AdoptRequest requested = request(goldenFile(layout));
        requested.runName = layout;
        requested.settings = {{"heads", "2"}};
        EXPECT_EQ(adoptRun(m_workspace, requested).idsWithoutWeights, 0) << layout;
        std::string lines = "item_id\n";
        for (int row = 1; row <= 12; ++row) lines += fmt::format("i{}\n", row);
        // The header is taken for an id: 13 ids for the 12 rows of weights.
        requested.vocabulary = write("with a header.txt", lines);
        requested.runName += " again";
        requested.layout = layout;
        const AdoptedRun adopted = adoptRun(m_workspace, requested);
        EXPECT_EQ(adopted.idsWithoutWeights, 1) << layout;
        EXPECT_NE(cautionsAbout(adopted, {}).front().find("header"), std::string::npos) << layout;
    }
}

TEST_F(Adoption, ReportsThatIdsMayBeRowNumbers) {
    // The ids of this dataset happen to equal row numbers, so that a wrong adoption would look right.
    NewDataset numbered;
    numbered.info.name = "numbered";
    numbered.info.source = numbered.info.format = "test";
    numbered.info.sampleFacts = numbered.info.importReport = "{}";
    numbered.histories = ringHistories();
    for (std::int32_t user = 0; user < numbered.histories.userCount(); ++user)
        numbered.userIds.push_back(std::to_string(user));
    for (Token token = 1; token <= numbered.histories.itemCount; ++token) {
        ItemInfo& item = numbered.items.emplace_back();
        item.token = token;
        item.id = item.title = std::to_string(token);
    }
    AdoptRequest requested = request(goldenFile("recbole-sasrec"));
    requested.dataset = DatasetStore(m_workspace).add(numbered, {}).id;
    requested.vocabulary.clear();
    const AdoptedRun adopted = adoptRun(m_workspace, requested);
    EXPECT_TRUE(adopted.idsAreRowNumbers);
    EXPECT_TRUE(adopted.itemsWithoutRow.empty());
    EXPECT_NE(cautionsAbout(adopted, {}).front().find("row numbers"), std::string::npos);
}

// The adoption does not know which tensors of BPR-MF have a row for each item, so it cannot reorder the rows.
TEST_F(Adoption, AModelWithUnknownTablesIsAdoptedOnlyInTheSameItemOrder) {
    TrainObserver observer;
    PauseSwitch pause;
    const RunRecord trained =
        train(m_workspace,
              {.dataset = m_dataset, .config = defaultConfig("bpr_mf"), .runName = "bpr", .device = DeviceChoice::Cpu},
              observer, pause, {});
    const std::string path = (m_temporary.path().parent_path() / "bpr.safetensors").string();
    exportRun(m_workspace, trained.id, path);
    AdoptRequest requested = request(path);
    requested.vocabulary.clear();
    EXPECT_EQ(adoptRun(m_workspace, requested).layout, "recscope");
    SafeTensors shuffled = read(path);
    auto ids = nlohmann::json::parse(shuffled.metadata.at("items"));
    std::swap(ids[2], ids[7]);
    shuffled.metadata["items"] = ids.dump();
    requested.path = write("shuffled.safetensors", toSafeTensors(shuffled));
    requested.runName = "again";
    EXPECT_NE(adoptionError(requested).find("in another order"), std::string::npos);
}

TEST_F(Adoption, ARefusalNamesTheKindOfAFileThatIsNotSafetensors) {
    const auto errorFor = [&](const std::string& name, const std::string& bytes) {
        const std::string path = write(name, bytes);
        try {
            recogniseWeights(path, 12);
        } catch (const Error& error) {
            EXPECT_EQ(adoptionError(request(path)), error.what()) << "both functions give the same message";
            return std::string(error.what()) + "\n" + error.hint();
        }
        return std::string("none");
    };
    constexpr char kZip[] = "PK\x03\x04\x00\x00\x08\x08\x00\x00\x00\x00\x00\x00model/data.pkl and so on";
    const std::string zip(kZip, sizeof kZip - 1);
    for (const std::string& stated : {errorFor("a.pt", zip), errorFor("b.pth", std::string("\x80\x02\x8a\nl\xfc\x9c"
                                                                                           "F\xf9 j\xa8P",
                                                                                           14))}) {
        EXPECT_NE(stated.find("is a PyTorch file"), std::string::npos) << stated;
        EXPECT_NE(stated.find("st.save_file"), std::string::npos)
            << "the hint has the Python code that converts the file";
    }
    EXPECT_NE(errorFor("c.csv", "user,item,rating\n1,2,3\n").find("is a text file"), std::string::npos);
    EXPECT_NE(errorFor("d.npy", "\x93NUMPY and what follows").find("a NumPy array"), std::string::npos);
    EXPECT_NE(errorFor("e.zip", "PK\x03\x04 something else").find("a zip archive"), std::string::npos);
    EXPECT_EQ(errorFor("f.safetensors", wholeFile(goldenFile("gsasrec"))), "none");
}

TEST(RecognisedWeights, AreRecognisedByTheHeaderAlone) {
    using Names = std::vector<std::string>;
    const auto layouts = [](const char* name) { return recogniseWeights(goldenFile(name), 12).layouts; };
    // The first layout is the one that "auto" selects.
    EXPECT_EQ(layouts("gsasrec"), Names{"gsasrec"});
    EXPECT_EQ(layouts("pmixer"), Names{"pmixer"});
    EXPECT_EQ(layouts("jaywonchung"), Names{"jaywonchung"});
    EXPECT_EQ(layouts("recbole-bert4rec"), (Names{"recbole-bert4rec", "recbole-sasrec"}));
    EXPECT_EQ(layouts("recbole-sasrec"), (Names{"recbole-sasrec", "recbole-bert4rec"}));
    EXPECT_EQ(layouts("rectools-sasrec"), Names{"rectools-sasrec"});
    EXPECT_EQ(layouts("rectools-bert4rec"), Names{"rectools-bert4rec"});
    EXPECT_EQ(layouts("rectools-esasrec"), (Names{"rectools-esasrec", "rectools-bert4rec"}));
    EXPECT_FALSE(recogniseWeights(goldenFile("gsasrec"), 12).hasItemIds);
}

TEST_F(Adoption, RecToolsSasRecIsAdoptedOnlyIfItsLayoutIsChosen) {
    for (const char* const layout : {"rectools-sasrec", "rectools-esasrec"}) {
        AdoptRequest requested = request(goldenFile(layout));
        EXPECT_NE(adoptionError(requested).find("use_key_padding_mask"), std::string::npos) << layout;
        requested.layout = layout;
        requested.runName = layout;
        requested.settings = {{"heads", "2"}};
        const AdoptedRun adopted = adoptRun(m_workspace, requested);
        EXPECT_NE(cautionsAbout(adopted, {}).back().find("use_key_padding_mask"), std::string::npos) << layout;
    }
}

TEST_F(Adoption, RecToolsModelsWithUnsupportedPartsAreRefused) {
    const std::string block = "transformer_layers.transformer_blocks.0.";
    for (const auto& [layout, part, named] :
         {std::tuple("rectools-bert4rec", block + "gating_linear_1.weight", "gates"),
          std::tuple("rectools-bert4rec", std::string("item_model.item_net_blocks.1.embedding_bag.weight"), "features"),
          std::tuple("rectools-esasrec", block + "feed_forward.ff_linear_1.bias", "biases")}) {
        SafeTensors weights = read(goldenFile(layout));
        weights.tensors[part] = torch::ones({2, 2});
        AdoptRequest requested = request(write("other.safetensors", toSafeTensors(weights)));
        requested.layout = layout;
        EXPECT_NE(adoptionError(requested).find(named), std::string::npos) << part;
    }
}

TEST_F(Adoption, EveryMismatchIsRefusedWithItsReason) {
    AdoptRequest requested = request(goldenFile("gsasrec"));
    requested.settings = {{"layers", "3"}};
    EXPECT_NE(adoptionError(requested).find("layers.2.attention.query.weight is missing"), std::string::npos);
    requested.settings = {{"inner_dim", "16"}};
    EXPECT_NE(adoptionError(requested).find("has shape (8, 8), the config needs (16, 8)"), std::string::npos);
    requested.settings = {};
    requested.vocabulary.clear();
    EXPECT_NE(adoptionError(requested).find("12 of 12 items of the dataset have no row"), std::string::npos);
    requested.vocabulary = write("others.txt", "x1\nx2\n");
    EXPECT_NE(adoptionError(requested).find("12 of 12 items"), std::string::npos);
    requested.layout = "recbole-sasrec";
    EXPECT_NE(adoptionError(requested).find("trm_encoder.layer"), std::string::npos);
    requested.layout = "keras";
    EXPECT_NE(adoptionError(requested).find("no layout named"), std::string::npos);
    requested =
        request(write("unknown.safetensors", toSafeTensors({.tensors = {{"x", torch::ones({2})}}, .metadata = {}})));
    EXPECT_NE(adoptionError(requested).find("match no program"), std::string::npos);
    EXPECT_THROW(recogniseWeights(requested.path, 12), Error);
    requested = request(write("broken.safetensors", "what is this"));
    EXPECT_NE(adoptionError(requested).find("cannot be read"), std::string::npos);
    EXPECT_THROW(recogniseWeights(requested.path, 12), Error);
    const std::string whole = toSafeTensors({.tensors = {{"x", torch::ones({2})}}, .metadata = {}});
    for (const std::size_t kept : {std::size_t(0), std::size_t(5), std::size_t(20), whole.size() - 1})
        EXPECT_THROW(recogniseWeights(write("cut.safetensors", whole.substr(0, kept)), 12), Error) << kept;
    EXPECT_THROW(recogniseWeights(m_temporary.path().parent_path(), 12), Error);
    requested = request("/no/such/file");
    EXPECT_THROW(recogniseWeights(requested.path, 12), Error);
    EXPECT_NE(adoptionError(requested).find("cannot be read"), std::string::npos);
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
}

}  // namespace
}  // namespace recscope
