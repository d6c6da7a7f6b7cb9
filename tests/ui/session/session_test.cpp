// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include "core/data/sample_shop.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/workspace.h"
#include "ui/session/ui_state.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using test::waitUntil;

namespace {

NewDataset tinyDataset(const std::string& name) {
    NewDataset dataset;
    dataset.info.name = name;
    dataset.info.source = "test";
    dataset.info.format = "test";
    dataset.userIds = {"anna"};
    for (const Token token : {1, 2, 3}) {
        ItemInfo item;
        item.token = token;
        item.id = item.title = "film " + std::to_string(token);
        dataset.items.push_back(item);
    }
    dataset.histories.itemCount = 3;
    const Token history[] = {3, 1, 2};
    dataset.histories.append(history);
    return dataset;
}

RunRecord newRun(DatasetId dataset, const std::string& model, const std::string& name) {
    RunRecord run;
    run.name = name;
    run.dataset = dataset;
    run.model = model;
    run.config = "{}";
    run.state = RunState::Finished;
    run.device.kind = DeviceKind::Cpu;
    return run;
}

}  // namespace

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstDatasetIsChosenAndItsTitlesAreLoaded() {
        test::TestEnvironment environment;
        QVERIFY(environment.session().dataset());
        QCOMPARE(environment.session().dataset()->name, kSampleName);
        QCOMPARE(std::int64_t(environment.session().catalogue()->size()), environment.session().dataset()->items);
        QVERIFY(!environment.session().titleOf(kFirstItemToken).isEmpty());
        QCOMPARE(environment.session().titleOf(maskToken(std::int32_t(environment.session().dataset()->items))),
                 "[MASK]");
        QVERIFY(environment.session().titleOf(kPadToken).isEmpty());
    }

    void aDatasetChosenBeforeItIsListedIsChosenOnceTheListIsRead() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        Session& session = environment.session();
        DatasetId second = 0;
        QVERIFY(environment.work([&](JobContext& context) {
            DatasetStore store(context.workspace);
            store.add(tinyDataset("first"), [](std::int64_t) {});
            second = store.add(tinyDataset("second"), [](std::int64_t) {}).id;
        }));
        session.chooseDataset(second);
        QVERIFY(waitUntil([&] { return session.catalogue() != nullptr; }));
        QCOMPARE(session.dataset()->name, "second");
        QCOMPARE(session.datasets().size(), std::size_t(2));
    }

    void removingTheChosenDatasetChoosesTheRemainingOneAndThenNone() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        Session& session = environment.session();
        QVERIFY(environment.work([&](JobContext& context) {
            DatasetStore(context.workspace).add(tinyDataset("first"), [](std::int64_t) {});
            DatasetStore(context.workspace).add(tinyDataset("second"), [](std::int64_t) {});
        }));
        session.refreshDatasets();
        QVERIFY(waitUntil([&] { return session.dataset().has_value(); }));
        QCOMPARE(session.dataset()->name, "first");
        for (const int remaining : {1, 0}) {
            QVERIFY(environment.work(
                [id = session.dataset()->id](JobContext& context) { DatasetStore(context.workspace).remove(id); }));
            QSignalSpy changed(&session, &Session::datasetChanged);
            session.refreshDatasets();
            QVERIFY(waitUntil([&] { return changed.count() == 1; }));
            QCOMPARE(session.dataset().has_value(), remaining == 1);
        }
        QVERIFY(!session.catalogue());
    }

    void theNewestRunIsChosenAtFirstAndAChosenRunIsKept() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        Session& session = environment.session();
        RunId second = 0, third = 0;
        QVERIFY(environment.work([&](JobContext& context) {
            const DatasetId dataset = DatasetStore(context.workspace).add(tinyDataset("tiny"), [](std::int64_t) {}).id;
            RunStore runs(context.workspace);
            runs.add(newRun(dataset, "bert4rec", "one"));
            second = runs.add(newRun(dataset, "sasrec", "two")).id;
            third = runs.add(newRun(dataset, "bert4rec", "three")).id;
        }));
        session.refreshDatasets();
        QVERIFY(waitUntil([&] { return session.run().has_value(); }));
        QCOMPARE(session.run()->id, third);

        session.chooseRun(second);
        QSignalSpy listed(&session, &Session::runsChanged);
        session.refreshRuns();
        QVERIFY(waitUntil([&] { return listed.count() == 1; }));
        QCOMPARE(session.run()->id, second);
    }

    void removedRunsAreHiddenUntilUndoAndDeletedForGoodLater() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        Session& session = environment.session();
        std::vector<RunId> ids;
        QVERIFY(environment.work([&](JobContext& context) {
            const DatasetId dataset = DatasetStore(context.workspace).add(tinyDataset("tiny"), [](std::int64_t) {}).id;
            for (const char* name : {"one", "two", "three"})
                ids.push_back(RunStore(context.workspace).add(newRun(dataset, "sasrec", name)).id);
        }));
        const auto stored = [&] {
            std::size_t count = 0;
            environment.work([&](JobContext& context) { count = RunStore(context.workspace).list().size(); },
                             WorkerQueue::Record);
            return count;
        };
        session.refreshDatasets();
        QVERIFY(waitUntil([&] { return session.runs().size() == 3; }));
        session.removeRuns({ids[2], ids[1]});
        QCOMPARE(session.runs().size(), std::size_t(1));
        QCOMPARE(session.run()->id, ids[0]);
        QCOMPARE(session.removedRuns().size(), std::size_t(2));
        session.refreshRuns();
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QCOMPARE(session.runs().size(), std::size_t(1));
        QCOMPARE(stored(), std::size_t(3));
        session.undoRemoveRuns();
        QVERIFY(waitUntil([&] { return session.runs().size() == 3; }));
        session.removeRuns({ids[2]});
        session.removeRuns({ids[1]});  // deletes the run removed before, because only the last removal can be undone
        QCOMPARE(stored(), std::size_t(2));
        bool done = false;
        session.finishRemovals([&] { done = true; });
        QVERIFY(waitUntil([&] { return done; }));
        QCOMPARE(stored(), std::size_t(1));
    }

    void uiStateBelongsToItsWorkspaceAndItsDataset() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        DatasetInfo first, second;
        first.id = 1;
        second.id = 2;
        UiState("/a.recscope").set("page", "explore");
        UiState("/a.recscope", first).set("user", 7);
        QCOMPARE(UiState("/a.recscope").value("page").toString(), "explore");
        QCOMPARE(UiState("/a.recscope", first).value("user").toInt(), 7);
        QVERIFY(!UiState("/b.recscope").value("page").isValid());
        QVERIFY(!UiState("/b.recscope", first).value("user").isValid());
        QVERIFY(!UiState("/a.recscope", second).value("user").isValid());
        UiState("/a.recscope", first).set("user", {});
        QVERIFY(!UiState("/a.recscope", first).value("user").isValid());
    }

    void aDatasetDoesNotGetTheUiStateOfAnEarlierOneWithTheSameId() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        DatasetInfo before, after;
        before.id = after.id = 1;
        before.createdAt = "2026-01-01T00:00:00Z";
        after.createdAt = "2026-02-01T00:00:00Z";
        UiState("/a.recscope", before).set("user", 7);
        QVERIFY(!UiState("/a.recscope", after).value("user").isValid());
    }

    void onlyTheWorkspacesUsedLastAreRemembered() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        const auto path = [](int number) { return QString("/%1.recscope").arg(number); };
        for (int i = 0; i <= UiState::kMaxWorkspaces; ++i) {
            UiState(path(i)).set("page", "learn");
            UiState(path(i)).touch();
            QTest::qWait(2);  // the time of last use has a resolution of milliseconds
        }
        QVERIFY(!UiState(path(0)).value("page").isValid());
        QVERIFY(UiState(path(1)).value("page").isValid());
        QVERIFY(UiState(path(UiState::kMaxWorkspaces)).value("page").isValid());
    }

    void choosingAUserRequestsTheExplorePageFirst() {
        test::TestEnvironment environment(test::TestEnvironment::Content::Empty);
        QStringList order;
        connect(&environment.session(), &Session::pageRequested, this,
                [&](PageId page) { order << QStringLiteral("page %1").arg(int(page)); });
        connect(&environment.session(), &Session::userRequested, this,
                [&](qint32 user) { order << QString::number(user); });
        environment.session().chooseUser(7);
        QCOMPARE(order, QStringList({QStringLiteral("page %1").arg(int(PageId::Explore)), "7"}));
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
