# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns that are not the user, the item or the rating although their values look like it, and pairs that are."""
from .bytes import database_of, workbook_of
from .candidates import day, iso
from .order_tables import LINES, at_once, orders_of
from .tools import PEOPLE, code_ids, int_ids, lines_of, rng, table, titles, truth, world

GROUP = "29_what_is_no_role"


def by(name, values, key="item"):
    """A property of the item or the user: the same value in all of its rows."""
    r = rng(f"{GROUP}/{name}")
    known = {}
    return lambda row: known.setdefault(getattr(row, key), r.choice(values))


def any_of(name, values):
    r = rng(f"{GROUP}/{name} any")
    drawn = {}
    return lambda row: drawn.setdefault(row.n, r.choice(values))


def all_no_roles(c):
    pairs_that_determine(c)
    numbers_and_scores(c)
    persons(c)
    lists_with_amounts(c)
    separators(c)
    files_beside(c)


def case(c, name, about, columns, rows, file="export.csv", header=True, refused=None, sep=",", **facts):
    stated = {"refused": refused} if refused else truth(rows, **facts)
    if refused and "offered" in facts:
        stated["offered"] = facts["offered"]
    c.case(GROUP, name, about, {file: table(rows, columns, sep, header=header)}, stated)


def pairs_that_determine(c):
    rows = world(f"{GROUP}/rooms", users=["one"], items=int_ids("rooms", 14, 100, 999), per=(14, 14), rounds=9)
    case(c, "rooms_of_hotels", "Each room belongs to one hotel: no column names the guest.",
         [("booking_id", lambda row: 10000 + row.n), ("hotel_id", by("rooms", range(1, 9))), ("room_id", "item"),
          ("booking_date", iso), ("total", lambda row: f"{90 + row.n}.5{row.n % 9}")], rows, file="bookings.csv",
         refused=["Whose interactions"], offered=["user=one-person,item=2,time=4"])
    rows = world(f"{GROUP}/companies", users=["one"], items=int_ids("companies", 20, 1000, 9000), per=(20, 20), rounds=6)
    names = dict(zip(dict.fromkeys(row.item for row in rows), titles("companies", 20)))
    case(c, "companies_by_name_and_number", "A company has a name and a number; what it bought is in lists of lists.",
         [("Submitted At", day), ("Order #", lambda row: f"R{27000 + row.n}"), ("Company Name", lambda row: names[row.item]),
          ("Company ID", "item"), ("Paid", lambda row: f"{row.n % 90}.{row.n % 7}")], rows, file="orders.csv",
         refused=["Whose interactions|Nothing in"])


