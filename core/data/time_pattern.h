// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace recscope {

/// A time format in the syntax of strptime: "%d.%m.%Y %H:%M". Letters: %Y year, %y its last two digits, %m month as a
/// number, %b or %B the English name of the month, %d day, %j day of the year, %H hour, %I hour of the 12-hour clock
/// with %p (AM or PM), %M minute, %S second, %f fraction of a second, %N milliseconds to add to the rest, %a or %A
/// weekday (ignored), %z zone (+0100, Z), %s seconds since 1970, %F for %Y-%m-%d, %T for %H:%M:%S, %% a percent sign;
/// %e means the same as %d, and %h the same as %b. A space matches any number of spaces, and any other character
/// matches itself.
class TimePattern {
public:
    /// Throws Error(Usage) for an unknown letter and for a pattern without a date.
    explicit TimePattern(std::string pattern);

    /// Milliseconds since 1970, UTC; unset if the text does not match the pattern.
    std::optional<std::int64_t> parse(std::string_view text) const;

    /// The letters and their meanings, for an error hint.
    static const char* letters();

private:
    std::string m_pattern;  // with %F and %T expanded
};

}  // namespace recscope
