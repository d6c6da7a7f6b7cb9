// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "../learn_support.h"
#include "core/plan/plan_run.h"
#include "core/plan/report.h"
#include "core/store/cohort_store.h"
#include "core/store/run_store.h"

namespace recscope {
namespace {

constexpr const char* kTable = R"({
  "name": "ring", "title": "A <ring> & more", "datasets": "ring", "seeds": [1, 2, 3], "margin": 0.01,
  "metrics": ["ndcg@10", "hr@10"],
  "runs": [{"model": "popularity", "printed": [{"dataset": "RING", "protocol": "full", "metrics": {"ndcg@10": 0.25}},
                                               {"dataset": "ring", "protocol": "pop100", "metrics": {"hr@10": 0.99}}]},
           {"model": "sasrec"}, {"model": "bert4rec"}, {"model": "gru4rec"}]})";

class StudyOfRuns : public testing::Test {
protected:
    StudyOfRuns() : m_workspace(m_temporary.open()) { addDataset(m_workspace, ringHistories()); }

    /// Stores finished runs of one entry: rank `other` for the first `others` users and `usual` for all the rest. The
    /// validation metrics equal the test metrics.
    void finish(std::size_t entry, std::int32_t usual, std::int32_t other = 1, std::int32_t others = 0) {
        finishWith(entry, [=](std::int32_t user) {
            return UserRank{.user = user, .target = 1, .rank = user < others ? other : usual, .ties = 0};
        });
    }
    /// Stores finished runs of one entry with these ranks of forty users.
    void finishWith(std::size_t entry, const std::function<UserRank(std::int32_t user)>& rankOf) {
        for (const PlannedRun& planned : plannedRuns(m_workspace, m_plan)) {
            if (planned.entry != entry) continue;
            RunRecord run;
            run.name = planned.title(m_plan);
            run.dataset = planned.dataset;
            run.model = planned.config.model;
            run.config = planned.config.toJson();
            Evaluation test;
            for (std::int32_t user = 0; user < 40; ++user) test.ranks.push_back(rankOf(user));
            test.metrics = metricsOf(test.ranks);
            run.bestValid = test.metrics;
            run.protocol.trainedOnValidation = planned.config.training.retrainWithValidation;
            RunStore store(m_workspace);
            run = store.add(run);
            run.state = RunState::Finished;
            test.protocol = run.protocol;
            test.split = Split::Test;
            store.update(run);
            store.recordEvaluation(run.id, test);
        }
    }
    StudyTable table() { return studyOf(m_workspace, m_plan).tables.front(); }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    Plan m_plan = planFromJson(kTable);
};

TEST_F(StudyOfRuns, WithoutFinishedRunsItHasOnlyRowsAndPublishedValues) {
    const Study study = studyOf(m_workspace, m_plan);
    ASSERT_EQ(study.tables.size(), 1u);
    EXPECT_EQ(study.runsPlanned, 10u);
    EXPECT_EQ(study.runsFinished, 0u);
    const StudyTable& table = study.tables.front();
    ASSERT_EQ(table.rows.size(), 4u);
    EXPECT_FALSE(table.reference);
    EXPECT_EQ(table.rows[0].cells[0].published, 0.25) << "the plan writes the dataset's name in capitals";
    EXPECT_FALSE(table.rows[0].cells[1].published) << "this value is printed for another protocol";
    EXPECT_FALSE(improvement(table));
    EXPECT_NE(reportHtml(study).find("not run"), std::string::npos);
}

