# SPDX-License-Identifier: GPL-3.0-or-later
"""Invented rows in the layouts of public datasets."""
import json
from dataclasses import replace

from .times import twitter, us_clock
from .tools import (Row, at, code_ids, hex_ids, int_ids, numbered, PEOPLE, quoted, rng, table, text_of, titles, truth,
                    utc, world)

DAY = 86400


def uuid_ids(name, count):
    return [f"{h[:8]}-{h[8:12]}-4{h[13:16]}-9{h[17:20]}-{h[20:]}" for h in hex_ids(name, count, 32)]


def columns(*pairs):
    return list(pairs)


def catalogue(ids, fields, sep, header=None, quote="minimal"):
    """A table with one row for each id. `fields` contains, for each column, a function of (row number, id)."""
    lines = [sep.join(quoted(h, sep, quote) for h in header)] if header else []
    for n, i in enumerate(ids):
        lines.append(sep.join(quoted(text_of(f(n, i)), sep, quote) for f in fields))
    return "\n".join(lines) + "\n"


def write_layouts(c):
    lastfm(c)
    checkins(c)
    shops(c)
    books(c)
    news_and_games(c)
    videos_and_films(c)
    hetrec(c)


def lastfm(c):
    tracks, artists = uuid_ids("lf tracks", 18), uuid_ids("lf artists", 7)
    names = dict(zip(tracks, titles("lf names", 18)))
    bands = dict(zip(artists, titles("lf bands", 7)))

    def by(track):
        return artists[tracks.index(track) % 7]

    rows = world("lastfm-1k", users=[f"user_{n:06d}" for n in (1, 2, 4, 7, 19, 43, 188, 512, 777, 900)], items=tracks,
                 first=at(2006, 2, 1), last=at(2009, 5, 4), order="users")
    gone = {5, 17}  # rows whose track has no id
    kept = [row for row in rows if row.n not in gone]
    text = table(rows, columns(("", "user"), ("", lambda r: utc(r.time).strftime("%Y-%m-%dT%H:%M:%SZ")),
                               ("", lambda r: by(r.item)), ("", lambda r: bands[by(r.item)]),
                               ("", lambda r: "" if r.n in gone else r.item), ("", lambda r: names[r.item])),
                 "\t", header=False, quote="none")
    artist_rows = [Row(r.user, by(r.item), r.time, None) for r in rows]
    name_rows = [Row(r.user, names[r.item], r.time, None) for r in rows]
    band_rows = [Row(r.user, bands[by(r.item)], r.time, None) for r in rows]
    c.case("", "lastfm-1k", "user, time, artist id, artist name, track id, track name. The item is the track (rows "
           "without a track id are dropped and named); the artist is a second sensible reading; the time is no item.",
           {"userid-timestamp-artid-artname-traid-traname.tsv": text},
           truth(kept, ratings=False, dropped={"item": 2},
                 **{"or": [truth(artist_rows), truth(name_rows), truth(band_rows)]}))
    mbids = uuid_ids("l360", 15)
    bands360 = dict(zip(mbids, titles("l360 names", 15)))
    bands360[mbids[3]] = '"Crimson" Otto'
    rows = world("lastfm-360k", users=hex_ids("l360 u", 11, 40), items=mbids, order="users")
    gone = {6, 30}
    text = table(rows, columns(("", "user"), ("", lambda r: "" if r.n in gone else r.item),
                               ("", lambda r: bands360[r.item]), ("", lambda r: 3 + 2311 * (r.n * 31 % 59 + 1) // (60 * (1 + r.n % 7)))), "\t", header=False,
                 quote="none")
    c.case("", "lastfm-360k", "user, artist id, artist name, plays. The item is the artist; plays are no rating and no "
           "time; rows without an artist id are dropped and named (or the name is the item).",
           {"usersha1-artmbid-artname-plays.tsv": text},
           truth([r for r in rows if r.n not in gone], times=False, ratings=False, dropped={"item": 2},
                 **{"or": [truth([Row(r.user, bands360[r.item], 0, None) for r in rows], times=False, ratings=False)]}))


def checkins(c):
    spots = int_ids("gowalla i", 16, 9000, 5900000)
    where = {s: (30 + n * 1.0371, -97 + n * 0.7713) for n, s in enumerate(spots)}
    rows = world("gowalla", users=int_ids("gowalla u", 12, 0, 190000), items=spots, first=at(2009, 2, 4),
                 last=at(2010, 10, 23), order="users")
    c.case("", "gowalla", "user, time, latitude, longitude, location; newest first within a user.",
           {"loc-gowalla_totalCheckins.txt": table(sorted(rows, key=lambda r: (rows_first(rows, r.user), -r.time)),
                                                   columns(("", "user"), ("", lambda r: utc(r.time).strftime(
                                                       "%Y-%m-%dT%H:%M:%SZ")), ("", lambda r: f"{where[r.item][0]:.10f}"),
                                                       ("", lambda r: f"{where[r.item][1]:.10f}"), ("", "item")), "\t",
                                                   header=False)}, truth(rows, ratings=False))
    venues = hex_ids("tist i", 16, 24)
    rows = world("foursquare-global", users=int_ids("tist u", 12, 1, 266000), items=venues, first=at(2012, 4, 3),
                 last=at(2013, 9, 16), order="time")
    c.case("", "foursquare-global", "user, venue, UTC time in words, minutes between it and the local clock.",
           {"dataset_TIST2015_Checkins.txt": table(rows, columns(("", "user"), ("", "item"), ("", lambda r: twitter(r.time)),
                                                                 ("", lambda r: (-240, 540, 180, 0)[int(r.user) % 4])),
                                                   "\t", header=False)}, truth(rows, ratings=False))
    kinds = [(k, n) for k, n in zip(hex_ids("tsmc c", 5, 24), ("Café", "Home (private)", "Subway", "Gym / Fitness Center",
                                                              "Bridge"))]
    rows = world("foursquare-nyc", users=int_ids("nyc u", 12, 1, 1083), items=hex_ids("nyc i", 16, 24),
                 first=at(2012, 4, 3), last=at(2013, 2, 15), order="time")

    def kind(r):
        return kinds[int(r.item[:6], 16) % 5]

    c.case("", "foursquare-nyc", "user, venue, category id, category, latitude, longitude, offset, UTC time; ISO-8859-1.",
           {"dataset_TSMC2014_NYC.txt": table(rows, columns(
               ("", "user"), ("", "item"), ("", lambda r: kind(r)[0]), ("", lambda r: kind(r)[1]),
               ("", lambda r: f"{40.6 + int(r.item[:4], 16) / 200000:.8f}"),
               ("", lambda r: f"{-74.1 + int(r.item[4:8], 16) / 200000:.8f}"), ("", lambda r: -240),
               ("", lambda r: twitter(r.time))), "\t", header=False).encode("latin-1")}, truth(rows, ratings=False))
    ids = code_ids("yelp i", 14, "", 22)
    names = dict(zip(ids, titles("yelp", 14)))
    rows = world("yelp", users=code_ids("yelp u", 12, "_", 21), items=ids, scale=(1.0, 2.0, 3.0, 4.0, 5.0))
    reviews = code_ids("yelp r", len(rows), "", 22)
    c.case("", "yelp", "JSON lines of reviews; the names stand in the business file.",
           {"yelp_academic_dataset_review.json": "".join(json.dumps(
               {"review_id": reviews[r.n], "user_id": r.user, "business_id": r.item, "stars": r.rating, "useful": r.n % 3,
                "funny": 0, "cool": r.n % 2, "text": "Went there on a rainy day.\n\nWould \"go\" again.",
                "date": utc(r.time).strftime("%Y-%m-%d %H:%M:%S")}) + "\n" for r in rows),
            "yelp_academic_dataset_business.json": "".join(json.dumps(
                {"business_id": i, "name": t, "address": "1 Quiet Road", "city": "Reno", "state": "NV",
                 "postal_code": "89501", "latitude": 39.5, "longitude": -119.8, "stars": 3.5, "review_count": 9,
                 "is_open": 1, "attributes": None, "categories": "Cafes, Food", "hours": None}) + "\n"
                for i, t in names.items())},
           truth(rows, ratings=True, titles=names))


def rows_first(rows, user):
    return next(r.n for r in rows if r.user == user)


def shops(c):
    rows = world("retailrocket", users=int_ids("rr u", 12, 10, 1407000), items=int_ids("rr i", 16, 10, 466000),
                 first=at(2015, 5, 3), last=at(2015, 9, 17))
    event = ("view", "view", "view", "addtocart", "view", "transaction")
    c.case("", "retailrocket", "milliseconds, visitor, event, item, transaction.",
           {"events.csv": table(rows, columns(("timestamp", lambda r: r.time * 1000 + 123), ("visitorid", "user"),
                                              ("event", lambda r: event[r.n % 6]), ("itemid", "item"),
                                              ("transactionid", lambda r: 4000 + r.n if r.n % 6 == 5 else "")))},
           truth(rows, ratings=False))
    rows = world("yoochoose", users=int_ids("yc u", 12, 1, 11500000), items=int_ids("yc i", 16, 214507224, 214990000),
                 first=at(2014, 4, 1), last=at(2014, 9, 29), order="users")
    stamp = ("", lambda r: utc(r.time).strftime("%Y-%m-%dT%H:%M:%S.857Z"))
    c.case("", "yoochoose", "session, time, item, category; no header.",
           {"yoochoose-clicks.dat": table(rows, columns(("", "user"), stamp, ("", "item"),
                                                        ("", lambda r: ("0", "0", "S", "0", "3")[r.n % 5])), header=False)},
           truth(rows, ratings=False))
    rows = world("yoochoose-buys", users=int_ids("yb u", 12, 1, 11500000), items=int_ids("yb i", 16, 214507224, 214990000),
                 first=at(2014, 4, 1), last=at(2014, 9, 29), order="users")
    c.case("", "yoochoose-buys", "session, time, item, price, quantity; no header.",
           {"yoochoose-buys.dat": table(rows, columns(("", "user"), stamp, ("", "item"),
                                                      ("", lambda r: 523 + 1047 * (r.n % 9)), ("", lambda r: 1 + r.n % 3)),
                                        header=False)}, truth(rows))
    sessions = int_ids("dg u", 12, 1, 600000)
    rows = world("diginetica", users=sessions, items=int_ids("dg i", 16, 20, 180000), order="users")
    r = rng("dg frames")
    ordered, day = [], {}
    for session in sessions:
        day[session] = at(2016, 1, 2) + DAY * r.randint(0, 150)
        mine = [row for row in rows if row.user == session]
        frames = sorted(r.sample(range(2000, 1900000), len(mine)))
        ordered += [Row(session, row.item, frame, None) for row, frame in zip(mine, frames)]
    ordered = numbered(ordered)
    people = {s: (str(40 + int(s) % 900) if n % 4 == 0 else "NA") for n, s in enumerate(sessions)}
    c.case("", "diginetica", "sessionId;userId;itemId;timeframe;eventdate. userId is NA for most, so the session is the "
           "user; the timeframe is the milliseconds since the session began, added to its day.",
           {"train-item-views.csv": table(ordered, columns(
               ("sessionId", "user"), ("userId", lambda x: people[x.user]), ("itemId", "item"), ("timeframe", "time"),
               ("eventdate", lambda x: utc(day[x.user]).strftime("%Y-%m-%d"))), ";")},
           truth([replace(row, time=day[row.user] + row.time / 1000) for row in ordered], ratings=False))
    codes = [f"{n}{'ABC'[k % 3] if k % 5 == 0 else ''}" for k, n in enumerate(int_ids("or i", 16, 20000, 90000))]
    goods = dict(zip(codes, (t.upper() for t in titles("or goods", 16))))
    rows = world("online-retail", users=int_ids("or u", 12, 12346, 18287), items=codes, first=at(2010, 12, 1, 8),
                 last=at(2011, 12, 9), step=60, order="time")
    gone, back = {4, 12, 25, 26, 40}, {9, 31}
    text = table(rows, columns(("InvoiceNo", lambda r: f"{'C' if r.n in back else ''}{536365 + int(r.user) % 97 * 40 + r.time // (60 * DAY) % 40}"),
                               ("StockCode", "item"), ("Description", lambda r: goods[r.item]),
                               ("Quantity", lambda r: -1 if r.n in back else 1 + r.n % 12),
                               ("InvoiceDate", lambda r: f"{utc(r.time).month}/{utc(r.time).day}/{utc(r.time).year} "
                                f"{utc(r.time).hour}:{utc(r.time):%M}"), ("UnitPrice", lambda r: f"{1 + r.n % 7}.55"),
                               ("CustomerID", lambda r: "" if r.n in gone else r.user),
                               ("Country", lambda r: "United Kingdom" if int(r.user) % 5 else "France")))
    kept = [r for r in rows if r.n not in gone]
    c.case("", "online-retail", "Invoices: rows without a customer are dropped and named; cancelled ones are rows (or are "
           "dropped under a separate reason); quantity is no rating.", {"online_retail.csv": text},
           truth(kept, dropped={"user": 5}, **{"or": [truth([r for r in kept if r.n not in back])]}))
    articles = ["0" + i for i in int_ids("hm i", 16, 108775015, 953763001)]
    names = dict(zip(articles, titles("hm", 16)))
    rows = world("hm", users=hex_ids("hm u", 11, 64), items=articles, first=at(2018, 9, 20), last=at(2020, 9, 22),
                 step=DAY, order="time")
    c.case("", "hm", "t_dat,customer_id,article_id,price,sales_channel_id; ids begin with zeros, the price is no rating.",
           {"transactions_train.csv": table(rows, columns(
               ("t_dat", lambda r: utc(r.time).strftime("%Y-%m-%d")), ("customer_id", "user"), ("article_id", "item"),
               ("price", lambda r: f"0.0{1 + r.n % 7}{r.n % 10}0847457627119"), ("sales_channel_id", lambda r: 1 + r.n % 2))),
            "articles.csv": catalogue(articles, (lambda n, i: i, lambda n, i: i[:7], lambda n, i: names[i],
                                                 lambda n, i: 253, lambda n, i: "Vest top", lambda n, i: "Garment Upper body",
                                                 lambda n, i: "Plain, of one colour"), ",",
                                      ("article_id", "product_code", "prod_name", "product_type_no", "product_type_name",
                                       "product_group_name", "detail_desc"))},
           truth(rows, ratings=False, titles=names))
    rows = world("taobao", users=int_ids("tb u", 12, 1, 1018000), items=int_ids("tb i", 16, 1000, 5160000),
                 first=at(2017, 11, 25), last=at(2017, 12, 3), order="users")
    c.case("", "taobao-userbehavior", "user, item, category, behaviour, seconds; no header.",
           {"UserBehavior.csv": table(rows, columns(("", "user"), ("", "item"),
                                                    ("", lambda r: 4000000 + int(r.item) % 7 * 1341),
                                                    ("", lambda r: ("pv", "pv", "pv", "fav", "cart", "pv", "buy")[r.n % 7]),
                                                    ("", "time")), header=False)}, truth(rows, ratings=False))
    rows = world("tmall", users=int_ids("tm u", 12, 1, 424000), items=int_ids("tm i", 16, 1, 1113000), first=at(2014, 5, 11),
                 last=at(2014, 11, 12), step=DAY, order="time")
    c.case("", "tmall-user-log", "user_id,item_id,cat_id,seller_id,brand_id,time_stamp,action_type; time_stamp is month and "
           "day without a year (511 is May 11), the file is in its order.",
           {"user_log_format1.csv": table(rows, columns(
               ("user_id", "user"), ("item_id", "item"), ("cat_id", lambda r: 800 + int(r.item) % 5),
               ("seller_id", lambda r: 2000 + int(r.item) % 6), ("brand_id", lambda r: f"{2600 + int(r.item) % 7}.0"),
               ("time_stamp", lambda r: int(utc(r.time).strftime("%m%d"))), ("action_type", lambda r: (0, 0, 2, 0, 3)[r.n % 5])
           ))}, truth(rows, times=None, order_by_time=True))


def books(c):
    isbns = [("0" + i)[:9] + "X0123456789"[int(i) % 11] for i in int_ids("bx i", 15, 10000000, 99999999)]
    names = dict(zip(isbns, titles("bx", 15)))
    names[isbns[2]] = "Café &amp; Garden: A Tale"
    shown = dict(names)
    shown[isbns[2]] = "Café & Garden: A Tale"
    rows = world("book-crossing", users=int_ids("bx u", 12, 8, 278854), items=isbns, scale=(0, 0, 5, 7, 8, 9, 10),
                 order="users")
    ratings = table(rows, columns(("User-ID", "user"), ("ISBN", "item"), ("Book-Rating", "rating")), ";", quote="all",
                    end="\r\n")
    url = "http://images.example.org/P/{}.01.{}.jpg"
    head = ("ISBN", "Book-Title", "Book-Author", "Year-Of-Publication", "Publisher", "Image-URL-S", "Image-URL-M",
            "Image-URL-L")
    text = catalogue(isbns, (lambda n, i: i, lambda n, i: names[i], lambda n, i: PEOPLE[n].title() + " Noé",
                             lambda n, i: 1960 + n, lambda n, i: "Haus; & Söhne", *[
                                 (lambda n, i, k=k: url.format(i, k)) for k in ("THUMBZZZ", "MZZZZZZZ", "LZZZZZZZ")]),
                     ";", head, "all").replace("\n", "\r\n")
    facts = truth(rows, times=False, ratings=True, titles=shown)
    facts["or"] = [truth(rows, times=False, ratings=True, titles=names)]
    c.case("", "book-crossing", "User-ID;ISBN;Book-Rating, all quoted, ISO-8859-1; titles in BX-Books.csv (an &amp; may be "
           "shown as & or as it stands).",
           {"BX-Book-Ratings.csv": ratings.encode("latin-1"), "BX-Books.csv": text.encode("latin-1"),
            "BX-Users.csv": "\"User-ID\";\"Location\";\"Age\"\r\n" + "".join(
                f"\"{u}\";\"reno, nevada, usa\";{'NULL' if n % 2 else chr(34) + str(18 + n) + chr(34)}\r\n"
                for n, u in enumerate(sorted({r.user for r in rows})))}, facts)
    rows = world("goodreads-csv", users=[str(i) for i in range(12)], items=[str(i) for i in range(900, 948, 3)],
                 scale=(0, 3, 4, 5), order="users")
    c.case("", "goodreads-interactions-csv", "user_id,book_id,is_read,rating,is_reviewed; no times.",
           {"goodreads_interactions.csv": table(rows, columns(("user_id", "user"), ("book_id", "item"),
                                                              ("is_read", lambda r: int(r.rating > 0)),
                                                              ("rating", "rating"), ("is_reviewed", lambda r: r.n % 2)))},
           truth(rows, times=False, ratings=True))
    rows = world("goodreads-json", users=hex_ids("gr u", 12, 32), items=int_ids("gr i", 16, 1000, 30000000),
                 scale=(0, 3, 4, 5), first=at(2009, 1, 3), last=at(2017, 11, 1))
    c.case("", "goodreads-interactions-json", "JSON lines; the time is date_added.",
           {"goodreads_interactions_poetry.json": "".join(json.dumps(
               {"user_id": r.user, "book_id": r.item, "review_id": f"{r.n:032x}", "is_read": r.rating > 0,
                "rating": r.rating, "review_text_incomplete": "",
                "date_added": twitter(r.time, -420), "date_updated": twitter(at(2017, 11, 3) - r.time % 7919, -420),
                "read_at": "" if r.n % 3 else twitter(r.time - DAY, -480),
                "started_at": "" if r.n % 4 else twitter(r.time - 9 * DAY, -480)}) + "\n" for r in rows)},
           truth(rows, ratings=True, warnings=["date_added"]))
    ids = [str(i) for i in range(1, 17)]
    names = dict(zip(ids, (f"{t} (Cycle, #{n})" for n, t in enumerate(titles("gb", 16)))))
    rows = world("goodbooks", users=int_ids("gb u", 12, 1, 53424), items=ids, order="users")
    used = sorted({r.item for r in rows}, key=int)
    head = ("book_id,goodreads_book_id,best_book_id,work_id,books_count,isbn,isbn13,authors,original_publication_year,"
            "original_title,title,language_code,average_rating,ratings_count,image_url").split(",")
    c.case("", "goodbooks-10k", "ratings.csv without times; books.csv has four columns of ids and two of titles: title.",
           {"ratings.csv": table(rows, columns(("user_id", "user"), ("book_id", "item"), ("rating", "rating"))),
            "books.csv": catalogue(ids, (lambda n, i: i, lambda n, i: 2767052 + 17 * n, lambda n, i: 2767052 + 17 * n,
                                         lambda n, i: 2792775 + 31 * n, lambda n, i: 272 + n, lambda n, i: 439023483 + n,
                                         lambda n, i: f"9.78043902348e+12", lambda n, i: PEOPLE[n].title() + " Marsh",
                                         lambda n, i: f"{1930 + 5 * n}.0", lambda n, i: names[i].split(" (")[0] if n % 3
                                         else "", lambda n, i: names[i], lambda n, i: "eng", lambda n, i: "4.34",
                                         lambda n, i: 4780653 - 1000 * n,
                                         lambda n, i: f"https://images.example.org/books/{n}m/{i}.jpg"), ",", head)},
           truth(rows, times=False, ratings=True, titles={i: names[i] for i in used}))


def news_and_games(c):
    ids = ["N" + i for i in int_ids("mind i", 20, 1000, 130000)]
    names = dict(zip(ids, titles("mind", 20)))
    names[ids[4]] = '"Weird Amber" Otter Comes to Town'
    r = rng("mind")
    lines, clicks, whole = [], {}, {}
    users = ["U" + i for i in int_ids("mind u", 10, 100, 94000)]
    for user in users:
        past = r.sample(ids, r.randint(2, 5))
        whole[user] = list(past)
        clicks[user] = []
        moments = sorted(r.sample(range(at(2019, 11, 9), at(2019, 11, 15)), r.randint(2, 4)))
        for moment in moments:
            shown = r.sample([i for i in ids if i not in past], 5)
            hit = shown[r.randrange(5)]
            clicks[user].append((hit, moment))
            whole[user].append(hit)
            lines.append((user, us_clock(moment), " ".join(past), " ".join(f"{i}-{int(i == hit)}" for i in shown)))
    r.shuffle(lines)
    entities = json.dumps([{"Label": "Amber", "Type": "C", "WikidataId": "Q1", "Confidence": 1.0}])
    news = "".join("\t".join((i, ("news", "sports", "health")[n % 3], "newsworld", t, "A short text, of one \"line\".",
                              f"https://news.example.org/mind/{i}.html", entities if n % 2 else "[]", "[]")) + "\n"
                   for n, (i, t) in enumerate(names.items()))
    facts = {"users": 10, "interactions": sum(map(len, clicks.values())),
             "histories": {u: [i for i, _ in v] for u, v in clicks.items()},
             "times": {u: [t for _, t in v] for u, v in clicks.items()},
             "titles": {i: names[i] for v in clicks.values() for i, _ in v},
             "or": [{"users": 10, "interactions": sum(map(len, whole.values())), "histories": whole,
                     "titles": {i: names[i] for v in whole.values() for i in v}}]}
    c.case("", "mind", "impression, user, time, history, impressions. A click (-1) is an interaction at the time of its "
           "row; the history may stand in front of a user's clicks, once. Titles in news.tsv.",
           {"behaviors.tsv": "".join("\t".join((str(n), *line)) + "\n" for n, line in enumerate(lines, 1)),
            "news.tsv": news}, facts)
    games = titles("steam games", 16)
    games[3] = games[3] + ", The Return"
    rows = world("steam-200k", users=int_ids("steam u", 12, 5250, 309903146), items=games, order="users")
    r = rng("steam")
    text, kept = "", []
    for row in rows:
        name = '"' + row.item + '"' if "," in row.item or r.random() < 0.6 else row.item
        text += f"{row.user},{name},purchase,1.0,0\n"
        kept.append(row)
        if r.random() < 0.5:
            text += f"{row.user},{name},play,{r.randint(1, 900) / 10},0\n"
            kept.append(row)
    kept = numbered(kept)
    c.case("", "steam-200k", "user, game, behaviour, hours, 0; no header. Hours are no rating; a row is an interaction (or "
           "only the purchases, or only what was played).",
           {"steam-200k.csv": text},
           truth(kept, times=False, ratings=False, **{"or": [truth(rows, times=False, ratings=False)]}))


def videos_and_films(c):
    rows = world("kuairec", users=int_ids("kr u", 12, 0, 7176), items=int_ids("kr i", 16, 0, 10728), first=at(2020, 7, 4),
                 last=at(2020, 9, 5), order="users")
    c.case("", "kuairec", "user_id,video_id,play_duration,video_duration,time,date,timestamp,watch_ratio. The local clock, "
           "the day and the seconds are one time: the seconds are the surest (the local clock is eight hours ahead).",
           {"big_matrix.csv": table(rows, columns(
               ("user_id", "user"), ("video_id", "item"), ("play_duration", lambda r: 4000 + 731 * (r.n % 19)),
               ("video_duration", lambda r: 5000 + int(r.item) % 11 * 900),
               ("time", lambda r: utc(r.time + 8 * 3600).strftime("%Y-%m-%d %H:%M:%S.378")),
               ("date", lambda r: utc(r.time + 8 * 3600).strftime("%Y%m%d")), ("timestamp", lambda r: f"{r.time}.378"),
               ("watch_ratio", lambda r: f"{0.2 + (r.n % 13) / 7:.6f}")))},
           truth(rows, **{"or": [truth([Row(r.user, r.item, r.time + 8 * 3600, None) for r in rows])]}))
    films = [str(i) for i in range(1, 15)]
    names = dict(zip(films, titles("netflix", 14)))
    names["5"] = "Cedar, Part 2: Crimson, Cold"
    rows = world("netflix", users=int_ids("nf u", 12, 6, 2649429), items=films, first=at(2003, 1, 2), last=at(2005, 12, 30),
                 step=DAY, order="users")
    text, ordered = "", []
    for film in films:
        mine = [r for r in rows if r.item == film]
        if mine:
            text += f"{film}:\n" + "".join(f"{r.user},{r.rating},{utc(r.time):%Y-%m-%d}\n" for r in mine)
            ordered += mine
    used = {r.item for r in rows}
    c.case("", "netflix-prize", "A line with the film and a colon, then user, rating, day. movie_titles.csv: id, year, "
           "title with unquoted commas, ISO-8859-1.",
           {"combined_data_1.txt": text,
            "movie_titles.csv": "".join(f"{i},{'NULL' if n == 6 else 1950 + 3 * n},{t}\n" for n, (i, t) in
                                        enumerate(names.items())).encode("latin-1")},
           truth(ordered, ratings=True, titles={i: t for i, t in names.items() if i in used}))
    rows = world("msd", users=hex_ids("msd u", 12, 40), items=code_ids("msd i", 16, "SO", 16), order="users")
    c.case("", "million-song-triplets", "user, song, plays; no header, no times, plays are no rating.",
           {"train_triplets.txt": table(rows, columns(("", "user"), ("", "item"),
                                                      ("", lambda r: (1, 1, 2, 1, 5, 1, 12, 1, 3)[r.n % 9])), "\t",
                                        header=False)}, truth(rows, times=False, ratings=False))


def hetrec(c):
    artists = int_ids("hl i", 16, 1, 18745)
    names = dict(zip(artists, titles("hl", 16)))
    text = catalogue(artists, (lambda n, i: i, lambda n, i: names[i], lambda n, i: f"http://www.example.org/music/{n}",
                               lambda n, i: f"http://img.example.org/252/{n}.jpg"), "\t",
                     ("id", "name", "url", "pictureURL"))
    rows = world("hetrec-lastfm", users=int_ids("hl u", 12, 2, 2100), items=artists, order="users")
    used = {r.item for r in rows}
    shown = {i: t for i, t in names.items() if i in used}
    c.case("", "hetrec-lastfm-plays", "userID artistID weight: the weight is a number of plays, no rating and no time.",
           {"user_artists.dat": table(rows, columns(("userID", "user"), ("artistID", "item"),
                                                    ("weight", lambda r: 13883 - 97 * r.n)), "\t"), "artists.dat": text},
           truth(rows, times=False, ratings=False, titles=shown))
    rows = world("hetrec-tags", users=int_ids("ht u", 12, 2, 2100), items=artists, first=at(2006, 3, 1),
                 last=at(2011, 5, 1), step=DAY, order="users")
    used = {r.item for r in rows}
    shown = {i: t for i, t in names.items() if i in used}
    tag = ("tagID", lambda r: 13 + r.n % 11)
    c.case("", "hetrec-lastfm-tags", "userID artistID tagID day month year.",
           {"user_taggedartists.dat": table(rows, columns(("userID", "user"), ("artistID", "item"), tag,
                                                          ("day", lambda r: utc(r.time).day),
                                                          ("month", lambda r: utc(r.time).month),
                                                          ("year", lambda r: utc(r.time).year)), "\t"), "artists.dat": text},
           truth(rows, ratings=False, titles=shown))
    c.case("", "hetrec-lastfm-tags-timestamps", "userID artistID tagID timestamp in milliseconds.",
           {"user_taggedartists-timestamps.dat": table(rows, columns(("userID", "user"), ("artistID", "item"), tag,
                                                                     ("timestamp", lambda r: r.time * 1000)), "\t"),
            "artists.dat": text}, truth(rows, ratings=False, titles=shown))
    films = int_ids("hm2 i", 16, 1, 65133)
    names = dict(zip(films, titles("hm2", 16)))
    rows = world("hetrec-ml", users=int_ids("hm2 u", 12, 75, 71534), items=films, first=at(1997, 9, 17), last=at(2009, 1, 5),
                 scale=(0.5, 1, 2.5, 3, 3.5, 4, 4.5, 5), order="users")
    used = {r.item for r in rows}
    shown = {i: t for i, t in names.items() if i in used}
    text = catalogue(films, (lambda n, i: i, lambda n, i: names[i], lambda n, i: f"0{114000 + n}",
                             lambda n, i: "El " + names[i], lambda n, i: f"http://img.example.org/{n}.jpg",
                             lambda n, i: 1950 + 3 * n, lambda n, i: names[i].lower().replace(" ", "_"),
                             lambda n, i: "7.5"), "\t",
                     ("id", "title", "imdbID", "spanishTitle", "imdbPictureURL", "year", "rtID", "rtAllCriticsRating"))
    base = columns(("userID", "user"), ("movieID", "item"), ("rating", "rating"))
    c.case("", "hetrec-movielens", "userID movieID rating and six columns of the time.",
           {"user_ratedmovies.dat": table(rows, base + [
               (f"date_{n}", (lambda r, n=n: getattr(utc(r.time), n))) for n in ("day", "month", "year", "hour", "minute",
                                                                               "second")], "\t"),
            "movies.dat": text.encode("latin-1")}, truth(rows, ratings=True, titles=shown))
    c.case("", "hetrec-movielens-timestamps", "userID movieID rating timestamp in milliseconds.",
           {"user_ratedmovies-timestamps.dat": table(rows, base + [("timestamp", lambda r: r.time * 1000)], "\t"),
            "movies.dat": text.encode("latin-1")}, truth(rows, ratings=True, titles=shown))
