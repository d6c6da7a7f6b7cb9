# SPDX-License-Identifier: GPL-3.0-or-later
"""Files without a column of users, and order lists as shops export them."""
from .tools import Row, WORDS, at, int_ids, numbered, rng, table, titles, truth, utc, world

DAY = 86400


def whose(c):
    g = "14_whose_interactions"

    def refused(name, about, columns, example, offered=None, says=(), **kind):
        """`offered`: the readings that the refusal offers, as columns; None: not stated. `says`: further words of it."""
        rows = world(f"{g}/{name}", items=titles(f"{g}/{name}", 20), **kind)
        facts = {"refused": [example, *says]}
        if offered is not None:
            facts["offered"] = offered
        c.case(g, name, about, {"export.csv": table(rows, columns)}, facts)

    def of(name, values):
        r = rng(f"{g}/{name} values")
        return lambda row: r.choice(values)

    def by_item(name, values):
        r = rng(f"{g}/{name} by item")
        known = {}
        return lambda row: known.setdefault(row.item, r.choice(values))

    def stamp(pattern):
        return lambda row: utc(row.time).strftime(pattern)

    refused("listens_of_one_person", "The listens of one person: the milliseconds are no user.",
            [("endTime", stamp("%Y-%m-%d %H:%M")), ("artistName", by_item("artist", titles("artists", 9))),
             ("trackName", "item"), ("msPlayed", of("ms", range(1000, 60000, 3000)))],
            "user=...,item=trackName,time=endTime", offered=["user=one-person,item=3,time=1"])
    refused("films_seen_by_one_person", "A viewing history: two columns, no person.",
            [("Title", "item"), ("Date", stamp("%m/%d/%Y"))], "user=...,item=Title,time=Date",
            offered=["user=one-person,item=1,time=2"])
    numbers = iter(range(10_000, 20_000, 37))
    refused("videos_in_another_language", "A playlist in a language that is not known: ids and times are all that it has.",
            [("ID videoposnetka", lambda row: f"xQ{next(numbers)}z_{WORDS[row.n % 40]}"), ("Čas dodajanja", stamp("%Y-%m-%dT%H:%M:%SZ"))],
            "user=...,item=...,time=Čas dodajanja", offered=["user=one-person,item=1,time=2"])
    refused("logins_of_users", "Ids and times, but the ids are of users: no history of one person is offered.",
            [("user_id", lambda row: f"u{next(numbers)}{WORDS[row.n % 40]}"), ("login_time", stamp("%Y-%m-%dT%H:%M:%SZ"))],
            "user=user_id,item=...,time=login_time", says=["looks like interactions"])
    refused("content_ratings", "A \"content_rating\" of numbers is a rating of the content.",
            [("content_id", "item"), ("content_rating", "rating"), ("seen_at", stamp("%Y-%m-%dT%H:%M:%SZ"))],
            "user=...,item=content_id,time=seen_at", offered=["user=one-person,item=1,time=3,rating=2"])
    dishes = titles(f"{g}/dishes", 6)
    refused("orders_of_dishes", "An order without a digit is a dish, not the number of an order; a day of the week is no item.",
            [("customer_id", lambda row: 100 + int(row.user) % 5), ("order", of("dish", dishes)),
             ("order_cost", of("cost", (4.5, 7.25, 9.99))), ("day", of("weekday", ("Mon", "Tue", "Wed", "Fri", "Sun"))),
             ("month", of("month of the order", range(1, 13)))], "user=customer_id,item=order")
    refused("catalogue_of_series", "A catalogue: members and episodes are counts.",
            [("name", "item"), ("episodes", of("episodes", range(1, 27))), ("members", of("members", range(10, 900, 40)))],
            "user=...,item=name", offered=["user=one-person,item=1"])
    refused("books_with_authors", "The author of a book is not its reader.",
            [("Title", "item"), ("Author", by_item("author", titles("authors", 9))), ("Pages", of("pages", range(80, 300, 9)))],
            "user=...,item=Title")
    refused("books_with_authors_of_their_own", "The same, with authors who do not follow from the title.",
            [("Title", "item"), ("Author", of("author2", titles("authors", 9))), ("Rating", "rating")], "user=...,item=Title")
    refused("yes_and_no", "TRUE and FALSE are neither persons nor songs.",
            [("Track", "item"), ("Skipped Track", of("skip", ("TRUE", "FALSE"))), ("Shuffle", of("mix", ("TRUE", "FALSE")))],
            "user=...,item=Track")
    refused("sales_by_day_of_month", "The day of a month is no person.",
            [("product", "item"), ("day", of("day", range(1, 32))), ("month", of("month", range(1, 13))),
             ("units", of("units", range(1, 9)))], "user=...,item=product")
    refused("minutes_in_apps", "Minutes are no person.",
            [("date", stamp("%Y-%m-%d")), ("app", "item"), ("minutes", of("minutes", range(1, 30)))],
            "user=...,item=app,time=date", offered=["user=one-person,item=2,time=1"])
    refused("views_of_videos", "Views and downloads are counts.",
            [("video", "item"), ("views", of("views", range(100, 999, 45))), ("downloads", of("loads", range(9, 40)))],
            "user=...,item=video")
    refused("liked_games", "A list of likes without the person.",
            [("game", "item"), ("liked", of("liked", ("yes", "no"))), ("hours", of("hours", range(1, 40)))],
            "user=...,item=game", offered=["user=one-person,item=1"])
    refused("seasons_watched", "Seasons and episodes are parts of a series.",
            [("series", "item"), ("seasons", of("seasons", range(1, 9))), ("episodes", of("parts", range(1, 24)))],
            "user=...,item=series", offered=["user=one-person,item=1"])
    only = ["user=one-person,item=1,time=3"]
    for name, about, header, values in (
            ("times_listened", "How often a song was heard is a count.", "listens", range(1, 60)),
            ("units_sold", "How many were sold is a count.", "sold", range(1, 40)),
            ("sales_of_a_day", "Sales are amounts, not persons.", "sales", range(100, 4000, 60)),
            ("seconds_watched", "Seconds are a duration.", "secondsWatched", range(20, 3600, 40)),
            ("dwell_time", "How long a page was open is a duration.", "dwell_ms", range(500, 90000, 900)),
            ("streams_of_songs", "Streams are a count.", "streams", range(1, 70)),
            ("opened_apps", "How often an app was opened is a count.", "times opened", range(1, 30)),
            ("rank_of_the_day", "The place in a chart is no person.", "rank", range(1, 51)),
            ("finished_or_not", "0 and 1 say yes and no.", "finished", (0, 1)),
            ("kilometres", "A distance is no person.", "distance_m", range(100, 9000, 110)),
            ("steps_and_calories", "Steps are a count.", "steps", range(900, 19000, 170))):
        refused(name, about, [("song", "item"), (header, of(name, values)), ("played_at", stamp("%Y-%m-%d %H:%M:%S"))],
                "user=...,item=song,time=played_at", offered=only)
    refused("two_dates", "A date of release and a date of viewing: neither is a person.",
            [("Film", "item"), ("Released", by_item("released", [f"{y}-03-{d:02}" for y in (1999, 2004, 2011) for d in
                                                                 range(1, 20)])), ("Watched", stamp("%Y-%m-%d"))],
            "user=...,item=Film", offered=["user=one-person,item=1,time=3"])
    refused("receipt_of_each_line", "A receipt number for each line groups nothing: only one person is offered.",
            [("Receipt", lambda row: 88001 + 3 * row.n), ("Product", "item"), ("Date", stamp("%Y-%m-%d %H:%M"))],
            "item=Product,time=Date", offered=["user=one-person,item=2,time=3"])
    rows = world(f"{g}/one_person", items=titles(f"{g}/one_person", 20))
    for row in rows:
        row.user = "me"
    for name, columns in (("one_person_by_columns", "user=one-person,item=trackName,time=endTime"),
                          ("one_person_by_the_user_only", "user=one-person")):
        c.case(g, name, "The person says that all rows are of one person.",
               {"export.csv": table(rows, [("endTime", stamp("%Y-%m-%d %H:%M:%S")), ("trackName", "item"),
                                           ("msPlayed", of("ms3", range(1000, 60000, 3000)))])},
               truth(rows), options={"columns": columns})


