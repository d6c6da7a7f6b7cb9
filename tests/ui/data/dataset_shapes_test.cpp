// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_shapes.h"

#include <QTest>
#include <numeric>
#include <vector>

using namespace recscope::ui;

class DatasetShapesTest : public QObject {
    Q_OBJECT

private slots:
    void everyValueFallsIntoTheBarAroundItsCentre() {
        const std::vector<std::int64_t> values{3, 3, 4, 17, 18, 220};
        const Histogram histogram = histogramOf(values, 30);
        QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0), 6.0);
        QVERIFY(histogram.counts.size() <= 30);
        QCOMPARE(histogram.width, 10.0);
        // Whole numbers 0…9, 10…19, …, 220…229.
        QCOMPARE(histogram.centres.front(), 4.5);
        QCOMPARE(histogram.counts.front(), 3.0);
        QCOMPARE(histogram.counts[1], 2.0);
        QCOMPARE(histogram.counts.back(), 1.0);
    }

    void fewDifferentValuesGetABarEach() {
        const std::vector<std::int64_t> values{5, 5, 6, 9};
        const Histogram histogram = histogramOf(values, 40);
        QCOMPARE(histogram.width, 1.0);
        QCOMPARE(histogram.centres, QVector<double>({5, 6, 7, 8, 9}));
        QCOMPARE(histogram.counts, QVector<double>({2, 1, 0, 0, 1}));
    }

    void thereAreNeverMoreBarsThanAskedFor() {
        for (std::int64_t first = 1; first < 40; ++first)
            for (std::int64_t last = first; last < 400; last += 7) {
                const std::vector<std::int64_t> values{first, last};
                QVERIFY(histogramOf(values, 10).counts.size() <= 10);
            }
    }

    void noValuesGiveNoBars() { QVERIFY(histogramOf({}, 10).counts.isEmpty()); }

    void ranksFallAndKeepTheMostAndTheLeastPopular() {
        std::vector<std::int64_t> counts(10'000);
        for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = std::int64_t(i) + 1;
        const RankFrequency shape = rankFrequencyOf(counts, 100);
        QVERIFY(shape.rank.size() <= 102);
        QCOMPARE(shape.rank.front(), 1.0);
        QCOMPARE(shape.count.front(), 10'000.0);
        QCOMPARE(shape.rank.back(), 10'000.0);
        QCOMPARE(shape.count.back(), 1.0);
        QVERIFY(std::is_sorted(shape.count.rbegin(), shape.count.rend()));
    }

    void untouchedItemsAreLeftOutOfTheLogAxis() {
        const std::vector<std::int64_t> counts{0, 7, 0};
        QCOMPARE(rankFrequencyOf(counts, 10).rank, QVector<double>({1}));
        QVERIFY(rankFrequencyOf(std::vector<std::int64_t>{0, 0}, 10).rank.isEmpty());
    }
};

QTEST_GUILESS_MAIN(DatasetShapesTest)
#include "dataset_shapes_test.moc"
