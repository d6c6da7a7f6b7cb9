// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/job_runner.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <atomic>
#include <semaphore>

#include "core/util/error.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using test::waitUntil;

namespace {

/// Counts how many jobs finished, failed or were cancelled.
struct Ends {
    int finished = 0, failed = 0, cancelled = 0;
    int all() const { return finished + failed + cancelled; }
};

/// Keeps a working thread busy until its job is stopped.
void waitForStop(const std::stop_token& stop) {
    while (!stop.stop_requested()) QThread::msleep(1);
}

/// Starts a job and counts in `ends` how it ends.
template <class Work>
JobId startCounted(JobRunner& jobs, QObject* receiver, Ends& ends, Work work, JobSpec spec = {}) {
    return jobs.start(
        receiver, std::move(spec), std::move(work), [&ends] { ++ends.finished; },
        [&ends](const QString&, const QString&) { ++ends.failed; }, [&ends] { ++ends.cancelled; });
}

}  // namespace

class JobRunnerTest : public QObject {
    Q_OBJECT

    test::TestEnvironment m_environment{test::TestEnvironment::Content::Empty};
    JobRunner& jobs() { return m_environment.jobs(); }

private slots:
    void cleanup() {
        QVERIFY(waitUntil([this] { return jobs().isIdle(); }));
    }

    void theResultArrivesOnTheGuiThreadAndTheWorkRanElsewhere() {
        QThread *workThread = nullptr, *resultThread = nullptr;
        int result = 0;
        jobs().start(
            this, {},
            [&workThread](JobContext&) {
                workThread = QThread::currentThread();
                return std::make_unique<int>(42);
            },
            [&](std::unique_ptr<int> value) {
                resultThread = QThread::currentThread();
                result = *value;
            });
        QVERIFY(waitUntil([&] { return result != 0; }));
        QCOMPARE(result, 42);
        QCOMPARE(resultThread, thread());
        QVERIFY(workThread != thread());
    }

    void anErrorIsReportedOnceWithMessageAndHint() {
        QString message, hint;
        QSignalSpy failed(&jobs(), &JobRunner::jobFailed);
        jobs().start(
            this, {}, [](JobContext&) { throw Error(ErrorKind::Input, "There is no file.", "Look again."); }, [] {},
            [&](const QString& m, const QString& h) {
                message = m;
                hint = h;
            });
        QVERIFY(waitUntil([&] { return !message.isEmpty(); }));
        QCOMPARE(message, "There is no file.");
        QCOMPARE(hint, "Look again.");
        QCOMPARE(failed.count(), 0);
    }

    void anUnhandledFailureEmitsTheSignal() {
        QSignalSpy failed(&jobs(), &JobRunner::jobFailed);
        jobs().start(
            this, {.title = "Reading"}, [](JobContext&) { throw std::runtime_error("oh"); }, [] {});
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QCOMPARE(failed[0][0].toString(), "Reading");
        QVERIFY(failed[0][1].toString().contains("oh"));
    }

    void aCancelledJobThatThrowsCancelledEndsCancelled() {
        Ends ends;
        std::binary_semaphore began{0};
        const JobId id = startCounted(jobs(), this, ends, [&began](JobContext& context) {
            began.release();
            waitForStop(context.stop);
            throwIfStopped(context.stop);
        });
        began.acquire();
        jobs().cancel(id);
        QVERIFY(waitUntil([&] { return !jobs().isActive(id); }));
        QCOMPARE(ends.cancelled, 1);
        QCOMPARE(ends.all(), 1);
    }

    void aStoppedJobThatReturnsItsResultEndsFinished() {
        Ends ends;
        std::binary_semaphore began{0};
        const JobId id = startCounted(jobs(), this, ends, [&began](JobContext& context) {
            began.release();
            waitForStop(context.stop);
        });
        began.acquire();
        jobs().cancel(id);
        QVERIFY(waitUntil([&] { return !jobs().isActive(id); }));
        QCOMPARE(ends.finished, 1);
        QCOMPARE(ends.all(), 1);
    }

    void aWaitingJobIsCancelledWithoutRunning() {
        Ends first, second;
        std::atomic<bool> ran = false;
        const JobId busy = startCounted(jobs(), this, first, [](JobContext& context) { waitForStop(context.stop); });
        const JobId waiting = startCounted(jobs(), this, second, [&ran](JobContext&) { ran = true; });
        jobs().cancel(waiting);
        QVERIFY(waitUntil([&] { return second.all() == 1; }));
        QCOMPARE(second.cancelled, 1);
        QVERIFY(jobs().isActive(busy));
        jobs().cancel(busy);
        QVERIFY(waitUntil([&] { return first.all() == 1; }));
        QVERIFY(!ran);
    }