def order_lists(c):
    g = "15_order_lists"
    words = [word for word in WORDS if len(word) > 5]

    def case(name, about, columns, rows, file="export.csv", sep=",", **facts):
        c.case(g, name, about, {file: table(rows, columns, sep)}, truth(rows, **facts))

    def goods(name, **kind):
        return world(f"{g}/{name}", items=words[:24], **kind)

    def stamp(pattern):
        return lambda row: utc(row.time).strftime(pattern)

    def orders(name):
        """Baskets: the rows of one order together, with one time."""
        r = rng(f"{g}/{name}")
        rows = []
        for n in range(24):
            time = at(2016, 1, 4) + n * 3 * DAY + r.randrange(DAY // 60) * 60
            rows += [Row(str(536365 + 7 * n), item, time, None) for item in r.sample(words[:24], r.randint(2, 4))]
        return numbered(rows)

    day = [("Member_number", "user"), ("Date", stamp("%d-%m-%Y")), ("itemDescription", "item")]
    case("members_and_descriptions", "itemDescription is the item, the Date orders the history.", day,
         goods("members", step=DAY), ratings=False)
    case("bakery", "Without persons each Transaction counts as one user, and the report says so.",
         [("Transaction", "user"), ("Item", "item"), ("date_time", stamp("%d-%m-%Y %H:%M")),
          ("period_day", lambda row: ("morning", "afternoon")[row.n % 2]),
          ("weekday_weekend", lambda row: ("weekday", "weekend")[row.n % 2])], orders("bakery"),
         warnings=["each \"Transaction\" counts as one user"])
    case("invoices_and_descriptions", "Neither customers nor stock codes.",
         [("InvoiceNo", "user"), ("Description", "item"), ("Quantity", lambda row: 1 + row.n % 6)], orders("invoices"),
         times=False, warnings=["each \"InvoiceNo\" counts as one user"])
    case("order_lines", "Lines of orders with the place in the cart.",
         [("order_id", "user"), ("product_id", "item"), ("add_to_cart_order", lambda row: row.n % 9 + 1),
          ("reordered", lambda row: row.n % 2)], orders("lines"), times=False)
    case("receipts", "Receipts in German.", [("Bon", "user"), ("Artikel", "item"), ("Datum", stamp("%d.%m.%Y %H:%M"))],
         orders("receipts"), sep=";")
    numbers = int_ids(g + "orders", 400, 10000, 99999)
    case("orders_of_customers", "With a customer, the order is not the user.",
         [("order_number", lambda row: numbers[row.n]), ("customer_id", "user"), ("product", "item"),
          ("ordered_at", stamp("%Y-%m-%d %H:%M:%S"))], goods("customers"), unsaid=["counts as one user"])
    case("daytime_is_no_time", "A column of words such as morning is no time.",
         [("user", "user"), ("item", "item"), ("daytime", lambda row: ("morning", "noon", "evening")[row.n % 3])],
         goods("daytime", order="users"), times=False)
    case("short_dates_with_slashes", "dd/mm/yy: a day above 12 shows the order.",
         [("user", "user"), ("item", "item"), ("date", stamp("%d/%m/%y"))], goods("slashes", step=DAY))
    case("dates_before_1970", "Dates from 1925 on.", [("user", "user"), ("item", "item"), ("date", stamp("%Y-%m-%d"))],
         goods("old", step=DAY, first=at(1925, 1, 1), last=at(1965, 1, 1)))
    case("days_since_a_start", "DAY counts days, TRANS_TIME is a time of day.",
         [("household_key", "user"), ("PRODUCT_ID", "item"), ("DAY", lambda row: (row.time - at(2015, 3, 1)) // DAY),
          ("TRANS_TIME", lambda row: f"{6 + row.n % 14:02}{row.n % 60:02}")], goods("days", step=DAY), times="some")
    case("days_before_a_start", "Negative days.",
         [("user", "user"), ("item", "item"), ("day", lambda row: (row.time - at(2017, 1, 1)) // DAY)],
         goods("negative", step=DAY), times="some")
    rows = goods("commas")
    text = table(rows, [("user", "user"), ("item", "item"), ("timestamp", "time")]).splitlines(True)
    for place in (4, 9, 20):
        text.insert(place, ",,\n")
    c.case(g, "rows_of_commas", "Rows without a value are empty lines.", {"export.csv": "".join(text)},
           truth(rows, dropped={"empty": 3}))
