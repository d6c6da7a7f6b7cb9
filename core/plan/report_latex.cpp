// SPDX-License-Identifier: GPL-3.0-or-later
// reportLatex and escapedLatex: see report.h.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/plan/report.h"
#include "core/plan/report_text.h"
#include "core/plan/text_width.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// In points: the width of a line, the font size of tables, and the space on each side of a column. 345 is the line
// width of the class article at 10 pt, the narrowest common one.
constexpr double kLineWidth = 345, kFontSize = 8, kColumnPadding = 4;
constexpr double kWidestTitleColumn = 100,
                 kWidestTextColumn = 90;  // largest width of row titles and of other text columns

std::string lineLatex(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) line += (&cell == &cells.front() ? "" : " & ") + escapedLatex(cell);
    return replaced(line, " = ", "~=~") + " \\\\\n";
}

/// The width of a column, without the space on its sides.
double columnWidth(const ReportTable& table, std::size_t column) {
    double width = textWidth(table.columns[column], kFontSize);
    for (const auto& row : table.rows) width = std::max(width, textWidth(row[column], kFontSize));
    if (table.kinds[column] == ReportColumn::Number) return width;
    return std::min(width, column == 0 ? kWidestTitleColumn : kWidestTextColumn);
}

/// Splits a wide table into parts that each fit a line. A part is a list of columns and begins with column 0, the rows'
/// titles.
std::vector<std::vector<std::size_t>> partsOf(const ReportTable& table) {
    const double title = columnWidth(table, 0) + 2 * kColumnPadding;
    std::vector<std::vector<std::size_t>> parts;
    double used = kLineWidth;
    for (std::size_t column = 1; column < table.columns.size(); ++column) {
        const double width = columnWidth(table, column) + 2 * kColumnPadding;
        if (parts.empty() || used + width > kLineWidth) {
            parts.push_back({0});
            used = title;
        }
        parts.back().push_back(column);
        used += width;
    }
    return parts;
}

std::string partLatex(const ReportTable& table, const std::vector<std::size_t>& columns) {
    std::string kinds;
    for (const std::size_t column : columns)
        kinds += table.kinds[column] == ReportColumn::Number
                     ? std::string("r")
                     : fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.0f}pt}}", columnWidth(table, column));
    const auto cellsOf = [&columns](const std::vector<std::string>& row) {
        std::vector<std::string> cells;
        for (const std::size_t column : columns) cells.push_back(row[column]);
        return cells;
    };
    std::string code =
        "\\begin{tabular}{" + kinds + "}\n\\toprule\n" + lineLatex(cellsOf(table.columns)) + "\\midrule\n";
    for (const auto& row : table.rows) code += lineLatex(cellsOf(row));
    return code + "\\bottomrule\n\\end{tabular}\n";
}

/// The LaTeX code of a table that contains prose; the table may break across pages.
std::string longLatex(const ReportTable& table, const std::string& caption) {
    // Widths as fractions of a line: 0.2 for the rows' titles, 0.12 (0.14 with the space beside it) for each column in
    // between, and the rest for the last column.
    std::string kinds = ">{\\raggedright\\arraybackslash}p{0.2\\linewidth}";
    double rest = 0.72;
    for (std::size_t column = 1; column + 1 < table.columns.size(); ++column, rest -= 0.14)
        kinds += ">{\\raggedleft\\arraybackslash}p{0.12\\linewidth}";
    kinds += fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.2f}\\linewidth}}", rest);
    const std::string header = "\\toprule\n" + lineLatex(table.columns) + "\\midrule\n";
    std::string rows;
    for (const auto& row : table.rows) rows += lineLatex(row);
    return "{\\footnotesize\\setlength{\\tabcolsep}{4pt}\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{longtable}{" +
           kinds + "}\n\\caption{" + escapedLatex(caption) + "} \\\\\n" + header + "\\endfirsthead\n" + header +
           "\\endhead\n" + rows + "\\bottomrule\n\\end{longtable}}\n\n";
}

bool hasProse(const ReportTable& table) {
    return std::find(table.kinds.begin(), table.kinds.end(), ReportColumn::Prose) != table.kinds.end();
}

std::string tableLatex(const ReportTable& table, const std::string& caption) {
    if (table.columns.empty()) return {};
    if (hasProse(table)) return longLatex(table, caption);
    std::string code =
        "\\begin{table}[tbp]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}"
        "\\setlength{\\belowcaptionskip}{6pt}\n\\caption{" +
        escapedLatex(caption) + "}\n";
    const auto parts = partsOf(table);
    for (std::size_t part = 0; part < parts.size(); ++part)
        code += (part == 0 ? "" : "\n\\medskip\n") + partLatex(table, parts[part]);
    return code + "\\end{table}\n\n";
}

/// The verdicts over several metrics as lists, and the worst segments of the deciding metric: as many as fit a page.
std::string detailsLatex(const StudyTable& table) {
    constexpr std::size_t kSegmentsOnPage = 20;
    std::string text;
    for (const auto& [title, sentences] : verdictsInWords(table)) {
        text += "\\paragraph{" + escapedLatex(title) + "}\n\\begin{itemize}\\raggedright\n";
        for (const std::string& sentence : sentences) text += "\\item " + escapedLatex(sentence) + "\n";
        text += "\\end{itemize}\n";
    }
    if (const std::string method = verdictsMethod(table); !method.empty()) text += escapedLatex(method) + "\n\n";
    ReportTable segments = segmentsTable(table, 0);
    if (segments.rows.size() > kSegmentsOnPage) segments.rows.resize(kSegmentsOnPage);
    return text + tableLatex(segments, segments.title + ". " + segments.caption);
}

