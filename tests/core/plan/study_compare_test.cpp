// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the verdicts "better", "worse" and "the same" on given ranks, without training.
#include <gtest/gtest.h>

#include "core/plan/study.h"
#include "core/util/random.h"

namespace recscope {
namespace {

class Comparison {
public:
    explicit Comparison(double margin = 0) {
        m_plan.metrics = {"hr@10"};
        m_plan.margin = margin;
    }
    /// Adds a row with `users` users. The `hits` users from user `first` on have their held-out item in the top ten.
    void add(std::size_t users, std::size_t first, std::size_t hits, std::optional<double> validation = {}) {
        std::vector<UserRank> ranks;
        for (std::size_t user = 0; user < users; ++user)
            ranks.push_back({.user = std::int32_t(user),
                             .target = 1,
                             .rank = user >= first && user < first + hits ? 1 : 50,
                             .ties = 0});
        add(std::move(ranks), validation);
    }
    void add(std::vector<UserRank> ranks, std::optional<double> validation) {
        StudyRow& row = m_table.rows.emplace_back();
        row.title = "row " + std::to_string(m_table.rows.size());
        row.runs.emplace_back();
        row.validation = validation;
        m_ranks.push_back({std::move(ranks)});
        row.cells.push_back(
            {.reached = seedMean("hr@10", SeedRanks(m_ranks.back().begin(), m_ranks.back().end())), .published = {}});
    }
    const StudyTable& compared() {
        compareRows(m_plan, m_table, m_ranks);
        return m_table;
    }
    Plan& plan() { return m_plan; }

private:
    Plan m_plan;
    StudyTable m_table;
    std::vector<RanksOfRow> m_ranks;
};

TEST(StudyComparison, TheReferenceIsBestOnValidationEvenIfAnotherRowIsBestOnTest) {
    Comparison comparison;
    comparison.add(100, 0, 50, 0.2);
    comparison.add(100, 0, 40, 0.3);
    comparison.add(100, 0, 90);
    const StudyTable& table = comparison.compared();
    EXPECT_EQ(table.reference, 1u);
    EXPECT_EQ(table.best, 2u);
    EXPECT_EQ(table.rows[2].verdict, DifferenceVerdict::Higher);
    EXPECT_NE(comparisonSentence(comparison.plan(), table).find("row 2, the best on validation by HR@10"),
              std::string::npos);
}

TEST(StudyComparison, AnAblationIsSortedByTheLossWithoutEachPart) {
    Comparison comparison;
    comparison.plan().shape = PlanShape::Ablation;
    for (const std::size_t hits : {50, 40, 20, 70, 30}) comparison.add(100, 0, hits);
    const StudyTable& table = comparison.compared();
    std::vector<std::string> titles;
    for (const StudyRow& row : table.rows) titles.push_back(row.title);
    EXPECT_EQ(titles, (std::vector<std::string>{"row 1", "row 3", "row 5", "row 2", "row 4"}))
        << "the unchanged model first, then the row whose metric falls most";
    EXPECT_EQ(table.reference, 0u);
    EXPECT_EQ(table.best, 4u);
    EXPECT_EQ(table.second, 0u);
    EXPECT_NEAR(table.rows[1].difference.interval.mean, -0.3, 1e-9);
}

TEST(StudyComparison, WithoutValidationTheFirstRowIsTheReference) {
    Comparison comparison;
    comparison.add(100, 0, 50);
    comparison.add(100, 0, 90);
    EXPECT_EQ(comparison.compared().reference, 0u);
    EXPECT_NE(comparisonSentence(comparison.plan(), comparison.compared()).find("row 1, the first row that has a run"),
              std::string::npos);
}

// Of 1,000 tables of 13 equal models, at most 5 % may have findings: 50, with a standard deviation of
// sqrt(1000 * 0.05 * 0.95) = 6.9. More than 50 + 3 * 6.9 = 71 such tables occur by chance for one seed in 700. If the
// reference were the row that is best on test, there would be 170.
TEST(StudyComparison, EqualModelsHaveFindingsInAtMostFivePercentOfTables) {
    constexpr int kTables = 1000, kModels = 13, kUsers = 200, kMaxFindings = 71;
    int findings = 0, leads = 0;
    for (std::uint64_t number = 0; number < kTables; ++number) {
        Random random({7, number});
        Comparison comparison;
        for (int model = 0; model < kModels; ++model) {
            std::vector<UserRank> ranks;
            for (std::int32_t user = 0; user < kUsers; ++user)
                ranks.push_back({.user = user, .target = 1, .rank = std::int32_t(1 + random.below(20)), .ties = 0});
            comparison.add(std::move(ranks), random.uniform());
        }
        const StudyTable& table = comparison.compared();
        findings += std::any_of(table.rows.begin(), table.rows.end(), [](const StudyRow& row) {
            return row.verdict == DifferenceVerdict::Higher || row.verdict == DifferenceVerdict::Lower;
        });
        leads += table.lead == DifferenceVerdict::Higher;
    }
    EXPECT_LE(findings, kMaxFindings);
    EXPECT_LE(leads, kMaxFindings) << "the best row is compared with the second, although both are chosen on test";
    EXPECT_GE(findings, 10) << "some differences must be found, or the limits above show nothing";
}

TEST(StudyComparison, ADifferenceIsImmaterialOnlyIfItsIntervalIsWithinTheMargin) {
    // 8 of 1,100 users differ; the interval adds one user of +1 and one of -1. The difference is 8 / 1102 = 0.0073,
    // its half-width 1.96 * sqrt((10 / 1102 - (8 / 1102)^2) / 1102) = 0.0056, and p = 0.011 (McNemar's exact test:
    // 2 * 0.5^8 = 0.008).
    Comparison medium(/*margin=*/0.009);
    medium.add(1100, 0, 100, 0.2);
    medium.add(1100, 0, 108, 0.1);
    EXPECT_EQ(medium.compared().rows[1].verdict, DifferenceVerdict::MaybeTooSmall) << "the interval reaches 0.0129";
    EXPECT_STREQ(verdictText(DifferenceVerdict::MaybeTooSmall), "significant difference, perhaps too small to matter");
    Comparison wide(/*margin=*/0.015);
    wide.add(1100, 0, 100, 0.2);
    wide.add(1100, 0, 108, 0.1);
    EXPECT_EQ(wide.compared().rows[1].verdict, DifferenceVerdict::DoesNotMatter);
    Comparison narrow(/*margin=*/0.004);
    narrow.add(1100, 0, 100, 0.2);
    narrow.add(1100, 0, 108, 0.1);
    EXPECT_EQ(narrow.compared().rows[1].verdict, DifferenceVerdict::Higher);
}

}  // namespace
}  // namespace recscope
