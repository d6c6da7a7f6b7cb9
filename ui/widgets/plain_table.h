// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace recscope::ui {

/// Roles of the machine-readable form of a column whose text is formatted for people. The header has the titles of the
/// exported columns (QStringList; titles of numbers include the unit). Each cell has one value per title (QVariantList
/// of numbers and strings; invalid = unknown). For example, "3 of 12" is exported as a position and a length, an item
/// as its id and title, a duration in seconds.
constexpr int kExactTitlesRole = 0x6000;  // Qt::UserRole is 0x100; models count up from there
constexpr int kExactValuesRole = 0x6001;

/// Formats a number so that every program can read it: without digit grouping, with a decimal point, a hyphen as minus
/// sign, and enough digits to restore the value exactly.
QString exactNumber(double value);
/// Formats one value of `kExactValuesRole`.
QString exactText(const QVariant& value);

/// The machine-readable columns derived from one displayed column.
struct PlainColumns {
    QStringList titles;
    std::vector<QStringList> rows;  ///< per row, one cell for each title
};

/// Parses a column of numbers as displayed: "1,931", "−0.33", "18.3 ×", "12.3 %", "0.0680 ± 0.0068" (becomes two
/// columns), "12 % (8–16)" (three columns), "< 0.0001" (becomes the bound, and "at most" is added to the title). A unit
/// is moved into the title, and "–" becomes an empty cell. A column with any other text is returned with its text
/// unchanged. `locale` is the locale of the texts.
PlainColumns plainColumns(const QString& title, const QStringList& cells, const QLocale& locale);

/// A mean with its interval, given as "±" (`halfWidth`) or as "from … to …" (`low`, `high`); nullopt = unknown.
struct PlainMean {
    std::optional<double> mean = {}, halfWidth = {}, low = {}, high = {};
};
/// The exported columns for a column of means: the means, then the half-widths and the ends of the intervals if any
/// cell has them.
PlainColumns plainMeans(const QString& title, const std::vector<PlainMean>& cells);

/// Whether a displayed text stands for no value: empty, "–" (none), "…" (not computed yet) or "?" (unknown).
bool hasNoValue(const QString& text);

/// Converts one displayed cell, for tables that are written row by row: a number without unit or interval becomes
/// machine-readable, any other text stays unchanged.
QString plainCell(const QString& text, const QLocale& locale);

}  // namespace recscope::ui
