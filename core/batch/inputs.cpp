// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/inputs.h"

#include <algorithm>

namespace recscope {

std::vector<Token> predictionInput(Task task, std::span<const Token> history, std::int64_t maxLength,
                                   std::int32_t itemCount, OldestItem oldest) {
    const bool cloze = task == Task::Cloze;
    const std::size_t capacity = static_cast<std::size_t>(maxLength) - (cloze ? 1 : 0);
    const std::size_t available =
        oldest == OldestItem::LeftOut && !history.empty() ? history.size() - 1 : history.size();
    const auto newest = history.last(std::min(capacity, available));
    std::vector<Token> tokens(newest.begin(), newest.end());
    if (!cloze) return tokens;
    std::replace(tokens.begin(), tokens.end(), kPadToken, maskToken(itemCount));
    tokens.push_back(maskToken(itemCount));
    return tokens;
}

torch::Tensor paddedTokens(std::span<const std::vector<Token>> rows) {
    std::size_t longest = 1;
    for (const auto& row : rows) longest = std::max(longest, row.size());
    const auto B = static_cast<std::int64_t>(rows.size()), T = static_cast<std::int64_t>(longest);
    torch::Tensor tokens = torch::full({B, T}, kPadToken, torch::kLong);
    std::int64_t* data = tokens.data_ptr<std::int64_t>();
    for (std::size_t b = 0; b < rows.size(); ++b)
        std::copy(rows[b].begin(), rows[b].end(), data + (b + 1) * longest - rows[b].size());
    return tokens;
}

}  // namespace recscope
