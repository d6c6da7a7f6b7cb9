// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/async_query.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QWidget>
#include <atomic>

#include "core/util/error.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using test::waitUntil;

/// Tests AsyncQuery with a query that squares a number. For a negative number it fails; for 0 it runs until it is
/// stopped.
class AsyncQueryTest : public QObject {
    Q_OBJECT

    using Square = AsyncQuery<int, int>;

private slots:
    void init() {
        m_began = 0;
        m_square =
            std::make_unique<Square>(m_environment.jobs(), JobSpec{.title = "Squaring", .queue = WorkerQueue::Model},
                                     [this](JobContext& context, int number) {
                                         ++m_began;
                                         if (number < 0) throw Error(ErrorKind::Input, "Below 0.", "Add.");
                                         while (number == 0 && !context.stop.stop_requested()) QThread::msleep(1);
                                         throwIfStopped(context.stop);
                                         return number * number;
                                     });
    }
    void cleanup() {
        m_square.reset();
        m_environment.jobs().cancelAll();
        QVERIFY(idle());
    }

    void aQuerySignalsItsStartAndItsAnswer() {
        QSignalSpy changed(m_square.get(), &AnyAsyncQuery::changed);
        m_square->run(7);
        QCOMPARE(m_square->state(), AsyncQueryState::Running);
        QVERIFY(!m_square->answer());
        QVERIFY(idle());
        QCOMPARE(m_square->state(), AsyncQueryState::Answered);
        QCOMPARE(*m_square->answer(), 49);
        QCOMPARE(changed.count(), 2);
    }

    void anOutdatedAnswerIsDropped() {
        m_square->run(0);
        m_square->run(3);
        QVERIFY(!m_square->answer());
        QVERIFY(idle());
        QCOMPARE(*m_square->request(), 3);
        QCOMPARE(*m_square->answer(), 9);
    }

    void aRepeatedQueryIsNotRunAgain() {
        m_square->run(5);
        m_square->run(5);
        QVERIFY(idle());
        QCOMPARE(m_began.load(), 1);
        QSignalSpy changed(m_square.get(), &AnyAsyncQuery::changed);
        m_square->run(5);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(*m_square->answer(), 25);
        QCOMPARE(m_began.load(), 1);
    }

    void failuresReachTheRunnersSignalOnlyOnRequest() {
        QSignalSpy failed(&m_environment.jobs(), &JobRunner::jobFailed);
        m_square->run(-1);
        QVERIFY(idle());
        QCOMPARE(failed.count(), 0);
        m_square->reportFailures();
        m_square->run(-2);
        QVERIFY(idle());
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0], QVariantList({"Squaring", "Below 0.", "Add."}));
        QCOMPARE(m_square->state(), AsyncQueryState::Failed);
    }

    void aNewSpecAppliesToTheNextJobAndTheEarlierOneIsStopped() {
        m_square->run(0);
        QVERIFY(m_environment.jobs().stripJobs().empty());
        m_square->setSpec({.title = "Squaring slowly", .queue = WorkerQueue::Import, .isShownInStrip = true});
        m_square->run(4);
        QCOMPARE(m_environment.jobs().stripJobs().size(), std::size_t(1));
        QCOMPARE(m_environment.jobs().stripJobs()[0].title, QString("Squaring slowly"));
        QVERIFY(idle());  // the query for 0 was stopped
        QCOMPARE(*m_square->answer(), 16);
    }

    void rerunStartsTheQueryAgain() {
        m_square->run(5);
        m_square->rerun(5);
        QVERIFY(idle());
        QCOMPARE(*m_square->answer(), 25);
        const int began = m_began;
        m_square->rerun(5);
        QVERIFY(!m_square->cached(5));
        QVERIFY(idle());
        QCOMPARE(m_began.load(), began + 1);
        QCOMPARE(*m_square->answer(), 25);
    }

    void theLatestAnswersAreCached() {
        m_square->setCacheLimit(2);
        for (const int number : {2, 3, 4}) {
            m_square->run(number);
            QVERIFY(idle());
        }
        QVERIFY(!m_square->cached(2));
        QCOMPARE(*m_square->cached(3), 9);
        m_square->run(3);
        QCOMPARE(*m_square->answer(), 9);
        QCOMPARE(m_began.load(), 3);
        m_square->clear();
        QVERIFY(!m_square->cached(3) && !m_square->request());
    }

    void theCacheLimitCanBeASumOfWeights() {
        // The weight of an answer is the answer itself: 4, 9, 16, 1. Of the limit 20, the latest two take 17.
        m_square->setCacheLimit(20, [](int square) { return std::size_t(square); });
        for (const int number : {2, 3, 4, 1}) {
            m_square->run(number);
            QVERIFY(idle());
        }
        QVERIFY(m_square->cached(1) && m_square->cached(4));
        QVERIFY(!m_square->cached(2) && !m_square->cached(3));
        m_square->run(9);  // 81 exceeds the limit, but the requested answer is always kept
        QVERIFY(idle());
        QCOMPARE(*m_square->answer(), 81);
    }

    void aFailureMessageStaysUntilTheNextQuery() {
        m_square->run(-1);
        QVERIFY(idle());
        QCOMPARE(m_square->state(), AsyncQueryState::Failed);
        QCOMPARE(m_square->failure(), QString("Below 0."));
        QCOMPARE(m_square->failureWithHint(), QString("Below 0. Add."));
        m_square->run(-1);
        QVERIFY(idle());
        QCOMPARE(m_began.load(), 2);
        m_square->run(2);
        QVERIFY(m_square->failure().isEmpty());
    }

    void aStoppedQueryHasNoAnswerAndMayBeRunAgain() {
        m_square->run(0);
        QVERIFY(waitUntil([this] { return m_began > 0; }));
        m_square->stop();
        QCOMPARE(m_square->state(), AsyncQueryState::Stopped);
        QVERIFY(idle());
        QCOMPARE(m_square->state(), AsyncQueryState::Stopped);
        m_square->run(0);
        QCOMPARE(m_square->state(), AsyncQueryState::Running);
        m_environment.jobs().cancelAll();  // as the Stop button of the job strip does
        QVERIFY(waitUntil([this] { return m_square->state() == AsyncQueryState::Stopped; }));
    }

    void noQueryRunsWhileTheViewIsHidden() {
        QWidget view;
        m_square->deferWhileHidden(view);
        m_square->run(2);
        m_square->run(6);
        QVERIFY(idle());
        QCOMPARE(m_square->state(), AsyncQueryState::Hidden);
        QCOMPARE(m_began.load(), 0);
        test::show(view, {100, 100});
        QVERIFY(idle());
        QCOMPARE(*m_square->answer(), 36);
        QCOMPARE(m_began.load(), 1);
        view.hide();
        m_square->run(8);
        m_square->stop();
        test::show(view, {100, 100});
        QVERIFY(idle());
        QCOMPARE(m_square->state(), AsyncQueryState::Stopped);
        m_square.reset();  // must be destroyed before its view
    }

private:
    bool idle() {
        return waitUntil([this] { return m_environment.jobs().isIdle(); });
    }

    test::TestEnvironment m_environment{test::TestEnvironment::Content::Empty};
    std::unique_ptr<Square> m_square;
    std::atomic<int> m_began = 0;  ///< how often the squaring function was called
};

QTEST_MAIN(AsyncQueryTest)
#include "async_query_test.moc"
