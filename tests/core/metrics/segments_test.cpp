// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/segments.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/metrics/window_counts.h"

namespace recscope {
namespace {

constexpr std::int64_t kDay = 86400;

/// Ten users under leave-one-out. User u has 3 + u items; the last one comes u days after the one before. Item 9 is the
/// test target of user 0 and occurs nowhere else; that of all others is item 1.
Histories tenUsers() {
    Histories histories;
    histories.itemCount = 9;
    for (std::int32_t user = 0; user < 10; ++user) {
        std::vector<Token> items(static_cast<std::size_t>(2 + user), 1);
        for (std::size_t i = 0; i < items.size(); ++i) {
            items[i] = static_cast<Token>(1 + i % 5);
            histories.times.push_back(static_cast<std::int64_t>(i) * 60);
        }
        items.push_back(user == 0 ? 9 : 1);
        histories.times.push_back(static_cast<std::int64_t>(items.size() - 2) * 60 + user * kDay);
        histories.append(items);
    }
    return histories;
}

std::vector<std::int32_t> allUsers() {
    return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
}

std::vector<Segment> ofKind(const std::vector<Segment>& segments, SegmentKind kind) {
    std::vector<Segment> chosen;
    std::copy_if(segments.begin(), segments.end(), std::back_inserter(chosen),
                 [kind](const Segment& segment) { return segment.kind == kind; });
    return chosen;
}

TEST(Segments, CutTheHistoryLengthIntoFiveGroups) {
    const Histories histories = tenUsers();
    const std::vector<std::int32_t> scored = allUsers();
    const auto segments = ofKind(segmentsOf({.histories = histories, .scored = scored}), SegmentKind::HistoryLength);
    ASSERT_EQ(segments.size(), 5u);
    EXPECT_EQ(segments[0].by, "Length of the history");
    EXPECT_EQ(segments[0].name, "2 to 3 items") << "the model reads all items but the target";
    EXPECT_EQ(segments[0].users, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(segments[4].name, "10 to 11 items");
    EXPECT_EQ(segments[4].users, (std::vector<std::int32_t>{8, 9}));
}

TEST(Segments, RecencyIsTheTimeFromTheNewestItemReadToTheTarget) {
    Histories histories = tenUsers();
    const std::vector<std::int32_t> scored = allUsers();
    const auto segments = ofKind(segmentsOf({.histories = histories, .scored = scored}), SegmentKind::Recency);
    ASSERT_EQ(segments.size(), 5u);
    EXPECT_EQ(segments[0].name, "0 to 1 days");
    EXPECT_EQ(segments[4].name, "8 to 9 days");
    EXPECT_EQ(segments[4].users, (std::vector<std::int32_t>{8, 9}));
    histories.times.clear();
    EXPECT_TRUE(ofKind(segmentsOf({.histories = histories, .scored = scored}), SegmentKind::Recency).empty());
}

TEST(Segments, SeparateItemsThatNobodyHadInTraining) {
    const Histories histories = tenUsers();
    const std::vector<std::int32_t> scored = allUsers(), known = {1, 2, 3};
    const auto segments = ofKind(segmentsOf({.histories = histories, .scored = scored}), SegmentKind::NewItem);
    ASSERT_EQ(segments.size(), 2u);
    EXPECT_EQ(segments[0].users, (std::vector<std::int32_t>{0}));
    EXPECT_EQ(segments[1].users.size(), 9u);
    EXPECT_TRUE(ofKind(segmentsOf({.histories = histories, .scored = known}), SegmentKind::NewItem).empty())
        << "all users are in one segment";
}

TEST(Segments, ContainTheScoredUsersOfAttributesAndCohorts) {
    Histories histories;
    histories.itemCount = 9;
    UserAttribute attribute;
    attribute.name = "city";
    attribute.kind = AttributeKind::Category;
    attribute.labels = {"Bonn", "Rome", "Oslo"};
    std::vector<std::int32_t> scored, inBonn, inRome;  // every second user: 15 in Bonn, 10 in Rome, 5 in Oslo
    for (std::int32_t user = 0; user < 60; ++user) {
        histories.append(std::vector<Token>{1, 2, 3});
        attribute.categories.push_back(user < 30 ? 0 : user < 50 ? 1 : 2);
        if (user % 2 == 1) continue;
        scored.push_back(user);
        if (user < 30) inBonn.push_back(user);
        if (user >= 30 && user < 50) inRome.push_back(user);
    }
    const std::vector<UserAttribute> attributes = {attribute};
    const std::vector<NamedUsers> cohorts = {{.name = "early", .users = {0, 1, 2}}, {.name = "odd", .users = {1, 3}}};
    const auto all =
        segmentsOf({.histories = histories, .scored = scored, .attributes = attributes, .cohorts = cohorts});
    const auto cities = ofKind(all, SegmentKind::Attribute), ofCohorts = ofKind(all, SegmentKind::Cohort);
    ASSERT_EQ(cities.size(), 2u) << "Oslo has too few users";
    EXPECT_EQ(cities[0].by + ": " + cities[0].name, "city: Bonn");
    EXPECT_EQ(cities[0].users, inBonn);
    EXPECT_EQ(cities[1].users, inRome);
    ASSERT_EQ(ofCohorts.size(), 1u) << "no user of the other cohort is scored";
    EXPECT_EQ(ofCohorts[0].users, (std::vector<std::int32_t>{0, 2}));
}

TEST(Segments, TheWorstComesFirst) {
    std::vector<SeedInterval> means(4);
    for (std::size_t i = 0; i < 4; ++i) means[i].users = 5;
    means[0].interval.mean = 0.3;
    means[1].interval.mean = 0.1;
    means[2].users = 0;
    means[3].interval.mean = 0.2;
    EXPECT_EQ(worstFirst(means, Better::Higher), (std::vector<std::size_t>{1, 3, 0, 2}));
    EXPECT_EQ(worstFirst(means, Better::Lower), (std::vector<std::size_t>{0, 3, 1, 2}));
}

TEST(WindowCounts, CountColdUsersAndTargetsThatNobodyHad) {
    Histories histories;
    histories.itemCount = 5;
    histories.append(std::vector<Token>{1, 2, 3, 5});
    histories.append(std::vector<Token>{4, 4});
    histories.cuts = {{.trainEnd = 2, .testAt = 2, .testEnd = 4}, {.trainEnd = 0, .testEnd = 2}};
    const WindowCounts counts = windowCounts(histories, Split::Test);
    EXPECT_EQ(counts.coldUsers, 1);
    EXPECT_EQ(counts.targets, 2);
    EXPECT_EQ(counts.unseenTargets, 2) << "items 3 and 5 are in no training part";
    EXPECT_EQ(
        counts.sentence(),
        "2 targets, 2 of which nobody had in training. Users with items in the window but none before it, who are "
        "not scored: 1.");
}

}  // namespace
}  // namespace recscope
