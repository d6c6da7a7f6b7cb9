// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/queue_store.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

class QueueStoreTest : public testing::Test {
protected:
    QueuedTraining entry(const std::string& ticket, int seed, const std::string& name = {}) {
        return {
            .ticket = ticket, .dataset = m_dataset, .config = configOf(seed), .name = name, .device = "cpu", .run = {}};
    }
    static std::string configOf(int seed) { return "{\"seed\":" + std::to_string(seed) + "}"; }
    void put(const QueuedTraining& training) { queue().put({&training, 1}); }
    RunRecord begin(int seed, const std::string& name) {
        RunRecord run;
        run.name = name;
        run.dataset = m_dataset;
        run.model = "sasrec";
        run.config = configOf(seed);
        return RunStore(*m_workspace).add(run);
    }
    void end(RunRecord run, RunState state) {
        run.state = state;
        RunStore(*m_workspace).update(run);
    }
    /// Opens the workspace again as after a kill, without ending any run or entry first.
    void reopen() {
        m_workspace.reset();
        m_workspace = Workspace::open(m_folder / "a.recscope");
    }
    QueueStore queue() { return QueueStore(*m_workspace); }
    std::vector<std::string> tickets() {
        std::vector<std::string> list;
        for (const QueuedTraining& training : queue().list()) list.push_back(training.ticket);
        return list;
    }
    DatasetId addDataset(const std::string& name) {
        NewDataset newDataset;
        newDataset.info.name = name;
        return DatasetStore(*m_workspace).add(newDataset, {}).id;
    }

    using Tickets = std::vector<std::string>;
    TemporaryFolder m_folder;
    std::optional<Workspace> m_workspace = Workspace::open(m_folder / "a.recscope");
    DatasetId m_dataset = addDataset("d");
};

TEST_F(QueueStoreTest, EntriesAndTheirOrderAreTheSameAfterReopening) {
    const std::vector<QueuedTraining> stored = {entry("b", 1, "named"), entry("a", 2)};
    queue().put(stored);
    reopen();
    const std::vector<QueuedTraining> entries = queue().list();
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].ticket, "b");
    EXPECT_EQ(entries[0].name, "named");
    EXPECT_EQ(entries[0].config, configOf(1));
    EXPECT_EQ(entries[0].dataset, m_dataset);
    EXPECT_EQ(entries[0].device, "cpu");
    EXPECT_FALSE(entries[0].run);
    EXPECT_EQ(entries[1].ticket, "a");
}

TEST_F(QueueStoreTest, ReorderedEntriesShareThePositionsTheyHad) {
    const std::vector<QueuedTraining> four = {entry("a", 1), entry("b", 2), entry("c", 3), entry("d", 4)};
    queue().put(four);
    queue().reorder(Tickets{"d", "gone", "b"});
    EXPECT_EQ(tickets(), (Tickets{"a", "d", "c", "b"}));
    reopen();
    EXPECT_EQ(tickets(), (Tickets{"a", "d", "c", "b"}));
    put(entry("e", 5));
    EXPECT_EQ(tickets().back(), "e");
}

TEST_F(QueueStoreTest, ASuggestedNameGetsANumberIfItIsTaken) {
    QueuedTraining training = entry("a", 1, "SASRec · N 50");
    training.stem = training.name;
    EXPECT_EQ(queue().put({&training, 1}).front(), "SASRec · N 50");
    begin(2, "BERT4Rec · N 50");
    training = entry("b", 2, "BERT4Rec · N 50");
    training.stem = training.name;
    EXPECT_EQ(queue().put({&training, 1}).front(), "BERT4Rec · N 50 2");
}

TEST_F(QueueStoreTest, AnEntryPutAgainKeepsItsPosition) {
    put(entry("a", 1));
    put(entry("b", 2));
    QueuedTraining begun = entry("a", 1);
    begun.run = begin(1, "SASRec 1").id;
    put(begun);
    ASSERT_EQ(tickets(), (Tickets{"a", "b"}));
    EXPECT_EQ(queue().list()[0].run, begun.run);
}