TEST_F(StudyOfRuns, TheRowThatIsBestOnValidationIsTheReference) {
    finish(0, 50);
    finish(1, 2);
    finish(2, 1);
    const StudyTable studyTable = table();
    EXPECT_EQ(studyTable.reference, 2u);
    EXPECT_EQ(studyTable.best, 2u);
    EXPECT_EQ(studyTable.second, 1u);
    EXPECT_EQ(studyTable.lead, DifferenceVerdict::Higher);
    EXPECT_EQ(studyTable.comparisons, 2u);
    EXPECT_EQ(studyTable.rows[0].verdict, DifferenceVerdict::Lower);
    EXPECT_EQ(studyTable.rows[1].verdict, DifferenceVerdict::Lower);
    EXPECT_EQ(studyTable.rows[2].verdict, DifferenceVerdict::NotCompared);
    EXPECT_EQ(studyTable.rows[3].verdict, DifferenceVerdict::NotCompared) << "no run";
    EXPECT_EQ(studyTable.rows[1].runs.size(), 3u);
    EXPECT_NEAR(studyTable.rows[1].difference.interval.mean, metricOfRank("ndcg@10", 2) - 1, 1e-12);
    EXPECT_NEAR(*improvement(studyTable), 1 / metricOfRank("ndcg@10", 2) - 1, 1e-12);
}

TEST_F(StudyOfRuns, DetailsAreVerdictsInWordsAndTheWorstSegments) {
    CohortStore(m_workspace).save(1, "first five", "chosen for a test", std::vector<std::int32_t>{0, 1, 2, 3, 4});
    CohortStore(m_workspace).save(1, "others", "chosen for a test", std::vector<std::int32_t>{5, 6, 7, 8, 9, 10});
    finish(0, 50);
    finish(1, 2, /*other=*/30, /*others=*/5);
    Study study = studyOf(m_workspace, m_plan);
    EXPECT_FALSE(study.tables.front().details);
    EXPECT_EQ(segmentsCsv(study).find('\n'), segmentsCsv(study).size() - 1) << "only the header";
    addDetails(m_workspace, study);
    const StudyTable& table = study.tables.front();
    const StudyDetails& details = *table.details;
    EXPECT_EQ(details.metrics, (std::vector<std::string>{"ndcg@10", "hr@10", "coverage@10"}));
    EXPECT_FALSE(details.window) << "leave-one-out";
    EXPECT_NEAR(details.relativeMargin, 0.01 / table.rows[1].cells[0].reached.interval.mean, 1e-12);
    ASSERT_EQ(details.comparisons.size(), 1u);
    EXPECT_EQ(details.comparisons[0].row, 0u);
    ASSERT_FALSE(details.comparisons[0].sentences.empty());
    EXPECT_TRUE(details.comparisons[0].sentences[0].starts_with("SASRec has the higher value: NDCG@10 "))
        << details.comparisons[0].sentences[0];

    ASSERT_GE(details.segments.size(), 2u);
    EXPECT_EQ(details.segments[0].name, "first five") << "the reference is worst there";
    EXPECT_EQ(details.values[0][1][0].users, 5);
    EXPECT_EQ(details.values[0][1][0].interval.mean, 0);
    EXPECT_EQ(details.values[0][1][2].users, 0) << "no run has lists";
    EXPECT_EQ(details.values[0][3][0].users, 0) << "no run of this row";
    const std::string csv = segmentsCsv(study);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + std::ssize(details.segments) * 4 * 3);
    EXPECT_NE(csv.find(",Cohort,first five,5,ndcg@10,0,"), std::string::npos) << csv;
    for (const std::string& report : {reportHtml(study), reportMarkdown(study), reportLatex(study)}) {
        EXPECT_NE(report.find(details.comparisons[0].sentences[0]), std::string::npos);
        EXPECT_NE(report.find("NDCG@10 in segments of users"), std::string::npos);
        EXPECT_LT(report.find("Cohort: first five"), report.find("Cohort: others"));
    }
}

