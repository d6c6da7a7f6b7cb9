// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace recscope::ui {

/// What all rows of a table have in common and nobody may lose: "Dataset" and its name, the protocol of its numbers.
using TableFacts = std::vector<std::pair<QString, QString>>;

/// A page or tab that knows what the tables on it are about; a table asks the nearest one above it.
class TableFactsSource {
public:
    virtual ~TableFactsSource() = default;
    virtual TableFacts tableFacts() const = 0;
};

/// One cell of comma- or tab-separated text (RFC 4180 quotes; tabs and line ends become spaces where tabs separate).
QString separatedCell(QString text, QChar separator);

enum class TableFormat { Tsv, Csv, Markdown, Latex };

/// How a format is offered: "Markdown", ".md".
struct TableFormatInfo {
    TableFormat format;
    QString title, suffix;
};
/// In the order of menus, the one for files first.
std::vector<TableFormatInfo> tableFormats();
/// By the suffix of a path; nothing if it is none of ours.
std::optional<TableFormat> formatOfPath(const QString& path);

/// What is said once of a table.
struct TableHead {
    QStringList titles;
    std::vector<bool> numeric;  ///< by column; missing ones are not
    TableFacts facts;           ///< CSV and TSV repeat them in every row, Markdown and LaTeX say them once
};

/// Writes a table row by row, numbers as they are on the screen; in CSV and TSV as programs read them (`plainCell`).
/// LaTeX needs the package booktabs.
class TableWriter {
public:
    /// `widths`: what Markdown pads columns to, in characters; empty = as wide as the titles.
    TableWriter(TableFormat format, TableHead head, std::vector<int> widths = {});

    QString begin() const;
    /// `bold` by column, what is marked as best; may be empty.
    QString row(const QStringList& cells, const std::vector<bool>& bold = {}) const;
    QString end() const;

private:
    QString line(const QStringList& cells) const;
    bool isNumeric(std::size_t column) const;
    QString factsText() const;

    TableFormat m_format;
    TableHead m_head;
    std::vector<int> m_widths;
};

/// A whole small table.
QString tableText(TableFormat format, const TableHead& head, const std::vector<QStringList>& rows,
                  const std::vector<std::vector<bool>>& bold = {});

/// Text in LaTeX: & % $ # _ { } ~ ^ \ and the signs that screens write (±, –, …) as commands.
QString latexText(const QString& text);

}  // namespace recscope::ui
