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

struct Reading {
    QStringList numbers;  ///< one; with a half-width two; with an interval three
    QString unit;
    bool isBound = false;  ///< "< 0.0001"
};

/// How one locale writes numbers.
struct Grammar {
    explicit Grammar(const QLocale& locale) : group(locale.groupSeparator()), point(locale.decimalPoint()) {
        const QString g = QRegularExpression::escape(group), p = QRegularExpression::escape(point);
        const QString number =
            QStringLiteral("([+\\-−]?(?:\\d{1,3}(?:%1\\d{3})+|\\d+)(?:%2\\d+)?(?:e[+-]?\\d+)?)").arg(g, p);
        const QString unit = QStringLiteral("\\s?([^\\d\\s±()–.,+−-]{0,3})");
        whole.setPattern(QStringLiteral("^(<\\s?)?%1%2(?:\\s?±\\s?%1%2|\\s\\(%1–%1\\))?$").arg(number, unit));
        whole.setPatternOptions(QRegularExpression::UseUnicodePropertiesOption);
    }

    QString exact(QString text) const {
        if (!group.isEmpty()) text.remove(group);
        return text.replace(point, QStringLiteral(".")).replace(QChar(u'−'), QLatin1Char('-')).remove(QLatin1Char('+'));
    }

    std::optional<Reading> read(const QString& text) const {
        const QRegularExpressionMatch match = whole.match(text.trimmed());
        if (!match.hasMatch()) return {};
        Reading reading{
            .numbers = {exact(match.captured(2))}, .unit = match.captured(3), .isBound = !match.captured(1).isEmpty()};
        if (!match.captured(4).isEmpty()) {
            reading.numbers << exact(match.captured(4));
            if (reading.unit.isEmpty()) reading.unit = match.captured(5);
        }
        if (!match.captured(6).isEmpty()) reading.numbers << exact(match.captured(6)) << exact(match.captured(7));
        return reading;
    }

    QString group, point;
    QRegularExpression whole;
};

const Grammar& grammarOf(const QLocale& locale) {
    static std::map<std::pair<QString, QString>, Grammar> all;
    const std::pair key(locale.groupSeparator(), locale.decimalPoint());
    return all.try_emplace(key, locale).first->second;
}

bool isNothing(const QString& text) {
    static const std::set<QString> words = {QString(), QStringLiteral("–"), QStringLiteral("…"), QStringLiteral("?")};
    return words.contains(text.trimmed());
}

}  // namespace

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
    std::vector<std::optional<Reading>> readings;
    std::set<QString> units;
    qsizetype most = 1;
    bool all = true, bounds = false;
    for (const QString& cell : cells) {
        readings.push_back(isNothing(cell) ? std::optional(Reading()) : grammar.read(cell));
        if (!readings.back()) {
            all = false;
            continue;
        }
        if (!readings.back()->numbers.isEmpty()) units.insert(readings.back()->unit);
        most = std::max(most, readings.back()->numbers.size());
        bounds = bounds || readings.back()->isBound;
    }
    PlainColumns columns;
    if (!all || units.size() > 1) {  // words, or numbers of several units: no column of numbers
        columns.titles << title;
        for (const QString& cell : cells) columns.rows.push_back({isNothing(cell) ? QString() : cell});
        return columns;
    }
    const QString unit = units.empty() ? QString() : *units.begin();
    const auto titled = [&](const QString& text) {
        return unit.isEmpty() || title.contains(unit) ? text : tr("%1 (%2)").arg(text, unit);
    };
    columns.titles << titled(bounds ? tr("%1, at most").arg(title) : title);
    if (most == 2) columns.titles << titled(tr("%1 ±").arg(title));
    if (most == 3) columns.titles << titled(tr("%1, from").arg(title)) << titled(tr("%1, to").arg(title));
    for (const auto& reading : readings) {
        QStringList row = reading->numbers;
        while (row.size() < most) row << QString();
        columns.rows.push_back(row);
    }
    return columns;
}

QString plainCell(const QString& text, const QLocale& locale) {
    if (isNothing(text)) return {};
    const auto reading = grammarOf(locale).read(text);
    return reading && reading->numbers.size() == 1 && reading->unit.isEmpty() && !reading->isBound
               ? reading->numbers.front()
               : text;
}

}  // namespace recscope::ui
