// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <cmath>

#include "core/util/text.h"

namespace recscope::ui {

namespace {

// The screens are English; a fixed locale keeps "1,000.5" from becoming "1.000,5" beside English words.
const QLocale& locale() {
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english;
}

QString utcText(std::int64_t seconds, const QString& format) {
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(format);
}

}  // namespace

QString wholeNumber(std::int64_t value) {
    return locale().toString(static_cast<qlonglong>(value));
}

QString metricText(double value) {
    return QString::number(value, 'f', 4);
}

QString percentText(double share, int decimals) {
    return QStringLiteral("%1 %").arg(100 * share, 0, 'f', decimals);
}

QString signedNumber(double value, int decimals) {
    return QString::fromStdString(signedText(value, decimals));
}

QString signedMetric(double value) {
    return signedNumber(value, 4);
}

QString durationText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return QString();
    if (seconds < 10 && seconds > 0) return QStringLiteral("%1 s").arg(seconds, 0, 'f', seconds < 1 ? 1 : 0);
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 100) return QStringLiteral("%1 s").arg(whole);
    const std::int64_t minutes = (whole + 30) / 60;
    if (minutes < 100) return QStringLiteral("%1 min").arg(minutes);
    const std::int64_t hours = minutes / 60;
    if (hours >= 48) return QStringLiteral("%1 days").arg((hours + 12) / 24);
    return QStringLiteral("%1 h %2 min").arg(hours).arg(minutes % 60);
}

QString rateText(double perSecond) {
    if (!std::isfinite(perSecond) || perSecond <= 0) return QString();
    if (perSecond < 10) return QStringLiteral("%1 seq/s").arg(perSecond, 0, 'f', 1);
    return QStringLiteral("%1 seq/s").arg(wholeNumber(std::llround(perSecond)));
}

QString fixedNumber(double value, int decimals) {
    const QString text = locale().toString(std::abs(value), 'f', decimals);
    const bool isZero = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
    return value < 0 && !isZero ? QStringLiteral("−") + text : text;
}

QString plainNumber(double value, int decimals) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    const double size = std::abs(value);
    if (decimals <= 0) return wholeNumber(std::llround(value));
    if (size != 0 && size < 0.5 * std::pow(10.0, -decimals)) return QString::number(value, 'g', 2);
    if (size >= 1e5) return wholeNumber(std::llround(value));
    return locale().toString(value, 'f', decimals);
}

QString localTime(const QString& isoUtc) {
    QDateTime time = QDateTime::fromString(isoUtc, Qt::ISODate);
    if (!time.isValid()) return isoUtc;
    if (time.timeSpec() == Qt::LocalTime) time.setTimeSpec(Qt::UTC);
    return time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
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

}  // namespace recscope::ui
