// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/time.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>

namespace recscope {

std::string utcNow() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto day = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(now - day);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                       time.minutes().count(), time.seconds().count());
}

std::string dateText(std::int64_t unixSeconds) {
    const std::chrono::sys_seconds moment{std::chrono::seconds(unixSeconds)};
    const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(moment));
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

std::optional<std::int64_t> timeOfDate(std::string_view text) {
    constexpr std::size_t kLength = 10;  // of "2001-08-05"
    if (text.size() != kLength || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto numberAt = [&](std::size_t begin, std::size_t length) {
        int number = -1;
        const char* const end = text.data() + begin + length;
        const auto [read, error] = std::from_chars(text.data() + begin, end, number);
        return error == std::errc() && read == end ? number : -1;
    };
    const int year = numberAt(0, 4), month = numberAt(5, 2), day = numberAt(8, 2);
    if (year < 0 || month < 1 || day < 1) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count();
}

}  // namespace recscope
