// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace recscope::ui {

/// Facts that apply to all rows of a table and that every export must contain, as (title, value), e.g. the dataset's
/// name or the protocol of the metrics.
using TableFacts = std::vector<std::pair<QString, QString>>;

/// Implemented by a page or tab that knows facts about its tables. A table queries its nearest ancestor that implements
/// this class.
class TableFactsSource {
public:
    virtual ~TableFactsSource() = default;
    virtual TableFacts tableFacts() const = 0;
};

/// One cell of comma- or tab-separated text, quoted as in RFC 4180. In tab-separated text, tabs and line ends become
/// spaces.
QString separatedCell(QString text, QChar separator);

enum class TableFormat { Tsv, Csv, Markdown, Latex };

/// The title and the suffix of a format, e.g. "Markdown" and ".md".
struct TableFormatInfo {
    TableFormat format;
    QString title, suffix;
};
/// All formats in menu order, the default file format first.
std::vector<TableFormatInfo> tableFormats();
/// The format with the suffix of this path; nullopt if the suffix is unknown.
std::optional<TableFormat> formatOfPath(const QString& path);

/// Everything about a table except its rows.
struct TableHeader {
    QStringList titles;
    std::vector<bool> numeric;  ///< by column; columns beyond the end are not numeric
    TableFacts facts;           ///< CSV and TSV repeat the facts in every row, Markdown and LaTeX write them once
};

/// Writes a table row by row. Numbers are formatted as on the screen; in CSV and TSV they are machine-readable
/// (`plainCell`). LaTeX output needs the package booktabs.
class TableWriter {
public:
    /// `widths` are the widths in characters to which Markdown columns are padded; empty = the widths of the titles.
    TableWriter(TableFormat format, TableHeader header, std::vector<int> widths = {});

    QString begin() const;
    /// `bold`: by column, whether the cell is bold, e.g. the best value; may be empty.
    QString row(const QStringList& cells, const std::vector<bool>& bold = {}) const;
    QString end() const;

private:
    QString line(const QStringList& cells) const;
    bool isNumeric(std::size_t column) const;
    QString factsText() const;

    TableFormat m_format;
    TableHeader m_header;
    std::vector<int> m_widths;
};

/// Writes a whole small table in one call.
QString tableText(TableFormat format, const TableHeader& header, const std::vector<QStringList>& rows,
                  const std::vector<std::vector<bool>>& bold = {});

/// Escapes text for LaTeX: & % $ # _ { } ~ ^ \ and the symbols that the program displays (±, –, …) become commands.
QString latexText(const QString& text);

}  // namespace recscope::ui
