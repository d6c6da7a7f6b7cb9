// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/message.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(Message, IsDecodedAsItWasEncoded) {
    const ModelInput input{.rows = 2, .length = 3, .maxNumbers = 26, .items = {0, 1, 2, 3, 4, 5}, .users = {7, 8}};
    const auto readInput = decodeInput(encode(input));
    ASSERT_TRUE(readInput);
    EXPECT_EQ(readInput->items, input.items);
    EXPECT_EQ(readInput->users, input.users);
    EXPECT_EQ(readInput->maxNumbers, 26);

    const ModelOutput output{.shape = {1, 2}, .values = {0.5F, -1.5F}};
    const auto readOutput = decodeOutput(encode(output));
    ASSERT_TRUE(readOutput);
    EXPECT_EQ(readOutput->shape, output.shape);
    EXPECT_EQ(readOutput->values, output.values);

    const std::string bytes = frame(MessageKind::Values, "abc");
    EXPECT_EQ(headerOf(bytes).kind, MessageKind::Values);
    EXPECT_EQ(headerOf(bytes).length, 3u);
}

TEST(Message, ThatIsCutOffOrHasAWrongLengthIsRefused) {
    const std::string output = encode(ModelOutput{.shape = {1, 2}, .values = {0.5F, -1.5F}});
    for (std::size_t length = 0; length < output.size(); ++length)
        EXPECT_FALSE(decodeOutput(std::string_view(output).substr(0, length))) << length;
    EXPECT_FALSE(decodeOutput(output + "x"));
    std::string huge = output;
    huge[7] = '\x7f';  // the number of dimensions becomes about 2^63
    EXPECT_FALSE(decodeOutput(huge));
    const std::string input = encode(ModelInput{.rows = 1, .length = 2, .maxNumbers = 1, .items = {1, 2}});
    for (std::size_t length = 0; length < input.size(); ++length)
        EXPECT_FALSE(decodeInput(std::string_view(input).substr(0, length))) << length;
}

}  // namespace
}  // namespace recscope
