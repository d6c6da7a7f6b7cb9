// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/study.h"

#include <gtest/gtest.h>

#include "../learn_support.h"
#include "core/plan/plan_run.h"
#include "core/plan/report.h"
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

    /// Stores finished runs of one entry: rank `usual` for every user, and `other` for the first `others` of them.
    void finish(std::size_t entry, std::int32_t usual, std::int32_t other = 1, std::int32_t others = 0) {
        for (const PlannedRun& planned : plannedRuns(m_workspace, m_plan)) {
            if (planned.entry != entry) continue;
            RunRecord run;
            run.name = planned.title(m_plan);
            run.dataset = planned.dataset;
            run.model = planned.config.model;
            run.config = planned.config.toJson();
            Evaluation test;
            for (std::int32_t user = 0; user < 40; ++user)
                test.ranks.push_back({.user = user, .target = 1, .rank = user < others ? other : usual, .ties = 0});
            test.metrics = metricsOf(test.ranks);
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

TEST_F(StudyOfRuns, WithoutRunsHasRowsAndPrintedValuesAndNothingElse) {
    const Study study = studyOf(m_workspace, m_plan);
    ASSERT_EQ(study.tables.size(), 1u);
    EXPECT_EQ(study.runsPlanned, 10u);
    EXPECT_EQ(study.runsFinished, 0u);
    const StudyTable& of = study.tables.front();
    ASSERT_EQ(of.rows.size(), 4u);
    EXPECT_FALSE(of.reference);
    EXPECT_EQ(of.rows[0].cells[0].printed, 0.25) << "the dataset's name in other letters";
    EXPECT_FALSE(of.rows[0].cells[1].printed) << "printed for another protocol";
    EXPECT_FALSE(improvement(of));
    EXPECT_NE(reportHtml(study).find("not run"), std::string::npos);
}

TEST_F(StudyOfRuns, TheBestRowIsWhatOthersAreComparedWith) {
    finish(0, 50);
    finish(1, 2);
    finish(2, 1);
    const StudyTable of = table();
    EXPECT_EQ(of.reference, 2u);
    EXPECT_EQ(of.second, 1u);
    EXPECT_EQ(of.comparisons, 2u);
    EXPECT_EQ(of.rows[0].verdict, StudyVerdict::Worse);
    EXPECT_EQ(of.rows[1].verdict, StudyVerdict::Worse);
    EXPECT_EQ(of.rows[2].verdict, StudyVerdict::NotCompared);
    EXPECT_EQ(of.rows[3].verdict, StudyVerdict::NotCompared) << "no run";
    EXPECT_EQ(of.rows[1].runs.size(), 3u);
    EXPECT_NEAR(of.rows[1].difference.interval.mean, metricOfRank("ndcg@10", 2) - 1, 1e-12);
    EXPECT_NEAR(*improvement(of), 1 / metricOfRank("ndcg@10", 2) - 1, 1e-12);
}

TEST_F(StudyOfRuns, AnAblationComparesWithItsFirstRow) {
    m_plan.shape = PlanShape::Ablation;
    finish(0, 5);
    finish(1, 1);
    finish(2, 9);
    const StudyTable of = table();
    EXPECT_EQ(of.reference, 0u);
    EXPECT_EQ(of.rows[1].verdict, StudyVerdict::Better);
    EXPECT_EQ(of.rows[2].verdict, StudyVerdict::Worse);
}

TEST_F(StudyOfRuns, ADifferenceBelowTheMarginDoesNotMatterHoweverCertain) {
    finish(1, 1);
    finish(2, 1, 2, 1);  // one user of forty one rank worse: 0.009 below, under the margin of 0.01
    m_plan.margin = 0.5;
    EXPECT_EQ(table().rows[2].verdict, StudyVerdict::DoesNotMatter);
    finish(0, 2);  // certain, and below half a point
    EXPECT_EQ(table().rows[0].verdict, StudyVerdict::DoesNotMatter);
    m_plan.margin = 0.0001;
    EXPECT_EQ(table().rows[0].verdict, StudyVerdict::Worse);
    EXPECT_EQ(table().rows[2].verdict, StudyVerdict::NotShown) << "one user proves nothing";
}

TEST_F(StudyOfRuns, TheCorrectionCountsTheComparisonsShown) {
    finish(1, 1);
    finish(2, 1, 11, 5);
    const double alone = table().rows[2].p;
    finish(0, 1, 11, 4);
    finish(3, 1, 11, 3);
    const StudyTable of = table();
    EXPECT_EQ(of.comparisons, 3u);
    EXPECT_NEAR(of.rows[2].p, 3 * alone, 1e-9) << "the smallest of three";
    EXPECT_LE(of.rows[2].p, of.rows[0].p);
    EXPECT_LE(of.rows[0].p, of.rows[3].p);
    EXPECT_LE(of.rows[3].p, 1);
}

TEST_F(StudyOfRuns, ACommandMakesTheRunAgain) {
    m_plan = planFromJson(R"({"name": "x", "datasets": "ring", "seeds": 7,
                              "runs": [{"model": "bert4rec", "set": {"layers": 1, "mask_probability": [0.2, 0.4]}}]})");
    finish(0, 1);
    const Study study = studyOf(m_workspace, m_plan);
    const StudyRow& row = study.tables.front().rows.back();
    EXPECT_EQ(trainCommand(study, row, row.runs.front()),
              "recscope-cli train --dataset \"ring\" --model bert4rec --preset quick --set layers=1 --set "
              "mask_probability=0.4 --seed 7");
    Plan curve = study.plan;
    curve.shape = PlanShape::Curve;
    EXPECT_NE(studySvg(curve, study.tables.front()).find("mask_probability"), std::string::npos);
}

TEST_F(StudyOfRuns, AReportEscapesAndCarriesEveryFormat) {
    finish(1, 1);
    finish(2, 2);
    const Study study = studyOf(m_workspace, m_plan);
    const std::string html = reportHtml(study);
    EXPECT_NE(html.find("A &lt;ring&gt; &amp; more"), std::string::npos);
    EXPECT_EQ(html.find("http://www.w3.org/2000/svg"), html.rfind("http"))
        << "the one address is the name of SVG: nothing is fetched";
    EXPECT_NE(reportLatex(study).find("A \\textless{}ring\\textgreater{} \\& more"), std::string::npos);
    EXPECT_NE(reportMarkdown(study).find("| SASRec | 3 | 1.0000 ± 0.0000 |"), std::string::npos);
    EXPECT_NE(reportCsv(study).find("ring,full,SASRec,ndcg@10,1,0,3,40,,,,,reference"), std::string::npos);
    const auto files = writeReport(study, m_temporary.path().parent_path() / "report");
    EXPECT_EQ(files.size(), 4u);
    for (const auto& file : files) EXPECT_GT(std::filesystem::file_size(file), 100u);
}

}  // namespace
}  // namespace recscope
