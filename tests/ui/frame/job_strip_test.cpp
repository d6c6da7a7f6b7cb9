// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/job_strip.h"

#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>
#include <atomic>
#include <memory>

#include "ui/jobs/kept_work.h"
#include "ui/session/stop_question.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// Starts a job that runs until it is stopped or `end` is set.
JobId startJob(TestEnvironment& environment, QObject* receiver, const QString& title, WorkerQueue queue,
               const std::shared_ptr<std::atomic_bool>& end = std::make_shared<std::atomic_bool>(false)) {
    return environment.jobs().start(
        receiver, {.title = title, .queue = queue, .isShownInStrip = true},
        [end](JobContext& context) {
            for (int i = 0; !context.stop.stop_requested() && !*end; ++i) {
                context.progress({i % 2 == 0 ? "a stage" : "another stage with a much longer name", i, 0, "rows"});
                QThread::msleep(2);
            }
        },
        [] {});
}

QList<QPushButton*> stopButtons(const QWidget& strip) {
    QList<QPushButton*> shown;
    for (auto* button : strip.findChildren<QPushButton*>(QStringLiteral("stopJob")))
        if (button->isVisible()) shown << button;
    return shown;
}

QRect rectInWindow(const QWidget& widget) {
    return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

}  // namespace

class JobStripTest : public QObject {
    Q_OBJECT

private slots:
    void aKnownTotalGivesShareRateAndTimeLeft() {
        // 1,000 rows in 2 s are 500 rows/s; the remaining 4,000 rows take 8 s.
        QCOMPARE(progressText({"Reading", 1000, 5000, "rows"}, 2, 0),
                 QString("Reading  ·  1,000 of 5,000 rows  ·  500 rows/s  ·  8 s left"));
    }

    void theRateCountsFromTheStartOfTheStage() {
        // 800 of the 1,000 rows were done before the stage began, 2 s ago.
        QVERIFY(progressText({"Reading", 1000, 5000, "rows"}, 2, 800).contains("100 rows/s"));
    }

    void anUnknownTotalGivesNoTimeLeft() {
        QCOMPARE(progressText({"Reading", 1000, 0, "rows"}, 2, 0), QString("Reading  ·  1,000 rows  ·  500 rows/s"));
    }

    void thereIsNoRateInTheFirstSecond() {
        QCOMPARE(progressText({"Reading", 10, 0, "rows"}, 0.5, 0), QString("Reading  ·  10 rows"));
    }

    void aStageWithoutUnitsIsShownAsItIs() {
        QCOMPARE(progressText({"epoch 3 of 20  ·  455 seq/s", 3, 20, ""}, 9, 0),
                 QString("epoch 3 of 20  ·  455 seq/s"));
    }

    void newJobsMoveNeitherTheStopButtonNorTheStrip() {
        TestEnvironment environment;
        JobStrip strip(environment.jobs(), "test");
        show(strip, {1000, 60});
        const int height = strip.height();
        startJob(environment, &strip, "Importing ratings", WorkerQueue::Import);
        QVERIFY(waitUntil([&] { return stopButtons(strip).size() == 1; }));
        QTest::qWait(20);
        QPushButton* first = stopButtons(strip).front();
        const QRect position = rectInWindow(*first);
        QCOMPARE(strip.height(), height);
        for (int check = 0; check < 20; ++check) {  // the texts of the strip change meanwhile
            QTest::qWait(5);
            QCOMPARE(rectInWindow(*first), position);
        }
        startJob(environment, &strip, "Training SASRec 1", WorkerQueue::Training);
        startJob(environment, &strip, "A job that looks at a model for a long time", WorkerQueue::Model);
        QVERIFY(waitUntil([&] { return stopButtons(strip).size() == 3; }));
        QTest::qWait(20);
        QCOMPARE(strip.height(), height);
        QCOMPARE(rectInWindow(*first), position);
        savePicture(strip, QStringLiteral("strip-three"));
        for (const QPushButton* button : stopButtons(strip)) QVERIFY(strip.rect().contains(rectInWindow(*button)));
        environment.jobs().cancelAll();
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle() && stopButtons(strip).isEmpty(); }));
        QCOMPARE(strip.height(), height);
    }

    void noStopButtonMovesUnderThePointerWhenAJobEnds() {
        TestEnvironment environment;
        JobStrip strip(environment.jobs(), "test");
        show(strip, {1000, 60});
        const auto end = std::make_shared<std::atomic_bool>(false);
        startJob(environment, &strip, "Importing ratings", WorkerQueue::Import, end);
        QVERIFY(waitUntil([&] { return stopButtons(strip).size() == 1; }));
        startJob(environment, &strip, "Training SASRec 1", WorkerQueue::Training);
        QVERIFY(waitUntil([&] { return stopButtons(strip).size() == 2; }));
        QTest::qWait(20);
        const QPoint position =
            rectInWindow(*stopButtons(strip).front()).center();  // the button of the older job, at the right
        QEnterEvent enter(position, position, strip.mapToGlobal(position));
        QCoreApplication::sendEvent(&strip, &enter);
        strip.setAttribute(Qt::WA_UnderMouse);
        *end = true;
        QVERIFY(waitUntil([&] { return stopButtons(strip).size() == 1; }));
        QTest::qWait(20);
        QVERIFY(!rectInWindow(*stopButtons(strip).front()).contains(position));
        QEvent leave(QEvent::Leave);
        strip.setAttribute(Qt::WA_UnderMouse, false);
        QCoreApplication::sendEvent(&strip, &leave);
        // The label that stands in for the ended job is not deleted at once: while Qt delivers the event, it still uses
        // the widgets that the pointer leaves.
        QVERIFY(strip.findChild<QLabel*>("endedJob"));
        QTest::qWait(20);
        QVERIFY(!strip.findChild<QLabel*>("endedJob"));
        QCOMPARE(rectInWindow(*stopButtons(strip).front()).right(), strip.contentsRect().right() - 16);
        environment.jobs().cancelAll();
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void stoppingIsConfirmedAfterAMinuteOfWorkThatWouldBeLost() {
        JobInfo job{.id = 1, .title = "Importing", .running = true, .progress = {}, .description = {}, .seconds = 59};
        QVERIFY(!confirmsStop(job, /*keepsWork=*/false));
        job.seconds = 60;
        QVERIFY(confirmsStop(job, /*keepsWork=*/false));
        QVERIFY(!confirmsStop(job, /*keepsWork=*/true));  // a training keeps its best weights
        job.running = false;                              // now the job waits and has done no work
        QVERIFY(!confirmsStop(job, /*keepsWork=*/false));
    }

    void keepingWorkWhenStoppedAppliesToOneJobOfOneRunner() {
        TestEnvironment environment, other;
        const JobId job = startJob(environment, &environment.jobs(), "Deleting", WorkerQueue::Import);
        QVERIFY(!keepsWork(environment.jobs(), job));
        markAsKeepingWork(environment.jobs(), job);
        QVERIFY(keepsWork(environment.jobs(), job));
        QVERIFY(!keepsWork(environment.jobs(), job + 1));
        QVERIFY(!keepsWork(other.jobs(), job));
        environment.jobs().cancelAll();
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }
};

QTEST_MAIN(JobStripTest)
#include "job_strip_test.moc"
