// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

std::optional<std::size_t> wholeNumber(std::string_view text) {
    text = trimmed(text);
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The run indices (number - 1) for a list of run numbers, in the order of the list.
std::vector<std::size_t> indicesOf(const std::string& numbers, std::size_t runs, const std::string& option,
                                   const std::string& hint) {
    std::vector<std::size_t> indices;
    std::istringstream parts(numbers);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t dash = part.find('-');
        const auto from = wholeNumber(std::string_view(part).substr(0, dash));
        const auto to = dash == std::string::npos ? from : wholeNumber(std::string_view(part).substr(dash + 1));
        if (!from || !to || *from > *to)
            throw Error(ErrorKind::Usage, translated("{} has \"{}\", which is not the number of a run.", option, part),
                        translated("Write numbers and ranges, such as 7,3 or 2,4-9. {}", hint));
        for (const std::size_t number : {*from, *to})
            if (number < 1 || number > runs)
                throw Error(ErrorKind::Usage,
                            translated("{} has {}, but the runs of the plan are 1 to {}.", option, number, runs), hint);
        for (std::size_t index = *from - 1; index < *to; ++index) indices.push_back(index);
    }
    return indices;
}

}  // namespace

std::vector<std::size_t> trainingOrder(std::size_t runs, const std::string& first, const std::string& without,
                                       const std::string& hint) {
    std::vector<std::size_t> order;
    std::vector<bool> isDropped(runs), isTaken(runs);
    for (const std::size_t index : indicesOf(without, runs, "--without", hint)) isDropped[index] = true;
    const auto take = [&](std::size_t index) {
        if (!isTaken[index]) order.push_back(index);
        isTaken[index] = true;
    };
    for (const std::size_t index : indicesOf(first, runs, "--first", hint)) {
        if (isDropped[index])
            throw Error(ErrorKind::Usage, translated("Run {} is in --first and in --without.", index + 1),
                        translated("Remove it from one of them."));
        take(index);
    }
    for (std::size_t index = 0; index < runs; ++index)
        if (!isDropped[index]) take(index);
    return order;
}

}  // namespace recscope::cli
