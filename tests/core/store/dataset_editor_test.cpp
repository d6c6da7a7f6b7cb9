// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_editor.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

NewDataset dataset(const std::string& name, int users = 3) {
    NewDataset newDataset;
    newDataset.info.name = name;
    newDataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
    newDataset.histories.itemCount = 1;
    for (int user = 0; user < users; ++user) {
        newDataset.userIds.push_back(std::to_string(user));
        newDataset.histories.append(std::vector<Token>{1, 1});
    }
    return newDataset;
}

class DatasetEditorTest : public testing::Test {
protected:
    DatasetId add(const std::string& name, int users = 3) { return store().add(dataset(name, users), {}).id; }
    DatasetStore store() { return DatasetStore(*m_workspace); }
    DatasetEditor editor() { return DatasetEditor(*m_workspace); }
    /// Opens the workspace again as if the program had died, without finishing pending removals first.
    void reopen() {
        m_workspace.reset();
        m_workspace = Workspace::open(m_folder / "a.recscope");
    }
    std::int64_t rows(const char* table) {
        return m_workspace->connection().database.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt64();
    }
    TemporaryFolder m_folder;
    std::optional<Workspace> m_workspace = Workspace::open(m_folder / "a.recscope");
};

TEST_F(DatasetEditorTest, ANameMustNotBeTakenEmptyOrTooLong) {
    const DatasetId id = add("a");
    add("b");
    editor().rename(id, "  c ");
    EXPECT_EQ(store().byId(id).name, "c");
    editor().rename(id, "c");  // its own name is not taken
    EXPECT_ERROR(editor().rename(id, "b"), ErrorKind::Input, "already");
    EXPECT_ERROR(editor().rename(id, " "), ErrorKind::Input, "needs a name");
    EXPECT_ERROR(editor().rename(id, std::string(256, 'd')), ErrorKind::Input, "too long");
    EXPECT_ERROR(editor().rename(77, "d"), ErrorKind::Input, "no longer");
}

TEST_F(DatasetEditorTest, NotesAreKept) {
    const DatasetId id = add("a");
    EXPECT_EQ(editor().notes(id), "");
    editor().setNotes(id, "Ask Ana\nabout 2019");
    reopen();
    EXPECT_EQ(editor().notes(id), "Ask Ana\nabout 2019");
}

TEST_F(DatasetEditorTest, ARemovedDatasetIsInNoListAndCanBeRestored) {
    const DatasetId id = add("a");
    editor().remove(id);
    EXPECT_TRUE(store().list().empty());
    EXPECT_FALSE(store().find("a"));
    ASSERT_EQ(editor().removed().size(), 1u);
    EXPECT_EQ(editor().removed()[0].name, "a");
    editor().undoRemove(id);
    EXPECT_TRUE(editor().removed().empty());
    EXPECT_EQ(store().histories(store().byName("a").id).items.size(), 6u);
}

TEST_F(DatasetEditorTest, ARemovedDatasetIsBackIfTheProgramDies) {
    editor().remove(add("a"));
    reopen();
    EXPECT_EQ(store().list().size(), 1u);
}

TEST_F(DatasetEditorTest, ASecondConnectionDoesNotRestoreARemovedDataset) {
    editor().remove(add("a"));
    Workspace other = m_workspace->anotherConnection();
    EXPECT_TRUE(DatasetStore(other).list().empty());
}

TEST_F(DatasetEditorTest, FinishingDeletesAllRowsOfTheDataset) {
    const DatasetId id = add("a", 450);
    add("b");
    editor().remove(id);
    editor().finishRemovals({}, {});
    EXPECT_EQ(rows("dataset"), 1);
    EXPECT_EQ(rows("user"), 3);
    EXPECT_EQ(rows("interaction"), 6);
    EXPECT_ERROR(editor().undoRemove(id), ErrorKind::Input, "no longer");
}

TEST_F(DatasetEditorTest, ADeletionThatWasStoppedIsFinalAndContinuedLater) {
    editor().remove(add("a", 450));
    std::stop_source stop;
    const auto stopSoon = [&](const Progress& progress) {
        if (progress.done > 0) stop.request_stop();
    };
    EXPECT_ERROR(editor().finishRemovals(stopSoon, stop.get_token()), ErrorKind::Cancelled, "Stopped");
    EXPECT_GT(rows("interaction"), 0);
    reopen();
    EXPECT_TRUE(store().list().empty());
    EXPECT_TRUE(editor().removed().empty());
    EXPECT_TRUE(editor().hasLeftovers());
    editor().resumeDeletion({}, {});
    EXPECT_FALSE(editor().hasLeftovers());
    EXPECT_EQ(rows("interaction"), 0);
    EXPECT_EQ(rows("dataset"), 0);
}

TEST_F(DatasetEditorTest, DeletingLeftoversKeepsWhatCanBeUndone) {
    editor().remove(add("a"));
    editor().resumeDeletion({}, {});
    EXPECT_EQ(editor().removed().size(), 1u);
}

TEST_F(DatasetEditorTest, ANewDatasetMayTakeTheNameOfARemovedOne) {
    const DatasetId removed = add("a");
    editor().remove(removed);
    const DatasetId added = add("a");
    EXPECT_EQ(store().byName("a").id, added);
    EXPECT_ERROR(editor().undoRemove(removed), ErrorKind::Input, "no longer");
    editor().resumeDeletion({}, {});
    EXPECT_EQ(rows("dataset"), 1);
}

TEST_F(DatasetEditorTest, TheNameOfARemovedDatasetIsNotGivenToAnother) {
    editor().remove(add("a"));
    const DatasetId id = add("b");
    EXPECT_ERROR(editor().rename(id, "a"), ErrorKind::Input, "already");
}

}  // namespace
}  // namespace recscope