    void recordJobsFinishAlthoughAllOthersAreCancelled() {
        Ends busy, waiting, write;
        startCounted(jobs(), this, busy, [](JobContext& context) { waitForStop(context.stop); });
        startCounted(jobs(), this, waiting, [](JobContext&) {});
        std::atomic<bool> stopped = false;
        const auto slow = [&stopped](JobContext& context) {
            QThread::msleep(20);
            if (context.stop.stop_requested()) stopped = true;
        };
        for (int i = 0; i < 3; ++i) startCounted(jobs(), this, write, slow, {.queue = WorkerQueue::Record});
        jobs().cancelAll();
        QVERIFY(waitUntil([&] { return busy.all() == 1 && waiting.all() == 1 && write.all() == 3; }));
        QCOMPARE(waiting.cancelled, 1);
        QCOMPARE(write.finished, 3);
        QVERIFY(!stopped);
    }

    void titleAndDescriptionOfAJobCanBeChanged() {
        Ends ends;
        const JobId job = startCounted(jobs(), this, ends, [](JobContext& context) { waitForStop(context.stop); },
                                       {.title = "Training", .isShownInStrip = true});
        QSignalSpy progressed(&jobs(), &JobRunner::jobProgressed), request(&jobs(), &JobRunner::stopRequested);
        jobs().describe(job, "Paused: SASRec 3", "epoch 3 of 12");
        QVERIFY(progressed.size() >= 1);
        QCOMPARE(jobs().stripJobs().front().title, QString("Paused: SASRec 3"));
        QCOMPARE(jobs().stripJobs().front().description, QString("epoch 3 of 12"));
        QVERIFY(waitUntil([&] { return jobs().stripJobs().front().running; }));
        jobs().cancel(job);
        QCOMPARE(request.size(), 1);
        QVERIFY(waitUntil([&] { return ends.all() == 1; }));
    }

    void aJobThatWaitsHiddenIsInTheStripOnceItRuns() {
        Ends first, second;
        const JobSpec spec{.title = "Training", .isShownInStrip = true, .hiddenWhileWaiting = true};
        const JobId running = startCounted(
            jobs(), this, first, [](JobContext& context) { waitForStop(context.stop); }, spec);
        const JobId waiting = startCounted(
            jobs(), this, second, [](JobContext& context) { waitForStop(context.stop); }, spec);
        QVERIFY(waitUntil([&] { return jobs().stripJobs().size() == 1; }));
        QCOMPARE(jobs().stripJobs().front().id, running);
        jobs().cancel(running);
        QVERIFY(waitUntil([&] { return jobs().stripJobs().size() == 1 && jobs().stripJobs().front().id == waiting; }));
        jobs().cancel(waiting);
        QVERIFY(waitUntil([&] { return second.all() == 1; }));
    }

    void onlyTheLatestJobWithAKeyReportsItsResult() {
        Ends outdated;
        std::binary_semaphore began{0};
        std::atomic<bool> stopped = false;
        startCounted(jobs(), this, outdated,
                     [&](JobContext& context) {
                         began.release();
                         waitForStop(context.stop);
                         stopped = true;
                     },
                     {.latestOnly = "user"});
        began.acquire();
        Ends skipped, latest;
        startCounted(jobs(), this, skipped, [](JobContext&) {}, {.latestOnly = "user"});
        startCounted(jobs(), this, latest, [](JobContext&) {}, {.latestOnly = "user"});
        QVERIFY(waitUntil([&] { return latest.all() == 1 && jobs().isIdle(); }));
        QVERIFY(stopped);
        QCOMPARE(latest.finished, 1);
        QCOMPARE(outdated.all(), 0);
        QCOMPARE(skipped.all(), 0);
    }

    void aResultThatIsReadyWhenANewerJobStartsIsDropped() {
        Ends late, latest;
        std::atomic<bool> worked = false;
        startCounted(jobs(), this, late, [&worked](JobContext&) { worked = true; }, {.latestOnly = "late"});
        while (!worked) QThread::msleep(1);
        QThread::msleep(20);  // its result is now in the event queue, not yet delivered
        startCounted(jobs(), this, latest, [](JobContext&) {}, {.latestOnly = "late"});
        QVERIFY(waitUntil([&] { return latest.all() == 1; }));
        QCOMPARE(late.all(), 0);
    }

    void nothingIsReportedOnceTheReceiverIsDestroyed() {
        Ends ends;
        std::binary_semaphore mayContinue{0};
        auto receiver = std::make_unique<QObject>();
        startCounted(jobs(), receiver.get(), ends, [&mayContinue](JobContext&) { mayContinue.acquire(); });
        receiver.reset();
        mayContinue.release();
        QVERIFY(waitUntil([&] { return jobs().isIdle(); }));
        QCOMPARE(ends.all(), 0);
    }