TEST_F(StudyOfRuns, DebiasedMetricsAreOfTheTargetsThatRemain) {
    m_plan.metrics = {"debiased_hr@10", "hr@10"};
    // Item 1 is the target of twenty users, each other item that of one: the border is 1, so 21 users remain.
    const auto rank = [](std::int32_t user, std::int32_t ofItem1, std::int32_t ofOthers) {
        return UserRank{.user = user, .target = std::max(1, user - 18), .rank = user < 20 ? ofItem1 : ofOthers};
    };
    finishWith(0, [&](std::int32_t user) { return rank(user, 1, 50); });
    finishWith(1, [&](std::int32_t user) { return rank(user, 50, 1); });
    finishWith(2, [&](std::int32_t user) {
        UserRank old = rank(user, 1, 1);
        old.others = {{.target = kPadToken, .rank = 60}};  // as read from an evaluation of an older version
        return old;
    });
    const StudyTable studyTable = table();
    EXPECT_EQ(studyTable.rows[0].cells[0].reached.users, 21);
    EXPECT_NEAR(studyTable.rows[0].cells[0].reached.interval.mean, 1.0 / 21, 1e-12);
    EXPECT_NEAR(studyTable.rows[1].cells[0].reached.interval.mean, 20.0 / 21, 1e-12);
    EXPECT_NEAR(studyTable.rows[1].cells[1].reached.interval.mean, 0.5, 1e-12);
    EXPECT_EQ(studyTable.reference, 0u) << "without validation ranks no row has a debiased validation metric";
    EXPECT_NEAR(studyTable.rows[1].difference.interval.mean, 19.0 / 21, 1e-12);
    EXPECT_EQ(studyTable.rows[1].verdict, DifferenceVerdict::Higher);
    EXPECT_TRUE(studyTable.rows[2].runs.empty()) << "its other targets are unknown until it is ranked again";
    EXPECT_EQ(studyTable.rows[2].verdict, DifferenceVerdict::NotCompared);
}

TEST_F(StudyOfRuns, VerdictsOfAnUnfinishedPlanAreInterimInEveryFormat) {
    finish(1, 2);
    finish(2, 1);
    const Study study = studyOf(m_workspace, m_plan);
    const StudyTable& studyTable = study.tables.front();
    EXPECT_TRUE(isInterim(studyTable));
    EXPECT_EQ(verdictWords(studyTable, 1), "worse (interim)");
    EXPECT_NE(comparisonSentence(m_plan, studyTable)
                  .find("The verdicts are interim: 4 of 10 runs of this table are missing."),
              std::string::npos)
        << comparisonSentence(m_plan, studyTable);
    for (const std::string& text : {reportHtml(study), reportMarkdown(study), reportLatex(study)}) {
        EXPECT_NE(text.find("worse (interim)"), std::string::npos) << text;
        EXPECT_NE(text.find("The verdicts are interim"), std::string::npos) << text;
    }
    EXPECT_NE(reportCsv(study).find(",yes,yes,"), std::string::npos) << "covers seeds: yes; interim: yes";
    finish(0, 50);
    finish(3, 9);
    const StudyTable whole = table();
    EXPECT_FALSE(isInterim(whole));
    EXPECT_EQ(verdictWords(whole, 1), "worse");
    EXPECT_EQ(comparisonSentence(m_plan, whole).find("interim"), std::string::npos);
}

TEST_F(StudyOfRuns, EveryFormatStatesThatAVerdictIsBasedOnOneSeed) {
    m_plan.seeds = {1};
    finish(0, 50);
    finish(1, 2);
    finish(2, 1);
    finish(3, 9);
    const Study study = studyOf(m_workspace, m_plan);
    const StudyTable& table = study.tables.front();
    EXPECT_EQ(verdictWords(table, 1), "worse (one seed)");
    EXPECT_EQ(verdictWords(table, 0), "worse (one seed)") << "popularity has no seed, but the reference has only one";
    EXPECT_FALSE(coversSeeds(table, 1));
    const std::string caveat = "One seed each: the interval does not cover the effect of another seed.";
    EXPECT_EQ(verdictCaveats(table), caveat);
    for (const std::string& text : {reportHtml(study), reportMarkdown(study), reportLatex(study)}) {
        EXPECT_NE(text.find("worse (one seed)"), std::string::npos) << text;
        EXPECT_NE(text.find(caveat), std::string::npos) << text;
    }
    EXPECT_NE(reportCsv(study).find(",no,no,"), std::string::npos);
    EXPECT_NE(methodSentence(m_plan, table).find("as no side has two seeds"), std::string::npos);
}

