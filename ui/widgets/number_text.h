// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <cstdint>

namespace recscope::ui {

/// How the language that is spoken writes numbers and days.
const QLocale& languageLocale();
/// A number written that way as English and every program that reads tables write it.
QString asEnglishNumber(const QString& text);

/// Numbers as the screens write them, the same everywhere: here as in English.
QString wholeNumber(std::int64_t value);              ///< "1,000,209"
QString fixedNumber(double value, int decimals);      ///< "−0.33", "0.000"
QString metricText(double value);                     ///< four decimals: "0.1583"
QString shortNumber(double value, int digits = 6);    ///< as many digits as it needs: "0.5", "1e-05"
QString percentText(double share, int decimals = 1);  ///< "12.3 %" of 0.123
QString signedNumber(double value, int decimals);     ///< a difference: "+0.33", "−0.33"; what rounds to zero: "0.00"
QString signedMetric(double value);                   ///< "+0.0123"
QString durationText(double seconds);                 ///< "8 s", "12 min", "3 h 20 min"
QString rateText(double perSecond);                   ///< "455 seq/s", "8.2 seq/s"
/// A value of unknown size for a tag: `decimals` digits after the point, fewer when it is large or whole.
QString plainNumber(double value, int decimals);
/// "2026-11-21 09:30" in local time from ISO 8601 UTC; the text itself if it is no time.
QString localTime(const QString& isoUtc);
QString shortDay(std::int64_t seconds);  ///< "4 Jan 2026" of the same, as the language writes it
QString dayText(std::int64_t seconds);   ///< "2026-11-21", the day in UTC of seconds since 1970
QString timeText(std::int64_t seconds);  ///< "2026-11-21 09:30:00", the same with its time
QString epochsText(int epochs);          ///< "1 epoch", "12 epochs"

}  // namespace recscope::ui
