// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/model_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/util/error.h"
#include "scripted_model.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

std::string refusal(const std::string& json) {
    try {
        parseModelDescription(json);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

/// The description with one piece of text replaced.
std::string changed(const std::string& from, const std::string& to) {
    std::string json = ringDescription();
    const std::size_t at = json.find(from);
    return at == std::string::npos ? "" : json.replace(at, from.size(), to);
}

TEST(ModelDescription, StatesWhatTheModelExpects) {
    const ModelDescription read = parseModelDescription(
        ringDescription(R"(, "answers": "mask", "mask": 13, "attention": "pointwise", "users": [7, "u2"])", "right"));
    EXPECT_EQ(read.title, "Weighted sum");
    EXPECT_EQ(read.items.size(), 12u);
    EXPECT_EQ(read.items.front(), "i1");
    EXPECT_EQ(read.users, (std::vector<std::string>{"7", "u2"}));
    EXPECT_EQ(read.maxLength, 8);
    EXPECT_EQ(read.paddingSide, PaddingSide::Right);
    EXPECT_EQ(read.predictsAt, PredictsAt::Mask);
    EXPECT_EQ(read.maskId, 13);
    EXPECT_EQ(read.attention, AttentionWeights::Pointwise);
}

TEST(ModelDescription, EachFaultIsNamed) {
    EXPECT_EQ(refusal("no JSON"), "recscope.json is not a JSON object.");
    EXPECT_EQ(refusal(changed(R"("format": 1)", R"("format": 2)")), "In recscope.json, \"format\" must be 1.");
    EXPECT_EQ(refusal(changed(R"("max_length": 8)", R"("max_length": 0)")),
              "In recscope.json, \"max_length\" must be a whole number from 1 to 100000.");
    EXPECT_EQ(refusal(changed(R"("max_length": 8,)", "")), "recscope.json has no \"max_length\".");
    EXPECT_EQ(refusal(changed(R"("left")", R"("middle")")), "In recscope.json, \"side\" must be one of: left, right.");
    EXPECT_EQ(refusal(changed(R"("i2")", R"("i1")")), "recscope.json lists an id twice in \"items\".");
    EXPECT_EQ(refusal(changed(R"("last")", R"("mask")")), "recscope.json has no \"mask\".");
    EXPECT_EQ(refusal(ringDescription(R"(, "attention": "sigmoid")")),
              "In recscope.json, \"attention\" must be one of: softmax, pointwise.");
}

TEST(ModelFile, IsReadFromTheArchiveWithoutRunningIt) {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "model.pt";
    writeScriptedModel(path, {.forward = "return items", .description = ringDescription()});
    EXPECT_TRUE(isTorchScript(path));
    EXPECT_EQ(readModelDescription(path).items.size(), 12u);

    writeScriptedModel(path, {.forward = "return items", .description = ""});
    EXPECT_THROW(readModelDescription(path), Error);

    std::ofstream(folder / "text.pt") << "no archive";
    EXPECT_FALSE(isTorchScript(folder / "text.pt"));
    EXPECT_FALSE(isTorchScript(folder / "absent.pt"));
}

}  // namespace
}  // namespace recscope
