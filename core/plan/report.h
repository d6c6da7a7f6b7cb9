// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a study as files that can be read without this program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/explain/attention/attention_figures.h"
#include "core/plan/study.h"

namespace recscope {

enum class ReportColumn {
    Words,   ///< short text
    Number,  ///< a number, or text aligned like numbers
    Prose,   ///< text that may take several lines
};

/// One table of a study as text, the same in every format.
struct ReportTable {
    std::string title;    ///< "ML-1M, pop100"
    std::string caption;  ///< states the protocol and which rows were compared
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< each row: its title, then its cells
    std::vector<ReportColumn> kinds;             ///< one per column
};
std::vector<ReportTable> reportTables(const Study& study);
/// The config keys in which the rows differ. The table has one column for each key, or, if too many keys differ, one
/// column of "key = value" pairs. It has no columns if the rows differ only in seeds.
ReportTable configTable(const StudyTable& table);

/// The means of a metric in each segment of users, worst first, one column per row of the study's table. `metric`:
/// index in `StudyDetails::metrics`. It has no columns without `StudyTable::details` or segments.
ReportTable segmentsTable(const StudyTable& table, std::size_t metric);
/// For each compared row, its title and the sentences on all metrics; empty without `StudyTable::details`.
std::vector<std::pair<std::string, std::vector<std::string>>> verdictsInWords(const StudyTable& table);
/// States how `verdictsInWords` were computed; empty if there are none.
std::string verdictsMethod(const StudyTable& table);

/// The command that reproduces this run of the row.
std::string trainCommand(const Study& study, const StudyRow& row, const RunRecord& run);

/// A self-contained HTML page: styles and figures are embedded, and nothing is downloaded.
std::string reportHtml(const Study& study, const std::vector<AttentionFigure>& figures = {});
std::string reportMarkdown(const Study& study);
/// LaTeX code of the tables, none wider than a page, and of the figures. The document that includes it needs the
/// packages `array`, `booktabs`, `longtable` and `tikz`. Captions are short, because a separate paragraph states the
/// method once.
std::string reportLatex(const Study& study);
/// CSV with one line for each row of each table and each metric, with numbers in full precision.
std::string reportCsv(const Study& study);
/// CSV with one line for each segment of users, row and metric; only the header without `StudyTable::details`.
std::string segmentsCsv(const Study& study);

enum class FigureFormat { Svg, Tikz };  ///< the format of figures; Tikz is a drawing package of LaTeX

/// The style of a study's figures. Colours are written "#RRGGBB", which every SVG program reads; a page with a dark
/// background redefines the colours of the classes svg-text, svg-muted and svg-grid.
struct SvgStyle {
    std::string font = "Helvetica, Arial, sans-serif";
    std::string text = "#1B1F24", muted = "#5B6570", grid = "#D8DDE3";
    /// Colours of lines: six of Okabe and Ito (2008), and two that are visible on white and on black and differ from
    /// these six as much as possible.
    std::vector<std::string> lines = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#8246E6", "#8C643C"};
    /// Colour scale of attention weights and grids, from the lowest value to the largest; each colour is darker than
    /// the one before.
    std::vector<std::string> ramp = {"#FFFFFF", "#EEF5FD", "#DCEBFA", "#CBE0F8", "#BAD6F5", "#A9CCF2",
                                     "#94BCEB", "#7EACE3", "#699DDB", "#538DD3", "#3D7DCB", "#326CB6",
                                     "#275BA1", "#1D4A8D", "#133A79", "#0A2A66"};
    std::string onDark = "#FFFFFF";  ///< colour of text on the darker half of `ramp`
    double width = 760;  ///< width of the figure in points of its own coordinate system; text is 12 points high
    FigureFormat code = FigureFormat::Svg;
};
/// The style for LaTeX with the package `tikz`. The figure is as wide as a line of text and uses the document's
/// sans-serif font.
SvgStyle latexStyle();

/// Plots a metric of one table with its intervals: one mark per row, or, for a curve, lines over the values of the
/// swept key. Returns an <svg> element with a title, axis labels and, for lines, a legend. `metric` is an index into
/// the plan's metrics.
std::string studySvg(const Plan& plan, const StudyTable& table, std::size_t metric = 0, const SvgStyle& style = {});

/// Indices of the study's tables that have the same protocol as the table with index `table`, one for each dataset.
std::vector<std::size_t> tablesAcrossDatasets(const Study& study, std::size_t table);
/// Indices of the plan's entries that can be drawn with one line per dataset. These are the entries of a curve that
/// have several values, provided that several datasets have a table under this table's protocol.
std::vector<std::size_t> entriesAcrossDatasets(const Study& study, std::size_t table);
/// Whether a curve shows one line per dataset by default: true if the plan has only one entry and that entry can be
/// drawn this way.
bool comparesDatasets(const Study& study, std::size_t table);
/// Like `studySvg` for a curve, but shows one entry with one line per dataset. Pre: `entry` in `entriesAcrossDatasets`.
std::string datasetsSvg(const Study& study, std::size_t table, std::size_t entry, std::size_t metric = 0,
                        const SvgStyle& style = {});

/// A forest plot of each row's difference from the reference in the deciding metric: a point with its interval, the
/// line at 0, and the margin within which a difference does not matter. For an ablation it also shows the difference
/// between the values that the paper publishes. Empty if no rows are compared.
std::string changesSvg(const Plan& plan, const StudyTable& table, const SvgStyle& style = {});

/// Indices of the plan's entries that vary two keys in this table and can be drawn as a grid.
std::vector<std::size_t> entriesWithGrid(const StudyTable& table);
/// A grid of a metric over two keys: the cell of each pair of values shows the mean, on a colour scale from the
/// smallest to the largest mean. Pre: `entry` in `entriesWithGrid`.
std::string gridSvg(const Plan& plan, const StudyTable& table, std::size_t entry, std::size_t metric = 0,
                    const SvgStyle& style = {});

/// Writes NAME.html, NAME.md, NAME.tex, NAME.csv and NAME-segments.csv to this folder, which is created if it is
/// missing. Returns the paths of the files. Throws Error(Input) if a file cannot be written.
std::vector<std::filesystem::path> writeReport(const Study& study, const std::filesystem::path& folder,
                                               const std::vector<AttentionFigure>& figures = {});

/// Where the results come from, as (name, value) pairs: versions, devices, and datasets with their checksums and
/// filters.
std::vector<std::pair<std::string, std::string>> provenance(const Study& study);
/// The validation values of the deciding metric, which determine a table's reference: the mean over the seeds, and each
/// seed's value with its best epoch. The table has no columns if no run was validated.
ReportTable validationTable(const Plan& plan, const StudyTable& table);
/// Every config key of every row.
ReportTable wholeConfigTable(const StudyTable& table);

/// Replaces &, <, > and quotes by entities.
std::string escapedHtml(const std::string& text);
std::string escapedLatex(const std::string& text);

}  // namespace recscope