def numbers_and_scores(c):
    rows = world(f"{GROUP}/numbers", users=int_ids("numbers u", 20, 10, 99), items=code_ids("numbers i", 16, "P", 5), per=(5, 5))
    case(c, "order_numbers_1_to_100_without_header", "A running number, a customer, a product and a state of the order.",
         [("", lambda row: row.n + 1), ("", "user"), ("", "item"),
          ("", any_of("numbers", ("paid", "shipped", "pending", "complete", "processing")))], rows, file="orders.csv",
         header=False, times=False, ratings=False)
    rows = world(f"{GROUP}/applications", users=[f"{name}.{n}@example.org" for n, name in enumerate(PEOPLE)],
                 items=titles("jobs", 12), per=(4, 6), step=86400)
    decimal = [f"{n}.{n % 10}" for n in range(41, 99)]
    case(c, "applications_with_scores", "The number of the application differs in each row, and the scores are measurements.",
         [("application_id", lambda row: f"APP{10001 + row.n}"), ("email", "user"), ("job_title", "item"), ("applied_date", day),
          ("skills_match_score", any_of("skills", decimal)), ("interview_score", any_of("talk", ["2.5", "3.1", "4.0", "4.4", "5.0", "1.7"])),
          ("resume_keywords_matched", any_of("words", range(3, 28)))], rows, file="job_applications.csv", ratings=False)
    rows = world(f"{GROUP}/parts", items=titles("parts of a day", 16))
    case(c, "parts_of_a_day_in_words", "time_of_day is morning or evening: that is no time, and no reason to ask.",
         [("user_id", "user"), ("track", "item"), ("time_of_day", any_of("parts", ("morning", "afternoon", "evening", "night")))],
         rows, times=False, ratings=False)
    rows = world(f"{GROUP}/clicked", per=(6, 8))
    bit = any_of("clicked", (0, 0, 0, 1))
    kinds = {}
    for row in sorted(rows, key=lambda row: row.time):
        kinds.setdefault(row.user, []).append(str(bit(row)))
    case(c, "shown_or_clicked", "clicked is 0 for a product that was only shown.",
         [("user_id", "user"), ("sku", "item"), ("clicked", bit), ("time", iso)], rows, file="click_log.csv", ratings=False,
         roles={"kind": 3}, kinds=kinds)
    rows = world(f"{GROUP}/recency", users=int_ids("recency", 90, 10**8, 10**9), per=(1, 1), items=[str(n) for n in range(20, 320, 7)])
    case(c, "customers_by_recency", "One row for each customer, with counts and scores: nothing in it is an item.",
         [("ID", "user"), ("Recency", "item"), ("Frequency", any_of("frequency", range(1, 12))),
          ("RFM_Score", any_of("rfm", range(3, 13)))], rows, file="rfm.csv", refused=["user=...,item=..."])
    rows = world(f"{GROUP}/minutes", users=["one"], items=[str(n) for n in range(10, 40)], per=(25, 30), rounds=4)
    case(c, "visits_of_each_minute", "The number of visits in each minute names no visitor.",
         [("day", day), ("visit", "item")], rows, file="visits.csv", refused=["user=..."])
    rows = world(f"{GROUP}/popular", users=int_ids("popular", 20, 1, 900), items=[f"p{n}" for n in range(1, 21)], per=(5, 6))
    for row in rows:
        row.item = ("p1", "p1", "p1", "p1", "p2", "p2", "p2")[row.n % 10] if row.n % 10 < 7 else f"p{3 + row.n % 6}"
    case(c, "two_popular_products", "Two of eight products have most of the rows: no placeholder.",
         [("user_id", "user"), ("product_id", "item"), ("time", iso)], rows, ratings=False, unsaid=["placeholder"])


def persons(c):
    rows = world(f"{GROUP}/flavors", users=["me"], items=titles("beers", 80), per=(78, 80), rounds=2)
    flavor = ("malty", "sweet", "dark", "roasty", "coffee", "hoppy", "crisp", "smooth")
    r = rng("flavors")
    case(c, "flavor_profiles_of_beers", "A list of flavors is no person: one person's drinks.",
         [("beer_name", "item"), ("created_at", iso), ("rating_score", "rating"),
          ("flavor_profiles", lambda row: ",".join(r.sample(flavor, r.randint(1, 4))))], rows, file="checkins.csv",
         refused=["Whose interactions"], offered=["user=one-person,item=1,time=2,rating=3"])
    rows = world(f"{GROUP}/breweries", users=["me"], items=int_ids("bids", 60, 1000, 99999), per=(58, 60), rounds=2)
    case(c, "breweries_of_beers", "A beer has one brewery: one person's drinks, under short names.",
         [("bid", "item"), ("brewery_id", by("breweries", int_ids("breweries", 20, 10, 900))), ("created_at", iso),
          ("rating_score", any_of("stars", (2.5, 3.25, 3.5, 4.75))), ("global_rating_score", by("global", (2.41, 3.32, 3.57, 4.18)))], rows,
         file="checkins.csv", refused=["Whose interactions"], offered=["user=one-person,item=1,time=3,rating=4"])
    rows = world(f"{GROUP}/profiles", items=code_ids("profiles", 16, "S", 5))
    case(c, "profiles_of_listeners", "Beside nothing else, a profile is a person.",
         [("profile_id", "user"), ("song_id", "item"), ("time", iso)], rows, ratings=False)
    lands = ["at", "be", "ch", "de", "dk", "ee", "es", "fi", "fr", "gb", "gr", "hr", "ie", "it", "lv", "mt"]
    rows = world(f"{GROUP}/votes", users=lands, items=lands, per=(7, 9), order="users")
    case(c, "votes_from_country_to_country", "Who gave points to whom: the first is the user, the second the item.",
         [("round", any_of("round", ("final", "semi-final"))), ("from_country_id", "user"), ("to_country_id", "item"),
          ("from_country", "user"), ("to_country", "item"), ("total_points", any_of("points", (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12)))],
         rows, file="votes.csv", times=False)
    rows = world(f"{GROUP}/senders", users=PEOPLE[:14], items=PEOPLE[4:20])
    case(c, "sender_and_receiver", "Messages: the sender is the user, the receiver the item.",
         [("message", lambda row: f"M{row.n}"), ("receiver", "item"), ("sender", "user"), ("sent_at", iso)], rows, file="messages.csv")


