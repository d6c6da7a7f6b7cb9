# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns in which dates are written in several forms, as in spreadsheets that converted only some of them."""
from .tools import int_ids, rng, table, truth, utc, without, world

GROUP = "26_mixed_dates"
DAY = 86400


def mixed_dates(c):
    r = rng(GROUP)

    def rows(name, step=DAY):
        return world(f"{GROUP}/{name}", users=int_ids(f"{GROUP}/{name} u", 30, 100, 999), per=(4, 6), step=step)

    def case(name, about, all_rows, form, kept=None, options=None, **facts):
        """`form`: the date of a row as text."""
        columns = [("user_id", "user"), ("item_id", "item"), ("date", form)]
        stated = facts if "refused" in facts else truth(all_rows if kept is None else kept, ratings=False, **facts)
        c.case(GROUP, name, about, {"orders.csv": table(all_rows, columns)}, stated, options=options)

    def text(pattern):
        return lambda row: utc(row.time).strftime(pattern)

    day_first, month_first, iso = text("%d/%m/%Y"), text("%m/%d/%Y"), text("%Y-%m-%d")

    def sure(row):
        return utc(row.time).day > 12

    half = rows("half")
    converted = {row.n for row in half if sure(row) and r.random() < 0.3}
    case("both_orders", "Some dates can have only the day first, others only the month first.", half,
         lambda row: (month_first if row.n in converted else day_first)(row),
         refused=["the day first", "the month first", "--time-format"])
    case("both_orders_day_first_chosen", "The same file: no row is lost if the person says that the day is first.", half,
         lambda row: (month_first if row.n in converted else day_first)(row), options={"time_format": "day-first"},
         warnings=["with the month first", str(len(converted))], dropped_rows=0)
    slip = rows("slip")
    one = next(row.n for row in slip if sure(row))
    case("one_slip", "One date of all has the month first and can be nothing else.", slip,
         lambda row: (month_first if row.n == one else day_first)(row), warnings=["1 date", "month first"], dropped_rows=0)
    case("iso_among_day_first", "Every third date is 2020-02-13 instead of 13/02/2020 10:00.", rows("iso", 60),
         lambda row: text("%Y-%m-%d %H:%M" if row.n % 3 == 0 else "%d/%m/%Y %H:%M")(row), dropped_rows=0)
    case("words_among_iso", "Every fifth date is 13-Feb-2020 among 2020-02-13.", rows("words"),
         lambda row: text("%d-%b-%Y" if row.n % 5 == 0 else "%Y-%m-%d")(row), warnings=["other forms"], dropped_rows=0)
    case("numbers_of_days_among_texts", "The spreadsheet turned the dates with a day up to 12 into numbers of days.",
         rows("numbers"), lambda row: day_first(row) if sure(row) else 25569 + row.time // DAY, dropped_rows=0)
    case("more_numbers_of_days_than_texts", "A quarter of the dates are texts among numbers of days.", rows("texts"),
         lambda row: day_first(row) if sure(row) and row.n % 2 else 25569 + row.time // DAY, dropped_rows=0,
         warnings=["other forms"])
    wrong = rows("wrong")
    case("no_dates_at_all", "31/02/2017, 1.2.3 and soon are no dates.", wrong,
         lambda row: {3: "31/02/2017", 7: "1.2.3", 9: "soon"}.get(row.n) or iso(row), kept=without(wrong, 3, 7, 9),
         dropped={"the time cannot be read": 3}, unsaid=["other forms"])
    doubtful = rows("doubtful")
    case("only_day_first", "Dates with the day first alone need no question and no remark.", doubtful, day_first,
         unsaid=["other forms", "with the month first"], dropped_rows=0)
