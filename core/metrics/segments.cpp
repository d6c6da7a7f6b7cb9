// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/metrics/baselines.h"
#include "core/metrics/breakdown.h"
#include "core/metrics/user_traits.h"
#include "core/util/csv.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kSegmentsOfNumbers = 5;
constexpr double kSecondsPerDay = 86400;

/// "3 to 9", "3".
std::string rangeText(double from, double to) {
    const auto number = [](double value) { return grouped(std::llround(value)); };
    return from == to ? number(from) : translated("{} to {}", number(from), number(to));
}

class SegmentMaker {
public:
    explicit SegmentMaker(const SegmentSource& source) : m_source(source) {}

    /// `value`: of each scored user. `text`: the name of the segment with these values, "{} items" of "3 to 9".
    void addGroups(SegmentKind kind, const std::string& by, const std::function<double(std::int32_t)>& value,
                   const std::function<std::string(const std::string& range)>& text) {
        std::vector<double> values;
        for (const std::int32_t user : m_source.scored) values.push_back(value(user));
        const auto groups = quantileGroups(values, kSegmentsOfNumbers);
        std::vector<Segment> made;
        for (const auto& [from, to] : groups)
            made.push_back({.kind = kind, .by = by, .name = text(rangeText(from, to)), .users = {}});
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto group = std::lower_bound(groups.begin(), groups.end(), values[i],
                                                [](const auto& bounds, double at) { return bounds.second < at; });
            made[static_cast<std::size_t>(group - groups.begin())].users.push_back(m_source.scored[i]);
        }
        add(std::move(made));
    }

    /// Adds segments of one kind, unless there is only one.
    void add(std::vector<Segment> made) {
        std::erase_if(made, [](const Segment& segment) { return segment.users.empty(); });
        if (made.size() < 2) return;
        std::move(made.begin(), made.end(), std::back_inserter(m_segments));
    }

    void addNewItems(const std::vector<float>& popularity) {
        Segment known{.kind = SegmentKind::NewItem,
                      .by = translated("New or known item"),
                      .name = translated("The held-out item occurs in training"),
                      .users = {}};
        Segment unseen = known;
        unseen.name = translated("Nobody had the held-out item in training");
        for (const std::int32_t user : m_source.scored)
            (popularity[targetOf(user)] > 0 ? known : unseen).users.push_back(user);
        add({unseen, known});
    }

    void addAttribute(const UserAttribute& attribute) {
        std::vector<UserRank> scored;
        for (const std::int32_t user : m_source.scored) scored.push_back({.user = user, .rank = 1});
        const AttributeGroups groups = byAttribute(attribute, scored);
        std::vector<Segment> made;
        for (std::size_t i = 0; i < groups.groups.size(); ++i) {
            made.push_back({.kind = SegmentKind::Attribute,
                            .by = attribute.name,
                            .name = groups.names[i],
                            .users = usersOfAttributeGroup(attribute, scored, groups.groups[i])});
            std::sort(made.back().users.begin(), made.back().users.end());
        }
        std::erase_if(made, [](const Segment& segment) { return segment.users.size() < kFewestWithValue; });
        add(std::move(made));
    }

    void addCohort(const NamedUsers& cohort) {
        Segment made{.kind = SegmentKind::Cohort, .by = translated("Cohort"), .name = cohort.name, .users = {}};
        std::set_intersection(cohort.users.begin(), cohort.users.end(), m_source.scored.begin(), m_source.scored.end(),
                              std::back_inserter(made.users));
        if (!made.users.empty()) m_segments.push_back(std::move(made));
    }

    std::size_t targetOf(std::int32_t user) const {
        return static_cast<std::size_t>(m_source.histories.target(user, m_source.split));
    }

    std::vector<Segment> take() { return std::move(m_segments); }

private:
    const SegmentSource& m_source;
    std::vector<Segment> m_segments;
};

}  // namespace

std::vector<Segment> segmentsOf(const SegmentSource& source) {
    const Histories& histories = source.histories;
    SegmentMaker maker(source);
    const std::vector<float> popularity = popularityScores(histories);
    maker.addGroups(
        SegmentKind::HistoryLength, translated("Length of the history"),
        [&](std::int32_t user) { return static_cast<double>(histories.input(user, source.split).size()); },
        [](const std::string& range) { return range == "1" ? translated("1 item") : translated("{} items", range); });
    if (!histories.times.empty())
        maker.addGroups(
            SegmentKind::Recency, translated("Days since the last item"),
            [&](std::int32_t user) {
                const std::int64_t newest = histories.input(user, source.split).times().back();
                const std::int64_t target = histories.targetTime(user, source.split).value_or(newest);
                return std::floor(static_cast<double>(target - newest) / kSecondsPerDay);
            },
            [](const std::string& range) { return range == "1" ? translated("1 day") : translated("{} days", range); });
    maker.addGroups(
        SegmentKind::TargetPopularity, translated("Popularity of the held-out item"),
        [&](std::int32_t user) { return static_cast<double>(popularity[maker.targetOf(user)]); },
        [](const std::string& range) { return translated("{} times in training", range); });
    maker.addNewItems(popularity);
    for (const UserAttribute& attribute : source.attributes) maker.addAttribute(attribute);
    for (const NamedUsers& cohort : source.cohorts) maker.addCohort(cohort);
    return maker.take();
}

std::string aboutSegments(const std::string& metric) {
    if (isCatalogueMetric(metric))
        return translated(
            "Coverage, Gini coefficient and entropy depend on the number of users of a segment, so segments "
            "of different sizes cannot be compared.");
    return translated(
        "Where a user has several held-out items, the first one decides the segment. The intervals are not corrected "
        "for the number of segments: among many segments, some look different only by chance.");
}

std::vector<std::size_t> worstFirst(std::span<const SeedInterval> means, Better better) {
    const auto oriented = [&](std::size_t i) {
        return better == Better::Lower ? -means[i].interval.mean : means[i].interval.mean;
    };
    std::vector<std::size_t> order(means.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const bool isKnown = means[a].users > 0;
        return isKnown != (means[b].users > 0) ? isKnown : isKnown && oriented(a) < oriented(b);
    });
    return order;
}

std::string segmentCsvLine(const Segment& segment, const std::string& metric, const SeedInterval& mean) {
    const auto number = [&](bool isKnown, double value) { return isKnown ? fmt::format("{}", value) : std::string(); };
    const bool isKnown = mean.users > 0, hasInterval = isKnown && mean.hasInterval();
    return fmt::format("{},{},{},{},{},{},{},{}", csvField(segment.by), csvField(segment.name), segment.users.size(),
                       metric, number(isKnown, mean.interval.mean), number(hasInterval, mean.low()),
                       number(hasInterval, mean.high()), mean.users);
}

}  // namespace recscope