TEST_F(QueueStoreTest, AnUnnamedEntryGetsTheFirstFreeName) {
    begin(1, "SASRec 1");
    QueuedTraining first = entry("a", 2), second = entry("b", 3);
    first.stem = second.stem = "SASRec";
    const std::vector<QueuedTraining> both = {first, second};
    EXPECT_EQ(queue().put(both), (Tickets{"SASRec 2", "SASRec 3"}));
    EXPECT_EQ(queue().list()[1].name, "SASRec 3");
    EXPECT_EQ(queue().freeName("SASRec"), "SASRec 4");
    EXPECT_EQ(queue().freeName("BERT4Rec"), "BERT4Rec 1");
    // A request that is repeated gets the same name as before…
    queue().remove(Tickets{"a"});
    EXPECT_EQ(queue().put({&second, 1}), Tickets{"SASRec 3"});
    // …unless a run has taken that name since.
    begin(4, "SASRec 3");
    EXPECT_EQ(queue().put({&second, 1}), Tickets{"SASRec 2"});
}

TEST_F(QueueStoreTest, RemovedEntriesAreGone) {
    for (const char* ticket : {"a", "b", "c"}) put(entry(ticket, ticket[0]));
    queue().remove(Tickets{"a", "c", "never there"});
    EXPECT_EQ(tickets(), Tickets{"b"});
}

TEST_F(QueueStoreTest, ARunThatDiedBeforeTheQueueKnewItIsMatchedToItsEntry) {
    put(entry("other values", 1));
    put(entry("this", 2));
    put(entry("same values", 2));
    const RunRecord run = begin(2, "SASRec 1");
    reopen();
    ASSERT_EQ(tickets(), (Tickets{"other values", "this", "same values"}));
    EXPECT_EQ(queue().list()[1].run, run.id);
    EXPECT_FALSE(queue().list()[2].run);
    EXPECT_EQ(RunStore(*m_workspace).byId(run.id).state, RunState::Stopped);
}

TEST_F(QueueStoreTest, ARunThatDiedOutsideTheQueueComesFirst) {
    put(entry("waiting", 1));
    const RunRecord run = begin(2, "SASRec 1");
    reopen();
    const std::vector<QueuedTraining> entries = queue().list();
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].run, run.id);
    EXPECT_EQ(entries[0].name, "SASRec 1");
    EXPECT_EQ(entries[0].config, configOf(2));
    EXPECT_EQ(entries[1].ticket, "waiting");
    reopen();
    EXPECT_EQ(queue().list().size(), 2u) << "the run is not added twice";
}

TEST_F(QueueStoreTest, AFinishedRunLeavesTheQueueAndAStoppedOneStays) {
    QueuedTraining finished = entry("finished", 1), stopped = entry("stopped", 2);
    const RunRecord record = begin(1, "SASRec 1"), other = begin(2, "SASRec 2");
    finished.run = record.id;
    stopped.run = other.id;
    put(finished);
    put(stopped);
    end(record, RunState::Finished);
    end(other, RunState::Stopped);
    reopen();
    EXPECT_EQ(tickets(), Tickets{"stopped"});
}

TEST_F(QueueStoreTest, RemovingADatasetOrRunRemovesItsEntries) {
    QueuedTraining begun = entry("begun", 1);
    begun.run = begin(1, "SASRec 1").id;
    put(begun);
    put(entry("waiting", 2));
    RunStore(*m_workspace).remove(*begun.run);
    EXPECT_EQ(tickets(), Tickets{"waiting"});
    DatasetEditor(*m_workspace).remove(m_dataset);
    EXPECT_EQ(tickets(), Tickets{});
    DatasetEditor(*m_workspace).undoRemove(m_dataset);
    EXPECT_EQ(tickets(), Tickets{"waiting"});
    DatasetStore(*m_workspace).remove(m_dataset);
    EXPECT_EQ(tickets(), Tickets{});
}

}  // namespace
}  // namespace recscope
