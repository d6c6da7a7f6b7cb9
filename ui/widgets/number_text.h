// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <cstdint>

namespace recscope::ui {

/// The locale whose number and date formats the current language uses.
const QLocale& languageLocale();
/// Converts a number written in `languageLocale` to English notation, which programs can parse.
QString asEnglishNumber(const QString& text);

/// Numbers formatted for the screen in the current language; the examples are English.
QString wholeNumber(std::int64_t value);              ///< "1,000,209"
QString fixedNumber(double value, int decimals);      ///< fixed number of decimals: "−0.33", "0.000"
QString metricText(double value);                     ///< four decimals: "0.1583"
QString shortNumber(double value, int digits = 6);    ///< as few digits as needed, at most `digits`: "0.5", "1e-05"
QString percentText(double share, int decimals = 1);  ///< 0.123 -> "12.3 %"
QString signedNumber(double value, int decimals);  ///< for differences: "+0.33", "−0.33"; "0.00" if it rounds to zero
QString signedMetric(double value);                ///< a signed difference with four decimals: "+0.0123"
/// "8 s", "12 min", "3 h 20 min", "2 days"; empty if negative or not finite.
QString durationText(double seconds);
/// Sequences per second: "455 seq/s", "8.2 seq/s"; empty if not positive or not finite.
QString rateText(double perSecond);
/// Formats a value of unknown magnitude: usually with `decimals` decimals, from 100,000 on without decimals, and with
/// two significant digits if it would otherwise be rounded to zero. "–" if it is not finite.
QString plainNumber(double value, int decimals);
/// Converts ISO 8601 UTC to local time, "2026-11-21 09:30"; returns the argument unchanged if it is not a time.
QString localTime(const QString& isoUtc);
QString shortDay(std::int64_t seconds);  ///< "4 Jan 2026" in the language's notation, the UTC day of seconds since 1970
QString dayText(std::int64_t seconds);   ///< "2026-11-21", the UTC day of seconds since 1970
QString timeText(std::int64_t seconds);  ///< "2026-11-21 09:30:00", UTC, of seconds since 1970
QString epochsText(int epochs);          ///< "1 epoch", "12 epochs"
QString usersText(std::int64_t users);   ///< "1 user", "6,040 users"
QString itemsText(std::int64_t items);   ///< "1 item", "3,416 items"
QString interactionsText(std::int64_t interactions);            ///< "1 interaction", "999,611 interactions"
QString partOfUsersText(std::int64_t users, std::int64_t all);  ///< "50 of 6,040 users"
/// "6,040 users, 3,416 items, 999,611 interactions"
QString sizesText(std::int64_t users, std::int64_t items, std::int64_t interactions);

}  // namespace recscope::ui
