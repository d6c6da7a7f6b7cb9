// SPDX-License-Identifier: GPL-3.0-or-later
// Tests, without a window, the verdict on the compared runs and how runs of one config are grouped into lines.
#include "ui/compare/verdict.h"

#include <cmath>

#include "compare_fixture.h"
#include "core/recommender/registry.h"
#include "ui/compare/line_curves.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CompareVerdictTest : public QObject {
    Q_OBJECT

private slots:
    void verdictNamesTheWinnerWithIntervalAndProtocol() {
        const auto lines = linesOf(
            {madeUpRun("A", {1, 1, 1, 2, 1, 1, 1, 1}, 0.2), madeUpRun("B", {9, 8, 9, 9, 9, 30, 9, 9}, 0.1, "sasrec")});
        const Verdict result = verdict(lines, Scoring{Split::Test, Protocol()}, "ndcg@10");
        const QString text = result.sentence;
        QVERIFY2(text.startsWith("A is better than B by 0."), qPrintable(text));
        QVERIFY2(text.contains(" ± "), qPrintable(text));
        QVERIFY2(text.contains("8 users (test; full, seen items removed)"), qPrintable(text));
        QVERIFY2(result.basis.contains(QString::fromStdString(Protocol().sentence())), qPrintable(result.basis));
        QVERIFY2(result.basis.contains("paired by user") && result.basis.contains("One seed each"),
                 qPrintable(result.basis));
    }

    void verdictDoesNotNameAWinnerInsideTheInterval() {
        const auto lines = linesOf({madeUpRun("A", {1, 30, 2, 9, 4}), madeUpRun("B", {30, 1, 3, 8, 4}, 0, "sasrec")});
        QVERIFY(verdict(lines, Scoring{}, "ndcg@10").sentence.startsWith("No clear difference between"));
    }

    void verdictRefusesOtherProtocolsAndDatasets() {
        auto lines = linesOf({madeUpRun("A", {1, 2, 3}), madeUpRun("B", {1, 2, 3}, 0, "sasrec")});
        Scoring other;
        other.protocol.candidates = Candidates::Popularity;
        QVERIFY(verdict(lines, other, "ndcg@10").sentence.contains("not compared"));
        ComparedRun elsewhere = madeUpRun("C", {1, 2, 3});
        elsewhere.record.dataset = 2;
        QVERIFY(pairVerdict(lines[0], linesOf({elsewhere})[0], Scoring{}, "ndcg@10")
                    .sentence.contains("different datasets"));
    }

    void theVerdictComparesModelsAcrossSeedsAndNamesBothSides() {
        const auto lines =
            linesOf(madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec") + madeUpSeeds("SASRec", 8, 0.2, "sasrec"));
        QCOMPARE(lines.size(), std::size_t(2));
        const Verdict result = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(result.sentence.startsWith("BERT4Rec (3 seeds) is better than SASRec (3 seeds) by 0."),
                 qPrintable(result.sentence));
        for (const char* part : {"SASRec (3 seeds) with BERT4Rec (3 seeds)", "means over the seeds", "paired by user",
                                 "over users and seeds"})
            QVERIFY2(result.basis.contains(part), qPrintable(result.basis));
        QVERIFY2(result.method.contains("Student"), qPrintable(result.method));
        const SeedInterval expected = seedDifference("ndcg@10", lines[0].ranks(Scoring{}), lines[1].ranks(Scoring{}));
        QVERIFY2(result.sentence.contains(QStringLiteral("by %1 ± %2 NDCG@10")
                                              .arg(expected.interval.mean, 0, 'f', 4)
                                              .arg(expected.interval.halfWidth, 0, 'f', 4)),
                 qPrintable(result.sentence));
    }

    void theBasisNamesASideWithOneSeed() {
        const auto lines = linesOf(madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec") +
                                   std::vector{madeUpRun("SASRec 1", {9, 9, 9, 9, 9, 9, 9, 9}, 0.2, "sasrec")});
        const Verdict result = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(result.basis.contains("SASRec 1 has one seed"), qPrintable(result.basis));
    }

    void theBasisDoesNotMentionSeedsOfModelsWithoutSeeds() {
        ComparedRun popularity = madeUpRun("Popularity", {9, 9, 9, 9, 9, 9, 9, 9}, 0.1, "popularity");
        ComparedRun bigram = madeUpRun("Bigram", {1, 1, 1, 2, 1, 1, 1, 1}, 0.2, "bigram");
        popularity.record.config = defaultConfig("popularity").toJson();
        bigram.record.config = defaultConfig("bigram").toJson();
        const auto lines = linesOf({popularity, bigram});
        const Verdict result = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(!result.basis.isEmpty() && !result.basis.contains("does not cover the effect"),
                 qPrintable(result.basis));
    }

    void thePairIsChosenByValidationAndNeverTwoSeedsOfOneConfig() {
        // The second config has worse test ranks but a better validation metric.
        const auto lines =
            linesOf(madeUpSeeds("plain", 0, 0.10, "bert4rec") +
                    madeUpSeeds("long", 5, 0.30, "bert4rec", /*epochs=*/40) + madeUpSeeds("SASRec", 8, 0.05, "sasrec"));
        QCOMPARE(lines.size(), std::size_t(3));
        const auto pair = defaultPair(lines);
        QVERIFY(pair.has_value());
        QCOMPARE(pair->first.name, QString("long (3 seeds)"));
        QCOMPARE(pair->second.name, QString("SASRec (3 seeds)"));
        const Verdict result = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(result.sentence.contains("long (3 seeds)") && !result.sentence.contains("plain"),
                 qPrintable(result.sentence));
        QVERIFY2(result.basis.contains("best config of each model on validation"), qPrintable(result.basis));
    }

    void groupsWithTheSameNameAreDistinguishedByTheirConfigs() {
        const auto lines =
            linesOf(madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec") + madeUpSeeds("BERT4Rec", 5, 0.3, "bert4rec", 40));
        QCOMPARE(lines[0].name, QString("BERT4Rec, Epochs 20 (3 seeds)"));
        QCOMPARE(lines[1].name, QString("BERT4Rec, Epochs 40 (3 seeds)"));
    }

    void seedsOfOneConfigAreReportedToDifferOnlyByChance() {
        const auto runs = madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec");
        const Verdict result = verdict(linesOf(runs), Scoring{}, "ndcg@10");
        QVERIFY2(result.sentence.startsWith("3 seeds of one config: they differ only by chance."),
                 qPrintable(result.sentence));
        QVERIFY(result.sentence.contains(" ± "));
        const auto unfolded = linesOf(runs, {runs[0].record.id});
        QCOMPARE(unfolded.size(), std::size_t(4));
        QCOMPARE(unfolded[1].name, QString("BERT4Rec 1 (seed 0)"));
        const Verdict ofPair = pairVerdict(unfolded[1], unfolded[2], Scoring{}, "ndcg@10");
        QVERIFY2(ofPair.basis.startsWith("Two seeds of one config: any difference is due to chance."),
                 qPrintable(ofPair.basis));
    }

    void aMeanCurveEndsWhereItsFirstSeedEnds() {
        // Two curves, each as its values of x and of y; the deviation of 0.1 and 0.3 is the root of 0.02.
        const MeanCurve mean = meanCurve({{{1, 2, 3}, {0.1, 0.2, 0.3}}, {{1, 2}, {0.3, 0.2}}});
        QCOMPARE(mean.x, (QVector<double>{1, 2}));
        QCOMPARE(mean.mean, (QVector<double>{0.2, 0.2}));
        QVERIFY(std::abs(mean.deviation[0] - std::sqrt(0.02)) < 1e-12);
        QVERIFY(meanCurve({{{1, 2}, {0.1, 0.2}}}).deviation.isEmpty());
    }

    void aUsersRankInSeveralSeedsIsTheMedian() {
        const auto lines =
            linesOf({madeUpRun("A 1", {1, 7}, 0, "bert4rec", 1), madeUpRun("A 2", {5, 9}, 0, "bert4rec", 2),
                     madeUpRun("A 3", {90, 8}, 0, "bert4rec", 3)});
        const auto medians = medianRanks(lines[0].ranks(Scoring{}));
        QCOMPARE(medians.size(), std::size_t(2));
        QCOMPARE(medians[0].rank, 5.0);
        QCOMPARE(medians[1].rank, 8.0);
    }

    void aRunIsNotScoredOnItemsItWasTrainedOn() {
        RunRecord run;
        run.epochsDone = run.bestEpoch = 3;
        QVERIFY(canBeScored(run, Scoring{}));
        Scoring otherSplit;
        otherSplit.protocol.split = {.kind = SplitKind::GlobalTime, .validFrom = 10, .testFrom = 20};
        QVERIFY(!canBeScored(run, otherSplit));
        Scoring retrained;
        retrained.protocol.trainedOnValidation = true;
        QVERIFY(!canBeScored(run, retrained));
        run.protocol.trainedOnValidation = true;
        QVERIFY(canBeScored(run, retrained));
        retrained.split = Split::Valid;
        QVERIFY(!canBeScored(run, retrained));
    }
};

QTEST_MAIN(CompareVerdictTest)
#include "compare_verdict_test.moc"