def lists_with_amounts(c):
    goods = titles("goods", 18)
    r = rng(f"{GROUP}/goods")
    buyers = int_ids("goods buyers", 12, 100, 900)

    def baskets(name, separator, written, about, header, number=lambda n: str(1000 + n), users=True):
        lines, rows = [header] if header else [], []
        from .tools import Row
        for n in range(48):
            names = r.sample(goods, r.randint(1, 4))
            cell = separator.join(written(good) for good in names)
            cell = f'"{cell}"' if "," in cell else cell
            user = buyers[n * 5 % len(buyers)]
            lines.append(",".join([number(n), cell, user]))
            rows += [Row(user, good, n, None, n) for good in names]
        c.case(GROUP, name, about, {"orders.csv": lines_of(*lines)},
               truth(rows, times=False, ratings=False, order_by_time=False, warnings=["holds lists, separated by"], unsaid=['"line"']))

    baskets("lists_with_pieces_in_brackets", ", ", lambda good: f"{good} (x{r.randint(1, 6)})",
            "The number of pieces after each name is not a part of it.", "order_id,products,customer_id")
    baskets("lists_with_pieces", "; ", lambda good: f"{good} x{r.randint(1, 6)}",
            "The same without brackets.", "order_id,products,customer_id")
    baskets("lists_with_prices_without_header", ";", lambda good: f"{good}:{r.randint(1, 99)}.{r.randint(10, 99)}",
            "A price after each name; the running number is no rating.", None, number=lambda n: str(n + 1))


    lines = ["customer_id,date,items"]
    for n in range(48):
        items = r.sample([f"item:{k * 7 + 3}" for k in range(40)], 4)
        lines.append(f"{buyers[n * 5 % len(buyers)]},2021-{1 + n // 16:02}-{1 + n % 16:02},{'|'.join(items)}")
    c.case(GROUP, "ids_with_a_prefix_in_lists", "The number after the colon is a part of the id and no amount.",
           {"orders.csv": lines_of(*lines)}, {"refused": ["--item-separator"]})


def separators(c):
    rows = world(f"{GROUP}/directions", users=int_ids("devices", 12, 1000, 9000), items=int_ids("songs", 18, 100, 999))
    kinds = ("library", "search", "radio", "album")
    case(c, "source_type_and_target_type", "Beside a device and a song, where the song was started and ended are no persons.",
         [("device_id", "user"), ("song_id", "item"), ("source_type", any_of("from", kinds)), ("target_type", any_of("to", kinds)),
          ("timestamp", "time")], rows, file="plays.csv", ratings=False)
    rows = world(f"{GROUP}/profiles", users=[name.title() for name in PEOPLE[:12]], items=titles("films of profiles", 16))
    case(c, "netflix_profile", "The profile of a service is a person.",
         [("netflix_profile", "user"), ("video", "item"), ("timestamp", "time")], rows, file="history.csv", ratings=False)
    lines = [f"http://shop.example/p?u={n % 25}&i={n * 7 % 9}" for n in range(150)]
    c.case(GROUP, "addresses_with_parameters", "The signs in addresses separate no columns.", {"log.txt": lines_of(*lines)},
           {"refused": [""]})
    rows = world(f"{GROUP}/marks")
    case(c, "exclamation_marks_without_header", "An exclamation mark separates the columns.",
         [("", "user"), ("", "item"), ("", "rating"), ("", "time")], rows, file="ratings.dat", sep="!", header=False, ratings=True)
    case(c, "carets_below_a_header", "A caret separates the columns.",
         [("user_id", "user"), ("item_id", "item"), ("timestamp", "time")], rows, file="events.txt", sep="^")
    c.case(GROUP, "prose_with_exclamation_marks", "Lines of prose have no separator.",
           {"notes.txt": lines_of(*(f"{title}! What a day {n}" for n, title in enumerate(titles("prose", 30))), "The end",
                                  "and nothing! more! at all!", "Really", "Yes", "No")},
           {"refused": ["--delimiter"]})


