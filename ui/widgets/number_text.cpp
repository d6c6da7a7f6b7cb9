// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/util/language.h"

namespace recscope::ui {

namespace {

QString utcText(std::int64_t seconds, const QString& format) {
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(format);
}

}  // namespace

const QLocale& languageLocale() {
    static const std::vector<std::pair<std::string, QLocale>> all = [] {
        std::vector<std::pair<std::string, QLocale>> locales;
        for (const Language& language : languages())
            locales.emplace_back(language.code, QLocale(QString::fromStdString(language.code)));
        return locales;
    }();
    const std::string code = currentLanguage();
    return std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == code; })->second;
}

QString asEnglishNumber(const QString& text) {
    const QString group = languageLocale().groupSeparator(), point = languageLocale().decimalPoint();
    QString result;
    for (const QChar letter : text)
        result += letter == group ? QStringLiteral(",") : letter == point ? QStringLiteral(".") : letter;
    return result;
}

QString wholeNumber(std::int64_t value) {
    return languageLocale().toString(static_cast<qlonglong>(value));
}

QString shortNumber(double value, int digits) {
    QLocale locale = languageLocale();
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'g', digits).toLower();  // "1e-05", as in config values
}

QString metricText(double value) {
    return fixedNumber(value, 4);
}

QString percentText(double share, int decimals) {
    return QCoreApplication::translate("numbers", "%1 %").arg(fixedNumber(100 * share, decimals));
}

QString signedNumber(double value, int decimals) {
    const QString text = fixedNumber(value, decimals);
    const bool isZero = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
    return value > 0 && !isZero ? QStringLiteral("+") + text : text;
}

QString signedMetric(double value) {
    return signedNumber(value, 4);
}

QString durationText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return QString();
    const auto in = [](const char* unit, const QString& number) {
        return QCoreApplication::translate("numbers", unit).arg(number);
    };
    if (seconds < 10 && seconds > 0)
        return in(QT_TRANSLATE_NOOP("numbers", "%1 s"), fixedNumber(seconds, seconds < 1 ? 1 : 0));
    const auto wholeSeconds = static_cast<std::int64_t>(std::llround(seconds));
    if (wholeSeconds < 100) return in("%1 s", wholeNumber(wholeSeconds));
    const std::int64_t minutes = (wholeSeconds + 30) / 60;
    if (minutes < 100) return in(QT_TRANSLATE_NOOP("numbers", "%1 min"), wholeNumber(minutes));
    const std::int64_t hours = minutes / 60;
    if (hours >= 48) return in(QT_TRANSLATE_NOOP("numbers", "%1 days"), wholeNumber((hours + 12) / 24));
    return QCoreApplication::translate("numbers", "%1 h %2 min").arg(hours).arg(minutes % 60);
}

QString rateText(double perSecond) {
    if (!std::isfinite(perSecond) || perSecond <= 0) return QString();
    return QCoreApplication::translate("numbers", "%1 seq/s")
        .arg(perSecond < 10 ? fixedNumber(perSecond, 1) : wholeNumber(std::llround(perSecond)));
}

QString fixedNumber(double value, int decimals) {
    const QString text = languageLocale().toString(std::abs(value), 'f', decimals);
    const bool isZero = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
    return value < 0 && !isZero ? QStringLiteral("−") + text : text;
}

QString plainNumber(double value, int decimals) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    const double size = std::abs(value);
    if (decimals <= 0) return wholeNumber(std::llround(value));
    if (size != 0 && size < 0.5 * std::pow(10.0, -decimals)) return shortNumber(value, 2);
    if (size >= 1e5) return wholeNumber(std::llround(value));
    return languageLocale().toString(value, 'f', decimals);
}

QString localTime(const QString& isoUtc) {
    QDateTime time = QDateTime::fromString(isoUtc, Qt::ISODate);
    if (!time.isValid()) return isoUtc;
    if (time.timeSpec() == Qt::LocalTime) time.setTimeSpec(Qt::UTC);
    return time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString shortDay(std::int64_t seconds) {
    return languageLocale().toString(QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).date(),
                                     QCoreApplication::translate("numbers", "d MMM yyyy"));
}

QString dayText(std::int64_t seconds) {
    return utcText(seconds, QStringLiteral("yyyy-MM-dd"));
}

QString timeText(std::int64_t seconds) {
    return utcText(seconds, QStringLiteral("yyyy-MM-dd hh:mm:ss"));
}

QString epochsText(int epochs) {
    return epochs == 1 ? QCoreApplication::translate("numbers", "1 epoch")
                       : QCoreApplication::translate("numbers", "%1 epochs").arg(wholeNumber(epochs));
}

QString usersText(std::int64_t users) {
    return (users == 1 ? QCoreApplication::translate("numbers", "%1 user")
                       : QCoreApplication::translate("numbers", "%1 users"))
        .arg(wholeNumber(users));
}

QString itemsText(std::int64_t items) {
    return (items == 1 ? QCoreApplication::translate("numbers", "%1 item")
                       : QCoreApplication::translate("numbers", "%1 items"))
        .arg(wholeNumber(items));
}

QString interactionsText(std::int64_t interactions) {
    return (interactions == 1 ? QCoreApplication::translate("numbers", "%1 interaction")
                              : QCoreApplication::translate("numbers", "%1 interactions"))
        .arg(wholeNumber(interactions));
}

QString partOfUsersText(std::int64_t users, std::int64_t all) {
    return QCoreApplication::translate("numbers", "%1 of %2 users").arg(wholeNumber(users), wholeNumber(all));
}

QString sizesText(std::int64_t users, std::int64_t items, std::int64_t interactions) {
    return QStringList{usersText(users), itemsText(items), interactionsText(interactions)}.join(QStringLiteral(", "));
}

}  // namespace recscope::ui
