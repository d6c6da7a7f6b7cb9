// SPDX-License-Identifier: GPL-3.0-or-later
// A study as files: for a reader without this program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/explain/attention/attention_figures.h"
#include "core/plan/study.h"

namespace recscope {

enum class ReportColumn {
    Words,   ///< short
    Number,  ///< or what is read down the column as numbers are
    Prose,   ///< may take several lines
};

/// One table of a study as text, the same in every format.
struct ReportTable {
    std::string title;    ///< "ML-1M, pop100"
    std::string caption;  ///< the protocol, what was compared with what
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< a title, then numbers and words
    std::vector<ReportColumn> kinds;             ///< by column
};
std::vector<ReportTable> reportTables(const Study& study);
/// What the rows' configs differ in: a column a key, or, where unlike models have too many for that, "key = value"
/// beside the rows. No columns if they differ in nothing but seeds.
ReportTable configTable(const StudyTable& table);

/// The command that makes a run of this row and seed again.
std::string trainCommand(const Study& study, const StudyRow& row, const RunRecord& run);

/// Self-contained: styles and plots inside, nothing is fetched.
std::string reportHtml(const Study& study, const std::vector<AttentionFigure>& figures = {});
std::string reportMarkdown(const Study& study);
/// Tables alone, with `array`, `booktabs` and `longtable`.
std::string reportLatex(const Study& study);
/// One line for each row and metric, numbers in full precision.
std::string reportCsv(const Study& study);

/// Colours as SVG has them.
struct SvgLooks {
    std::string font = "system-ui, sans-serif";
    std::string text = "currentColor", muted = "#7a8490", grid = "#8884";
    std::vector<std::string> lines = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#808080"};  ///< Okabe and Ito (2008)
    /// From nothing to the largest weight: one blue, ever less transparent, so that it reads on white and on black.
    std::vector<std::string> ramp = {"#2F6FDE00", "#2F6FDE11", "#2F6FDE22", "#2F6FDE33", "#2F6FDE44", "#2F6FDE55",
                                     "#2F6FDE66", "#2F6FDE77", "#2F6FDE88", "#2F6FDE99", "#2F6FDEAA", "#2F6FDEBB",
                                     "#2F6FDECC", "#2F6FDEDD", "#2F6FDEEE", "#2F6FDEFF"};
    std::string onDark = "#FFFFFF";  ///< words on the ramp's upper half
};
/// A metric of the study with intervals: rows of a table, or lines over the values of a key. An <svg> element of 760
/// points with a title, axis names and, for lines, a legend. `metric` in the plan's metrics.
std::string studySvg(const Plan& plan, const StudyTable& table, std::size_t metric = 0, const SvgLooks& looks = {});

/// The study's tables under this table's protocol, one for each dataset; `table` in the study's tables.
std::vector<std::size_t> tablesAcrossDatasets(const Study& study, std::size_t table);
/// The plan's entries that can be drawn with a line for each dataset: those of a curve that take several values, where
/// several datasets have this table's protocol.
std::vector<std::size_t> entriesAcrossDatasets(const Study& study, std::size_t table);
/// Whether the datasets are what a curve compares, unless a reader chooses otherwise: there is one model.
bool comparesDatasets(const Study& study, std::size_t table);
/// As `studySvg` of a curve, of one entry, with a line for each dataset. Pre: `entry` in `entriesAcrossDatasets`.
std::string datasetsSvg(const Study& study, std::size_t table, std::size_t entry, std::size_t metric = 0,
                        const SvgLooks& looks = {});

/// Of an ablation: how far each row is from the default by the deciding metric, with intervals, and what the paper
/// prints for it. Empty while nothing is compared.
std::string changesSvg(const Plan& plan, const StudyTable& table, const SvgLooks& looks = {});

/// NAME.html, NAME.md, NAME.tex and NAME.csv in this folder, which is made. Returns their paths. Throws Error(Input) if
/// one cannot be written.
std::vector<std::filesystem::path> writeReport(const Study& study, const std::filesystem::path& folder,
                                               const std::vector<AttentionFigure>& figures = {});

/// With &, <, > and quotes as entities.
std::string escapedHtml(const std::string& text);

}  // namespace recscope
