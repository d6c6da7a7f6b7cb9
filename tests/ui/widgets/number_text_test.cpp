// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_text.h"

#include <QtTest>
#include <limits>

#include "core/util/language.h"
#include "core/util/text.h"

using namespace recscope::ui;

class NumberTextTest : public QObject {
    Q_OBJECT
private slots:
    void wholeNumbersAreGrouped() { QCOMPARE(wholeNumber(1000209), QString("1,000,209")); }
    void metricsHaveFourDecimals() { QCOMPARE(metricText(0.15833), QString("0.1583")); }
    void durationsAreShownInASuitableUnit_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("part of a second") << 0.32 << "0.3 s";
        QTest::newRow("seconds") << 42.0 << "42 s";
        QTest::newRow("minutes") << 725.0 << "12 min";
        QTest::newRow("hours") << 12000.0 << "3 h 20 min";
        QTest::newRow("days") << 260000.0 << "3 days";
        QTest::newRow("unknown") << std::numeric_limits<double>::quiet_NaN() << "";
    }
    void durationsAreShownInASuitableUnit() {
        QFETCH(double, seconds);
        QFETCH(QString, text);
        QCOMPARE(durationText(seconds), text);
    }
    void differencesHaveASignUnlessTheyRoundToZero() {
        QCOMPARE(signedNumber(-0.333, 2), QStringLiteral("\u22120.33"));
        QCOMPARE(signedMetric(0.0123), QStringLiteral("+0.0123"));
        QCOMPARE(signedNumber(-0.0004, 3), QStringLiteral("0.000"));
        QCOMPARE(percentText(0.1234), QStringLiteral("12.3 %"));
    }
    void ratesNameTheirUnit() {
        QCOMPARE(rateText(455.4), QString("455 seq/s"));
        QCOMPARE(rateText(8.27), QString("8.3 seq/s"));
        QCOMPARE(rateText(0), QString());
    }
    void plainNumbersKeepSmallValues() {
        QCOMPARE(plainNumber(12345, 0), QString("12,345"));
        QCOMPARE(plainNumber(0.12342, 4), QString("0.1234"));
        QCOMPARE(plainNumber(0.000012, 4), QString("1.2e-05"));
    }
    void daysAndTimesAreInUtc() {
        QCOMPARE(dayText(978'307'199), QString("2000-12-31"));
        QCOMPARE(timeText(978'307'199), QString("2000-12-31 23:59:59"));
        QCOMPARE(dayText(978'307'200), QString("2001-01-01"));
    }
    void oneEpochIsSingular() {
        QCOMPARE(epochsText(1), QString("1 epoch"));
        QCOMPARE(epochsText(0), QString("0 epochs"));
        QCOMPARE(epochsText(1200), QString("1,200 epochs"));
    }
    // The window shows sentences that core writes beside its own numbers, so both must use the same format.
    void coreWritesNumbersAsTheWindowDoes() {
        for (const recscope::Language& language : recscope::languages()) {
            recscope::setLanguage(language.code);
            QCOMPARE(wholeNumber(1000209), QString::fromStdString(recscope::grouped(1000209)));
            QCOMPARE(metricText(-0.15833), QString::fromStdString(recscope::numberText(-0.15833, 4)));
        }
        recscope::setLanguage("en");
    }
    void textThatIsNotATimeIsShownUnchanged() { QCOMPARE(localTime("yesterday"), QString("yesterday")); }
};

QTEST_APPLESS_MAIN(NumberTextTest)
#include "number_text_test.moc"
