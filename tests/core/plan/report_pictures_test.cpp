// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the report for reviewers: figures that any program can draw, tables that fit a page, and the sources of all
// numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "core/data/import_report.h"
#include "core/data/importer.h"
#include "core/plan/study_figures.h"
#include "core/plan/text_width.h"
#include "core/recommender/torch_version.h"
#include "core/util/program_version.h"
#include "report_of.h"

namespace recscope {
namespace {

std::vector<std::smatch> allOf(const std::string& text, const std::regex& pattern) {
    return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

/// A report whose rows were compared with the first: each is worse, except the last one, which counts as not run.
UntrainedStudy compared(const std::string& plan) {
    UntrainedStudy report(plan);
    report.study().plan.margin = 0.01;
    StudyTable& table = report.table();
    for (std::size_t row = 1; row + 1 < table.rows.size(); ++row) {
        table.rows[row].verdict = DifferenceVerdict::Lower;
        table.rows[row].difference.interval = {.mean = -0.02 * double(row), .halfWidth = 0.005};
        table.rows[row].p = 0.001;
        ++table.comparisons;
    }
    return report;
}

const char* const kModels = R"({"name": "x", "datasets": "ring", "metrics": ["ndcg@10", "hr@10", "mrr"], "seeds": 7,
    "runs": [{"model": "bert4rec", "label": "BERT4Rec with a label that is far too long for the page it stands on"},
             {"model": "sasrec"}, {"model": "gru4rec"}, {"model": "popularity"}]})";
const char* const kCurve = R"({"name": "x", "datasets": "ring", "shows": "curve", "seeds": 7,
    "runs": [{"model": "sasrec", "set": {"dim": [8, 16]}}, {"model": "popularity"}]})";
const char* const kGrid = R"({"name": "x", "datasets": "ring", "seeds": 7,
    "runs": [{"model": "sasrec", "set": {"dim": [16, 8], "layers": [1, 2, 3]}}, {"model": "popularity"}]})";

AttentionFigure figure() {
    AttentionFigure figure;
    figure.title = "A figure";
    figure.rowAxis = "looks";
    figure.columnAxis = "is looked at";
    FigureMap map;
    map.title = "layer 1, head 1";
    map.size = 2;
    map.weights = {0.5, std::nan(""), 0.25, 1.0};
    map.isTable = true;
    figure.maps = {map};
    return figure;
}

/// Every kind of picture that a report has.
std::vector<std::string> allPictures() {
    std::vector<std::string> pictures{attentionSvg(figure())};
    for (const char* plan : {kModels, kCurve, kGrid}) {
        const UntrainedStudy report = compared(plan);
        const Study& study = report.study();
        pictures.push_back(studySvg(study.plan, study.tables.front()));
        pictures.push_back(changesSvg(study.plan, study.tables.front()));
        for (const std::size_t entry : entriesWithGrid(study.tables.front()))
            pictures.push_back(gridSvg(study.plan, study.tables.front(), entry));
    }
    return pictures;
}

// ImageMagick's own renderer and Qt's (SVG Tiny 1.2) support neither rgba() nor colours of four or eight digits, and
// paint such shapes black or not at all.
TEST(Svg, EveryColourIsOpaqueAndHasSixDigits) {
    const std::regex colour("(fill|stroke|stop-color|color)=\"([^\"]*)\"");
    const std::regex allowed("none|#[0-9A-Fa-f]{6}");
    for (const std::string& svg : allPictures()) {
        ASSERT_FALSE(svg.empty());
        EXPECT_GT(allOf(svg, colour).size(), 3u);
        for (const std::smatch& match : allOf(svg, colour))
            EXPECT_TRUE(std::regex_match(match[2].str(), allowed)) << match[0] << " in\n" << svg;
        for (const char* form : {"rgba(", "rgb(", "hsl(", "currentColor", "opacity", "<style", "var(--"})
            EXPECT_EQ(svg.find(form), std::string::npos) << form;
    }
}

