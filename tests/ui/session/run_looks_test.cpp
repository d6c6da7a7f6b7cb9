// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_looks.h"

#include <QtTest>
#include <algorithm>
#include <random>
#include <set>

#include "core/recommender/registry.h"
#include "ui/session/session.h"
#include "ui/widgets/settings.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;

namespace {

RunRecord runOf(RunId id, const std::string& model, std::uint64_t seed = 42, std::int64_t epochs = 0) {
    RunConfig config = defaultConfig(model);
    config.training.seed = seed;
    config.training.epochs = epochs > 0 ? epochs : id;  // by default each run has a different config
    RunRecord run;
    run.id = id;
    run.dataset = 1;
    run.model = model;
    run.config = config.toJson();
    return run;
}

int hueCount(const Looks& looks) {
    std::set<int> hues;
    for (const auto& [run, look] : looks) hues.insert(hueOfLook(look));
    return int(hues.size());
}

}  // namespace

/// Tests the look of runs, a number from which their hue and their marker follow.
class RunLooksTest : public QObject {
    Q_OBJECT

private slots:
    // This must hold for all runs that may be trained, in any order.
    void noTwoRunsShareHueAndMarker_data() {
        QTest::addColumn<int>("count");
        for (const int count : {2, 4, 8, 16, 48}) QTest::addRow("%d runs", count) << count;
    }
    void noTwoRunsShareHueAndMarker() {
        QFETCH(int, count);
        std::mt19937 random(7);
        std::uniform_int_distribution<std::size_t> drawn(0, modelInfos().size() - 1);
        for (int round = 0; round < 200; ++round) {
            std::vector<RunRecord> runs;
            for (RunId id = 1; id <= count; ++id) runs.push_back(runOf(id, modelInfos()[drawn(random)].name));
            const Looks looks = looksFor(runs);
            std::set<std::pair<int, int>> seen;
            for (const auto& [run, look] : looks) seen.emplace(hueOfLook(look), markerOfLook(look));
            QCOMPARE(int(seen.size()), count);
            // The registry's first two models get the first two hues, which other configs use last. So two hues may
            // stay unused although runs share a hue.
            QVERIFY2(hueCount(looks) >= std::min(count, kRunHues - 2), qPrintable(QString::number(hueCount(looks))));
        }
    }

    void theFirstModelBeginsAtTheFirstHueAndTheSecondAtTheSecond() {
        const std::string first = modelInfos()[0].name, second = modelInfos()[1].name, other = modelInfos()[2].name;
        for (const bool isLast : {false, true}) {
            std::vector<RunRecord> runs;
            RunId id = isLast ? 1 : 20;
            for (int i = 0; i < 5; ++i) runs.push_back(runOf(id++, other));
            id = isLast ? 20 : 1;
            runs.push_back(runOf(id++, second));
            runs.push_back(runOf(id++, first));
            const Looks looks = looksFor(runs);
            QCOMPARE(hueOfLook(looks.at(id - 1)), 0);
            QCOMPARE(hueOfLook(looks.at(id - 2)), 1);
        }
        QCOMPARE(firstStyleOf(first).colour, styleOfLook(0).colour);
        QCOMPARE(firstStyleOf(second).colour, styleOfLook(1).colour);
    }

    void seedsOfOneConfigShareAHueAndDifferInTheMarker() {
        std::vector<RunRecord> runs;
        for (RunId id = 1; id <= 15; ++id)
            runs.push_back(runOf(id, "sasrec", std::uint64_t(40 + id % 3), /*epochs=*/1 + (id - 1) / 3));
        const Looks looks = looksFor(runs);
        QCOMPARE(hueCount(looks), 5);
        std::set<std::pair<int, int>> seen;
        for (const auto& [run, look] : looks) {
            seen.emplace(hueOfLook(look), markerOfLook(look));
            QCOMPARE(hueOfLook(look), hueOfLook(looks.at(3 * ((run - 1) / 3) + 1)));
        }
        QCOMPARE(seen.size(), runs.size());
    }

    void aLookStaysWhenOtherRunsAreAddedOrRemoved() {
        std::vector<RunRecord> runs;
        for (RunId id = 1; id <= 12; ++id) runs.push_back(runOf(id, modelInfos()[std::size_t(id) % 4].name));
        const Looks before = looksFor(runs);
        runs.erase(runs.begin(), runs.begin() + 5);
        for (RunId id = 13; id <= 30; ++id) runs.push_back(runOf(id, "sasrec"));
        const Looks after = looksFor(runs, before);
        std::set<int> taken;
        for (const auto& [run, look] : after) QVERIFY(taken.insert(look).second);
        for (const auto& [run, look] : before) QCOMPARE(after.at(run), look);
    }

    void aLookIsTheSameAfterARestartAlthoughAnOlderRunWasRemoved() {
        test::TestEnvironment environment;
        Session& session = environment.session();
        const DatasetId dataset = session.dataset()->id;
        const auto add = [&](const std::string& model, const std::string& name) {
            QVERIFY(environment.work([&](JobContext& context) {
                RunRecord run = runOf(0, model, 42, std::int64_t(name.size()));
                run.dataset = dataset;
                run.name = name;
                RunStore(context.workspace).add(run);
            }));
        };
        add("bpr_mf", "a");
        add("sasrec", "bb");
        add("bpr_mf", "ccc");
        session.refreshRuns();
        QVERIFY(test::waitUntil([&] { return session.runs().size() == 3; }));
        const RunRecord newest = session.runs().front();
        const RunStyle before = runStylesOf(session).styleOf(newest);
        QVERIFY(environment.work(
            [&](JobContext& context) { RunStore(context.workspace).remove(session.runs().back().id); }));
        Session again(environment.jobs());
        again.refreshDatasets();
        QVERIFY(test::waitUntil([&] { return again.dataset() && again.runs().size() == 2; }));
        const RunStyle after = runStylesOf(again).styleOf(newest);
        QCOMPARE(after.colour, before.colour);
        QCOMPARE(after.marker, before.marker);
        QCOMPARE(after.dash, before.dash);
        // Without the stored look, the run would get another one.
        const std::vector<RunRecord> remaining = again.runs();
        QVERIFY(styleOfLook(looksFor(remaining).at(newest.id)).colour != before.colour);
    }
};

QTEST_MAIN(RunLooksTest)
#include "run_looks_test.moc"
