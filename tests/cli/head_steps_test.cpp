// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the command head-steps with a bidirectional model, BERT4Rec, and a causal one, SASRec.
#include <gtest/gtest.h>

#include <cmath>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class HeadStepsCommand : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40)), "--items",
             s_folder->write("titles.csv", smallItems())});
        for (const std::string model : {"bert4rec", "sasrec"}) {
            cli({"train", "--dataset", "small", "--model", model, "--name", model, "--set", "epochs=1", "--set",
                 "dim=8", "--set", "heads=2", "--set", "max_length=8"});
        }
        cli({"train", "--dataset", "small", "--model", "bpr_mf", "--name", "bpr_mf", "--set", "epochs=1"});
    }
};

TEST_F(HeadStepsCommand, HasTheShapesOfOneHead) {
    for (const std::string run : {"bert4rec", "sasrec"}) {
        const Json steps = json({"head-steps", "--run", run, "--user", "u1", "--layer", "2", "--head", "2"});
        const std::size_t L = 8, headSize = 4, dim = 8;  // L: the number of positions that the model reads
        EXPECT_EQ(steps["head_size"], headSize);
        EXPECT_EQ(steps["dim"], dim);
        EXPECT_EQ(steps["query"].size(), headSize);
        for (const char* matrix : {"keys", "values"}) {
            ASSERT_EQ(steps[matrix].size(), L) << matrix;
            for (const Json& row : steps[matrix]) EXPECT_EQ(row.size(), headSize);
        }
        for (const char* perColumn : {"products", "scores", "mask", "exponentials", "weights", "positions"})
            EXPECT_EQ(steps[perColumn].size(), L) << perColumn;
        EXPECT_EQ(steps["weighted_sum"].size(), headSize);
        EXPECT_EQ(steps["head_outputs"].size(), 2u);
        for (const char* wide :
             {"input", "output_bias", "attention_output", "residual", "sum", "after_attention", "layer_output"})
            EXPECT_EQ(steps[wide].size(), dim) << wide;
        EXPECT_TRUE(steps["gate"].is_null()) << "this model has no gates";
        EXPECT_EQ(steps["norm"]["output"].size(), dim);
        EXPECT_EQ(steps["norm_order"], run == "bert4rec" ? "after" : "before");
        EXPECT_EQ(steps["positions"].back()["item"] == "[MASK]", run == "bert4rec");
    }
}

TEST_F(HeadStepsCommand, EachStepFollowsFromTheOneBefore) {
    const Json steps = json({"head-steps", "--run", "sasrec", "--history", "f1,f2,f3,f4", "--position", "3"});
    EXPECT_EQ(steps["position"], 3);
    EXPECT_EQ(steps["mask"], Json({"open", "open", "open", "future"}));
    double sum = 0;
    for (std::size_t column = 0; column < 4; ++column) {
        double product = 0;
        for (std::size_t i = 0; i < 4; ++i)
            product += steps["query"][i].get<double>() * steps["keys"][column][i].get<double>();
        EXPECT_NEAR(steps["products"][column], product, 1e-5);
        const double score = product / std::sqrt(4.0);
        EXPECT_NEAR(steps["scores"][column], score, 1e-5);
        const double exponential = column == 3 ? 0 : std::exp(score - steps["largest"].get<double>());
        EXPECT_NEAR(steps["exponentials"][column], exponential, 1e-5);
        sum += exponential;
    }
    EXPECT_NEAR(steps["sum_of_exponentials"], sum, 1e-5);
    for (std::size_t column = 0; column < 4; ++column)
        EXPECT_NEAR(steps["weights"][column], steps["exponentials"][column].get<double>() / sum, 1e-5);
}

TEST_F(HeadStepsCommand, WeightsEqualThoseOfTheAttentionCommand) {
    const Json maps = json({"attention", "--run", "bert4rec", "--user", "u1"});
    const Json steps = json({"head-steps", "--run", "bert4rec", "--user", "u1", "--layer", "2", "--position", "6"});
    // The history has 11 items, and [MASK] is position 12. The model reads 8 positions, 5 to 12.
    // So position 6 is row 1, counted from 0.
    ASSERT_EQ(steps["positions"][0]["position"], 5);
    const Json& row = maps["weights"][1][0][1];
    for (std::size_t column = 0; column < row.size(); ++column)
        EXPECT_NEAR(steps["weights"][column].get<double>(), row[column].get<double>(), 1e-5);
}

TEST_F(HeadStepsCommand, TextOutputIsNotJson) {
    const Outcome outcome = cli({"head-steps", "--run", "bert4rec", "--user", "u1"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find('{'), std::string::npos);
    for (const char* words : {"layer 1, head 1 at position 12 ([MASK])", "q.k", "exponential", "Order: norm(x + "})
        EXPECT_NE(outcome.out.find(words), std::string::npos) << words << "\n" << outcome.out;
}

TEST_F(HeadStepsCommand, InvalidArgumentsAreRefusedWithAMessage) {
    expectError({"head-steps", "--run", "sasrec", "--user", "u1", "--layer", "3"}, 2, "layer 3");
    expectError({"head-steps", "--run", "sasrec", "--user", "u1", "--head", "0"}, 2, "head 0");
    expectError({"head-steps", "--run", "sasrec", "--user", "u1", "--position", "3"}, 2, "does not read position 3");
    expectError({"head-steps", "--run", "sasrec", "--user", "u1", "--position", "12"}, 2, "position 12");
    expectError({"head-steps", "--run", "bpr_mf", "--user", "u1"}, 2, "attention");
    expectError({"head-steps", "--run", "sasrec"}, 2, "user");
}

}  // namespace
}  // namespace recscope::test
