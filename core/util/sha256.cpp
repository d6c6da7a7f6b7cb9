// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/sha256.h"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>
#include <vector>

#include "core/util/byte_source.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

std::string digestOf(sha256_ctx& context) {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace

std::string sha256Of(std::string_view text) {
    sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
    return digestOf(context);
}

std::string sha256OfFile(const std::filesystem::path& path, const std::stop_token& stop) {
    constexpr std::size_t kBlock = 1 << 20;
    const auto source = openFile(path);
    std::vector<char> block(kBlock);
    sha256_ctx context;
    sha256_init(&context);
    while (const std::size_t count = source->read(block.data(), block.size())) {
        throwIfStopped(stop);
        sha256_update(&context, count, reinterpret_cast<const std::uint8_t*>(block.data()));
    }
    return digestOf(context);
}

}  // namespace recscope
