// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/safetensors.h"

#include <gtest/gtest.h>

#include "core/util/error.h"

namespace recscope {
namespace {

SafeTensors example() {
    return {.tensors = {{"a", torch::arange(6, torch::kFloat).view({2, 3})},
                        {"b.weight", torch::ones({4})},
                        {"empty", torch::empty({0, 3})}},
            .metadata = {{"recscope.config", "{\"dim\": 3}"}}};
}

TEST(SafeTensors, ARoundTripChangesNothing) {
    const SafeTensors back = fromSafeTensors(toSafeTensors(example()));
    ASSERT_EQ(back.tensors.size(), 3u);
    EXPECT_TRUE(torch::equal(back.tensors.at("a"), example().tensors.at("a")));
    EXPECT_EQ(back.tensors.at("empty").sizes(), torch::IntArrayRef({0, 3}));
    EXPECT_EQ(back.metadata.at("recscope.config"), "{\"dim\": 3}");
}

TEST(SafeTensors, ARoundTripKeepsTransposedTensors) {
    const torch::Tensor transposed = torch::arange(6, torch::kFloat).view({2, 3}).t();
    const SafeTensors back = fromSafeTensors(toSafeTensors({.tensors = {{"t", transposed}}, .metadata = {}}));
    EXPECT_TRUE(torch::equal(back.tensors.at("t"), transposed));
}

TEST(SafeTensors, EveryTruncationIsAnError) {
    const std::string bytes = toSafeTensors(example());
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_THROW(fromSafeTensors(std::string_view(bytes).substr(0, length)), Error) << length;
}

TEST(SafeTensors, RangesThatDoNotFitAreErrors) {
    const auto withHeader = [](const std::string& header) {
        std::string bytes(8, '\0');
        bytes[0] = static_cast<char>(header.size());
        return bytes + header + std::string(8, '\0');
    };
    EXPECT_NO_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})")));
    EXPECT_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})")), Error);
    EXPECT_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})")), Error);
    EXPECT_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F64","shape":[2],"data_offsets":[0,8]}})")), Error);
    EXPECT_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})")), Error);
    EXPECT_THROW(
        fromSafeTensors(withHeader(R"({"x":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})")),
        Error);
    EXPECT_THROW(fromSafeTensors(withHeader("[1, 2]")), Error);
    EXPECT_THROW(fromSafeTensors(withHeader(std::string(200, '['))), Error);
    EXPECT_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F9","shape":[2],"data_offsets":[0,8]}})")), Error);
    EXPECT_THROW(fromSafeTensors(withHeader(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                                            R"("y":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})")),
                 Error);
    std::string giant(8, '\xff');
    EXPECT_THROW(fromSafeTensors(giant + "{}"), Error);
}

TEST(SafeTensors, OtherFloatsBecomeFloat32AndIntegersAreLeftOut) {
    const double value = 0.1;
    std::string header = R"({"d":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},)"
                         R"("n":{"dtype":"I64","shape":[1],"data_offsets":[8,16]}})";
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    bytes.append(8, '\0');
    const SafeTensors content = fromSafeTensors(bytes);
    EXPECT_EQ(content.tensors.size(), 1u);
    EXPECT_FLOAT_EQ(content.tensors.at("d").item<float>(), 0.1F);
}

}  // namespace
}  // namespace recscope