TEST(Svg, LabelsStayInsideThePicture) {
    for (const std::string& svg : allPictures()) {
        std::smatch box;
        ASSERT_TRUE(std::regex_search(svg, box, std::regex("viewBox=\"0 0 ([0-9]+) ([0-9]+)\"")));
        const double width = std::stod(box[1]), height = std::stod(box[2]);
        const std::regex text("<text([^>]*) x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"([^>]*)>([^<]*)</text>");
        for (const std::smatch& match : allOf(svg, text)) {
            const std::string after = match[4].str();
            const std::string anchor = after.find("\"end\"") != std::string::npos      ? "end"
                                       : after.find("\"middle\"") != std::string::npos ? "middle"
                                                                                       : "start";
            const bool isTitle = match[0].str().find("font-weight") != std::string::npos;
            const double labelWidth = isTitle ? 0 : textWidth(match[5], 12), x = std::stod(match[2]);
            const double left = anchor == "end" ? x - labelWidth : anchor == "middle" ? x - labelWidth / 2 : x;
            EXPECT_GE(left, -0.5) << match[0];
            EXPECT_LE(left + labelWidth, width + 0.5) << match[0];
            EXPECT_LE(std::stod(match[3]), height) << match[0];
        }
    }
}

TEST(Svg, SixteenLinesDifferInColourOrMarker) {
    std::string runs;
    for (int i = 0; i < 16; ++i)
        runs += std::string(i == 0 ? "" : ",") + R"({"model": "sasrec", "label": "line )" + std::to_string(i) +
                R"(", "set": {"layers": )" + std::to_string(1 + i % 8) + R"(, "dim": [8, 16]}})";
    const UntrainedStudy report(R"({"name": "x", "datasets": "ring", "shows": "curve", "seeds": 7, "runs": [)" + runs +
                                "]}");
    const std::string svg = report.svg();
    // In the legend each line's marker directly precedes its name.
    std::set<std::string> looks;
    for (const std::smatch& match :
         allOf(svg, std::regex("<(circle|polygon|line)([^>]*)/>\\n<text[^>]*>line [0-9]+</text>"))) {
        std::string look = match[1].str() + match[2].str();
        std::smatch points;
        const std::string colour = std::regex_replace(look, std::regex(".*(?:fill|stroke)=\"(#[0-9A-F]{6})\".*"), "$1");
        // The marker without its position.
        std::string shape = match[1].str();
        if (std::regex_search(look, points, std::regex("points=\"([-0-9.]+),([-0-9.]+) ([-0-9.]+),([-0-9.]+)")))
            shape += std::to_string(std::lround(std::stod(points[3]) - std::stod(points[1]))) + "/" +
                     std::to_string(std::lround(std::stod(points[4]) - std::stod(points[2]))) +
                     (look.find("fill=\"none\"") != std::string::npos ? "hollow" : "");
        if (match[1] == "line")
            shape += look.find("x1") != std::string::npos &&
                             std::regex_search(look, std::regex("x1=\"([-0-9.]+)\".*x2=\"\\1\""))
                         ? "plus"
                         : "cross";
        looks.insert(colour + shape);
    }
    EXPECT_EQ(looks.size(), 16u) << svg;
    std::smatch box;
    ASSERT_TRUE(std::regex_search(svg, box, std::regex("viewBox=\"0 0 [0-9]+ ([0-9]+)\"")));
    for (const std::smatch& match : allOf(svg, std::regex("<text[^>]* y=\"([-0-9.]+)\"")))
        EXPECT_LE(std::stod(match[1]), std::stod(box[1])) << "the legend is inside the picture";
}

// The forest plot shows the differences from the reference.
TEST(Forest, ShowsPointAndIntervalOfEachRow_ZeroAndTheMargin) {
    const UntrainedStudy report = compared(kModels);
    const std::string svg = report.changes();
    EXPECT_EQ(countOf(svg, "<circle "), 2) << "the reference is 0, one row has no run";
    EXPECT_EQ(countOf(svg, "stroke-dasharray=\"8 4\""), 2) << "the margin on both sides of 0";
    EXPECT_EQ(countOf(svg, ">not run<"), 1);
    EXPECT_NE(svg.find("; dashed: margin ±0.01"), std::string::npos) << svg;
    std::vector<double> centres;
    for (const std::smatch& match : allOf(svg, std::regex("<circle cx=\"([-0-9.]+)\"")))
        centres.push_back(std::stod(match[1]));
    EXPECT_GT(centres[0], centres[1]) << "-0.02 is to the right of -0.04";
    EXPECT_EQ(countOf(reportHtml(report.study()), "Change of NDCG@10 against"), 2) << "its aria-label and its title";
    EXPECT_TRUE(UntrainedStudy(kModels).changes().empty()) << "nothing is compared";
}

