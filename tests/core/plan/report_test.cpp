// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "../learn_support.h"
#include "core/recommender/registry.h"
#include "report_of.h"

namespace recscope {
namespace {

/// The x coordinate of the text `words` in the figure; -1 if the figure does not contain it.
double textX(const std::string& svg, const std::string& words) {
    const std::size_t at = svg.find(">" + words + "</text>");
    if (at == std::string::npos) return -1;
    return std::stod(svg.substr(svg.rfind("<text x=\"", at) + 9));
}

std::string curve(const std::string& set) {
    return R"({"name": "x", "datasets": "ring", "shows": "curve", "seeds": 7, "runs": [{"model": "sasrec", "set": )" +
           set + "}]}";
}

TEST(Curve, TextValuesAreInThePlansOrder) {
    const std::string svg = UntrainedStudy(curve(R"({"norm": ["pre", "post", "sasrec_code"]})")).svg();
    EXPECT_GT(textX(svg, "pre"), 0);
    EXPECT_LT(textX(svg, "pre"), textX(svg, "post"));
    EXPECT_LT(textX(svg, "post"), textX(svg, "sasrec_code"));
}

TEST(Curve, NumericValuesAreSorted) {
    const std::string svg = UntrainedStudy(curve(R"({"max_length": [200, 50, 100]})")).svg();
    EXPECT_GT(textX(svg, "50"), 0);
    EXPECT_LT(textX(svg, "50"), textX(svg, "100"));
    EXPECT_LT(textX(svg, "100"), textX(svg, "200"));
}

TEST(Curve, AModelWithoutTheKeyIsAHorizontalLine) {
    const std::string svg = UntrainedStudy(R"({"name": "x", "datasets": "ring", "shows": "curve", "seeds": 7, "runs": [
        {"model": "sasrec", "set": {"dim": [8, 16]}}, {"model": "popularity"}]})")
                                .svg();
    const std::size_t path = svg.rfind("<path d=\"M");
    const std::string points = svg.substr(path, svg.find("fill", path) - path);
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    ASSERT_EQ(std::sscanf(points.c_str(), "<path d=\"M%lf %lf L%lf %lf", &x1, &y1, &x2, &y2), 4) << points;
    EXPECT_LT(x1, x2);
    EXPECT_EQ(y1, y2);
    EXPECT_NE(svg.find("Popularity"), std::string::npos);
}

TEST(Curve, EachMetricOfThePlanHasACurve) {
    UntrainedStudy report(
        R"({"name": "x", "datasets": "ring", "shows": "curve", "seeds": 7, "metrics": ["ndcg@10", "mrr"],
                        "runs": [{"model": "sasrec", "set": {"dim": [8, 16]}}]})");
    const std::string html = reportHtml(report.study());
    EXPECT_NE(html.find("NDCG@10: ring, full"), std::string::npos);
    EXPECT_NE(html.find("MRR: ring, full"), std::string::npos);
}

TEST(Curve, OfOneModelHasALineForEachDataset) {
    UntrainedStudy report(curve(R"({"dim": [8, 16]})"));
    report.addTable("disc");
    for (StudyTable& table : report.study().tables) table.rows[1].cells.front().published = 0.3;
    ASSERT_EQ(entriesAcrossDatasets(report.study(), 1), std::vector<std::size_t>{0});
    const std::string svg = datasetsSvg(report.study(), 1, 0);
    EXPECT_NE(svg.find("NDCG@10: SASRec on each dataset, full"), std::string::npos) << svg;
    EXPECT_EQ(svg, datasetsSvg(report.study(), 0, 0)) << "the picture is the same whichever table it is made from";
    EXPECT_GT(textX(svg, "ring"), 0);
    EXPECT_GT(textX(svg, "disc"), 0);
    EXPECT_EQ(countOf(svg, "<path "), 2);
    EXPECT_EQ(countOf(svg, "r=\"5.5\""), 2) << "a ring for the published value of each dataset";
    for (const char* words : {">dim<", ">NDCG@10 on test<", ">bars: 95 % interval<", ">hollow: published value<"})
        EXPECT_EQ(countOf(svg, words), 1) << words;

    const std::string html = reportHtml(report.study());
    EXPECT_EQ(countOf(html, "<h2>All datasets, full</h2>"), 1);
    EXPECT_EQ(countOf(html, "<svg"), 2) << "one for each metric";
    EXPECT_EQ(countOf(html, "<h2>disc, full</h2>"), 1) << "each dataset still has a section with its table";
}

