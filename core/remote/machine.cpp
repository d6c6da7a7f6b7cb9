// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/machine.h"

#include <algorithm>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kLongest = 255;  // bytes

bool isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-@:[]%").find(c) != std::string_view::npos;
}

/// The destination without a leading "ssh://".
std::string_view withoutScheme(std::string_view destination) {
    constexpr std::string_view kScheme = "ssh://";
    return destination.starts_with(kScheme) ? destination.substr(kScheme.size()) : destination;
}

}  // namespace

void checkMachine(const Machine& machine) {
    const std::string_view rest = withoutScheme(machine.destination);
    const bool isValid = !rest.empty() && rest.size() <= kLongest && rest.front() != '-' && rest.front() != '@' &&
                         rest.back() != '@' && rest.find("@-") == std::string_view::npos &&
                         std::count(rest.begin(), rest.end(), '@') <= 1 &&
                         std::all_of(rest.begin(), rest.end(), isPlain);
    if (!isValid)
        throw Error(ErrorKind::Usage, translated("\"{}\" is not a machine that ssh can reach.", machine.destination),
                    translated("Write it as for ssh: user@host, or a name from ~/.ssh/config."));
    const bool hasControl = std::any_of(machine.program.begin(), machine.program.end(),
                                        [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (machine.program.empty() || machine.program.front() == '-' || hasControl)
        throw Error(
            ErrorKind::Usage, translated("\"{}\" is not a valid program name.", machine.program),
            translated("Enter the name of recscope-cli on that machine, with its path if it is not in the PATH."));
}

std::string shortName(std::string_view destination) {
    std::string_view rest = withoutScheme(destination);
    if (const std::size_t at = rest.find('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
    const bool hasPort = rest.size() < destination.size() && std::count(rest.begin(), rest.end(), ':') == 1;
    return std::string(hasPort ? rest.substr(0, rest.find(':')) : rest);
}

}  // namespace recscope
