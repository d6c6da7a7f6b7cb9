// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_split_sizes.h"

#include <algorithm>

#include "core/sequence/time_split_rule.h"
#include "core/store/history_reader.h"
#include "core/store/split_reader.h"

namespace recscope {

TimeSplitSizes timeSplitSizes(Workspace& workspace, DatasetId dataset, SplitKind kind, const SplitMoments& moments,
                              const std::stop_token& stop) {
    TimeSplitSizes sizes{.rule = timeSplit(workspace, dataset, kind, moments)};
    readHistories(workspace, dataset, [&](const HistoryRows& history) {
        throwIfStopped(stop);
        for (const std::int64_t time : history.times) {
            if (time < sizes.rule.validFrom)
                ++sizes.training;
            else if (time < sizes.rule.testFrom)
                ++sizes.validation;
            else if (kind == SplitKind::GlobalTime || time < sizes.rule.testUntil)
                ++sizes.test;
            else
                ++sizes.later;
        }
    });
    return sizes;
}

std::vector<TimeBucket> interactionsPerDay(Workspace& workspace, DatasetId dataset, const std::stop_token& stop) {
    std::map<std::int64_t, std::int64_t> counts;  // by the beginning of the day
    auto day = counts.end();                      // consecutive interactions often share a day
    readHistories(workspace, dataset, [&](const HistoryRows& history) {
        throwIfStopped(stop);
        for (const std::int64_t time : history.times) {
            const std::int64_t start = bucketStart(time, TimeUnit::Day);
            if (day == counts.end() || day->first != start) day = counts.try_emplace(start, 0).first;
            ++day->second;
        }
    });
    std::vector<TimeBucket> days;
    for (const auto& [start, count] : counts) days.push_back({.start = start, .count = count});
    return days;
}

KnownTimeSplits::KnownTimeSplits(std::span<const TimeBucket> days) {
    for (const TimeBucket& day : days) {
        m_days.push_back({.start = day.start, .before = m_total, .count = day.count});
        m_total += day.count;
    }
}

void KnownTimeSplits::add(const SplitMoments& moments, const TimeSplitSizes& sizes) {
    const SplitRule& rule = sizes.rule;
    const bool hasWindow = rule.kind == SplitKind::TimeWindow;
    m_before[rule.validFrom] = sizes.training;
    m_before[rule.testFrom] = sizes.training + sizes.validation;
    if (hasWindow) m_before[rule.testUntil] = sizes.training + sizes.validation + sizes.test;
    if (hasWindow && moments.fold != 0) return;  // the times of the rule are not those of the moments
    const auto addShare = [this](const std::string& text, std::int64_t time) {
        if (const SplitMoment moment = splitMomentFrom(text); !moment.time) m_timeAtShare[moment.share] = time;
    };
    addShare(moments.validFrom, rule.validFrom);
    addShare(moments.testFrom, rule.testFrom);
    if (hasWindow) addShare(moments.testUntil, rule.testUntil);
}

std::optional<std::int64_t> KnownTimeSplits::timeOf(const std::string& text) const {
    const SplitMoment moment = splitMomentFrom(text);
    if (moment.time) return moment.time;
    const auto known = m_timeAtShare.find(moment.share);
    return known == m_timeAtShare.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::int64_t> KnownTimeSplits::countBefore(std::int64_t time) const {
    const auto next = std::upper_bound(m_days.begin(), m_days.end(), time,
                                       [](std::int64_t t, const Day& day) { return t < day.start; });
    if (next == m_days.begin()) return 0;
    const Day& day = *(next - 1);
    if (time == day.start) return day.before;
    if (time >= nextBucket(day.start, TimeUnit::Day)) return day.before + day.count;
    const auto known = m_before.find(time);
    return known == m_before.end() ? std::nullopt : std::optional(known->second);
}

std::optional<TimeSplitSizes> KnownTimeSplits::sizes(SplitKind kind, const SplitMoments& moments) const {
    const bool hasWindow = kind == SplitKind::TimeWindow;
    if (!timeOf(moments.validFrom) || !timeOf(moments.testFrom) || (hasWindow && !timeOf(moments.testUntil)))
        return std::nullopt;
    const SplitRule rule =
        timeSplitRule(kind, moments, [this](double share) { return m_timeAtShare.find(share)->second; });
    const auto valid = countBefore(rule.validFrom), test = countBefore(rule.testFrom);
    const auto end = hasWindow ? countBefore(rule.testUntil) : std::optional(m_total);
    if (!valid || !test || !end) return std::nullopt;
    return TimeSplitSizes{
        .rule = rule, .training = *valid, .validation = *test - *valid, .test = *end - *test, .later = m_total - *end};
}

}  // namespace recscope
