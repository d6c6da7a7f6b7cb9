// SPDX-License-Identifier: GPL-3.0-or-later
// A study as files for readers without this program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/explain/attention/attention_figures.h"
#include "core/plan/study.h"

namespace recscope {

enum class ReportColumn {
    Words,   ///< short text
    Number,  ///< or text aligned like numbers
    Prose,   ///< may take several lines
};

/// One table of a study as text, the same in every format.
struct ReportTable {
    std::string title;    ///< "ML-1M, pop100"
    std::string caption;  ///< the protocol, what was compared with what
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< the row's title, then its cells
    std::vector<ReportColumn> kinds;             ///< by column
};
std::vector<ReportTable> reportTables(const Study& study);
/// The config keys in which the rows differ: one column for each key, or, where different models have too many, "key =
/// value" pairs beside the rows. No columns if they differ in nothing but seeds.
ReportTable configTable(const StudyTable& table);

/// The command that reproduces this run of the row.
std::string trainCommand(const Study& study, const StudyRow& row, const RunRecord& run);

/// Self-contained: styles and figures are embedded, nothing is downloaded.
std::string reportHtml(const Study& study, const std::vector<AttentionFigure>& figures = {});
std::string reportMarkdown(const Study& study);
/// Tables no wider than a page, and figures; needs the packages `array`, `booktabs`, `longtable` and `tikz`. Captions
/// are short: the method is stated once, in a paragraph of its own.
std::string reportLatex(const Study& study);
/// One line for each row and metric, with numbers in full precision.
std::string reportCsv(const Study& study);

enum class PictureCode { Svg, Tikz };

/// The style of a study's figures. Colours are written "#RRGGBB", which every SVG program reads; a page with a dark
/// background redefines the colours of the classes svg-text, svg-muted and svg-grid.
struct SvgLooks {
    std::string font = "Helvetica, Arial, sans-serif";
    std::string text = "#1B1F24", muted = "#5B6570", grid = "#D8DDE3";
    /// Six colours of Okabe and Ito (2008), and two as distant from them as possible that are visible on white and on
    /// black.
    std::vector<std::string> lines = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#8246E6", "#8C643C"};
    /// From zero to the largest weight, darker with each step.
    std::vector<std::string> ramp = {"#FFFFFF", "#EEF5FD", "#DCEBFA", "#CBE0F8", "#BAD6F5", "#A9CCF2",
                                     "#94BCEB", "#7EACE3", "#699DDB", "#538DD3", "#3D7DCB", "#326CB6",
                                     "#275BA1", "#1D4A8D", "#133A79", "#0A2A66"};
    std::string onDark = "#FFFFFF";  ///< text on the ramp's upper half
    double width = 760;              ///< points of the figure's own coordinate system; text is 12 high
    PictureCode code = PictureCode::Svg;
};
/// For LaTeX with the package `tikz`: as wide as a line of text, in the document's font.
SvgLooks latexLooks();

/// Plots a metric of the study with intervals: the rows of a table, or lines over the values of a key. Returns an <svg>
/// element with a title, axis labels and, for lines, a legend. `metric` is an index into the plan's metrics.
std::string studySvg(const Plan& plan, const StudyTable& table, std::size_t metric = 0, const SvgLooks& looks = {});

/// The study's tables under this table's protocol, one for each dataset; `table` is an index into the study's tables.
std::vector<std::size_t> tablesAcrossDatasets(const Study& study, std::size_t table);
/// The plan's entries that can be drawn with a line for each dataset: entries of a curve with several values, if
/// several datasets have this table's protocol.
std::vector<std::size_t> entriesAcrossDatasets(const Study& study, std::size_t table);
/// Whether a curve compares datasets unless the reader chooses otherwise: true if there is one model.
bool comparesDatasets(const Study& study, std::size_t table);
/// Like `studySvg` for a curve, but of one entry with a line for each dataset. Pre: `entry` in `entriesAcrossDatasets`.
std::string datasetsSvg(const Study& study, std::size_t table, std::size_t entry, std::size_t metric = 0,
                        const SvgLooks& looks = {});

/// The difference of each row from the reference in the deciding metric as a forest plot: point, interval, the line at
/// 0 and the margin within which a difference does not matter; for an ablation also the difference that the paper
/// prints. Empty while nothing is compared.
std::string changesSvg(const Plan& plan, const StudyTable& table, const SvgLooks& looks = {});

/// The plan's entries that vary two keys in this table and can be drawn as a grid.
std::vector<std::size_t> entriesWithGrid(const StudyTable& table);
/// A metric over two keys: a cell for each pair of values shows the mean, coloured between the smallest and the largest
/// mean. Pre: `entry` in `entriesWithGrid`.
std::string gridSvg(const Plan& plan, const StudyTable& table, std::size_t entry, std::size_t metric = 0,
                    const SvgLooks& looks = {});

/// Writes NAME.html, NAME.md, NAME.tex and NAME.csv to this folder, which is created. Returns their paths. Throws
/// Error(Input) if one cannot be written.
std::vector<std::filesystem::path> writeReport(const Study& study, const std::filesystem::path& folder,
                                               const std::vector<AttentionFigure>& figures = {});

/// Where the results come from, as (name, value) pairs: versions, devices, data with checksum and filters.
std::vector<std::pair<std::string, std::string>> provenance(const Study& study);
/// The deciding metric on validation, by which a table's reference is chosen: the mean over the seeds, and each seed's
/// value with its best epoch. No columns if nothing was validated.
ReportTable validationTable(const Plan& plan, const StudyTable& table);
/// Every config key of every row.
ReportTable wholeConfigTable(const StudyTable& table);

/// Replaces &, <, > and quotes by entities.
std::string escapedHtml(const std::string& text);
std::string escapedLatex(const std::string& text);

}  // namespace recscope
