// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace recscope::ui {

/// What a column is for programs where its text is for people: the header has the titles of its columns (QStringList;
/// numbers with their unit), each cell one value for each of them (QVariantList; numbers, texts, invalid = not known).
/// "3 of 12" is a position and a length, an item its id and its title, a duration seconds.
constexpr int kExactTitlesRole = 0x6000;  // Qt::UserRole is 0x100; models count up from there
constexpr int kExactValuesRole = 0x6001;

/// A number as every program reads it: no groups, a point, the hyphen as minus, as many digits as it takes.
QString exactNumber(double value);
/// One value of `kExactValuesRole` as text.
QString exactText(const QVariant& value);

/// Columns for programs made of one for people.
struct PlainColumns {
    QStringList titles;
    std::vector<QStringList> rows;  ///< by row, one cell for each title
};

/// Reads a column of numbers as the screens write them: "1,931", "−0.33", "18.3 ×", "12.3 %", "0.0680 ± 0.0068" (two
/// columns), "12 % (8–16)" (three), "< 0.0001" (the bound; the title says "at most"); a unit moves into the title, "–"
/// is empty. A column with anything else stays as it is. `locale` wrote the texts.
PlainColumns plainColumns(const QString& title, const QStringList& cells, const QLocale& locale);

/// A mean with what its cell says beside it: "±" or "from … to …"; nothing where it is not known.
struct PlainMean {
    std::optional<double> mean, halfWidth, low, high;
};
/// A column of them: the means, then half-widths and bounds as far as any cell has some.
PlainColumns plainMeans(const QString& title, const std::vector<PlainMean>& cells);

/// A single cell of a column whose title is written already: numbers as programs read them, all else as it is.
QString plainCell(const QString& text, const QLocale& locale);

}  // namespace recscope::ui