TEST_F(StudyOfRuns, WithThreeSeedsTheIntervalCoversTheEffectOfTheSeed) {
    for (const std::size_t entry : {0, 1, 2, 3}) finish(entry, 1 + std::int32_t(entry));
    const StudyTable studyTable = table();
    EXPECT_EQ(verdictCaveats(studyTable), "");
    for (std::size_t row = 1; row < studyTable.rows.size(); ++row) EXPECT_TRUE(coversSeeds(studyTable, row));
    EXPECT_NE(methodSentence(m_plan, studyTable).find("Satterthwaite"), std::string::npos)
        << methodSentence(m_plan, studyTable);
    EXPECT_NE(methodSentence(m_plan, studyTable).find("corrected for 3 comparisons"), std::string::npos);
}

TEST_F(StudyOfRuns, AHitRateOfZeroHasAnInterval) {
    m_plan = planFromJson(R"({"name": "x", "datasets": "ring", "seeds": [1, 2], "metrics": ["ndcg@10", "hr@1"],
        "runs": [{"model": "sasrec"}, {"model": "bert4rec"}]})");
    finish(0, 5);
    finish(1, 6);
    // Wilson's interval of 0 of 40 ends at 3.841459 / 43.841459.
    const Study study = studyOf(m_workspace, m_plan);
    EXPECT_NE(reportMarkdown(study).find("0.0000 (0.0000 to 0.0876)"), std::string::npos) << reportMarkdown(study);
    EXPECT_EQ(reportMarkdown(study).find("0.0000 \u00b1 0.0000"), std::string::npos);
}

TEST_F(StudyOfRuns, AnAblationComparesWithItsFirstRow) {
    m_plan.shape = PlanShape::Ablation;
    finish(0, 5);
    finish(1, 1);
    // For each of the 40 users, rank 30 has 0.387 less NDCG@10 than rank 5. Up to 8.8 % of the population may differ
    // from these 40 users (Wilson's interval of 0 of 40), by at most 1 each. Therefore 40 equal differences cannot
    // establish a difference below 0.088.
    finish(2, 30);
    const StudyTable studyTable = table();
    EXPECT_EQ(studyTable.reference, 0u);
    EXPECT_EQ(studyTable.rows[1].verdict, DifferenceVerdict::Lower) << "the row whose metric falls most comes first";
    EXPECT_EQ(studyTable.rows[2].verdict, DifferenceVerdict::Higher);
}

TEST_F(StudyOfRuns, ADifferenceBelowTheMarginDoesNotMatterHoweverCertain) {
    finish(1, 1);
    finish(2, 1, 2, 1);  // one user of forty is one rank worse: NDCG@10 is 0.009 lower
    m_plan.margin = 0.5;
    EXPECT_EQ(table().rows[2].verdict, DifferenceVerdict::DoesNotMatter);
    finish(0, 2);  // NDCG@10 is certainly lower, by less than the margin
    EXPECT_EQ(table().rows[0].verdict, DifferenceVerdict::DoesNotMatter);
    m_plan.margin = 0.0001;
    EXPECT_EQ(table().rows[0].verdict, DifferenceVerdict::Lower);
    EXPECT_EQ(table().rows[2].verdict, DifferenceVerdict::NotSignificant) << "one user proves nothing";
}

TEST_F(StudyOfRuns, PValuesAreCorrectedForTheNumberOfComparisonsShown) {
    finish(1, 1);
    finish(2, 1, 11, 5);
    const double alone = table().rows[2].p;
    finish(0, 1, 11, 4);
    finish(3, 1, 11, 3);
    const StudyTable studyTable = table();
    EXPECT_EQ(studyTable.comparisons, 3u);
    EXPECT_NEAR(studyTable.rows[2].p, 3 * alone, 1e-9) << "Holm: the smallest of three p-values times 3";
    EXPECT_LE(studyTable.rows[2].p, studyTable.rows[0].p);
    EXPECT_LE(studyTable.rows[0].p, studyTable.rows[3].p);
    EXPECT_LE(studyTable.rows[3].p, 1);
}

