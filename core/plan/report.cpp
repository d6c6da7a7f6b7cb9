// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "core/plan/report_text.h"
#include "core/plan/study_figures.h"
#include "core/util/csv.h"
#include "core/util/error.h"
#include "core/util/language.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1b1f24; background: #fff; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.source, p.caption { color: #5b6570; } p.caption { font-size: .87rem; max-width: 62rem; }
table { border-collapse: collapse; margin: .8rem 0; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .28rem .5rem; border-bottom: 1px solid #d8dde3; text-align: left; vertical-align: top; }
td.number { white-space: nowrap; } td.number, th.number { text-align: right; } th { vertical-align: bottom; } td.key { white-space: normal; overflow-wrap: anywhere; } td.prose { white-space: normal; } td:not(.number):not(.key):last-child { min-width: 11rem; } tr.reference td { font-weight: 600; }
pre { background: #f3f5f7; padding: .8rem; overflow-x: auto; font-size: .82rem; }
svg { width: 100%; max-width: 48rem; height: auto; margin: .6rem 0; } .scroll { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #e6e9ed; background: #16191d; } th, td { border-color: #363c44; }
p.source, p.caption { color: #9aa4af; } pre { background: #20242a; }
.svg-text { fill: #e6e9ed; } .svg-muted { fill: #9aa4af; } .svg-grid { stroke: #363c44; } }
)";

std::vector<std::string> commandsOf(const Study& study) {
    std::vector<std::string> commands;
    std::set<RunId> knownRuns;
    for (const StudyTable& table : study.tables)
        for (const StudyRow& row : table.rows)
            for (const RunRecord& run : row.runs)
                if (knownRuns.insert(run.id).second) commands.push_back(trainCommand(study, row, run));
    return commands;
}

std::string tableHtml(const ReportTable& table, const std::optional<std::size_t>& reference = {}) {
    static const std::map<ReportColumn, std::string> classes = {{ReportColumn::Words, ""},
                                                                {ReportColumn::Number, " class=\"number\""},
                                                                {ReportColumn::Prose, " class=\"prose\""}};
    std::string html = "<div class=\"scroll\"><table>\n<tr>";
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        html += fmt::format("<th{}>{}</th>", classes.at(table.kinds[column]), escapedHtml(table.columns[column]));
    html += "</tr>\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        html += row == reference ? "<tr class=\"reference\">" : "<tr>";
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            html += fmt::format("<td{}>{}</td>", classes.at(table.kinds[column]),
                                replaced(escapedHtml(table.rows[row][column]), " = ", "&#160;=&#160;"));
        html += "</tr>\n";
    }
    html += "</table></div>\n";
    return table.caption.empty() ? html : html + "<p class=\"caption\">" + escapedHtml(table.caption) + "</p>\n";
}

/// For each protocol, the curves of the plan's model with one line per dataset.
std::string datasetsHtml(const Study& study) {
    std::string html;
    for (std::size_t i = 0; i < study.tables.size(); ++i) {
        if (!comparesDatasets(study, i) || tablesAcrossDatasets(study, i).front() != i) continue;
        const Protocol& protocol = study.tables[i].protocol;
        html += "<h2>" + escapedHtml(translated("All datasets, {}", protocolTitle(protocol))) + "</h2>\n";
        for (std::size_t metric = 0; metric < study.plan.metrics.size(); ++metric)
            html += datasetsSvg(study, i, entriesAcrossDatasets(study, i).front(), metric);
        html += "<p class=\"caption\">" + escapedHtml(translated("Test, {}.", protocol.sentence())) + "</p>\n";
    }
    return html;
}

/// A table that is collapsed until the reader opens it; empty for a table without columns.
std::string foldedHtml(const ReportTable& table) {
    if (table.columns.empty()) return {};
    return "<details><summary>" + escapedHtml(table.title) + "</summary>" + tableHtml(table) + "</details>\n";
}

std::string provenanceHtml(const Study& study) {
    std::string html = "<table>\n";
    for (const auto& [name, value] : provenance(study))
        html += "<tr><th>" + escapedHtml(name) + "</th><td class=\"key\">" + escapedHtml(value) + "</td></tr>\n";
    return html + "</table>\n";
}

/// All figures of table `i`: its metrics, and the differences of its rows from the reference.
std::string picturesHtml(const Study& study, std::size_t i) {
    const StudyTable& table = study.tables[i];
    // A curve plan draws every metric; other plans draw only the deciding metric, and the table lists the other
    // metrics.
    const std::size_t drawn = comparesDatasets(study, i)             ? 0
                              : study.plan.shape == PlanShape::Curve ? study.plan.metrics.size()
                                                                     : 1;
    std::string html;
    for (std::size_t metric = 0; metric < drawn; ++metric) html += studySvg(study.plan, table, metric);
    for (const std::size_t entry : entriesWithGrid(table)) html += gridSvg(study.plan, table, entry);
    return html + changesSvg(study.plan, table);
}

std::string tableMarkdown(const ReportTable& table) {
    std::string text;
    const auto line = [&text](const std::vector<std::string>& cells) {
        text += "\n|";
        for (const std::string& cell : cells) text += " " + escapedBy(cell, {{'|', "\\|"}}) + " |";
    };
    line(table.columns);
    text += "\n|";
    for (const ReportColumn kind : table.kinds) text += kind == ReportColumn::Number ? "---:|" : "---|";
    for (const auto& row : table.rows) line(row);
    return text + "\n" + (table.caption.empty() ? "" : "\n" + table.caption + "\n");
}

/// The verdicts over several metrics as lists, and the segments of users: the deciding metric open, the others folded.
std::string detailsHtml(const StudyTable& table) {
    std::string html;
    for (const auto& [title, sentences] : verdictsInWords(table)) {
        html += "<h3>" + escapedHtml(title) + "</h3>\n<ul>\n";
        for (const std::string& sentence : sentences) html += "<li>" + escapedHtml(sentence) + "</li>\n";
        html += "</ul>\n";
    }
    if (const std::string method = verdictsMethod(table); !method.empty())
        html += "<p class=\"caption\">" + escapedHtml(method) + "</p>\n";
    if (!table.details || table.details->segments.empty()) return html;
    const ReportTable deciding = segmentsTable(table, 0);
    html += "<h3>" + escapedHtml(deciding.title) + "</h3>\n" + tableHtml(deciding);
    for (std::size_t metric = 1; metric < table.details->metrics.size(); ++metric)
        html += foldedHtml(segmentsTable(table, metric));
    return html;
}

/// The same in Markdown, with the segments of the deciding metric only; NAME-segments.csv has all.
std::string detailsMarkdown(const StudyTable& table) {
    std::string text;
    for (const auto& [title, sentences] : verdictsInWords(table)) {
        text += "\n### " + title + "\n\n";
        for (const std::string& sentence : sentences) text += "- " + sentence + "\n";
    }
    if (const std::string method = verdictsMethod(table); !method.empty()) text += "\n" + method + "\n";
    if (!table.details || table.details->segments.empty()) return text;
    const ReportTable deciding = segmentsTable(table, 0);
    return text + "\n### " + deciding.title + "\n" + tableMarkdown(deciding);
}

const char* yesNo(bool value) {
    return value ? "yes" : "no";
}

}  // namespace

std::string reportHtml(const Study& study, const std::vector<AttentionFigure>& figures) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{4}\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
        "content=\"width=device-width\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n"
        "<p class=\"source\">{2}</p>\n<p>{3} {5}</p>\n",
        escapedHtml(study.plan.title), kStyle, escapedHtml(study.plan.source), escapedHtml(progressSentence(study)),
        replaced(currentLanguage(), "_", "-"), escapedHtml(translated("Made by RecScope.")));
    html += "<h2>" + escapedHtml(translated("Program, machine and data")) + "</h2>\n" + provenanceHtml(study);
    html += datasetsHtml(study);
    const std::vector<ReportTable> tables = reportTables(study);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        html += "<h2>" + escapedHtml(tables[i].title) + "</h2>\n";
        html += picturesHtml(study, i) + tableHtml(tables[i], study.tables[i].reference);
        if (const std::string method = methodSentence(study.plan, study.tables[i]); !method.empty())
            html += "<p class=\"caption\">" + escapedHtml(method) + "</p>\n";
        html += detailsHtml(study.tables[i]);
        html += foldedHtml(validationTable(study.plan, study.tables[i])) + foldedHtml(configTable(study.tables[i])) +
                foldedHtml(wholeConfigTable(study.tables[i]));
    }
    if (!figures.empty()) html += "<h2>" + escapedHtml(translated("Attention")) + "</h2>\n";
    for (const AttentionFigure& figure : figures)
        html += attentionSvg(figure) + "<p class=\"caption\">" + escapedHtml(figure.caption) + "</p>\n";
    if (!study.failed.empty()) {
        html += "<h2>" + escapedHtml(translated("Runs that failed")) + "</h2>\n<ul>\n";
        for (const RunRecord& run : study.failed)
            html += "<li>" + escapedHtml(run.name + ": " + wordsOf(run.message)) + "</li>\n";
        html += "</ul>\n";
    }
    html += "<h2>" + escapedHtml(translated("Commands that reproduce each run")) + "</h2>\n<pre>";
    for (const std::string& command : commandsOf(study)) html += escapedHtml(command) + "\n";
    return html + "</pre>\n</body>\n</html>\n";
}