TEST(Curve, OfSeveralModelsIsDrawnForEachDatasetByDefault) {
    UntrainedStudy report(R"({"name": "x", "datasets": "ring", "shows": "curve", "seeds": 7, "runs": [
        {"model": "sasrec", "set": {"dim": [8, 16]}}, {"model": "popularity"},
        {"model": "bpr_mf", "set": {"dim": [8, 16]}}]})");
    EXPECT_TRUE(entriesAcrossDatasets(report.study(), 0).empty()) << "there is one dataset";
    report.addTable("disc");
    EXPECT_FALSE(comparesDatasets(report.study(), 0));
    EXPECT_EQ(entriesAcrossDatasets(report.study(), 0), (std::vector<std::size_t>{0, 2})) << "popularity has no dim";
    const std::string html = reportHtml(report.study());
    EXPECT_EQ(html.find("on each dataset"), std::string::npos);
    EXPECT_EQ(countOf(html, ">NDCG@10: ring, full<") + countOf(html, ">NDCG@10: disc, full<"), 2);
    const std::string svg = datasetsSvg(report.study(), 0, 2);
    EXPECT_NE(svg.find("NDCG@10: BPR-MF on each dataset, full"), std::string::npos) << svg;
    EXPECT_EQ(countOf(svg, "<path "), 2);
}

TEST(Curve, DatasetsUnderDifferentProtocolsHaveSeparatePictures) {
    UntrainedStudy report(curve(R"({"dim": [8, 16]})"));
    report.addTable("disc").protocol.seen = SeenItems::Kept;
    EXPECT_FALSE(comparesDatasets(report.study(), 0));
    const std::string html = reportHtml(report.study());
    EXPECT_EQ(html.find("on each dataset"), std::string::npos);
    EXPECT_EQ(countOf(html, ">NDCG@10: disc, full, seen items kept<"), 1);
}

TEST(Ablation, PictureShowsMeasuredAndPublishedChanges) {
    UntrainedStudy report(R"({"name": "x", "datasets": "ring", "shows": "ablation", "seeds": 7, "runs": [
        {"model": "sasrec"}, {"model": "sasrec", "label": "one layer", "set": {"layers": 1}},
        {"model": "sasrec", "label": "three layers", "set": {"layers": 3}}]})");
    EXPECT_TRUE(report.changes().empty()) << "nothing is compared yet";
    StudyTable& table = report.table();
    table.comparisons = 2;
    for (const std::size_t row : {1, 2}) {
        table.rows[row].difference.interval = {.mean = row == 1 ? -0.2 : 0.1, .halfWidth = 0.05};
        table.rows[row].verdict = DifferenceVerdict::Higher;
    }
    table.rows[0].cells.front().published = 0.5;
    table.rows[1].cells.front().published = 0.4;
    const std::string svg = report.changes();
    EXPECT_NE(svg.find("Change of NDCG@10 against SASRec: ring, full"), std::string::npos) << svg;
    EXPECT_EQ(svg.find(">SASRec</text>"), std::string::npos) << "the reference is the line at 0 and has no row";
    const auto centres = [&svg](const std::string& attribute) {
        std::vector<double> all;
        for (std::size_t at = svg.find("<circle cx=\""); at != std::string::npos;
             at = svg.find("<circle cx=\"", at + 1))
            if (svg.substr(at, svg.find("/>", at) - at).find(attribute) != std::string::npos)
                all.push_back(std::stod(svg.substr(at + 12)));
        return all;
    };
    const std::vector<double> hollow = centres("fill=\"none\""), all = centres("");
    ASSERT_EQ(all.size(), 3u) << svg;
    ASSERT_EQ(hollow.size(), 1u) << "only one row besides the reference has a published value";
    const double zero = textX(svg, "0");
    ASSERT_GT(zero, 0) << "the axis has a tick at 0";
    EXPECT_LT(all[0], zero);
    EXPECT_LT(all[1], zero);
    EXPECT_GT(all[2], zero);
    EXPECT_NE(reportHtml(report.study()).find("Change of NDCG@10 against SASRec"), std::string::npos);
}

