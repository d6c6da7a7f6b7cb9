// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/scenario_store.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/store/connection.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

using Tokens = std::vector<Token>;
using Items = std::vector<EditedItem>;

class ScenarioStoreTest : public testing::Test {
protected:
    /// Items in the given order with tokens 1, 2, …; one user "u" with all of them.
    DatasetId add(const std::string& name, const std::vector<std::string>& itemIds) {
        NewDataset newDataset;
        newDataset.info.name = name;
        Tokens history;
        for (const std::string& id : itemIds) {
            history.push_back(static_cast<Token>(history.size()) + 1);
            newDataset.items.push_back({.token = history.back(), .id = id, .title = {}, .genres = {}});
        }
        newDataset.histories.itemCount = static_cast<std::int32_t>(history.size());
        newDataset.userIds = {"u"};
        newDataset.histories.append(history);
        return DatasetStore(*m_workspace).add(newDataset, {}).id;
    }
    ScenarioStore store() { return ScenarioStore(*m_workspace); }
    std::vector<std::string> names(DatasetId dataset, const std::string& user = {}) {
        std::vector<std::string> list;
        for (const ScenarioInfo& info : store().list(dataset, user)) list.push_back(info.name);
        return list;
    }
    void reopen() {
        m_workspace.reset();
        m_workspace = Workspace::open(m_folder / "a.recscope");
    }

    TemporaryFolder m_folder;
    std::optional<Workspace> m_workspace = Workspace::open(m_folder / "a.recscope");
    /// {token, original position} of a moved, a masked and an inserted item.
    const Items kMixed{{3, 2}, {kPadToken, 0}, {1, -1}};
};

TEST_F(ScenarioStoreTest, AScenarioIsTheSameAfterTheWorkspaceWasClosed) {
    const DatasetId dataset = add("d", {"a", "b", "c"});
    const ScenarioId id = store().save(dataset, "u", "  without b ", Tokens{1, 2, 3}, kMixed);
    reopen();
    ASSERT_EQ(names(dataset, "u"), std::vector<std::string>{"without b"});
    const Scenario opened = store().open(dataset, id);
    EXPECT_EQ(opened.info.name, "without b");
    EXPECT_EQ(opened.info.items, 3);
    EXPECT_EQ(opened.info.original, 3);
    EXPECT_EQ(opened.original, (Tokens{1, 2, 3}));
    EXPECT_EQ(opened.edited, kMixed);
    EXPECT_EQ(withCheckedOrigins(opened, Tokens{1, 2, 3}), kMixed);
}

TEST_F(ScenarioStoreTest, ScenariosBelongToTheirUserAndDataset) {
    const DatasetId dataset = add("d", {"a"}), other = add("e", {"a"});
    store().save(dataset, "10", "one", Tokens{1}, Items{});
    store().save(dataset, "9", "one", Tokens{1}, Items{});
    store().save(dataset, "9", "Another", Tokens{1}, Items{});
    EXPECT_EQ(names(dataset, "9"), (std::vector<std::string>{"Another", "one"}));
    EXPECT_EQ(names(dataset), (std::vector<std::string>{"Another", "one", "one"}));
    EXPECT_EQ(store().list(dataset).back().user, "10");
    EXPECT_TRUE(names(other).empty());
    EXPECT_EQ(store().byName(dataset, "10", "one").user, "10");
    EXPECT_ERROR(store().byName(dataset, "9", "two"), ErrorKind::Input, "no scenario \"two\"");
}

TEST_F(ScenarioStoreTest, NamesMustNotBeEmptyTooLongOrTaken) {
    const DatasetId dataset = add("d", {"a"});
    const ScenarioId first = store().save(dataset, "u", "one", Tokens{1}, Items{});
    const ScenarioId second = store().save(dataset, "u", "two", Tokens{1}, Items{});
    EXPECT_ERROR(store().save(dataset, "u", " ", Tokens{1}, Items{}), ErrorKind::Input, "needs a name");
    EXPECT_ERROR(store().save(dataset, "u", "one", Tokens{1}, Items{}), ErrorKind::Input, "already");
    EXPECT_ERROR(store().save(dataset, "u", std::string(256, 'x'), Tokens{1}, Items{}), ErrorKind::Input, "too long");
    EXPECT_ERROR(store().rename(second, "one"), ErrorKind::Input, "already");
    EXPECT_ERROR(store().rename(77, "three"), ErrorKind::Input, "no longer");
    store().rename(first, "one");  // its own name is not taken
    store().rename(first, "three");
    EXPECT_EQ(names(dataset), (std::vector<std::string>{"three", "two"}));
}