std::string figureLatex(const std::string& picture, const std::string& caption) {
    if (picture.empty()) return {};
    return "\\begin{figure}[tbp]\n\\centering\n" + picture + "\\caption{" + escapedLatex(caption) +
           "}\n\\end{figure}\n\n";
}

}  // namespace

std::string escapedLatex(const std::string& text) {
    static const std::map<char, std::string> entities = {{'&', "\\&"},
                                                         {'%', "\\%"},
                                                         {'$', "\\$"},
                                                         {'#', "\\#"},
                                                         {'_', "\\_"},
                                                         {'{', "\\{"},
                                                         {'}', "\\}"},
                                                         {'<', "\\textless{}"},
                                                         {'>', "\\textgreater{}"},
                                                         {'\\', "\\textbackslash{}"},
                                                         {'^', "\\textasciicircum{}"},
                                                         {'~', "\\textasciitilde{}"}};
    std::string escaped = escapedBy(text, entities);
    for (const auto& [sign, written] : {std::pair("\u00b1", "$\\pm$"), std::pair("\u2212", "$-$"),
                                        std::pair("ρ", "$\\rho$"),     std::pair("θ", "$\\theta$"),
                                        std::pair("λ", "$\\lambda$"),  std::pair("σ", "$\\sigma$"),
                                        std::pair("τ", "$\\tau$"),     std::pair("α", "$\\alpha$"),
                                        std::pair("β", "$\\beta$"),    std::pair("\u00b7", "$\\cdot$"),
                                        std::pair("×", "$\\times$"),   std::pair("≥", "$\\geq$"),
                                        std::pair("≤", "$\\leq$"),     std::pair("→", "$\\to$"),
                                        std::pair("–", "--"),          std::pair("—", "---"),
                                        std::pair("…", "\\ldots{}"),   std::pair("“", "``"),
                                        std::pair("”", "''"),          std::pair("’", "'")})
        escaped = replaced(escaped, sign, written);
    return escaped;
}

std::string reportLatex(const Study& study) {
    std::string text =
        "% Needs \\usepackage[T1]{fontenc} and \\usepackage{array,booktabs,longtable,tikz}\n\\paragraph{" +
        escapedLatex(study.plan.title) + "}\n" + escapedLatex(progressSentence(study)) + "\n\n";
    std::string facts;
    for (const auto& [name, value] : provenance(study)) {
        // A long value without spaces, such as a checksum, needs explicit places where a line may break.
        std::string breakable = escapedLatex(value);
        if (value.size() > 40 && value.find(' ') == std::string::npos) {
            breakable.clear();
            for (std::size_t at = 0; at < value.size(); at += 8)
                breakable += (at == 0 ? "" : "\\allowbreak{}") + escapedLatex(value.substr(at, 8));
        }
        facts += "\\item " + escapedLatex(name) + ": " + breakable + "\n";
    }
    text += "\\begin{itemize}\\raggedright\n" + facts + "\\end{itemize}\n\n";
    const Plan& plan = study.plan;
    const SvgStyle style = latexStyle();
    const std::vector<ReportTable> tables = reportTables(study);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const StudyTable& table = study.tables[i];
        const std::string& title = tables[i].title;
        text += "\\paragraph{" + escapedLatex(title) + "}\n" + escapedLatex(tables[i].caption) + "\n";
        if (const std::string method = methodSentence(plan, table); !method.empty())
            text += escapedLatex(method) + "\n";
        text +=
            "\n" + tableLatex(tables[i], translated("{}: mean and half-width of the 95 % interval on test.", title));
        const std::size_t drawn = plan.shape == PlanShape::Curve ? plan.metrics.size() : 1;
        for (std::size_t metric = 0; metric < drawn; ++metric)
            text += figureLatex(studySvg(plan, table, metric, style),
                                translated("{}: {} on test.", title, metricTitle(plan.metrics[metric])));
        for (const std::size_t entry : entriesWithGrid(table))
            text += figureLatex(gridSvg(plan, table, entry, 0, style),
                                translated("{}: {} of {} over two keys.", title, metricTitle(plan.metrics.front()),
                                           rowTitle(plan.entries[entry], {})));
        if (table.reference)
            text += figureLatex(changesSvg(plan, table, style),
                                translated("{}: mean change of {} per user against {}.", title,
                                           metricTitle(plan.metrics.front()), table.rows[*table.reference].title));
        text += detailsLatex(table);
        std::string longTables;
        for (const ReportTable& extra : {validationTable(plan, table), configTable(table), wholeConfigTable(table)}) {
            std::string& target = hasProse(extra) ? longTables : text;
            if (!extra.caption.empty()) target += escapedLatex(extra.caption) + "\n\n";
            target += tableLatex(extra, title + ": " + extra.title + ".");
        }
        // The long tables begin on a new page, because LaTeX's longtable miscalculates the space that floats leave.
        if (!longTables.empty()) text += "\\clearpage\n" + longTables;
    }
    return text;
}

}  // namespace recscope
