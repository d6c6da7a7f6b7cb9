// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace recscope::ui {

/// What all rows of a table have in common and every export must keep: "Dataset" and its name, the protocol of its
/// numbers.
using TableFacts = std::vector<std::pair<QString, QString>>;

/// A page or tab that knows the facts of its tables; a table queries its nearest such ancestor.
class TableFactsSource {
public:
    virtual ~TableFactsSource() = default;
    virtual TableFacts tableFacts() const = 0;
};

/// One cell of comma- or tab-separated text (RFC 4180 quotes; tabs and line ends become spaces where tabs separate).
QString separatedCell(QString text, QChar separator);

enum class TableFormat { Tsv, Csv, Markdown, Latex };

/// The title and suffix of a format: "Markdown", ".md".
struct TableFormatInfo {
    TableFormat format;
    QString title, suffix;
};
/// In the order of menus, the default file format first.
std::vector<TableFormatInfo> tableFormats();
/// The format by the suffix of a path; nullopt if it is none of these.
std::optional<TableFormat> formatOfPath(const QString& path);

/// The parts of a table that are not rows.
struct TableHead {
    QStringList titles;
    std::vector<bool> numeric;  ///< by column; missing = not numeric
    TableFacts facts;           ///< CSV and TSV repeat them in every row, Markdown and LaTeX write them once
};

/// Writes a table row by row, with numbers as on the screen, but in CSV and TSV as programs read them (`plainCell`).
/// LaTeX needs the package booktabs.
class TableWriter {
public:
    /// `widths`: to which Markdown pads the columns, in characters; empty = as wide as the titles.
    TableWriter(TableFormat format, TableHead head, std::vector<int> widths = {});

    QString begin() const;
    /// `bold` marks the best values, by column; may be empty.
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

/// Escapes text for LaTeX: & % $ # _ { } ~ ^ \ and the symbols used on the screen (±, –, …) become commands.
QString latexText(const QString& text);

}  // namespace recscope::ui