std::string reportMarkdown(const Study& study) {
    std::string text = fmt::format("# {}\n\n", study.plan.title);
    if (!study.plan.source.empty()) text += study.plan.source + "\n\n";
    text += progressSentence(study) + "\n\n";
    for (const auto& [name, value] : provenance(study)) text += "- " + name + ": " + value + "\n";
    const std::vector<ReportTable> tables = reportTables(study);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        text += "\n## " + tables[i].title + "\n" + tableMarkdown(tables[i]);
        if (const std::string method = methodSentence(study.plan, study.tables[i]); !method.empty())
            text += "\n" + method + "\n";
        text += detailsMarkdown(study.tables[i]);
        for (const ReportTable& extra : {validationTable(study.plan, study.tables[i]), configTable(study.tables[i]),
                                         wholeConfigTable(study.tables[i])})
            if (!extra.columns.empty()) text += "\n" + extra.title + ":\n" + tableMarkdown(extra);
    }
    if (!study.failed.empty()) {
        text += "\n## " + translated("Runs that failed") + "\n\n";
        for (const RunRecord& run : study.failed) text += "- " + run.name + ": " + wordsOf(run.message) + "\n";
    }
    text += "\n## " + translated("Commands that reproduce each run") + "\n\n```\n";
    for (const std::string& command : commandsOf(study)) text += command + "\n";
    return text + "```\n";
}

