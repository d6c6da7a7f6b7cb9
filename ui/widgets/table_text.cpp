// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("tableText", text);
}

QString separatedLine(const QStringList& cells, QChar separator) {
    QStringList line;
    for (const QString& cell : cells) line << separatedCell(cell, separator);
    return line.join(separator) + QLatin1Char('\n');
}

QString markdownText(const QString& text) {
    QString result;
    for (const QChar letter : text) {
        if (QStringLiteral("\\|*`<").contains(letter)) result += QLatin1Char('\\');
        result += letter == QLatin1Char('\n') ? QLatin1Char(' ') : letter;
    }
    return result;
}

QString aligned(const QString& text, int width, bool right) {
    return right ? text.rightJustified(width) : text.leftJustified(width);
}

}  // namespace

QString separatedCell(QString text, QChar separator) {
    if (separator == QLatin1Char('\t'))
        return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    const bool isPlain = std::none_of(text.begin(), text.end(), [separator](QChar letter) {
        return letter == separator || letter == QLatin1Char('"') || letter == QLatin1Char('\n') ||
               letter == QLatin1Char('\r');
    });
    if (isPlain) return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

std::vector<TableFormatInfo> tableFormats() {
    return {
        {TableFormat::Csv, tr("CSV"), QStringLiteral(".csv")},
        {TableFormat::Markdown, tr("Markdown"), QStringLiteral(".md")},
        {TableFormat::Latex, tr("LaTeX"), QStringLiteral(".tex")},
        {TableFormat::Tsv, tr("Tab-separated text"), QStringLiteral(".tsv")},
    };
}

std::optional<TableFormat> formatOfPath(const QString& path) {
    for (const TableFormatInfo& info : tableFormats())
        if (path.endsWith(info.suffix, Qt::CaseInsensitive)) return info.format;
    return {};
}

QString latexText(const QString& text) {
    static const std::map<QChar, QString> commands = {
        {u'\\', QStringLiteral("\\textbackslash{}")},
        {u'&', QStringLiteral("\\&")},
        {u'%', QStringLiteral("\\%")},
        {u'$', QStringLiteral("\\$")},
        {u'#', QStringLiteral("\\#")},
        {u'_', QStringLiteral("\\_")},
        {u'{', QStringLiteral("\\{")},
        {u'}', QStringLiteral("\\}")},
        {u'~', QStringLiteral("\\textasciitilde{}")},
        {u'^', QStringLiteral("\\textasciicircum{}")},
        {u'<', QStringLiteral("\\textless{}")},
        {u'>', QStringLiteral("\\textgreater{}")},
        {u'|', QStringLiteral("\\textbar{}")},
        {u'\n', QStringLiteral(" ")},
        {u'±', QStringLiteral("$\\pm$")},
        {u'×', QStringLiteral("$\\times$")},
        {u'·', QStringLiteral("$\\cdot$")},
        {u'→', QStringLiteral("$\\to$")},
        {u'←', QStringLiteral("$\\leftarrow$")},
        {u'≤', QStringLiteral("$\\leq$")},
        {u'≥', QStringLiteral("$\\geq$")},
        {u'−', QStringLiteral("$-$")},
        {u'–', QStringLiteral("--")},
        {u'—', QStringLiteral("---")},
        {u'…', QStringLiteral("\\dots{}")},
        {u'“', QStringLiteral("``")},
        {u'”', QStringLiteral("''")},
        {u'‘', QStringLiteral("`")},
        {u'’', QStringLiteral("'")},
        {u'\u00a0', QStringLiteral("~")},
    };
    QString result;
    for (const QChar letter : text) {
        const auto command = commands.find(letter);
        result += command == commands.end() ? QString(letter) : command->second;
    }
    return result;
}

TableWriter::TableWriter(TableFormat format, TableHeader header, std::vector<int> widths)
    : m_format(format), m_header(std::move(header)), m_widths(std::move(widths)) {
    constexpr int kNarrowest = 3;  // minimum number of dashes in the line below a Markdown header
    m_widths.resize(std::size_t(m_header.titles.size()), kNarrowest);
    for (std::size_t column = 0; column < m_widths.size(); ++column)
        m_widths[column] =
            std::max({m_widths[column], kNarrowest, int(markdownText(m_header.titles[int(column)]).size())});
}

bool TableWriter::isNumeric(std::size_t column) const {
    return column < m_header.numeric.size() && m_header.numeric[column];
}

QString TableWriter::factsText() const {
    QStringList facts;
    for (const auto& [name, value] : m_header.facts) facts << tr("%1: %2").arg(name, value);
    return facts.join(QStringLiteral(" · "));
}

/// Joins cells that are already escaped into one line of Markdown or LaTeX.
QString TableWriter::line(const QStringList& cells) const {
    if (m_format == TableFormat::Latex)
        return QStringLiteral("    ") + cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
    QStringList padded;
    for (int i = 0; i < cells.size(); ++i)
        padded << aligned(cells[i], i < int(m_widths.size()) ? m_widths[std::size_t(i)] : 0, isNumeric(std::size_t(i)));
    return QStringLiteral("| ") + padded.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

QString TableWriter::begin() const {
    QStringList titles;
    switch (m_format) {
        case TableFormat::Tsv:
        case TableFormat::Csv:
            titles = m_header.titles;
            for (const auto& [name, value] : m_header.facts) titles << name;
            return separatedLine(titles, m_format == TableFormat::Tsv ? QLatin1Char('\t') : QLatin1Char(','));
        case TableFormat::Markdown: {
            QStringList rule;
            for (int i = 0; i < m_header.titles.size(); ++i) {
                titles << markdownText(m_header.titles[i]);
                QString dashes(m_widths[std::size_t(i)], QLatin1Char('-'));
                if (isNumeric(std::size_t(i))) dashes.back() = QLatin1Char(':');
                rule << dashes;
            }
            return line(titles) + QStringLiteral("| ") + rule.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
        }
        case TableFormat::Latex:
            break;
    }
    QString columns;
    for (int i = 0; i < m_header.titles.size(); ++i) {
        titles << latexText(m_header.titles[i]);
        columns += isNumeric(std::size_t(i)) ? QLatin1Char('r') : QLatin1Char('l');
    }
    QString text = QStringLiteral("% \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n");
    if (!m_header.facts.empty()) text += QStringLiteral("  \\caption{%1}\n").arg(latexText(factsText()));
    return text + QStringLiteral("  \\begin{tabular}{%1}\n    \\toprule\n").arg(columns) + line(titles) +
           QStringLiteral("    \\midrule\n");
}

QString TableWriter::row(const QStringList& cells, const std::vector<bool>& bold) const {
    QStringList written;
    if (m_format == TableFormat::Tsv || m_format == TableFormat::Csv) {
        for (int i = 0; i < cells.size(); ++i)
            written << (isNumeric(std::size_t(i)) ? plainCell(cells[i], languageLocale())
                        : hasNoValue(cells[i])    ? QString()
                                                  : cells[i]);
        for (const auto& [name, value] : m_header.facts) written << value;
        return separatedLine(written, m_format == TableFormat::Tsv ? QLatin1Char('\t') : QLatin1Char(','));
    }
    for (int i = 0; i < cells.size(); ++i) {
        const bool marked = std::size_t(i) < bold.size() && bold[std::size_t(i)] && !cells[i].isEmpty();
        const bool latex = m_format == TableFormat::Latex;
        const QString text = latex ? latexText(cells[i]) : markdownText(cells[i]);
        written << (!marked ? text : (latex ? QStringLiteral("\\textbf{%1}") : QStringLiteral("**%1**")).arg(text));
    }
    return line(written);
}

QString TableWriter::end() const {
    if (m_format == TableFormat::Latex) return QStringLiteral("    \\bottomrule\n  \\end{tabular}\n\\end{table}\n");
    if (m_format == TableFormat::Markdown && !m_header.facts.empty())
        return QLatin1Char('\n') + markdownText(factsText()) + QLatin1Char('\n');
    return {};
}

QString tableText(TableFormat format, const TableHeader& header, const std::vector<QStringList>& rows,
                  const std::vector<std::vector<bool>>& bold) {
    const auto marksOf = [&](std::size_t row) { return row < bold.size() ? bold[row] : std::vector<bool>(); };
    std::vector<int> widths(std::size_t(header.titles.size()), 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::vector<bool> marks = marksOf(row);
        for (std::size_t i = 0; i < widths.size() && int(i) < rows[row].size(); ++i) {
            const int marked = i < marks.size() && marks[i] ? 4 : 0;  // characters for the asterisks around bold text
            widths[i] = std::max(widths[i], int(markdownText(rows[row][int(i)]).size()) + marked);
        }
    }
    const TableWriter writer(format, header, widths);
    QString text = writer.begin();
    for (std::size_t row = 0; row < rows.size(); ++row) text += writer.row(rows[row], marksOf(row));
    return text + writer.end();
}

}  // namespace recscope::ui