TEST_F(ScenarioStoreTest, ARemovalCanBeUndoneUntilTheNextOne) {
    const DatasetId dataset = add("d", {"a", "b", "c"});
    const ScenarioId first = store().save(dataset, "u", "one", Tokens{1, 2, 3}, kMixed);
    const ScenarioId second = store().save(dataset, "u", "two", Tokens{1}, Items{});
    store().remove(first);
    EXPECT_EQ(names(dataset), std::vector<std::string>{"two"});
    EXPECT_ERROR(store().open(dataset, first), ErrorKind::Input, "no longer");
    store().undoRemove(first);
    EXPECT_EQ(store().open(dataset, first).edited, kMixed);
    store().remove(first);
    store().save(dataset, "u", "one", Tokens{1}, Items{});
    EXPECT_ERROR(store().undoRemove(first), ErrorKind::Input, "already");
    store().remove(second);
    EXPECT_ERROR(store().undoRemove(first), ErrorKind::Input, "no longer");
    store().undoRemove(second);
    EXPECT_EQ(names(dataset), (std::vector<std::string>{"one", "two"}));
}

TEST_F(ScenarioStoreTest, ScenariosAreMatchedToAReimportedDatasetByItemIds) {
    const DatasetId before = add("d", {"a", "b", "c"});
    store().save(before, "u", "mixed", Tokens{1, 2, 3}, kMixed);
    DatasetStore(*m_workspace).remove(before);
    const DatasetId after = add("d", {"x", "c", "a"});  // b is gone, the others have other tokens
    ASSERT_EQ(names(after), std::vector<std::string>{"mixed"});
    const Scenario opened = store().open(after, store().list(after).front().id);
    EXPECT_EQ(opened.original, (Tokens{3, kPadToken, 2}));
    EXPECT_EQ(opened.edited, (Items{{2, 2}, {kPadToken, 0}, {3, -1}}));
    // Item 2 is still at position 2. Position 0 now holds a different item, so the masked item loses its origin.
    EXPECT_EQ(withCheckedOrigins(opened, Tokens{1, 3, 2}), (Items{{2, 2}, {kPadToken, -1}, {3, -1}}));
}

TEST_F(ScenarioStoreTest, MissingItemsAreNamed) {
    const DatasetId before = add("d", {"a", "b", "c"});
    const ScenarioId id = store().save(before, "u", "mixed", Tokens{1, 2, 3}, kMixed);
    DatasetStore(*m_workspace).remove(before);
    EXPECT_ERROR(store().open(add("d", {"b"}), id), ErrorKind::Input,
                 "The scenario \"mixed\" contains 2 items that the dataset \"d\" no longer has: c and a.");
}

TEST_F(ScenarioStoreTest, ARenamedDatasetKeepsItsScenarios) {
    const DatasetId dataset = add("d", {"a"});
    store().save(dataset, "u", "one", Tokens{1}, Items{});
    DatasetEditor(*m_workspace).rename(dataset, "e");
    EXPECT_EQ(names(dataset), std::vector<std::string>{"one"});
    EXPECT_TRUE(names(add("d", {"a"})).empty());
}

TEST_F(ScenarioStoreTest, InvalidTokensAreRefusedAndNothingIsStored) {
    const DatasetId dataset = add("d", {"a"});
    EXPECT_ERROR(store().save(dataset, "u", "one", Tokens{1}, Items{{2, -1}}), ErrorKind::Usage, "not an item");
    EXPECT_TRUE(names(dataset).empty());
}

}  // namespace
}  // namespace recscope
