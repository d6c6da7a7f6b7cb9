// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <cstdint>

namespace recscope::ui {

/// The locale in which the current language writes numbers and dates.
const QLocale& languageLocale();
/// Converts a number in that notation to the English one, which programs read.
QString asEnglishNumber(const QString& text);

/// Numbers as shown on the screen, in the notation of the current language; the examples are English.
QString wholeNumber(std::int64_t value);              ///< "1,000,209"
QString fixedNumber(double value, int decimals);      ///< "−0.33", "0.000"
QString metricText(double value);                     ///< four decimals: "0.1583"
QString shortNumber(double value, int digits = 6);    ///< as few digits as needed: "0.5", "1e-05"
QString percentText(double share, int decimals = 1);  ///< "12.3 %" of 0.123
QString signedNumber(double value, int decimals);     ///< a difference: "+0.33", "−0.33"; "0.00" if it rounds to zero
QString signedMetric(double value);                   ///< "+0.0123"
QString durationText(double seconds);                 ///< "8 s", "12 min", "3 h 20 min"
QString rateText(double perSecond);                   ///< "455 seq/s", "8.2 seq/s"
/// A value of unknown magnitude for a tag: `decimals` digits after the point, fewer if it is large or whole.
QString plainNumber(double value, int decimals);
/// "2026-11-21 09:30" in local time from ISO 8601 UTC; the text itself if it is not a time.
QString localTime(const QString& isoUtc);
QString shortDay(std::int64_t seconds);  ///< "4 Jan 2026", the UTC day in the language's own notation
QString dayText(std::int64_t seconds);   ///< "2026-11-21", the day in UTC of seconds since 1970
QString timeText(std::int64_t seconds);  ///< "2026-11-21 09:30:00", the same with the time
QString epochsText(int epochs);          ///< "1 epoch", "12 epochs"

}  // namespace recscope::ui
