# SPDX-License-Identifier: GPL-3.0-or-later
"""Time columns under any name and in any format."""
import datetime
import json
from dataclasses import replace

from .tools import at, code_ids, hex_ids, int_ids, numbered, PEOPLE, table, titles, truth, utc, world

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LONG_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
               "November", "December")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
DAY = 86400


def iso(row):
    return utc(row.time).strftime("%Y-%m-%d %H:%M:%S")


def twitter(seconds, minutes=0):
    """Formats a time like "Tue Apr 03 18:00:06 +0000 2012", on a clock `minutes` east of Greenwich."""
    t = utc(seconds + 60 * minutes)
    sign, size = ("-" if minutes < 0 else "+"), abs(minutes)
    return (f"{DAYS[t.weekday()]} {MONTHS[t.month - 1]} {t.day:02d} {t:%H:%M:%S} "
            f"{sign}{size // 60:02d}{size % 60:02d} {t.year}")


def us_clock(seconds):
    """Formats a time like "11/15/2019 8:55:22 AM"."""
    t = utc(seconds)
    return f"{t.month}/{t.day}/{t.year} {(t.hour + 11) % 12 + 1}:{t:%M:%S} {'AM' if t.hour < 12 else 'PM'}"


def by_values(c):
    g = "03_time_by_values"

    def plain(name, about, time_name, cell, sep=",", file="interactions.csv", more=(), facts=None, ratings=True, **kind):
        rows = world(f"{g}/{name}", **kind)
        columns = [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), *more, (time_name, cell)]
        c.case(g, name, about, {file: table(rows, columns, sep)}, truth(rows, ratings=ratings, **(facts or {})))

    plain("event_time", "event_time with a time zone's name.", "event_time", lambda row: iso(row) + " UTC")
    plain("date_added", "date_added, days only.", "date_added", lambda row: iso(row)[:10], step=DAY)
    plain("review_date", "review_date in words.", "review_date",
          lambda row: f"{LONG_MONTHS[utc(row.time).month - 1]} {utc(row.time).day}, {utc(row.time).year}", step=DAY)
    plain("timestamp_ms", "timestamp_ms holds milliseconds.", "timestamp_ms", lambda row: row.time * 1000 + 250)
    plain("created_utc", "created_utc as forums export it, with a point and a zero.", "created_utc",
          lambda row: f"{row.time}.0")
    plain("purchase_date", "purchase_date between other columns.", "purchase_date", iso, sep=";")
    plain("spreadsheet_days", "Days as spreadsheets count them, the form a table takes without its date format.", "date",
          lambda row: 25569 + row.time // DAY, step=DAY, facts={"warnings": ["30 December 1899"]})
    plain("spreadsheet_days_and_clock", "The same with the time of day after the decimal point.", "order_time",
          lambda row: f"{25569 + row.time / DAY:.9f}", step=60, sep=";", facts={"warnings": ["30 December 1899"]})
    plain("spreadsheet_days_beside_seconds", "Spreadsheet days beside seconds are not the time.", "timestamp", "time",
          more=(("date", lambda row: 41000 + row.n * 7),), facts={"unsaid": ["30 December 1899:", "from \"date\""]})
    rows = world(g + "/amounts")
    c.case(g, "amounts_are_no_days", "Numbers like spreadsheet days under a name that does not mean a time.",
           {"loans.csv": table(rows, [("user_id", "user"), ("item_id", "item"),
                                      ("income", lambda row: 31000 + row.n * 131)])},
           truth(rows, times=False, unsaid=["1899"]))
    rows = world(g + "/day_and_ms", order="users")
    c.case(g, "day_and_milliseconds", "eventdate beside timeframe, its milliseconds: added to the day.",
           {"views.csv": table(rows, [("session_id", "user"), ("item_id", "item"),
                                      ("timeframe", lambda row: row.time % DAY * 1000), ("eventdate", lambda row: iso(row)[:10])])},
           truth(rows))
    rows = world(g + "/t_dat", step=DAY, users=hex_ids(g + "h", 12, 64), items=["0" + i for i in
                 int_ids(g + "a", 16, 108775015, 950000000)])
    c.case(g, "t_dat", "t_dat stands first, the ids are long; the price is no rating and no time.",
           {"transactions.csv": table(rows, [("t_dat", lambda row: iso(row)[:10]), ("customer_id", "user"),
                                             ("article_id", "item"),
                                             ("price", lambda row: f"0.0{3 + row.n % 6}{row.n % 10}8")])}, truth(rows))
    rows = world(g + "/invoice", step=60)
    c.case(g, "invoice_date", "InvoiceDate beside prices and quantities.",
           {"orders.csv": table(rows, [("CustomerID", "user"), ("StockCode", "item"),
                                       ("Quantity", lambda row: 1 + row.n % 12), ("InvoiceDate", lambda row: iso(row)[:16]),
                                       ("UnitPrice", lambda row: f"{1 + row.n % 7}.95")])}, truth(rows))
    for name, about, stamp in (
            ("mongo_date_text", "Mongo's $date with text in JSON lines.",
             lambda row: {"$date": utc(row.time).strftime("%Y-%m-%dT%H:%M:%S.000Z")}),
            ("mongo_date_number", "Mongo's $date with milliseconds.", lambda row: {"$date": row.time * 1000}),
            ("mongo_number_long", "Mongo's $date with $numberLong.",
             lambda row: {"$date": {"$numberLong": str(row.time * 1000)}})):
        rows = world(f"{g}/{name}")
        c.case(g, name, about,
               {"events.jsonl": "".join(json.dumps({"user_id": row.user, "item_id": row.item, "rating": row.rating,
                                                    "seen": stamp(row)}) + "\n" for row in rows)},
               truth(rows, ratings=True))
    plain("day_month_year_columns", "day, month and year in three columns.", "year", lambda row: utc(row.time).year,
          sep="\t", file="tags.dat", more=(("day", lambda row: utc(row.time).day),
                                           ("month", lambda row: utc(row.time).month)), step=DAY)
    plain("six_columns", "day, month, year, hour, minute, second in separate columns.", "date_second",
          lambda row: utc(row.time).second, sep="\t", file="rated.dat",
          more=(("date_day", lambda row: utc(row.time).day), ("date_month", lambda row: utc(row.time).month),
                ("date_year", lambda row: utc(row.time).year), ("date_hour", lambda row: utc(row.time).hour),
                ("date_minute", lambda row: utc(row.time).minute)))
    plain("unknown_german_name", "gesehen_am is in no list of known names.", "gesehen_am", iso)
    plain("unknown_short_name", "A column named w with seconds.", "w", "time")

    release = {}

    def released(row):
        release.setdefault(row.item, at(1980 + int(row.item) % 30, 1 + int(row.item) % 12, 5))
        return utc(release[row.item]).strftime("%Y-%m-%d")

    plain("release_date_beside_event_time", "release_date belongs to the item, event_time to the row: both named.",
          "event_time", iso, more=(("release_date", released),), facts={"warnings": ["event_time", "release_date"]})

    def birthday(row):
        return f"{1950 + int(row.user) % 50}-0{1 + int(row.user) % 9}-12"

    plain("birth_date_beside_watched", "birth_date belongs to the user, watched_on to the row: both named.", "watched_on",
          iso, more=(("birth_date", birthday),), facts={"warnings": ["watched_on", "birth_date"]})
    plain("constant_export_date", "date is the day of the export in every row; played is the time.", "played", iso,
          more=(("date", lambda row: "2019-01-31"),), facts={"warnings": ["played"]})
    plain("time_is_a_word", "time says morning or evening; logged_at holds the time.", "logged_at", iso,
          more=(("time", lambda row: "morning" if utc(row.time).hour < 12 else "evening"),))
    plain("date_is_empty", "date is there but empty; ts_epoch is not.", "ts_epoch", "time",
          more=(("date", lambda row: ""),))
    rows = world(g + "/no_time_at_all", order="users")
    c.case(g, "no_time_at_all", "No column parses as a time: the report says so, and the order of the file counts.",
           {"ratings.csv": table(rows, [("user_id", "user"), ("item_id", "item"), ("rating", "rating"),
                                        ("device", lambda row: ("tv", "phone", "web")[row.n % 3])])},
           truth(rows, times=False, ratings=True, warnings=["order of the lines|order of the file|file order|no time|"
                                                            "without times"]))


def file_order(c):
    """Files that run from the newest row to the oldest, as exported lists do, including rows of the same time."""
    g = "03_time_by_values"

    def day(row):
        return iso(row)[:10]

    few = {"last": at(2015, 3, 6), "step": DAY // 4}  # several interactions of a user on most days

    def day_alone(row):
        return replace(row, time=row.time - row.time % DAY)

    def of_days(name, about, oldest_first=False, grouped=False, **kind):
        rows = world(f"{g}/{name}", order="time", first=at(2015, 3, 2), **few, per=(8, 10), **kind)
        rows = [day_alone(row) for row in rows]
        if grouped:
            rows.sort(key=lambda row: row.user)
        written = numbered(rows if oldest_first else rows[::-1])
        c.case(g, name, about, {"history.csv": table(written, [("user_id", "user"), ("item_id", "item"),
                                                               ("watched_at", day)])}, truth(rows))

    of_days("newest_day_first", "Only days, the newest row first: the rows of a day are in reverse, too.")
    of_days("newest_day_first_by_user", "The same, one user after the other.", grouped=True)
    of_days("oldest_day_first", "Only days, the oldest row first: the rows of a day keep the order of the file.",
            oldest_first=True)
    rows = [day_alone(row) for row in
            world(g + "/days_in_no_order", first=at(2015, 3, 2), **few, per=(8, 10))]
    c.case(g, "days_in_no_order", "Only days in no order: the rows of a day keep the order of the file.",
           {"history.csv": table(rows, [("user_id", "user"), ("item_id", "item"), ("watched_at", day)])}, truth(rows))
    rows = [replace(day_alone(row), user="me") for row in
            world(g + "/newest_of_one_person", order="time", first=at(2015, 3, 2), **few, per=(8, 10))]
    c.case(g, "newest_of_one_person", "One person's list, the newest day first.",
           {"history.csv": table(numbered(rows[::-1]), [("title_id", "item"), ("watched_at", day)])}, truth(rows),
           options={"columns": "user=one-person,item=title_id,time=watched_at"})

    rows = world(g + "/quiz_time_of_a_lecture", order="time", step=60)
    c.case(g, "quiz_time_of_a_lecture", "Lecture and quiz, each with an id and a time.",
           {"progress.csv": table(rows, [
               ("Student ID", "user"),
               ("Lecture ID", lambda row: f"L{int(row.item) % 5}"),
               ("Lecture Time", lambda row: us_clock(row.time - DAY * (1 + row.n * 7 % 30))),
               ("Quiz ID", "item"), ("Quiz Time", lambda row: us_clock(row.time))])}, truth(rows))
    rows = world(g + "/courses_by_semester", order="time")
    c.case(g, "courses_by_semester", "created_at is when the records were written; the semesters are told in words.",
           {"records.csv": table(rows, [("student_id", "user"), ("course_id", "item"),
                                        ("semester", lambda row: ("Spring", "Fall")[utc(row.time).month > 6]),
                                        ("year", lambda row: utc(row.time).year),
                                        ("created_at", lambda row: iso(replace(row, time=at(2025, 1, 1) + row.n * 977)))])},
           truth([replace(row, time=at(2025, 1, 1) + row.n * 977) for row in rows], warnings=["semester", "record"]))
    rows = world(g + "/release_dates", order="users")
    c.case(g, "release_dates", "Only the release of a track is dated: that is no time of the playlist.",
           {"tracks.csv": table(rows, [("playlist_id", "user"), ("track_id", "item"),
                                       ("release_date", lambda row: f"20{10 + row.n * 7 % 14}-0{1 + row.n % 9}-12")])},
           truth(rows, times=False))
    for name, about, column in (("overlap_time", "overlap_time is how long an answer took.", "overlap_time"),
                                ("response_time", "response_time is how long an answer took.", "response_time"),
                                ("time_taken", "time_taken is how long an answer took.", "time_taken"),
                                ("time_on_page", "time_on_page is how long a page was open.", "time_on_page")):
        rows = world(f"{g}/{name}", order="time")
        c.case(g, name, about,
               {"answers.csv": table(rows, [("user_id", "user"), ("problem_id", "item"),
                                            (column, lambda row: 900 + row.n * 7919 % 60000)])},
               truth(rows, times=False))


def formats(c):
    g = "08_time_formats"

    def plain(name, about, cell, options=None, facts=None, time_name="time", more=(), sep=",", quote="minimal",
              header=True, early_days=False, **kind):
        rows = world(f"{g}/{name}", **kind)
        if early_days:  # moves each row to a day from 1 to 12 of its month
            rows = [replace(row, time=row.time - (utc(row.time).day - 1 - utc(row.time).day % 12) * DAY) for row in rows]
        columns = [("user", "user"), ("item", "item"), ("rating", "rating"), *more, (time_name, cell)]
        c.case(g, name, about, {"interactions.csv": table(rows, columns, sep, header=header, quote=quote)},
               facts if facts else truth(rows, ratings=True), options=options)

    def t(row):
        return utc(row.time)

    plain("twitter", "Tue Apr 03 18:00:06 +0000 2012", lambda row: twitter(row.time))
    plain("twitter_other_zones", "Wed Mar 22 11:37:04 -0700 2017 and +0530 in one file.",
          lambda row: twitter(row.time, (-420, 330, 0)[row.n % 3]))
    plain("american_clock", "11/15/2019 8:55:22 AM", lambda row: us_clock(row.time), sep="\t")
    plain("american_clock_noon_and_midnight", "12:00:00 AM is midnight, 12:00:00 PM is noon.",
          lambda row: us_clock(row.time), step=12 * 3600, first=at(2016, 1, 1) + 0, last=at(2016, 12, 28))
    plain("dotted_day_first", "DD.MM.YYYY", lambda row: t(row).strftime("%d.%m.%Y"), step=DAY, sep=";")
    plain("dotted_with_clock", "DD.MM.YYYY HH:MM", lambda row: t(row).strftime("%d.%m.%Y %H:%M"), step=60, sep=";")
    plain("slashes_day_first", "DD/MM/YYYY: some days are over 12.", lambda row: t(row).strftime("%d/%m/%Y"), step=DAY)
    plain("slashes_month_first", "MM/DD/YYYY: some days are over 12.", lambda row: t(row).strftime("%m/%d/%Y"), step=DAY)
    plain("slashes_month_first_clock", "M/D/YYYY H:MM as spreadsheets write it.",
          lambda row: f"{t(row).month}/{t(row).day}/{t(row).year} {t(row).hour}:{t(row):%M}", step=60)

    def early(seconds):
        """Moves a time to a day from 1 to 12 of the same month."""
        moment = utc(seconds)
        return moment.replace(day=(moment.day - 1) % 12 + 1)

    rows = world(g + "/ambiguous", step=DAY)
    columns = [("user", "user"), ("item", "item"), ("rating", "rating")]
    both = columns + [("time", lambda row: early(row.time).strftime("%d/%m/%Y"))]
    plain("hour_alone", "A day and the hour, as logs of shops have it.",
          lambda row: utc(row.time).strftime("%Y-%m-%d %H"), step=3600)
    c.case(g, "slashes_both_fit", "No day is over 12: refused with both readings.",
           {"interactions.csv": table(rows, both)},
           {"refused": ["DD/MM|D/M|day/month|day first|day, month|day-month|day before|%d/%m",
                        "MM/DD|M/D|month/day|month first|month, day|month-day|month before|%m/%d"]})
    for name, pattern in (("slashes_both_fit_said_day_first", "%d/%m/%Y"),
                          ("slashes_both_fit_said_month_first", "%m/%d/%Y")):
        ready = [(lambda row, time: type(row)(row.user, row.item, time, row.rating, row.n))(
            row, int(datetime.datetime.strptime(early(row.time).strftime("%d/%m/%Y"), pattern).replace(
                tzinfo=datetime.timezone.utc).timestamp())) for row in rows]
        seen, kept = set(), []
        for row in ready:  # drops a user's later rows of the same day: their order would be unknown
            if (row.user, row.time) not in seen:
                kept.append(row)
            seen.add((row.user, row.time))
        kept = [type(row)(row.user, row.item, row.time, row.rating, n) for n, row in enumerate(kept)]
        c.case(g, name, f"The same kind of file with --time-format {pattern}.",
               {"interactions.csv": table(kept, columns + [
                   ("time", lambda row, p=pattern: utc(row.time).strftime(p))])},
               truth(kept, ratings=True), options={"time_format": pattern})
    plain("dotted_no_day_over_twelve", "DD.MM.YYYY with days from 1 to 12: with dots, the day comes first.",
          lambda row: t(row).strftime("%d.%m.%Y"), step=32 * DAY, first=at(2008, 1, 1), last=at(2017, 11, 20),
          early_days=True)
    plain("day_month_name", "15-Mar-2010", lambda row: f"{t(row).day:02d}-{MONTHS[t(row).month - 1]}-{t(row).year}",
          step=DAY)
    plain("day_month_name_short_year", "15-Mar-10", lambda row: f"{t(row).day:02d}-{MONTHS[t(row).month - 1]}-{t(row):%y}",
          step=DAY)
    plain("month_name_day_year", "Mar 15, 2010 in quotes.",
          lambda row: f"{MONTHS[t(row).month - 1]} {t(row).day}, {t(row).year}", step=DAY)
    plain("day_long_month_year", "15 March 2010",
          lambda row: f"{t(row).day} {LONG_MONTHS[t(row).month - 1]} {t(row).year}", step=DAY)
    plain("mail_header", "Wed, 10 Dec 2025 19:04:54 +0000, in quotes",
          lambda row: f"{DAYS[t(row).weekday()]}, {t(row).day:02d} {MONTHS[t(row).month - 1]} {t(row):%Y %H:%M:%S} +0000")
    plain("compact_day", "YYYYMMDD is a day and not a second in 1970.", lambda row: t(row).strftime("%Y%m%d"), step=DAY)
    plain("compact_day_without_header", "YYYYMMDD without a header.", lambda row: t(row).strftime("%Y%m%d"), step=DAY,
          header=False)
    plain("compact_to_the_second", "YYYYMMDDHHMMSS", lambda row: t(row).strftime("%Y%m%d%H%M%S"))
    plain("nanoseconds", "Nineteen digits since 1970.", lambda row: row.time * 10**9 + 123456789)
    plain("microseconds", "Sixteen digits since 1970.", lambda row: row.time * 10**6 + 654321)
    plain("decimals", "Seconds with six decimals.", lambda row: f"{row.time}.250000")
    plain("date_and_clock_in_two_columns", "date and time in two columns.", lambda row: t(row).strftime("%H:%M:%S"),
          more=(("date", lambda row: t(row).strftime("%Y-%m-%d")),))
    plain("dotted_date_and_clock_in_two_columns", "datum and uhrzeit in two columns.",
          lambda row: t(row).strftime("%H:%M"), time_name="uhrzeit",
          more=(("datum", lambda row: t(row).strftime("%d.%m.%Y")),), sep=";", step=60)
    plain("iso_with_zones", "ISO 8601 with +02:00 and Z in one file.",
          lambda row: (t(row).strftime("%Y-%m-%dT%H:%M:%SZ") if row.n % 2 else
                       (t(row) + datetime.timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%S+02:00")))
    plain("iso_with_microseconds", "ISO 8601 with six decimals.",
          lambda row: t(row).strftime("%Y-%m-%dT%H:%M:%S.123456"))
    plain("pattern_with_clock", "--time-format with a pattern that is not guessed.",
          lambda row: t(row).strftime("%H.%M.%S on %Y~%m~%d"), options={"time_format": "%H.%M.%S on %Y~%m~%d"})
    plain("pattern_that_fits_nothing", "--time-format that no value matches: the message shows a value.",
          lambda row: t(row).strftime("%Y-%m-%d") if row.n else "2016-07-09", options={"time_format": "%d.%m.%Y"},
          step=DAY, facts={"refused": ["2016-07-09|2015-|2016-|2017-", "time"]})
    plain("unknown_time_chosen", "--columns names a time column of words: the message shows a value and the formats.",
          lambda row: ("early", "noon", "late")[row.n % 3],
          options={"columns": "user=user,item=item,time=time,rating=rating"},
          facts={"refused": ["early|noon|late", "time"]})
