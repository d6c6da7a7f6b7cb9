# SPDX-License-Identifier: GPL-3.0-or-later
"""Order lines with a separate table that names the user of each order; and tables that contain no interactions."""
from .bytes import database_of, zip_of
from .names import SECOND
from .tools import int_ids, lines_of, table, titles, truth, utc, world

LINES = [("order_id", "order"), ("product_id", "item"), ("pieces", lambda row: 1 + row.n % 3)]


def at_once(name):
    """Rows in which the interactions of a user are in orders of one to three items; all items of an order
    have the same time."""
    rows = sorted(world(name, users=int_ids(name + " u", 14, 100, 900), per=(5, 8)), key=lambda row: (row.user, row.time))
    number, last, left = 700, None, 0
    for n, row in enumerate(rows):
        if row.user != last or left == 0:
            number, left, time = number + 7, 1 + n % 3, row.time
        last, left, row.time, row.order = row.user, left - 1, time, number
    # Shuffles the orders, but keeps the rows of each order in sequence.
    return [row for _, row in sorted(enumerate(rows), key=lambda pair: (pair[1].order * 37 % 101, pair[0]))]


def orders_of(rows, *, factor=1):
    """One row for each order; `factor` changes their numbers."""
    one = {row.order: row for row in rows}
    return table(sorted(one.values(), key=lambda row: row.order),
                 [("order_id", lambda row: row.order * factor), ("customer_id", "user"), ("order_date", SECOND)])


def orders_beside_lines(c):
    group = "27_orders_beside_lines"

    def both(rows, **facts):
        return truth(rows, ratings=False, warnings=["orders.csv", "read as one"], **facts)

    rows = at_once(group + "/files")
    c.case(group, "order_lines_and_orders", "orders.csv has the customer and the date of each order.",
           {"order_lines.csv": table(rows, LINES), "orders.csv": orders_of(rows)}, both(rows))
    c.case(group, "order_lines_and_orders_by_name", "The person names both tables.",
           {"order_lines.csv": table(rows, LINES), "orders.csv": orders_of(rows)}, truth(rows, ratings=False),
           path="order_lines.csv + orders.csv")
    c.case(group, "order_lines_in_an_archive", "Both tables are in one archive.",
           {"shop.zip": zip_of({"order_lines.csv": table(rows, LINES).encode(), "orders.csv": orders_of(rows).encode()})},
           both(rows), path="shop.zip/order_lines.csv")
    alone = [row for row in rows]
    for row in alone:
        row.user = str(row.order)
    c.case(group, "orders_of_another_shop", "orders.csv has none of the orders: each order stays a history.",
           {"order_lines.csv": table(alone, LINES), "orders.csv": orders_of(at_once(group + "/other"), factor=1001)},
           truth(alone, times=False, ratings=False, order_by_time=False, unsaid=["read as one"]))


def tables_of_a_database(c):
    group = "28_tables_that_are_no_interactions"
    rows = world(group)
    plays = table(rows, [("user_id", "user"), ("song_id", "item"), ("played_at", SECOND)])
    towns = ("Bern", "Basel", "Chur", "Thun")
    people = lines_of("id,name,city", *(f"{user},{title},{towns[n % 4]}" for n, (user, title) in enumerate(
        zip(dict.fromkeys(row.user for row in rows), titles(group, 12)))))
    settings = lines_of("owner,option", *(f"{row.user},theme{row.n % 5}" for row in rows))
    c.case(group, "people_and_settings_beside_plays", "Only plays has items and times.",
           {"app.db": database_of({"people": people.encode(), "prefs": settings.encode(), "plays": plays.encode()})},
           truth(rows, ratings=False))
    c.case(group, "two_tables_of_interactions", "plays and ratings could both be meant, the others could not.",
           {"app.db": database_of({"people": people.encode(), "prefs": settings.encode(), "plays": plays.encode(),
                                   "ratings2": plays.encode()})},
           {"refused": ["Choose one (--member NAME on the command line): plays and ratings2."]})
    c.case(group, "plays_beside_people_in_an_archive", "The same as files of an archive.",
           {"app.zip": zip_of({"people.csv": people.encode(), "prefs.csv": settings.encode(), "plays.csv": plays.encode()})},
           truth(rows, ratings=False))
