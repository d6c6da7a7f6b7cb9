// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_overview.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/store/history_reader.h"
#include "core/store/workspace.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kLengthBars = 40;
constexpr int kPopularityPoints = 300;
constexpr std::int64_t kDay = 86400;
constexpr std::array kUnitNames = {"day", "week", "month", "year"};
constexpr std::array kGapNames = {translatable("same second"), translatable("under 1 min"), translatable("1–10 min"),
                                  translatable("10–60 min"),   translatable("1–6 h"),       translatable("6–24 h"),
                                  translatable("1–7 days"),    translatable("7–30 days"),   translatable("30–365 days"),
                                  translatable("≥ 1 year")};
static_assert(kGapNames.size() == kGapEnds.size());

std::int64_t dayOf(std::int64_t time) {
    return (time >= 0 ? time : time - kDay + 1) / kDay;
}

std::chrono::year_month_day dateOf(std::int64_t day) {
    return std::chrono::sys_days(std::chrono::days(day));
}

std::int64_t timeOf(std::chrono::year_month_day date) {
    return std::chrono::sys_days(date).time_since_epoch().count() * kDay;
}

/// The sums accumulated in one pass over all histories.
struct Sums {
    std::vector<std::int64_t> lengths, itemCounts;
    std::unordered_map<std::int64_t, std::int64_t> days;  // interactions by day since 1970
    std::array<std::int64_t, kGapEnds.size()> gaps{};
    std::int64_t interactions = 0, repeats = 0;
    std::vector<std::int32_t> lastUser;  // indexed by token: the last user who had the item, to detect repeats

    // The latest day and its counter in `days`: saves a lookup, because consecutive interactions often share a day.
    std::int64_t* dayCount = nullptr;
    std::int64_t day = 0;

    explicit Sums(const DatasetInfo& info)
        : itemCounts(static_cast<std::size_t>(info.items)), lastUser(static_cast<std::size_t>(info.items) + 1, -1) {}

    void countDay(std::int64_t next) {
        // References into an unordered map stay valid when it grows.
        if (!dayCount || next != day) dayCount = &days[next];
        day = next;
        ++*dayCount;
    }

    void add(const HistoryRows& history) {
        lengths.push_back(static_cast<std::int64_t>(history.items.size()));
        interactions += lengths.back();
        for (const Token token : history.items) {
            ++itemCounts[static_cast<std::size_t>(token - kFirstItemToken)];
            std::int32_t& last = lastUser[static_cast<std::size_t>(token)];
            repeats += last == history.user;
            last = history.user;
        }
        for (std::size_t i = 0; i < history.times.size(); ++i) {
            countDay(dayOf(history.times[i]));
            if (i == 0) continue;
            const std::int64_t gap = history.times[i] - history.times[i - 1];
            ++gaps[static_cast<std::size_t>(std::upper_bound(kGapEnds.begin(), kGapEnds.end() - 1, gap) -
                                            kGapEnds.begin())];
        }
    }
};

/// The counts of the days in ascending order.
std::vector<TimeBucket> sortedDays(const std::unordered_map<std::int64_t, std::int64_t>& days) {
    std::vector<TimeBucket> sorted;
    for (const auto& [day, count] : days) sorted.push_back({.start = day * kDay, .count = count});
    std::sort(sorted.begin(), sorted.end(), [](const TimeBucket& a, const TimeBucket& b) { return a.start < b.start; });
    return sorted;
}

nlohmann::ordered_json toJson(const Quantiles& q) {
    return {{"min", q.min}, {"p10", q.p10}, {"p25", q.p25}, {"median", q.median},
            {"p75", q.p75}, {"p90", q.p90}, {"max", q.max}};
}

nlohmann::ordered_json toJson(const Histogram& histogram) {
    std::vector<double> centres;
    std::vector<std::int64_t> from, to, counts;
    for (const HistogramBin& bin : histogram.bins) {
        centres.push_back(bin.centre());
        from.push_back(bin.from);
        to.push_back(bin.to);
        counts.push_back(bin.count);
    }
    return {{"centres", centres}, {"counts", counts}, {"width", histogram.width()}, {"from", from}, {"to", to}};
}