std::string reportCsv(const Study& study) {
    std::string text =
        "dataset,protocol,row,metric,mean,half_width_95,seeds,users,printed,difference,difference_half_width_95,p_holm,"
        "verdict,seconds,printed_seconds,interval_covers_seeds,interim,low_95,high_95\n";
    for (const StudyTable& table : study.tables) {
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const StudyRow& row = table.rows[i];
            for (std::size_t metric = 0; metric < row.cells.size(); ++metric) {
                const StudyCell& cell = row.cells[metric];
                const bool isReached = cell.reached.users > 0;
                const bool hasInterval = isReached && cell.reached.hasInterval();
                const bool decides = metric == 0 && row.verdict != DifferenceVerdict::NotCompared;
                const auto value = [](bool known, double number) {
                    return known ? fmt::format("{}", number) : std::string();
                };
                text += fmt::format(
                    "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csvField(table.dataset.name),
                    csvField(protocolTitle(table.protocol)), csvField(row.title), study.plan.metrics[metric],
                    value(isReached, cell.reached.interval.mean), value(hasInterval, cell.reached.interval.halfWidth),
                    row.runs.size(), cell.reached.users, value(cell.published.has_value(), cell.published.value_or(0)),
                    value(decides, row.difference.interval.mean), value(decides, row.difference.interval.halfWidth),
                    value(decides, row.p),
                    decides                ? verdictText(row.verdict)
                    : i == table.reference ? "reference"
                                           : "",
                    value(row.seconds.has_value(), row.seconds.value_or(0)),
                    value(row.publishedSeconds.has_value(), row.publishedSeconds.value_or(0)),
                    decides ? yesNo(coversSeeds(table, i)) : "", decides ? yesNo(isInterim(table)) : "",
                    value(hasInterval, cell.reached.low()), value(hasInterval, cell.reached.high()));
            }
        }
    }
    return text;
}

std::vector<std::filesystem::path> writeReport(const Study& study, const std::filesystem::path& folder,
                                               const std::vector<AttentionFigure>& figures) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    std::vector<std::filesystem::path> written;
    for (const auto& [ending, text] :
         {std::pair(".html", reportHtml(study, figures)), std::pair(".md", reportMarkdown(study)),
          std::pair(".tex", reportLatex(study)), std::pair(".csv", reportCsv(study)),
          std::pair("-segments.csv", segmentsCsv(study))}) {
        const std::filesystem::path path = folder / (study.plan.name + ending);
        std::ofstream file(path, std::ios::binary);
        file << text;
        if (!file.flush())
            throw Error(ErrorKind::Input, translated("{} cannot be written.", path.string()),
                        translated("Choose a folder you can write to."));
        written.push_back(path);
    }
    return written;
}

}  // namespace recscope