TEST_F(StudyOfRuns, RowsTrainedOnValidationItemsHaveASeparateTable) {
    m_plan = planFromJson(R"({"name": "x", "datasets": "ring", "seeds": [1, 2], "runs": [{"model": "sasrec"},
        {"model": "sasrec", "label": "Again", "set": {"retrain_with_validation": "on"}}, {"model": "bert4rec"}]})");
    const auto titles = [this] {
        std::vector<std::string> titles;
        for (const StudyTable& table : studyOf(m_workspace, m_plan).tables) {
            titles.push_back(protocolTitle(table.protocol));
            for (const StudyRow& row : table.rows) titles.push_back(row.title);
        }
        return titles;
    };
    const std::vector<std::string> expected = {"full", "SASRec", "BERT4Rec", "full, trained on validation items too",
                                               "Again"};
    EXPECT_EQ(titles(), expected) << "the tables are the same before anything is trained";
    finish(0, 2);
    finish(1, 1);
    finish(2, 9);
    EXPECT_EQ(titles(), expected);
    const Study study = studyOf(m_workspace, m_plan);
    EXPECT_FALSE(study.tables[0].protocol.trainedOnValidation);
    EXPECT_EQ(study.tables[0].rows[1].verdict, DifferenceVerdict::Lower);
    EXPECT_EQ(study.tables[1].rows[0].verdict, DifferenceVerdict::NotCompared)
        << "no other row was trained on validation items";
    for (const StudyTable& table : study.tables)
        for (const StudyRow& row : table.rows)
            for (const RunRecord& run : row.runs) EXPECT_EQ(run.protocol, table.protocol) << row.title;
    const auto tables = reportTables(study);
    EXPECT_EQ(tables[1].title, "ring, full, trained on validation items too");
    EXPECT_NE(tables[1].caption.find("trained on validation items too"), std::string::npos);

    m_plan.shape = PlanShape::Ablation;
    const StudyTable retrained = studyOf(m_workspace, m_plan).tables[1];
    EXPECT_FALSE(retrained.reference) << "the plan's first row, the reference of an ablation, is in the other table";
    EXPECT_NE(comparisonSentence(m_plan, retrained).find("Nothing is compared"), std::string::npos);
}

TEST_F(StudyOfRuns, PublishedSecondsAreNextToTheMeasuredOnes) {
    m_plan = planFromJson(R"({"name": "x", "datasets": "ring", "seeds": [1, 2], "runs": [{"model": "sasrec",
        "set": {"max_length": [8, 16]}, "printed": [{"dataset": "ring", "protocol": "full", "set": {"max_length": 16},
                                                     "metrics": {"ndcg@10": 0.5}, "seconds": 157}]}]})");
    finish(0, 1);
    const auto runs = RunStore(m_workspace).list();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        RunRecord run = runs[i];
        run.seconds = 10 + 2 * double(i % 2);
        RunStore(m_workspace).update(run);
    }
    const StudyTable studyTable = table();
    EXPECT_EQ(studyTable.rows[1].seconds, 11) << "the mean over seeds";
    EXPECT_EQ(studyTable.rows[1].publishedSeconds, 157);
    EXPECT_FALSE(studyTable.rows[0].publishedSeconds);
    const ReportTable text = reportTables(studyOf(m_workspace, m_plan)).front();
    const auto column = std::find(text.columns.begin(), text.columns.end(), "Seconds published") - text.columns.begin();
    EXPECT_EQ(text.rows[1][std::size_t(column)], "157");
    EXPECT_EQ(text.rows[1][std::size_t(column) - 1], "11");
}

}  // namespace
}  // namespace recscope