Histogram histogramFrom(const nlohmann::ordered_json& json) {
    const auto from = json.at("from").get<std::vector<std::int64_t>>();
    const auto to = json.at("to").get<std::vector<std::int64_t>>();
    const auto counts = json.at("counts").get<std::vector<std::int64_t>>();
    Histogram histogram;
    for (std::size_t i = 0; i < from.size(); ++i)
        histogram.bins.push_back({.from = from[i], .to = to.at(i), .count = counts.at(i)});
    return histogram;
}

Quantiles quantilesFrom(const nlohmann::ordered_json& json) {
    return {json.at("min"), json.at("p10"), json.at("p25"), json.at("median"),
            json.at("p75"), json.at("p90"), json.at("max")};
}

double share(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

}  // namespace

const char* timeUnitName(TimeUnit unit) {
    return kUnitNames.at(static_cast<std::size_t>(unit));
}

const char* gapName(std::size_t gapClass) {
    return kGapNames.at(gapClass);
}

TimeUnit timeUnitFor(std::int64_t firstTime, std::int64_t lastTime) {
    // About a hundred buckets are easy to read as bars. In years, any realistic time span needs at most a few hundred.
    const std::int64_t days = (lastTime - firstTime) / kDay + 1;
    return days <= 120        ? TimeUnit::Day
           : days <= 120 * 7  ? TimeUnit::Week
           : days <= 240 * 30 ? TimeUnit::Month
                              : TimeUnit::Year;
}

std::int64_t bucketStart(std::int64_t time, TimeUnit unit) {
    using namespace std::chrono;
    const std::int64_t day = dayOf(time);
    const year_month_day date = dateOf(day);
    switch (unit) {
        case TimeUnit::Week:
            return (day - (weekday(sys_days(date)).iso_encoding() - 1)) * kDay;
        case TimeUnit::Month:
            return timeOf(date.year() / date.month() / 1);
        case TimeUnit::Year:
            return timeOf(date.year() / January / 1);
        case TimeUnit::Day:
            break;
    }
    return day * kDay;
}

std::int64_t nextBucket(std::int64_t start, TimeUnit unit) {
    using namespace std::chrono;
    const year_month_day date = dateOf(dayOf(start));
    switch (unit) {
        case TimeUnit::Week:
            return start + 7 * kDay;
        case TimeUnit::Month:
            return timeOf(date + months(1));
        case TimeUnit::Year:
            return timeOf(date + years(1));
        case TimeUnit::Day:
            break;
    }
    return start + kDay;
}

std::vector<TimeBucket> bucketsOf(std::span<const TimeBucket> days, TimeUnit unit) {
    std::vector<TimeBucket> buckets;
    for (const TimeBucket& day : days) {
        if (buckets.empty()) buckets.push_back({.start = bucketStart(day.start, unit), .count = 0});
        while (day.start >= nextBucket(buckets.back().start, unit))
            buckets.push_back({.start = nextBucket(buckets.back().start, unit), .count = 0});
        buckets.back().count += day.count;
    }
    return buckets;
}

DatasetOverview computeOverview(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                                const std::stop_token& stop) {
    constexpr std::int64_t kRowsPerTick = 20000;
    const DatasetInfo info = DatasetStore(workspace).byId(dataset);
    Sums sums(info);
    std::int64_t nextTick = 0;
    readHistories(workspace, dataset, [&](const HistoryRows& history) {
        sums.add(history);
        if (sums.interactions < nextTick) return;
        nextTick = sums.interactions + kRowsPerTick;
        throwIfStopped(stop);
        if (progress)
            progress({.stage = translated("Looking at the data"),
                      .done = sums.interactions,
                      .total = info.interactions,
                      .unit = "interactions"});
    });
    DatasetOverview overview;
    overview.lengths = quantilesOf(sums.lengths);
    overview.itemCounts = quantilesOf(sums.itemCounts);
    overview.lengthBars = histogramOf(sums.lengths, kLengthBars);
    overview.popularity = rankFrequencyOf(sums.itemCounts, kPopularityPoints);
    overview.top1PercentShare = shareOfLargest(sums.itemCounts, 0.01);
    overview.top10PercentShare = shareOfLargest(sums.itemCounts, 0.1);
    overview.usersTrainOnly = std::count_if(sums.lengths.begin(), sums.lengths.end(), [](std::int64_t length) {
        return length < static_cast<std::int64_t>(kMinHeldOutHistory);
    });
    overview.itemsOnce = std::count(sums.itemCounts.begin(), sums.itemCounts.end(), 1);
    overview.repeatShare = share(sums.repeats, sums.interactions);
    overview.tiedTimeShare = info.tiedTimeShare;
    overview.gaps = sums.gaps;
    if (const std::vector<TimeBucket> days = sortedDays(sums.days); !days.empty()) {
        overview.firstTime = days.front().start;
        overview.lastTime = days.back().start + kDay - 1;
        overview.timeUnit = timeUnitFor(*overview.firstTime, *overview.lastTime);
        overview.overTime = bucketsOf(days, overview.timeUnit);
    }
    return overview;
}

