// SPDX-License-Identifier: GPL-3.0-or-later
// The messages between RecScope and the process that runs a TorchScript model. Both processes run on the same machine,
// so numbers are sent in the byte order of this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

enum class MessageKind : std::uint32_t {
    // to the process
    Load = 1,       ///< bytes of a TorchScript archive
    Forward = 2,    ///< a `ModelInput`
    Attention = 3,  ///< a `ModelInput`
    // from the process
    Loaded = 16,  ///< JSON: {"takes_users": bool, "has_attention": bool}
    Values = 17,  ///< a `ModelOutput`
    Failed = 18,  ///< the error message, a sentence
    OutOfMemory = 19,
};

/// Rows of token ids for one call of a method of the model.
struct ModelInput {
    std::int64_t rows = 0, length = 0;     ///< B, N
    std::int64_t maxNumbers = 0;           ///< a result with more values than this is returned without them
    std::vector<std::int64_t> items = {};  ///< (B, N)
    std::vector<std::int64_t> users = {};  ///< (B), or empty if the model does not read the user
};

/// A result of the model: its shape, and its values unless there are more than `ModelInput::maxNumbers`.
struct ModelOutput {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

std::string encode(const ModelInput& input);
std::string encode(const ModelOutput& output);
/// Return nothing if the bytes are not a valid encoding.
std::optional<ModelInput> decodeInput(std::string_view bytes);
std::optional<ModelOutput> decodeOutput(std::string_view bytes);

/// The bytes of a message: kind, length and content.
std::string frame(MessageKind kind, std::string_view content);

struct MessageHeader {
    MessageKind kind = MessageKind::Failed;
    std::uint64_t length = 0;  ///< bytes of content that follow
};
inline constexpr std::size_t kHeaderBytes = sizeof(std::uint32_t) + sizeof(std::uint64_t);
/// Pre: `bytes` has at least kHeaderBytes bytes.
MessageHeader headerOf(std::string_view bytes);

}  // namespace recscope
