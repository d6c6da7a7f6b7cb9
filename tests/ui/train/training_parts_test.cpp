// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the parts of TrainingController that need neither a page nor a training.
#include <QTest>

#include "core/recommender/registry.h"
#include "core/store/queue_store.h"
#include "core/store/run_store.h"
#include "ui/runs/ended_trainings.h"
#include "ui/runs/live_run.h"
#include "ui/runs/remote_trainings.h"
#include "ui/runs/training_launcher.h"
#include "ui/runs/training_queue.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

QueuedRun queued(DatasetId dataset, const QString& machine = {}) {
    QueuedRun run;
    run.ticket = QStringLiteral("ticket");
    run.request.dataset = dataset;
    run.request.config = defaultConfig("sasrec");
    run.machine = machine;
    return run;
}

EpochInfo validated(bool isBest) {
    EpochInfo epoch;
    epoch.record.valid.emplace();
    epoch.isBest = isBest;
    return epoch;
}

}  // namespace

class TrainingPartsTest : public QObject {
    Q_OBJECT

private slots:
    void aStoredEntryKeepsMachineAndName() {
        TestEnvironment environment;
        QueuedRun run = queued(environment.session().dataset()->id, QStringLiteral("ada@box"));
        run.name = "my grid";
        run.stem = "my grid";
        std::optional<QueuedRun> read;
        QVERIFY(environment.work([&](JobContext& context) {
            RunStore runs(context.workspace);
            read = fromStore(toStore(run), runs);
        }));
        QVERIFY(read);
        QCOMPARE(read->machine, QStringLiteral("ada@box"));
        QCOMPARE(read->name, std::string("my grid"));
        QCOMPARE(read->stem, std::string("my grid"));
        QVERIFY(read->request.config == run.request.config);
    }

    void onlyANameMadeFromTheTitleMayChangeItsNumber() {
        TestEnvironment environment;
        QueuedRun run = queued(environment.session().dataset()->id);
        run.name = modelInfo("sasrec").title + " 3";
        QVERIFY(environment.work([&](JobContext& context) {
            RunStore runs(context.workspace);
            // An empty stem: a new name may be made from the model's title and another number.
            QCOMPARE(fromStore(toStore(run), runs)->stem, std::string());
        }));
    }

    void aRunIsFollowedOnlyOnAListedMachine() {
        Machine box;
        box.destination = "ada@box";
        QueuedRun run = queued(1, QStringLiteral("ada@box"));
        QVERIFY(!RemoteTrainings::isFollowed(run, {box}));  // the run does not train on the machine now
        run.trainsThere = true;
        QVERIFY(RemoteTrainings::isFollowed(run, {box}));
        run.machine = QStringLiteral("eve@elsewhere");
        QVERIFY(!RemoteTrainings::isFollowed(run, {box}));
    }

    void interruptedRunsWaitAndCanBeMovedAndRestored() {
        TestEnvironment environment;
        TrainingLauncher launcher(environment.jobs());
        TrainingQueue queue(environment.jobs(), launcher);
        std::vector<QueuedRun> left;
        for (const char* ticket : {"first", "second", "third"}) {
            left.push_back(queued(environment.session().dataset()->id));
            left.back().ticket = QString::fromLatin1(ticket);
        }
        queue.restore({}, left);
        const auto tickets = [&] {
            QStringList list;
            for (const QueuedRun& run : queue.interrupted()) list << run.ticket;
            return list;
        };
        QVERIFY(!queue.current());  // nothing trains by itself
        QVERIFY(!queue.canMove({QStringLiteral("first")}, QueueMove::Earlier));
        queue.move({QStringLiteral("second"), QStringLiteral("third")}, QueueMove::Earlier);
        QCOMPARE(tickets(), QStringList({"second", "third", "first"}));
        queue.remove({QStringLiteral("third")});
        QCOMPARE(tickets(), QStringList({"second", "first"}));
        QCOMPARE(queue.removed().size(), std::size_t(1));
        queue.undoRemove();
        QCOMPARE(tickets(), QStringList({"second", "first", "third"}));
        QVERIFY(queue.removed().empty());
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void theEndOfATrainingIsKeptUntilItIsDismissed() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        EndedTrainings ended(environment.session());
        ended.setLast(1, {.run = {}, .title = QStringLiteral("SASRec 1"), .why = QStringLiteral("The disk is full.")});
        QVERIFY(ended.last(1));
        QVERIFY(!ended.last(2));
        int changes = 0;
        connect(&ended, &EndedTrainings::changed, this, [&] { ++changes; });
        ended.dismiss(1);
        QVERIFY(!ended.last(1));
        QCOMPARE(changes, 1);
    }

    void anEpochWithoutValidationDoesNotCountAsWorse() {
        LiveRun run;
        run.record.bestEpoch = 1;
        run.epochs = {validated(true), EpochInfo()};
        QVERIFY(run.isLastBest());
        run.epochs.push_back(validated(false));
        QVERIFY(!run.isLastBest());
    }
};

QTEST_MAIN(TrainingPartsTest)
#include "training_parts_test.moc"