TEST(Report, MarkdownNamesDifferencesAndFailuresLikeHtml) {
    UntrainedStudy report(R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [
        {"model": "sasrec", "label": "narrow", "set": {"dim": 8}}, {"model": "sasrec", "set": {"dim": 16}}]})");
    RunRecord failed;
    failed.name = "SASRec, wide";
    failed.message = {"The loss is not finite."};
    report.study().failed.push_back(failed);
    const std::string markdown = reportMarkdown(report.study());
    EXPECT_NE(markdown.find("|  | dim |\n|---|---:|\n| narrow | 8 |\n| SASRec | 16 |\n"), std::string::npos)
        << markdown;
    EXPECT_NE(markdown.find("- SASRec, wide: The loss is not finite."), std::string::npos);
}

TEST(ConfigTable, EachKeyOfDifferentModelsIsListedOnce) {
    UntrainedStudy report(R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [{"model": "popularity"},
        {"model": "sasrec", "label": "narrow", "set": {"dim": 8}}, {"model": "sasrec", "label": "wide", "set": {"dim": 16}},
        {"model": "bert4rec", "set": {"dim": 8}}]})");
    StudyRow later;
    later.title = "later";
    later.cells.resize(report.study().plan.metrics.size());
    report.table().rows.push_back(later);
    const ReportTable table = configTable(report.table());
    EXPECT_EQ(table.columns, (std::vector<std::string>{"", "Config"}));
    std::vector<std::string> titles;
    for (const auto& row : table.rows) titles.push_back(row.front());
    ASSERT_EQ(titles, (std::vector<std::string>{"All models with the key", "Popularity", "SASRec, all rows", "narrow",
                                                "wide", "BERT4Rec", "later"}));
    const auto config = [&table](std::size_t row) { return ", " + table.rows[row][1] + ", "; };
    const auto has = [&config](std::size_t row, const std::string& pair) {
        return config(row).find(", " + pair + ", ") != std::string::npos;
    };
    EXPECT_EQ(table.rows[1][1], "–") << "popularity has no key that other models lack";
    EXPECT_EQ(table.rows[3][1], "dim = 8");
    EXPECT_EQ(table.rows[4][1], "dim = 16");
    EXPECT_EQ(table.rows[6][1], "not run");
    EXPECT_TRUE(has(2, "attention = causal")) << config(2);
    EXPECT_TRUE(has(5, "attention = bidirectional")) << config(5);
    EXPECT_TRUE(has(5, "dim = 8")) << config(5);
    const RunConfig bert = configFromJson(report.table().rows[3].runs.front().config);
    EXPECT_TRUE(has(5, "mask_probability = " + configValue(bert, "mask_probability"))) << config(5);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        EXPECT_EQ(config(row).find("gbce_t"), std::string::npos) << "a key of another loss: " << config(row);
        EXPECT_EQ(config(row).find("seed ="), std::string::npos);
        EXPECT_EQ(has(row, "optimizer = adam"), row == 0)
            << "no row repeats a key that all models have: " << config(row);
    }
    const std::string pairs = table.rows[5][1];
    EXPECT_NE(reportMarkdown(report.study()).find("| BERT4Rec | " + pairs + " |"), std::string::npos);
    EXPECT_NE(reportHtml(report.study()).find("<td>narrow</td><td class=\"prose\">dim&#160;=&#160;8</td>"),
              std::string::npos)
        << "a pair stays on one line";
}

