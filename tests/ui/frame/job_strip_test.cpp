// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/job_strip.h"

#include <QTest>

using namespace recscope;
using namespace recscope::ui;

class JobStripTest : public QObject {
    Q_OBJECT

private slots:
    void aKnownTotalGivesShareRateAndTimeLeft() {
        // 1,000 rows in 2 s: 500 a second, 4,000 left: 8 s.
        QCOMPARE(progressText({"Reading", 1000, 5000, "rows"}, 2, 0),
                 QString("Reading  ·  1,000 of 5,000 rows  ·  500 rows/s  ·  8 s left"));
    }

    void theRateCountsFromTheStagesBeginning() {
        QVERIFY(progressText({"Reading", 1000, 5000, "rows"}, 2, 800).contains("100 rows/s"));
    }

    void anUnknownTotalGivesNoTimeLeft() {
        QCOMPARE(progressText({"Reading", 1000, 0, "rows"}, 2, 0), QString("Reading  ·  1,000 rows  ·  500 rows/s"));
    }

    void thereIsNoRateInTheFirstSecond() {
        QCOMPARE(progressText({"Reading", 10, 0, "rows"}, 0.5, 0), QString("Reading  ·  10 rows"));
    }

    void aStageWithoutUnitsSpeaksForItself() {
        QCOMPARE(progressText({"epoch 3 of 20  ·  455 seq/s", 3, 20, ""}, 9, 0),
                 QString("epoch 3 of 20  ·  455 seq/s"));
    }
};

QTEST_GUILESS_MAIN(JobStripTest)
#include "job_strip_test.moc"
