// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which baselines `referencesFor` offers for a dataset and a split, and how they are set.
#include "core/recommender/baseline_scores.h"

#include <gtest/gtest.h>

#include "../learn_support.h"
#include "core/store/user_attribute_store.h"

namespace recscope {
namespace {

constexpr std::int32_t kUsers = 60;
constexpr Token kTakenByNobody = 7;  // in no training part, so every baseline ranks it last

/// Users with an even number have two of the items 1, 2 and 3 in training, the others two of 4, 5 and 6. The third item
/// is either the validation or the test item; the other of the two is `kTakenByNobody`.
Histories twoGroups(Split thirdItem) {
    Histories histories;
    histories.itemCount = kTakenByNobody;
    for (std::int32_t user = 0; user < kUsers; ++user) {
        const Token first = user % 2 == 0 ? 1 : 4;
        const auto item = [&](std::int32_t which) { return first + (user / 2 + which) % 3; };
        if (thirdItem == Split::Valid)
            histories.append(std::vector<Token>{item(0), item(1), item(2), kTakenByNobody});
        else
            histories.append(std::vector<Token>{item(0), item(1), kTakenByNobody, item(2)});
    }
    return histories;
}

UserAttribute category(const std::string& name, std::int32_t values, std::int32_t (*valueOf)(std::int32_t user)) {
    UserAttribute attribute;
    attribute.name = name;
    for (std::int32_t value = 0; value < values; ++value) attribute.labels.push_back(std::to_string(value));
    for (std::int32_t user = 0; user < kUsers; ++user) attribute.categories.push_back(valueOf(user));
    return attribute;
}

/// "colour" is the group of `twoGroups`, "month" is unrelated to it; the others are not groups of users.
std::vector<UserAttribute> attributes() {
    UserAttribute age{.name = "age", .kind = AttributeKind::Number, .labels = {}, .categories = {}, .numbers = {}};
    for (std::int32_t user = 0; user < kUsers; ++user) age.numbers.push_back(user % 2);
    return {age, category("country", 1, [](std::int32_t) { return 0; }),
            category("postcode", kUsers, [](std::int32_t user) { return user; }),
            category("month", 2, [](std::int32_t user) { return user / 30; }),
            category("colour", 2, [](std::int32_t user) { return user % 2; })};
}

class BaselinesOfDataset : public testing::Test {
protected:
    DatasetId add(const Histories& histories, const std::vector<UserAttribute>& withAttributes) {
        const DatasetId dataset = addDataset(m_workspace, histories).id;
        UserAttributeStore(m_workspace).add(dataset, withAttributes);
        return dataset;
    }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace = m_temporary.open();
};

TEST_F(BaselinesOfDataset, TheGroupIsTheAttributeThatIsBestOnValidation) {
    const auto references = referencesFor(m_workspace, add(twoGroups(Split::Valid), attributes()));
    ASSERT_EQ(references.size(), 4u);
    EXPECT_EQ(references[2].name, "Item-kNN with decay");
    EXPECT_EQ(references[3].name, "Popularity in the user's group");
    EXPECT_EQ(references[3].title(), "Popularity in the user's group (colour)");
    EXPECT_DOUBLE_EQ(references[3].valid.ndcg10, 1);  // the only other item of the group
    EXPECT_LT(references[0].valid.ndcg10, 1);
}

TEST_F(BaselinesOfDataset, TestItemsDoNotChooseTheGroup) {
    const auto references = referencesFor(m_workspace, add(twoGroups(Split::Test), attributes()));
    ASSERT_EQ(references.size(), 4u);
    // On validation all attributes are equally bad, so it is the first one that forms groups.
    EXPECT_EQ(references[3].title(), "Popularity in the user's group (month)");
}

TEST_F(BaselinesOfDataset, WithoutAnAttributeThatFormsGroupsThereIsNoPopularityInAGroup) {
    std::vector<UserAttribute> others = attributes();
    others.resize(3);
    const auto references = referencesFor(m_workspace, add(twoGroups(Split::Valid), others));
    ASSERT_EQ(references.size(), 3u);
    EXPECT_EQ(references.back().name, "Item-kNN with decay");
}

TEST_F(BaselinesOfDataset, TheCacheKeepsWhatWasChosen) {
    const DatasetId dataset = add(twoGroups(Split::Valid), attributes());
    const auto computed = referencesFor(m_workspace, dataset);
    const auto kept = cachedReferences(m_workspace, dataset, Protocol::defaultFor(twoGroups(Split::Valid)));
    ASSERT_EQ(kept.size(), computed.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        EXPECT_EQ(kept[i].name, computed[i].name);
        EXPECT_EQ(kept[i].detail, computed[i].detail);
        EXPECT_EQ(kept[i].test.toJson(), computed[i].test.toJson());
    }
    EXPECT_TRUE(kept[0].detail == Message());
    EXPECT_FALSE(kept[2].detail == Message());
}

TEST_F(BaselinesOfDataset, AttributesThatAreAddedLaterAreUsed) {
    const DatasetId dataset = add(twoGroups(Split::Valid), {});
    EXPECT_EQ(referencesFor(m_workspace, dataset).size(), 3u);
    UserAttributeStore(m_workspace).replace(dataset, attributes());
    EXPECT_EQ(referencesFor(m_workspace, dataset).size(), 4u);
}

TEST_F(BaselinesOfDataset, TheHalfLifeIsInDaysUnderATimeWindowAndInItemsOtherwise) {
    constexpr std::int64_t kDay = 86'400;
    // Item 3 is similar to item 1, and item 4, somewhat less, to item 2. The next item depends on the newest one, 2.
    NewDataset dataset;
    dataset.info.name = "days";
    dataset.info.sampleFacts = dataset.info.importReport = "{}";
    dataset.histories.itemCount = 4;
    const auto append = [&](const std::vector<Token>& items, const std::vector<std::int64_t>& days) {
        dataset.userIds.push_back("u" + std::to_string(dataset.histories.userCount()));
        dataset.histories.append(items);
        for (const std::int64_t day : days) dataset.times.push_back(day * kDay);
    };
    for (int user = 0; user < 30; ++user) append({1, 3}, {0, 1});
    for (int user = 0; user < 20; ++user) append({2, 4}, {0, 1});
    for (int user = 0; user < 2; ++user) append({1, 2, 4, 3}, {0, 100, 200, 300});
    for (Token token = 1; token <= 4; ++token) {
        ItemInfo item;
        item.token = token;
        item.id = item.title = std::to_string(token);
        dataset.items.push_back(item);
    }
    const DatasetId id = DatasetStore(m_workspace).add(dataset, {}).id;
    Protocol protocol;
    EXPECT_EQ(referencesFor(m_workspace, id, protocol)[2].detail, Message(MessageId::HalfLifeInItems, {1}));
    protocol.split = {
        .kind = SplitKind::TimeWindow, .validFrom = 150 * kDay, .testFrom = 250 * kDay, .testUntil = 350 * kDay};
    const auto references = referencesFor(m_workspace, id, protocol);
    ASSERT_EQ(references.size(), 4u);
    EXPECT_EQ(references[2].name, "Recent popularity");
    EXPECT_EQ(references[3].detail, Message(MessageId::HalfLifeInDays, {1}));
    EXPECT_EQ(references[3].title(), "Item-kNN with decay (half-life in days: 1)");
}

}  // namespace
}  // namespace recscope