TEST(ConfigTable, IsInLatexToo) {
    UntrainedStudy few(R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [
        {"model": "sasrec", "label": "narrow", "set": {"inner_dim": 8}}, {"model": "sasrec", "set": {"inner_dim": 16}}]})");
    const std::string columns = reportLatex(few.study());
    EXPECT_NE(columns.find("\\toprule\n & inner\\_dim \\\\\n\\midrule\nnarrow & 8 \\\\\nSASRec & 16 \\\\\n"
                           "\\bottomrule"),
              std::string::npos)
        << columns;
    EXPECT_NE(columns.find("ring, full: Config keys that differ between the rows.}"), std::string::npos) << columns;

    UntrainedStudy many(
        R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [{"model": "sasrec"}, {"model": "item_knn"},
        {"model": "bert4rec"}]})");
    const std::string pairs = reportLatex(many.study());
    EXPECT_NE(pairs.find("Item-kNN & similarity~=~cosine, history~=~all"), std::string::npos) << pairs;
    EXPECT_NE(pairs.find("mask\\_probability~=~"), std::string::npos) << pairs;
    for (const char* package : {"array", "booktabs", "longtable"})
        EXPECT_NE(pairs.substr(0, pairs.find('\n')).find(package), std::string::npos) << package;

    UntrainedStudy single(R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [{"model": "sasrec"}]})");
    EXPECT_EQ(reportLatex(single.study()).find("Config keys"), std::string::npos) << "nothing differs";
}

TEST(TrainCommand, ReproducesTheRun) {
    const UntrainedStudy report(R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [{"model": "bert4rec",
        "preset": "paper", "presets": {"RING": "paper-steam"},
        "set": {"layers": 1, "dim": [{"dim": 8, "inner_dim": 16}, {"dim": 16, "inner_dim": 64}]}}]})");
    EXPECT_EQ(report.command(1),
              "recscope-cli train --dataset ring --model bert4rec --preset paper-steam --set layers=1 --set dim=16 "
              "--set inner_dim=64 --seed 7");
}

TEST(TrainCommand, QuotesNamesForTheShell) {
    const UntrainedStudy report(R"({"name": "x", "datasets": "ring", "seeds": 7, "runs": [{"model": "sasrec"}]})",
                                "it's $HOME `ls` \"a\"");
    EXPECT_EQ(report.command(0),
              "recscope-cli train --dataset 'it'\\''s $HOME `ls` \"a\"' --model sasrec --preset quick --seed 7");
}

TEST(Report, EveryFormatIsWrittenAndEscapesSpecialCharacters) {
    const UntrainedStudy report(R"({"name": "x", "title": "A <ring> & more ~ 2^3", "datasets": "ring", "seeds": 7,
                              "runs": [{"model": "sasrec"}, {"model": "bert4rec"}]})");
    const Study& study = report.study();
    const std::string html = reportHtml(study);
    EXPECT_NE(html.find("A &lt;ring&gt; &amp; more"), std::string::npos);
    EXPECT_EQ(html.find("http://www.w3.org/2000/svg"), html.rfind("http"))
        << "the only address is SVG's namespace: nothing is fetched";
    EXPECT_NE(
        reportLatex(study).find("A \\textless{}ring\\textgreater{} \\& more \\textasciitilde{} 2\\textasciicircum{}3"),
        std::string::npos)
        << reportLatex(study);
    EXPECT_NE(reportMarkdown(study).find("| SASRec | 1 | 0.1000 ± 0.0100 |"), std::string::npos);
    EXPECT_NE(reportCsv(study).find("ring,full,SASRec,ndcg@10,0.1,0.01,1,40,,,,,reference"), std::string::npos);
    const TemporaryWorkspace folder;
    const auto files = writeReport(study, folder.path().parent_path() / "report");
    EXPECT_EQ(files.size(), 5u);
    for (const auto& file : files) EXPECT_GT(std::filesystem::file_size(file), 80u);
}

}  // namespace
}  // namespace recscope