TEST(Grid, HasACellForEachPairOfValues) {
    UntrainedStudy report(kGrid);
    report.table().rows[1].cells.front().reached.users = 0;
    ASSERT_EQ(entriesWithGrid(report.table()), std::vector<std::size_t>{0});
    const std::string svg = gridSvg(report.study().plan, report.table(), 0);
    EXPECT_EQ(countOf(svg, ">not run<"), 1);
    const auto at = [&svg](const std::string& words) {
        std::smatch match;
        const std::regex text("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"[^>]*>" + words + "</text>");
        return std::regex_search(svg, match, text) ? std::pair(std::stod(match[1]), std::stod(match[2]))
                                                   : std::pair(-1.0, -1.0);
    };
    // Rows of the study: dim 16 with 1, 2, 3 layers, then dim 8; means 0.1, 0.2, … in that order.
    EXPECT_LT(at("8").first, at("16").first) << "values are sorted by size";
    EXPECT_EQ(at("0\\.4000").first, at("8").first);
    EXPECT_EQ(at("0\\.4000").second, at("1").second);
    EXPECT_EQ(at("0\\.3000").first, at("16").first);
    EXPECT_EQ(at("0\\.3000").second, at("3").second);
    EXPECT_NE(svg.find("fill=\"#0A2A66\""), std::string::npos) << "the largest value has the last colour of the ramp";
    EXPECT_NE(reportHtml(report.study()).find("over dim and layers"), std::string::npos);
    EXPECT_TRUE(entriesWithGrid(UntrainedStudy(kCurve).table()).empty());
}

TEST(TextWidth, MatchesDejaVuSansAndWordsAreCutToFit) {
    // Advance widths from the font's hmtx table, read with fontTools.
    EXPECT_NEAR(textWidth("WWW", 2048), 3 * 2025, 1e-9);
    EXPECT_NEAR(textWidth("il", 2048), 569 + 569, 1e-9);
    EXPECT_EQ(textWidth("é", 10), textWidth("ß", 10)) << "a letter counts once, whatever its bytes";
    EXPECT_EQ(textWidth("電影", 12), 24);
    EXPECT_EQ(fittedWords("short", 100, 12), "short");
    const std::string cut = fittedWords("電影電影電影", 40, 12);
    EXPECT_EQ(cut, "電影…");
    EXPECT_LE(textWidth(cut, 12), 40);
}

TEST(Latex, EveryTableIsNarrowerThanALine) {
    const UntrainedStudy report = compared(kModels);
    const std::string latex = reportLatex(report.study());
    constexpr double kTextWidth = 345, kColumnSeparation = 4;  // points: \textwidth of article at 10 pt, \tabcolsep
    std::size_t tables = 0;
    const std::string begin = "\\begin{tabular}{", end = "\\end{tabular}";
    for (std::size_t at = latex.find(begin); at != std::string::npos; at = latex.find(begin, at + 1), ++tables) {
        const std::size_t head = latex.find('\n', at);
        const std::string body = latex.substr(head, latex.find(end, at) - head);
        // A column has its stated width (p) or that of its widest cell (r).
        const std::string kinds = std::regex_replace(latex.substr(at + begin.size(), head - at - begin.size() - 1),
                                                     std::regex(">\\{[^}]*\\}"), "");
        std::vector<double> widths;
        std::vector<bool> isFixed;
        for (const std::smatch& column : allOf(kinds, std::regex("p\\{([0-9]+)pt\\}|r"))) {
            isFixed.push_back(column[1].matched);
            widths.push_back(isFixed.back() ? std::stod(column[1]) : 0);
        }
        for (const std::smatch& line : allOf(body, std::regex("([^\\n]*) \\\\\\\\\n"))) {
            std::string cells = std::regex_replace(line[1].str(), std::regex("\\$\\\\pm\\$"), "±");
            cells = std::regex_replace(cells, std::regex("\\$-\\$"), "−");
            cells = std::regex_replace(cells, std::regex("\\\\textless\\{\\}"), "<");
            std::size_t column = 0;
            for (std::size_t from = 0; from <= cells.size(); ++column) {
                const std::size_t to = std::min(cells.find(" & ", from), cells.size());
                ASSERT_LT(column, widths.size()) << body;
                if (!isFixed[column])
                    widths[column] = std::max(widths[column], textWidth(cells.substr(from, to - from), 8));
                from = to + 3;
            }
        }
        double tableWidth = 0;
        for (const double width : widths) tableWidth += width + 2 * kColumnSeparation;
        EXPECT_LE(tableWidth, kTextWidth + 0.5 * double(widths.size())) << body;  // widths are written as whole points
        EXPECT_GE(widths.size(), 2u);
    }
    EXPECT_GE(tables, 2u) << "three metrics with a comparison are wider than a line";
    for (const std::smatch& caption : allOf(latex, std::regex("\\\\caption\\{([^\\n]*)\\}")))
        EXPECT_LE(caption[1].str().size(), 160u) << "captions are short: " << caption[1];
    EXPECT_EQ(countOf(latex, "Satterthwaite") + countOf(latex, "Student"), 1) << "the method is stated once";
}

TEST(Latex, HasFiguresAsCodeWithoutExternalFiles) {
    const std::string latex = reportLatex(compared(kGrid).study());
    EXPECT_EQ(countOf(latex, "\\begin{tikzpicture}"), 3) << "one each for the rows, the grid and the forest plot";
    EXPECT_EQ(countOf(latex, "\\begin{tikzpicture}"), countOf(latex, "\\end{tikzpicture}"));
    EXPECT_EQ(countOf(latex, "\\begin{figure}"), 3);
    EXPECT_EQ(latex.find("<svg"), std::string::npos);
    EXPECT_EQ(latex.find("includegraphics"), std::string::npos);
    std::int64_t open = 0;
    for (std::size_t i = 0; i < latex.size(); ++i) {
        if (i > 0 && latex[i - 1] == '\\') continue;
        open += latex[i] == '{' ? 1 : latex[i] == '}' ? -1 : 0;
        ASSERT_GE(open, 0) << latex.substr(0, i);
    }
    EXPECT_EQ(open, 0) << "braces are balanced";
}

TEST(Provenance, NamesProgramMachineAndDataWithChecksumAndFilters) {
    UntrainedStudy report(kModels);
    ImportReport import;
    import.path = "/home/somebody/private/ml-1m.zip/ml-1m/ratings.dat";
    import.checksum = "a6898adb50b9ca05aa231689da44c217cb524e7ebd39d264c56e2832f2c54e20";
    import.rowsRead = 1000209;
    import.rowsKept = 999611;
    ImportOptions options;
    options.path = "/home/somebody/private/ml-1m.zip";
    options.kCore = KCore::Iterative;
    options.minUserInteractions = options.minItemInteractions = 5;
    report.table().dataset.importReport = import.toJson();
    report.table().dataset.settings = options.toJson();
    for (StudyRow& row : report.table().rows) row.runs.front().device = cpuFacts(2);
    const Study& study = report.study();
    for (const std::string& text : {reportHtml(study), reportMarkdown(study)}) {
        for (const std::string& fact :
             {std::string(programVersion()), std::string("LibTorch ") + torchVersion(), std::string("cpu, 2 threads"),
              import.checksum, std::string("ml-1m.zip/ml-1m/ratings.dat"), std::string("users with 5 interactions"),
              std::string("items with 5 interactions"), std::string("k-core"), std::string("1,000,209 read, 999,611")})
            EXPECT_NE(text.find(fact), std::string::npos) << fact;
        EXPECT_EQ(text.find("somebody"), std::string::npos) << "a report must not name the person's folders";
    }
}

TEST(Provenance, EveryFormatStatesHowTheReferenceWasChosenAndMarkdownHasTheWholeConfig) {
    UntrainedStudy report = compared(kModels);
    StudyTable& table = report.table();
    for (std::size_t row = 0; row < 2; ++row) {
        table.rows[row].validation = 0.25 - 0.1 * double(row);
        table.rows[row].validationPerRun.assign(table.rows[row].runs.size(), *table.rows[row].validation);
        table.rows[row].runs.front().bestValid.emplace().ndcg10 = 0.25 - 0.1 * double(row);
        table.rows[row].runs.front().bestEpoch = 9;
    }
    const Study& study = report.study();
    for (const std::string& text : {reportHtml(study), reportMarkdown(study), reportLatex(study)}) {
        EXPECT_NE(text.find("seed 7: 0.2500 in epoch 9"), std::string::npos) << text;
        EXPECT_NE(text.find("is the best of these, and so the reference"), std::string::npos);
    }
    const ReportTable configs = wholeConfigTable(table);
    ASSERT_EQ(configs.rows.size(), 4u);
    for (const char* pair : {"dim = ", "layers = ", "learning_rate = ", "optimizer = ", "seed = 7"})
        EXPECT_NE(configs.rows[1][1].find(pair), std::string::npos) << pair << configs.rows[1][1];
    EXPECT_NE(reportMarkdown(study).find(configs.rows[1][1]), std::string::npos);
}

}  // namespace
}  // namespace recscope
