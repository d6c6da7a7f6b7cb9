// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_table.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QVariant>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("tableText", text);
}

/// A displayed number, taken apart.
struct ParsedCell {
    QString number, halfWidth, low, high;  ///< empty = absent
    QString unit;
    bool isBound = false;  ///< the number is an upper bound: "< 0.0001"
};

/// The exported columns of one displayed column: its number, and the half-width and the two ends of the interval if at
/// least one cell has them.
struct ColumnParts {
    bool halfWidths = false, intervalEnds = false;

    void include(bool hasHalfWidth, bool hasIntervalEnds) {
        halfWidths = halfWidths || hasHalfWidth;
        intervalEnds = intervalEnds || hasIntervalEnds;
    }
    QStringList titles(const QString& title) const {
        QStringList all{title};
        if (halfWidths) all << tr("%1 ±").arg(title);
        if (intervalEnds) all << tr("%1, from").arg(title) << tr("%1, to").arg(title);
        return all;
    }
    QStringList row(const QString& number, const QString& halfWidth, const QString& low, const QString& high) const {
        QStringList all{number};
        if (halfWidths) all << halfWidth;
        if (intervalEnds) all << low << high;
        return all;
    }
};

/// Recognises numbers as a locale writes them, with unit and interval, and converts them to English notation.
struct Grammar {
    explicit Grammar(const QLocale& locale) : group(locale.groupSeparator()), point(locale.decimalPoint()) {
        const QString g = QRegularExpression::escape(group), p = QRegularExpression::escape(point);
        const QString number =
            QStringLiteral("([+\\-−]?(?:\\d{1,3}(?:%1\\d{3})+|\\d+)(?:%2\\d+)?(?:e[+-]?\\d+)?)").arg(g, p);
        const QString unit = QStringLiteral("\\s?([^\\d\\s±()–.,+−-]{0,3})");
        // Captures: 1 "<"; 2 and 3 the number and its unit; 4 and 5 the half-width and its unit; 6 and 7 the ends of
        // the interval.
        pattern.setPattern(QStringLiteral("^(<\\s?)?%1%2(?:\\s?±\\s?%1%2|\\s\\(%1–%1\\))?$").arg(number, unit));
        pattern.setPatternOptions(QRegularExpression::UseUnicodePropertiesOption);
    }

    QString exact(QString text) const {
        if (!group.isEmpty()) text.remove(group);
        return text.replace(point, QStringLiteral(".")).replace(QChar(u'−'), QLatin1Char('-')).remove(QLatin1Char('+'));
    }

    std::optional<ParsedCell> read(const QString& text) const {
        const QRegularExpressionMatch match = pattern.match(text.trimmed());
        if (!match.hasMatch()) return {};
        ParsedCell reading{.number = exact(match.captured(2)),
                           .halfWidth = exact(match.captured(4)),
                           .low = exact(match.captured(6)),
                           .high = exact(match.captured(7)),
                           .unit = match.captured(3),
                           .isBound = !match.captured(1).isEmpty()};
        if (reading.unit.isEmpty()) reading.unit = match.captured(5);
        return reading;
    }

    QString group, point;
    QRegularExpression pattern;
};

const Grammar& grammarOf(const QLocale& locale) {
    static std::map<std::pair<QString, QString>, Grammar> all;
    const std::pair key(locale.groupSeparator(), locale.decimalPoint());
    return all.try_emplace(key, locale).first->second;
}

}  // namespace

bool hasNoValue(const QString& text) {
    static const std::set<QString> words = {QString(), QStringLiteral("–"), QStringLiteral("…"), QStringLiteral("?")};
    return words.contains(text.trimmed());
}

QString exactNumber(double value) {
    if (!std::isfinite(value)) return {};
    return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest).remove(QLatin1Char('+'));
}

QString exactText(const QVariant& value) {
    if (!value.isValid()) return {};
    switch (value.typeId()) {
        case QMetaType::Double:
        case QMetaType::Float:
            return exactNumber(value.toDouble());
        default:
            return value.toString();
    }
}

PlainColumns plainColumns(const QString& title, const QStringList& cells, const QLocale& locale) {
    const Grammar& grammar = grammarOf(locale);
    std::vector<std::optional<ParsedCell>> readings;
    std::set<QString> units;
    ColumnParts parts;
    bool areAllNumbers = true, hasUpperBound = false;
    for (const QString& cell : cells) {
        readings.push_back(hasNoValue(cell) ? std::optional(ParsedCell()) : grammar.read(cell));
        if (!readings.back()) {
            areAllNumbers = false;
            continue;
        }
        const ParsedCell& reading = *readings.back();
        if (!reading.number.isEmpty()) units.insert(reading.unit);
        parts.include(!reading.halfWidth.isEmpty(), !reading.low.isEmpty());
        hasUpperBound = hasUpperBound || reading.isBound;
    }
    PlainColumns columns;
    if (!areAllNumbers || units.size() > 1) {  // text, or numbers in several units: exported unchanged
        columns.titles << title;
        for (const QString& cell : cells) columns.rows.push_back({hasNoValue(cell) ? QString() : cell});
        return columns;
    }
    const QString unit = units.empty() ? QString() : *units.begin();
    columns.titles = parts.titles(title);
    if (hasUpperBound) columns.titles.front() = tr("%1, at most").arg(title);
    if (!unit.isEmpty() && !title.contains(unit))
        for (QString& text : columns.titles) text = tr("%1 (%2)").arg(text, unit);
    for (const auto& reading : readings)
        columns.rows.push_back(parts.row(reading->number, reading->halfWidth, reading->low, reading->high));
    return columns;
}

PlainColumns plainMeans(const QString& title, const std::vector<PlainMean>& cells) {
    ColumnParts parts;
    for (const PlainMean& cell : cells) parts.include(cell.halfWidth.has_value(), cell.low || cell.high);
    PlainColumns columns{.titles = parts.titles(title), .rows = {}};
    const auto text = [](const std::optional<double>& value) { return value ? exactNumber(*value) : QString(); };
    for (const PlainMean& cell : cells)
        columns.rows.push_back(parts.row(text(cell.mean), text(cell.halfWidth), text(cell.low), text(cell.high)));
    return columns;
}

QString plainCell(const QString& text, const QLocale& locale) {
    if (hasNoValue(text)) return {};
    const auto reading = grammarOf(locale).read(text);
    const bool isNumber = reading && reading->halfWidth.isEmpty() && reading->low.isEmpty() &&
                          reading->unit.isEmpty() && !reading->isBound;
    return isNumber ? reading->number : text;
}

}  // namespace recscope::ui