def files_beside(c):
    names = titles("loans", 16)
    rows = world(f"{GROUP}/loans", items=names, step=86400)
    stock = lines_of("JUDUL,KLASIFIKASI,NOMOR INVENTARIS / KODE EKSEMPLAR",
                     *(f"{name},{300 + n}.0,<{37000 + 7 * n}><{44000 + n}>" for n, name in enumerate(names)))
    c.case(GROUP, "loans_by_title_beside_a_stock_list", "The item is the title itself; the numbers of the copies are no titles.",
           {"loans.csv": table(rows, [("ID Anggota", "user"), ("Judul", "item"), ("Tanggal Pinjam", day)]), "Data buku.csv": stock},
           truth(rows, times=None, order_by_time=True, titles={row.item: row.item for row in rows}), path="loans.csv")
    rows = world(f"{GROUP}/workbooks", items=int_ids("workbooks", 16, 100000, 999999))
    known = dict(zip(dict.fromkeys(row.item for row in rows), titles("workbooks", 16)))
    columns = [("user_id", "user"), ("product_id", "item"), ("rating", "rating")]
    sheet = workbook_of({"Sheet1": lines_of("item_id,product_name", *(f"{i},{known[i]}" for i in sorted(known))).encode()})
    facts = truth(rows, times=False, ratings=True, titles=known)
    c.case(GROUP, "items_in_a_workbook", "The file of the items calls their numbers item_id; nearly all of them match.",
           {"orders.csv": table(rows, columns), "items.xlsx": sheet}, facts, path="orders.csv")
    c.case(GROUP, "items_in_a_named_workbook", "The person names the workbook; it has only one sheet.",
           {"orders.csv": table(rows, columns), "other.xlsx": sheet}, facts, path="orders.csv", options={"items": "other.xlsx"})
    orders_in_folders(c)


def orders_in_folders(c):
    rows = at_once(GROUP + "/files")
    towns = ("Bern", "Basel", "Chur", "Thun")
    buyers = list(dict.fromkeys(row.user for row in rows))
    customers = lines_of("customer_id,name,city", *(f"{user},{PEOPLE[n]},{towns[n % 4]}" for n, user in enumerate(buyers)))
    employees = lines_of("employee_id,name,city", *(f"{n},{PEOPLE[n + 3]},{towns[n % 4]}" for n in range(9)))
    both = truth(rows, ratings=False, warnings=["read as one"])
    c.case(GROUP, "lines_of_orders_in_a_database", "Customers and employees are lists of persons; the lines of the orders count.",
           {"shop.db": database_of({"customers": customers.encode(), "employees": employees.encode(),
                                    "order_lines": table(rows, LINES).encode(), "orders": orders_of(rows).encode()})}, both)
    c.case(GROUP, "lines_of_orders_in_a_folder", "The same as files of a folder.",
           {"shop/customers.csv": customers, "shop/employees.csv": employees, "shop/order_lines.csv": table(rows, LINES),
            "shop/orders.csv": orders_of(rows)}, both, path="shop")
    bare = orders_of(rows).replace("order_id,", "id,")
    c.case(GROUP, "orders_numbered_by_id", "The table of the orders calls their number id.",
           {"order_items.csv": table(rows, LINES), "orders.csv": bare}, both, path="order_items.csv")
    marks = world(f"{GROUP}/marks beside", users=buyers)
    c.case(GROUP, "ratings_beside_orders", "ratings.csv is read; that the lines of the orders are not is told.",
           {"shop/ratings.csv": table(marks, [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), ("time", iso)]),
            "shop/order_lines.csv": table(rows, LINES), "shop/orders.csv": orders_of(rows)},
           truth(marks, ratings=True, warnings=["Other tables with interactions", "order_lines.csv"]), path="shop")
    logs = world(f"{GROUP}/logs beside", users=buyers)
    c.case(GROUP, "ratings_beside_views", "Views of the same users and items are in another file.",
           {"shop/ratings.csv": table(marks, [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), ("time", iso)]),
            "shop/views.csv": table(logs, [("user_id", "user"), ("item_id", "item"), ("viewed_at", iso)]),
            "shop/members.csv": lines_of("user_id,joined,level", *(f"{user},2016-0{n % 9 + 1}-11,{n % 3}" for n, user in enumerate(buyers)))},
           truth(marks, ratings=True, warnings=["Other tables with interactions", "views.csv"], unsaid=["orders.csv"]), path="shop")
