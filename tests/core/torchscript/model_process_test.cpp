// SPDX-License-Identifier: GPL-3.0-or-later
// Tests hostile models: whatever a model does, the caller gets an error message, and the next model works.
#include "core/torchscript/model_process.h"

#include <gtest/gtest.h>
#include <torch/script.h>

#include <cmath>
#include <filesystem>
#include <thread>

#include "core/util/error.h"
#include "scripted_model.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

class ModelProcessTest : public testing::Test {
protected:
    /// A process for a model with this body of forward(items).
    ModelProcess process(const std::string& forward, const ModelLimits& limits = {}) const {
        const std::filesystem::path path = m_folder / "model.pt";
        writeScriptedModel(path, {.forward = forward, .description = ringDescription()});
        return ModelProcess(
            "model.pt", [path] { return bytesOf(path); }, limits);
    }
    static std::vector<float> forward(ModelProcess& process, const std::stop_token& stop = {}) {
        return process.call(MessageKind::Forward, {.rows = 1, .length = 8, .items = {0, 0, 0, 0, 0, 1, 2, 3}}, {1, 13},
                            stop);
    }
    std::string failure(const std::string& body, const ModelLimits& limits = {}) const {
        ModelProcess model = process(body, limits);
        try {
            forward(model);
        } catch (const Error& error) {
            EXPECT_FALSE(error.hint().empty());
            return error.what();
        }
        return "no failure";
    }

    TemporaryFolder m_folder;
};

TEST_F(ModelProcessTest, GivesTheScoresOfTheModel) {
    ModelProcess model = process("return items.sum(1, True).float() + torch.arange(13)");
    const std::vector<float> scores = forward(model);
    ASSERT_EQ(scores.size(), 13u);
    EXPECT_EQ(scores[0], 6);
    EXPECT_EQ(scores[12], 18);
}

TEST_F(ModelProcessTest, EndsAModelThatComputesForever) {
    EXPECT_EQ(failure("while bool(items.size(0) > 0):\n    items = items + 1\nreturn items",
                      {.time = std::chrono::seconds(2)}),
              "model.pt did not answer within 2 seconds.");
}

TEST_F(ModelProcessTest, EndsAModelThatTakesTooMuchMemory) {
    // PyTorch takes long to describe where the memory ran out, so the time is not the limit here.
    const ModelLimits limits{.memoryBytes = std::int64_t{256} << 20, .time = std::chrono::seconds(120)};
    EXPECT_EQ(failure("return torch.zeros([1, 100000000000])", limits),
              "model.pt needs more memory than the 256 MB that it may use.");
    EXPECT_EQ(failure("kept = [items.float()]\nwhile bool(items.size(0) > 0):\n"
                      "    kept.append(torch.ones([1000000]))\nreturn torch.cat(kept)",
                      limits),
              "model.pt needs more memory than the 256 MB that it may use.");
}

TEST_F(ModelProcessTest, SurvivesACrash) {
    // A sparse matrix whose row pointer is wrong: the product reads far outside of its memory.
    EXPECT_EQ(failure("rows = torch.tensor([0, 1, 1000000000000])\n"
                      "broken = torch._sparse_csr_tensor_unsafe(rows, torch.tensor([0, 1]), torch.tensor([3., 4.]), "
                      "[2, 2])\n"
                      "return torch.mm(broken, torch.rand([2, 2]))"),
              "The process of model.pt was ended by the signal \"Segmentation fault\".");
}

TEST_F(ModelProcessTest, NamesAWrongShape) {
    EXPECT_EQ(failure("return torch.zeros([1, 5])"),
              "model.pt returned scores of shape (1, 5); the shape must be (1, 13).");
    EXPECT_EQ(failure("return torch.zeros([1, 13, 1000000])"),
              "model.pt returned scores of shape (1, 13, 1000000); the shape must be (1, 13).");
}

TEST_F(ModelProcessTest, ReportsTheErrorOfTheModel) {
    EXPECT_NE(failure("assert False, \"no such user\"\nreturn items").find("no such user"), std::string::npos);
    EXPECT_NE(failure("return torch.matmul(items, items)").find("model.pt failed: "), std::string::npos);
    EXPECT_NE(failure("return \"text\"").find("instead of a tensor"), std::string::npos);
}

TEST_F(ModelProcessTest, LetsAModelWriteNoFile) {
    const std::filesystem::path target = m_folder / "written.pt";
    const std::string body = "torch.save(items, \"" + target.string() + "\")\nreturn torch.zeros([1, 13])";
    failure(body);
    EXPECT_FALSE(std::filesystem::exists(target));
    // If it is run outside of the restricted process, the model does write the file.
    torch::jit::load((m_folder / "model.pt").string()).forward({torch::ones({1, 8}, torch::kLong)});
    EXPECT_TRUE(std::filesystem::exists(target));
}

TEST_F(ModelProcessTest, IsNotConfusedByAModelThatPrints) {
    ModelProcess model = process(
        "for i in range(20000):\n    print(\"noise\", i)\n"
        "return torch.zeros([items.size(0), 13])");
    EXPECT_EQ(forward(model), std::vector<float>(13, 0.0F));
}

TEST_F(ModelProcessTest, RefusesAFileThatIsNoModel) {
    ModelProcess model("broken.pt", [] { return std::string("PK no archive"); }, {});
    EXPECT_ERROR(forward(model), ErrorKind::Input, "broken.pt failed");
}

TEST_F(ModelProcessTest, StopsOnRequest) {
    ModelProcess model = process("while bool(items.size(0) > 0):\n    items = items + 1\nreturn items");
    std::stop_source stop;
    const std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        stop.request_stop();
    });
    EXPECT_ERROR(forward(model, stop.get_token()), ErrorKind::Cancelled, "");
}

TEST_F(ModelProcessTest, AnswersAgainAfterAFailure) {
    ModelProcess model = process(
        "if bool(items.max() > 100):\n    assert False, \"unknown\"\n"
        "return torch.zeros([items.size(0), 13])");
    EXPECT_THROW(model.call(MessageKind::Forward, {.rows = 1, .length = 8, .items = std::vector<std::int64_t>(8, 101)},
                            std::vector<std::int64_t>{1, 13}),
                 Error);
    EXPECT_EQ(forward(model).size(), 13u);
}

TEST_F(ModelProcessTest, MayBeUsedByTwoThreads) {
    ModelProcess model = process("return items.sum(1, True).float() + torch.zeros([1, 13])");
    const auto work = [&] {
        for (int i = 0; i < 50; ++i) EXPECT_EQ(forward(model)[1], 6);
    };
    const std::jthread one(work), two(work);
}

}  // namespace
}  // namespace recscope
