// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/time.h"

#include <fmt/format.h>

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

}  // namespace recscope
