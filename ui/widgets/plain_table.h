// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace recscope::ui {

/// The machine-readable form of a column whose text is meant for people: the header holds the titles of the exported
/// columns (QStringList; numbers with their unit), each cell one value per title (QVariantList; numbers, texts, invalid
/// = unknown). "3 of 12" becomes a position and a length, an item its id and title, a duration seconds.
constexpr int kExactTitlesRole = 0x6000;  // Qt::UserRole is 0x100; models count up from there
constexpr int kExactValuesRole = 0x6001;

/// A number as every program reads it: no digit groups, a decimal point, a hyphen as minus, as many digits as needed.
QString exactNumber(double value);
/// One value of `kExactValuesRole` as text.
QString exactText(const QVariant& value);

/// The machine-readable columns made from one column for people.
struct PlainColumns {
    QStringList titles;
    std::vector<QStringList> rows;  ///< per row one cell for each title
};

/// Parses a column of numbers as shown on the screen: "1,931", "−0.33", "18.3 ×", "12.3 %", "0.0680 ± 0.0068" (two
/// columns), "12 % (8–16)" (three), "< 0.0001" (the bound; the title says "at most"); a unit moves into the title, "–"
/// is empty. A column with anything else stays unchanged. `locale` is the one the texts were written in.
PlainColumns plainColumns(const QString& title, const QStringList& cells, const QLocale& locale);

/// A mean with the interval of its cell: "±" or "from … to …"; nullopt where unknown.
struct PlainMean {
    std::optional<double> mean = {}, halfWidth = {}, low = {}, high = {};
};
/// The columns of such means: the means, then half-widths and bounds if any cell has them.
PlainColumns plainMeans(const QString& title, const std::vector<PlainMean>& cells);

/// A single cell of a column whose title is already written: numbers as programs read them, everything else unchanged.
QString plainCell(const QString& text, const QLocale& locale);

}  // namespace recscope::ui