    void queuesRunSideBySide() {
        Ends training, query;
        const JobId busy = startCounted(jobs(), this, training, [](JobContext& context) { waitForStop(context.stop); },
                                        {.queue = WorkerQueue::Training});
        startCounted(jobs(), this, query, [](JobContext&) {}, {.queue = WorkerQueue::Query});
        QVERIFY(waitUntil([&] { return query.finished == 1; }));
        QVERIFY(jobs().isActive(busy));
        jobs().cancel(busy);
        QVERIFY(waitUntil([&] { return training.all() == 1; }));
    }

    void jobsOfAQueueRunInTheOrderTheyWereStarted() {
        std::vector<int> order;
        for (int i = 0; i < 20; ++i)
            jobs().start(
                this, {}, [](JobContext&) {}, [&order, i] { order.push_back(i); });
        QVERIFY(waitUntil([&] { return order.size() == 20; }));
        QVERIFY(std::is_sorted(order.begin(), order.end()));
    }

    void waitingJobsAreReorderedAndTheRunningOneIsNot() {
        std::atomic_bool go = false, runs = false;
        std::mutex mutex;
        QStringList order;
        const auto start = [&](const QString& name) {
            return jobs().start(
                this, {.queue = WorkerQueue::Training},
                [&, name](JobContext&) {
                    runs = true;
                    while (!go) QThread::msleep(1);
                    const std::lock_guard lock(mutex);
                    order << name;
                },
                [] {});
        };
        const JobId first = start("first");
        QVERIFY(waitUntil([&] { return runs.load(); }));
        const JobId a = start("a"), b = start("b"), c = start("c");
        QVERIFY(!jobs().reorder(WorkerQueue::Training, {b, first}));
        QVERIFY(!jobs().reorder(WorkerQueue::Query, {b, a}));
        QVERIFY(jobs().reorder(WorkerQueue::Training, {c, a}));
        go = true;
        QVERIFY(waitUntil([&] { return jobs().isIdle(); }));
        QCOMPARE(order, QStringList({"first", "c", "b", "a"}));
        static_cast<void>(b);
    }

    void progressSignalsAreLimitedAndTheLastStateArrives() {
        QSignalSpy progressed(&jobs(), &JobRunner::jobProgressed);
        Ends ends;
        std::binary_semaphore mayContinue{0};
        QElapsedTimer timer;
        timer.start();
        const JobId id = startCounted(jobs(), this, ends,
                                      [&mayContinue](JobContext& context) {
                                          for (int i = 1; i <= 20'000; ++i)
                                              context.progress({"Counting", i, 20'000, "numbers"});
                                          mayContinue.acquire();
                                      },
                                      {.title = "Counting", .isShownInStrip = true});
        QVERIFY(waitUntil([&] {
            const auto shown = jobs().stripJobs();
            return progressed.count() > 0 && !shown.empty() && shown[0].progress.done == 20'000;
        }));
        QTest::qWait(250);
        QCOMPARE(jobs().stripJobs()[0].title, "Counting");
        QVERIFY(jobs().stripJobs()[0].running);
        // At most one signal at the start, one at the end, and one per 100 ms in between.
        QVERIFY2(progressed.count() <= 2 + timer.elapsed() / 100, qPrintable(QString::number(progressed.count())));
        mayContinue.release();
        QVERIFY(waitUntil([&] { return !jobs().isActive(id); }));
        QVERIFY(jobs().stripJobs().empty());
    }

    void theDestructorStopsRunningJobsAndDropsWaitingOnes() {
        Ends ends;
        std::atomic<bool> hasReturned = false;
        std::binary_semaphore began{0};
        {
            JobRunner runner(m_environment.path("own.recscope").toStdString());
            startCounted(runner, this, ends, [&](JobContext& context) {
                began.release();
                waitForStop(context.stop);
                hasReturned = true;
            });
            startCounted(runner, this, ends, [](JobContext&) {});
            began.acquire();
        }
        QVERIFY(hasReturned);
        QCoreApplication::processEvents();
        QCOMPARE(ends.all(), 0);
    }

    void aWorkspaceThatCannotBeOpenedFailsTheJob() {
        const QString path = m_environment.write("no.recscope", "this is a letter, not a workspace");
        JobRunner runner(path.toStdString());
        Ends ends;
        startCounted(runner, this, ends, [](JobContext&) {});
        QVERIFY(waitUntil([&] { return ends.all() == 1; }));
        QCOMPARE(ends.failed, 1);
    }

    void postReachesALivingReceiverOnly() {
        int calls = 0;
        auto gone = std::make_unique<QObject>();
        JobRunner::post(gone.get(), [&calls] { calls += 100; });
        JobRunner::post(this, [&calls] { ++calls; });
        gone.reset();
        QVERIFY(waitUntil([&] { return calls != 0; }));
        QCOMPARE(calls, 1);
    }
};

QTEST_GUILESS_MAIN(JobRunnerTest)
#include "job_runner_test.moc"
