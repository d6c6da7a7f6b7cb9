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
/// Tables as wide as a page at most and figures, with `array`, `booktabs`, `longtable` and `tikz`. Captions are short:
/// the method stands once, in a paragraph of its own.
std::string reportLatex(const Study& study);
/// One line for each row and metric, numbers in full precision.
std::string reportCsv(const Study& study);

enum class PictureCode { Svg, Tikz };

/// Of pictures of a study. Colours are "#RRGGBB", which every program that reads SVG knows; a page with a dark ground
/// gives the classes svg-text, svg-muted and svg-grid colours of its own.
struct SvgLooks {
    std::string font = "Helvetica, Arial, sans-serif";
    std::string text = "#1B1F24", muted = "#5B6570", grid = "#D8DDE3";
    /// Six of Okabe and Ito (2008), and two as far from them as colours go that are seen on white and on black.
    std::vector<std::string> lines = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#8246E6", "#8C643C"};
    /// From nothing to the largest weight, darker from step to step.
    std::vector<std::string> ramp = {"#FFFFFF", "#EEF5FD", "#DCEBFA", "#CBE0F8", "#BAD6F5", "#A9CCF2",
                                     "#94BCEB", "#7EACE3", "#699DDB", "#538DD3", "#3D7DCB", "#326CB6",
                                     "#275BA1", "#1D4A8D", "#133A79", "#0A2A66"};
    std::string onDark = "#FFFFFF";  ///< words on the ramp's upper half
    double width = 760;              ///< points of the picture's own space; letters are 12 high
    PictureCode code = PictureCode::Svg;
};
/// For LaTeX with the package `tikz`: as wide as a line of text, in its letters.
SvgLooks latexLooks();

/// A metric of the study with intervals: rows of a table, or lines over the values of a key. An <svg> element with a
/// title, axis names and, for lines, a legend. `metric` in the plan's metrics.
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

/// How far each row is from the reference by the deciding metric, as a forest plot: point, interval, the line at 0 and
/// the margin within which a difference does not matter; of an ablation also what the paper prints for it. Empty while
/// nothing is compared.
std::string changesSvg(const Plan& plan, const StudyTable& table, const SvgLooks& looks = {});

/// The plan's entries that vary two keys in this table: those whose grid can be drawn.
std::vector<std::size_t> entriesWithGrid(const StudyTable& table);
/// A metric over two keys: a cell for each pair of values with its mean, coloured between the smallest and the largest
/// of them. Pre: `entry` in `entriesWithGrid`.
std::string gridSvg(const Plan& plan, const StudyTable& table, std::size_t entry, std::size_t metric = 0,
                    const SvgLooks& looks = {});

/// NAME.html, NAME.md, NAME.tex and NAME.csv in this folder, which is made. Returns their paths. Throws Error(Input) if
/// one cannot be written.
std::vector<std::filesystem::path> writeReport(const Study& study, const std::filesystem::path& folder,
                                               const std::vector<AttentionFigure>& figures = {});

/// Where all of it came from: versions, devices, data with checksum and filters, in pairs of a name and a value.
std::vector<std::pair<std::string, std::string>> provenance(const Study& study);
/// The deciding metric on validation: mean over the seeds, and each seed's with its best epoch. What chose the
/// reference of a table. No columns where nothing was validated.
ReportTable validationTable(const Plan& plan, const StudyTable& table);
/// Every key of every row.
ReportTable wholeConfigTable(const StudyTable& table);

/// With &, <, > and quotes as entities.
std::string escapedHtml(const std::string& text);
std::string escapedLatex(const std::string& text);

}  // namespace recscope