std::string DatasetOverview::toJson() const {
    nlohmann::ordered_json json = {
        {"history_length", recscope::toJson(lengths)},
        {"item_interactions", recscope::toJson(itemCounts)},
        {"length_bars", recscope::toJson(lengthBars)},
        {"popularity", {{"rank", popularity.rank}, {"count", popularity.count}}},
        {"top_1_percent_share", top1PercentShare},
        {"top_10_percent_share", top10PercentShare},
        {"users_train_only", usersTrainOnly},
        {"items_once", itemsOnce},
        {"repeat_share", repeatShare},
        {"tied_time_share", tiedTimeShare},
        {"gaps", nlohmann::ordered_json::array()},
    };
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const bool open = i + 1 == gaps.size();
        json["gaps"].push_back(
            {{"name", gapName(i)},
             {"below_seconds", open ? nlohmann::ordered_json() : nlohmann::ordered_json(kGapEnds[i])},
             {"count", gaps[i]}});
    }
    if (firstTime) {
        nlohmann::ordered_json starts = nlohmann::ordered_json::array(), counts = nlohmann::ordered_json::array();
        for (const TimeBucket& bucket : overTime) {
            starts.push_back(bucket.start);
            counts.push_back(bucket.count);
        }
        json["times"] = {{"first_day", *firstTime},
                         {"last_day", *lastTime},
                         {"unit", timeUnitName(timeUnit)},
                         {"starts", starts},
                         {"counts", counts}};
    }
    return json.dump();
}

DatasetOverview DatasetOverview::fromJson(const std::string& text) {
    const auto json = nlohmann::ordered_json::parse(text);
    DatasetOverview overview;
    overview.lengths = quantilesFrom(json.at("history_length"));
    overview.itemCounts = quantilesFrom(json.at("item_interactions"));
    overview.lengthBars = histogramFrom(json.at("length_bars"));
    json.at("popularity").at("rank").get_to(overview.popularity.rank);
    json.at("popularity").at("count").get_to(overview.popularity.count);
    json.at("top_1_percent_share").get_to(overview.top1PercentShare);
    json.at("top_10_percent_share").get_to(overview.top10PercentShare);
    json.at("users_train_only").get_to(overview.usersTrainOnly);
    json.at("items_once").get_to(overview.itemsOnce);
    json.at("repeat_share").get_to(overview.repeatShare);
    json.at("tied_time_share").get_to(overview.tiedTimeShare);
    for (std::size_t i = 0; i < overview.gaps.size(); ++i) json.at("gaps").at(i).at("count").get_to(overview.gaps[i]);
    if (json.contains("times")) {
        const auto& times = json["times"];
        overview.firstTime = times.at("first_day").get<std::int64_t>();
        overview.lastTime = times.at("last_day").get<std::int64_t>();
        const auto unit = std::find(kUnitNames.begin(), kUnitNames.end(), times.at("unit").get<std::string>());
        overview.timeUnit = static_cast<TimeUnit>(unit - kUnitNames.begin());
        for (std::size_t i = 0; i < times.at("starts").size(); ++i)
            overview.overTime.push_back({.start = times["starts"][i], .count = times.at("counts").at(i)});
    }
    return overview;
}

}  // namespace recscope
