// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/device_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "core/util/translated.h"

namespace recscope {

namespace {

// The phrases that a device description consists of; each {} stands for a number. They are written by describeDevice,
// describeProcesses, the training modules' device() and tryDevices.
constexpr std::array kParts = {
    translatable("1 thread"),
    translatable("{} threads"),
    translatable("{} processes"),
    translatable("on {} hosts"),
    translatable("bfloat16 products"),
    translatable("TF32 products"),
    translatable("batches in {} parts for want of memory"),
    translatable("no CUDA graph"),
    translatable("faster here: {} ms a step, the CPU {} ms"),
    translatable("faster here: {} ms a step, the GPU {} ms"),
    translatable("the GPU has too little memory left"),
    translatable("the CPU has too little memory left"),
    translatable("the GPU cannot be used"),
    translatable("the CPU cannot be used"),
    translatable("where this run began"),
    translatable("because the GPU that this run began on is not in this machine"),
};

bool isAlphanumeric(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

/// The numbers in a text that matches a phrase of `kParts` at some position, one for each {}, and the end of the match.
struct Match {
    std::array<std::string_view, 2> numbers;
    std::size_t end = 0;
};
std::optional<Match> matchAt(std::string_view text, std::size_t at, std::string_view phrase) {
    Match match{.numbers = {}, .end = at};
    std::size_t found = 0;
    for (std::size_t i = 0; i < phrase.size(); ++i) {
        if (phrase.substr(i, 2) == "{}") {
            const std::size_t end = std::min(text.find_first_not_of("0123456789.", match.end), text.size());
            if (end == match.end) return std::nullopt;
            match.numbers.at(found++) = text.substr(match.end, end - match.end);
            match.end = end;
            ++i;
        } else if (match.end == text.size() || text[match.end++] != phrase[i]) {
            return std::nullopt;
        }
    }
    if (match.end < text.size() && isAlphanumeric(text[match.end])) return std::nullopt;
    return match;
}

/// The phrase with each {} replaced by a number.
std::string filled(std::string phrase, const std::array<std::string_view, 2>& numbers) {
    for (const std::string_view number : numbers)
        if (const std::size_t at = phrase.find("{}"); at != std::string::npos) phrase.replace(at, 2, number);
    return phrase;
}

}  // namespace

std::string translatedDevice(const std::string& device) {
    std::string words = device;
    for (const char* part : kParts) {
        const std::string translation = translated(part);
        if (translation == part) continue;
        for (std::size_t at = 0; at < words.size(); ++at) {
            if (at > 0 && isAlphanumeric(words[at - 1])) continue;
            const std::optional<Match> match = matchAt(words, at, part);
            if (!match) continue;
            const std::string replacement = filled(translation, match->numbers);
            words.replace(at, match->end - at, replacement);
            at += replacement.size();
        }
    }
    return words;
}

}  // namespace recscope
