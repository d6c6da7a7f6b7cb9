// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace recscope {

/// A way to write times, as strptime has it: "%d.%m.%Y %H:%M". Letters: %Y year, %y its last two digits, %m month as a
/// number, %b or %B its English name, %d day, %j day of the year, %H hour, %I hour of twelve with %p (AM or PM), %M
/// minute, %S second, %f fraction of a second, %N milliseconds after what the rest says, %a or %A weekday (passed
/// over), %z zone (+0100, Z), %s seconds since 1970, %F for %Y-%m-%d, %T for %H:%M:%S, %% itself. A space stands for
/// any number of them, everything else for itself.
class TimePattern {
public:
    /// Throws Error(Usage) for an unknown letter and for a pattern without a date.
    explicit TimePattern(std::string pattern);

    /// Milliseconds since 1970, UTC; nothing if the text is not of this pattern.
    std::optional<std::int64_t> parse(std::string_view text) const;

    /// The letters with what they stand for, for a hint.
    static const char* letters();

private:
    std::string m_pattern;  // without %F and %T
};

}  // namespace recscope
