# SPDX-License-Identifier: GPL-3.0-or-later
"""Which column is what: order, header or not, names, and what a column's values say."""
import json

from .tools import (Row, at, code_ids, hex_ids, int_ids, lines_of, numbered, PEOPLE, rng, table, titles, truth, utc,
                    world)


def iso(row):
    return utc(row.time).strftime("%Y-%m-%dT%H:%M:%SZ")


def header_order(c):
    g = "01_header_order"

    def plain(name, about, columns, sep, file, quote="minimal", options=None, end="\n", before="", facts=None, **kind):
        rows = world(f"{g}/{name}", **kind)
        c.case(g, name, about, {file: before + table(rows, columns, sep, quote=quote, end=end)},
               truth(rows, ratings=True, **(facts or {})), options=options)

    plain("tab_item_before_user", "Tab separated, the header says that the item comes first.",
          [("item_id", "item"), ("user_id", "user"), ("rating", "rating"), ("timestamp", "time")], "\t", "data.tsv")
    plain("tab_movielens_names_time_before_rating", "A tab file with MovieLens names in another order.",
          [("userId", "user"), ("movieId", "item"), ("timestamp", "time"), ("rating", "rating")], "\t", "ratings.tsv")
    plain("tab_time_first", "The time stands first, named by the header.",
          [("timestamp", "time"), ("user", "user"), ("item", "item"), ("rating", "rating")], "\t", "events.tsv")
    plain("tab_rating_first_user_last", "All four columns reversed.",
          [("Rating", "rating"), ("Timestamp", "time"), ("MovieID", "item"), ("UserID", "user")], "\t", "ratings.tsv")
    plain("double_colon_usual_order", "A .dat file with a header line: the header is no damaged row and no user.",
          [("UserID", "user"), ("MovieID", "item"), ("Rating", "rating"), ("Timestamp", "time")], "::", "ratings.dat",
          facts={"dropped_rows": 0})
    plain("double_colon_item_first", "A .dat file whose header says item, user, rating, time.",
          [("MovieID", "item"), ("UserID", "user"), ("Rating", "rating"), ("Timestamp", "time")], "::", "ratings.dat",
          facts={"dropped_rows": 0})
    plain("double_colon_time_before_rating", "A .dat file whose header exchanges rating and time.",
          [("user", "user"), ("item", "item"), ("timestamp", "time"), ("rating", "rating")], "::", "ratings.dat")
    plain("space_time_first", "Separated by spaces, with a header that begins with the time.",
          [("timestamp", "time"), ("user_id", "user"), ("item_id", "item"), ("rating", "rating")], " ", "log.txt")
    plain("csv_amazon_columns_with_header", "Amazon's four columns with a header, item first.",
          [("asin", "item"), ("reviewerID", "user"), ("overall", "rating"), ("unixReviewTime", "time")], ",",
          "reviews.csv", users=code_ids(g + "u", 12, "A", 12), items=code_ids(g + "i", 16, "B00", 7))
    plain("csv_rating_and_time_first", "Comma separated with rating and time in front.",
          [("rating", "rating"), ("timestamp", "time"), ("movieId", "item"), ("userId", "user")], ",", "ratings.csv")
    plain("semicolon_quoted_reversed", "Everything quoted, the user last.",
          [("Rating", "rating"), ("Timestamp", "time"), ("ItemID", "item"), ("UserID", "user")], ";", "export.csv",
          quote="all")
    plain("pipe_short_names", "Vertical bars and short names in another order.",
          [("ts", "time"), ("iid", "item"), ("stars", "rating"), ("uid", "user")], "|", "log.txt")
    plain("tab_upper_case_with_spaces", "Upper case names with spaces around them.",
          [(" ITEM_ID ", "item"), (" USER_ID ", "user"), (" RATING ", "rating"), (" TIMESTAMP ", "time")], "\t", "x.tsv")
    plain("u_data_with_header_item_first", "A file named u.data that has a header after all.",
          [("item id", "item"), ("user id", "user"), ("rating", "rating"), ("timestamp", "time")], "\t", "u.data")
    plain("tab_columns_chosen_by_name", "--columns with names of a tab file's header.",
          [("movieId", "item"), ("userId", "user"), ("rating", "rating"), ("timestamp", "time")], "\t", "ratings.tsv",
          options={"columns": "user=userId,item=movieId,rating=rating,time=timestamp"})
    plain("double_colon_columns_chosen_by_name", "--columns with names of a .dat file's header.",
          [("MovieID", "item"), ("UserID", "user"), ("Timestamp", "time"), ("Rating", "rating")], "::", "ratings.dat",
          options={"columns": "user=UserID,item=MovieID,rating=Rating,time=Timestamp"})
    plain("csv_row_number_without_name", "What pandas writes with its index: the first name is empty.",
          [("", "n"), ("userId", "user"), ("movieId", "item"), ("rating", "rating"), ("timestamp", "time")], ",",
          "ratings.csv")
    plain("tab_crlf_quoted_names", "Windows line ends and quoted names, the item first.",
          [("movieId", "item"), ("userId", "user"), ("rating", "rating"), ("timestamp", "time")], "\t", "ratings.tsv",
          quote="all", end="\r\n")
    for name, about, columns in (
            ("space_pairs_with_header", "Pairs of numbers under a header.", [("user_id", "user"), ("item_id", "item")]),
            ("space_pairs_item_first", "Pairs of numbers under a header that says item first.",
             [("item_id", "item"), ("user_id", "user")])):
        rows = world(f"{g}/{name}", order="users")
        c.case(g, name, about, {"data.txt": table(rows, columns, " ")}, truth(rows, times=False, ratings=False))


def no_item_is_a_time(c):
    g = "02_no_item_is_a_time"

    def place(name):
        r = rng(name)
        return {i: (round(47 + r.random(), 6), round(11 + r.random(), 6)) for i in int_ids(name + " i", 16, 1000, 9000)}

    def plain(name, about, columns, sep, file, header=False, ratings=None, facts=None, options=None, **kind):
        rows = world(f"{g}/{name}", **kind)
        where = place(f"{g}/{name}")
        columns = [(n, (lambda row, f=f: f(row, where)) if f in (lat, lon) else f) for n, f in columns]
        c.case(g, name, about, {file: table(rows, columns, sep, header=header)},
               truth(rows, ratings=ratings, **(facts or {})), options=options)

    def lat(row, where):
        return where[row.item][0]

    def lon(row, where):
        return where[row.item][1]

    plain("checkins_without_header", "user, time, latitude, longitude, location.",
          [("", "user"), ("", iso), ("", lat), ("", lon), ("", "item")], "\t", "checkins.txt", ratings=False)
    plain("checkins_csv_with_header", "The same with a header of unknown names.",
          [("userid", "user"), ("datetime", iso), ("lat", lat), ("lng", lon), ("location_id", "item")], ",",
          "checkins.csv", header=True, ratings=False)
    plain("place_before_coordinates", "The place stands between time and coordinates.",
          [("", "user"), ("", iso), ("", "item"), ("", lat), ("", lon)], ",", "visits.csv", ratings=False)
    tracks = titles(g + " tracks", 16)
    plain("listens_of_tracks", "user, time, track name: the time is no item.",
          [("", "user"), ("", iso), ("", "item")], "\t", "listens.tsv", ratings=False,
          users=[f"user_{i:06d}" for i in range(1, 13)], items=tracks)
    plain("clicks_with_constant_category", "session, time, item, a category that is 0 in nearly every row.",
          [("", "user"), ("", lambda row: utc(row.time).strftime("%Y-%m-%dT%H:%M:%S.000Z")), ("", "item"),
           ("", lambda row: "S" if row.n == 7 else "0")], ",", "clicks.dat",
          items=int_ids(g + "yi", 16, 214500000, 214900000))
    plain("time_first_without_header", "A log that begins with the time: 2 user, 3 item.",
          [("", iso), ("", "user"), ("", "item")], ",", "log.csv", ratings=False)
    plain("milliseconds_first_with_event", "milliseconds, visitor, event, item without a header.",
          [("", lambda row: row.time * 1000 + 7), ("", "user"),
           ("", lambda row: ("view", "view", "view", "addtocart")[row.n % 4]), ("", "item")], ",", "events.csv",
          users=int_ids(g + "vu", 12, 1000, 1400000), items=int_ids(g + "vi", 16, 1000, 460000))
    plain("day_before_product", "user, day, product without a header: few days, so they repeat as items do.",
          [("", "user"), ("", lambda row: utc(row.time).strftime("%Y-%m-%d")), ("", "item")], ",", "orders.csv",
          step=86400, first=at(2016, 5, 1), last=at(2016, 5, 20), ratings=False)
    plain("constant_column_first", "The first column says web in every row: no user.",
          [("", lambda row: "web"), ("", "user"), ("", "item"), ("", "time")], ",", "events.csv")
    plain("constant_column_between", "user, the word view, item, time.",
          [("", "user"), ("", lambda row: "view"), ("", "item"), ("", "time")], "\t", "events.tsv", ratings=False)
    plain("row_number_first", "A running number stands before user, item, rating, time.",
          [("", lambda row: row.n + 1), ("", "user"), ("", "item"), ("", "rating"), ("", "time")], ",", "ratings.csv",
          ratings=True)
    plain("rating_second", "user, rating, item, time without a header: five distinct values are no items.",
          [("", "user"), ("", "rating"), ("", "item"), ("", "time")], ",", "log.csv", ratings=True)
    plain("order_number_under_id", "A header with id for the row itself.",
          [("id", lambda row: 100000 + row.n), ("user_id", "user"), ("product", "item"), ("ts", "time")], ",",
          "orders.csv", header=True, ratings=False)
    r = rng(g + " text")
    opinions = [" ".join(["I", r.choice(["really", "hardly", "truly"]), r.choice(["liked", "enjoyed", "hated"]), "it,",
                          "number", str(n), "of my", r.choice(["summer", "winter"]), "list."]) for n in range(200)]
    plain("free_text_second", "user, review, item, rating, time without a header: a sentence is no item.",
          [("", "user"), ("", lambda row: opinions[row.n]), ("", "item"), ("", "rating"), ("", "time")], ",",
          "reviews.csv", ratings=True)
    plain("free_text_under_header", "The header names comment and movie; the comment stands where items usually do.",
          [("userid", "user"), ("comment", lambda row: opinions[row.n]), ("movie", "item"), ("date", iso)], ",",
          "reviews.csv", header=True, ratings=False)
    rows = []
    for n, row in enumerate(world(g + "/every_item_once")):
        rows.append(Row(row.user, str(700000 + n * 13), row.time, row.rating))
    rows = numbered(rows)
    c.case(g, "every_item_once", "Each row has a different item (an order number): the report says so.",
           {"orders.csv": table(rows, [("user_id", "user"), ("item_id", "item"), ("timestamp", "time")])},
           truth(rows, warnings=["only once|as many|of its own|an own|every row|each row|distinct|different|nearly every|"
                                 "almost every"]))


def header_said(c):
    g = "09_header_said"
    usual = [("", "user"), ("", "item"), ("", "rating"), ("", "time")]

    def named(*names):
        return [(n, f) for n, (_, f) in zip(names, usual)]

    rows = world(g + "/a", users=PEOPLE[:12], items=titles(g, 16))
    c.case(g, "all_text_first_row_is_data", "Names of people and of films: the first row looks like the ones below it.",
           {"log.csv": table(rows, usual, header=False)}, truth(rows, ratings=True))
    pairs = world(g + "/pairs", users=PEOPLE[:12], items=titles(g, 16), order="users")
    c.case(g, "text_pairs_header_said_no", "Two columns of text; --header no.",
           {"pairs.csv": table(pairs, usual[:2], header=False)}, truth(pairs, times=False),
           options={"header": "no"})
    c.case(g, "text_pairs_header_said_yes", "Two columns of text under two words; --header yes and column numbers.",
           {"pairs.csv": table(pairs, named("who", "what"))}, truth(pairs, times=False),
           options={"header": "yes", "columns": "user=1,item=2"})
    rows = world(g + "/b")
    c.case(g, "numbers_as_header", "pandas names columns 0, 1, 2, 3 when it knows none; --header yes.",
           {"table.csv": table(rows, named("0", "1", "2", "3"))}, truth(rows, ratings=True), options={"header": "yes"})
    rows = world(g + "/b2")
    c.case(g, "numbers_as_header_found", "The same without the option: 3 is no time, all others are.",
           {"table.csv": table(rows, named("0", "1", "2", "3"))}, truth(rows, ratings=True))
    rows = world(g + "/c")
    c.case(g, "german_names", "A header in German over numbers.",
           {"bewertungen.csv": table(rows, named("Benutzer", "Artikel", "Bewertung", "Zeitpunkt"), ";")},
           truth(rows))
    rows = world(g + "/d", users=code_ids(g + "d", 12, "U", 6), items=code_ids(g + "di", 16, "V", 5))
    c.case(g, "only_one_column_differs", "Ids are words: only in the last column does the header differ in kind.",
           {"loans.csv": table(rows, [("reader", "user"), ("volume", "item"), ("points", "rating")])},
           truth(rows, times=False))
    rows = world(g + "/e", users=PEOPLE[:12], items=titles(g + "e", 16))
    c.case(g, "first_row_has_a_missing_rating", "No header; the first row's rating is NA.",
           {"log.csv": table(rows, [("", "user"), ("", "item"),
                                    ("", lambda row: "NA" if row.n == 0 else row.rating), ("", "time")], header=False)},
           truth(rows))
    rows = world(g + "/f")
    text = table(rows, named("userId", "movieId", "rating", "timestamp"))
    lines = text.splitlines(keepends=True)
    joined = "".join(lines[:20] + [lines[0]] + lines[20:40] + [lines[0]] + lines[40:])
    c.case(g, "header_again_in_the_middle", "Three files in one: the header occurs three times.",
           {"ratings.csv": joined}, truth(rows, ratings=True))
    rows = world(g + "/g", order="users")
    c.case(g, "header_said_yes_drops_the_first_row", "A tab file of numbers only; the person says the first row is a header.",
           {"u.data": table(rows, usual, "\t", header=False)}, truth(rows[1:], ratings=True), options={"header": "yes"})
    rows = world(g + "/h", users=["user"] + PEOPLE[:11], items=["item"] + titles(g + "h", 15))
    first = next(row for row in rows if row.user == "user")
    rows = numbered([Row("user", "item", first.time - 5, 3)] + [r for r in rows if (r.user, r.item) != ("user", "item")])
    c.case(g, "header_said_no_keeps_user_item", "The first user is really called user and has the item item.",
           {"log.csv": table(rows, usual, header=False)}, truth(rows, ratings=True), options={"header": "no"})
    rows = world(g + "/i", users=hex_ids(g + "i", 12, 16))
    c.case(g, "no_header_hexadecimal_users", "No header; users are hexadecimal numbers, one begins with letters only.",
           {"events.tsv": table(rows, usual, "\t", header=False)}, truth(rows, ratings=True), options={"header": "no"})
    rows = world(g + "/j")
    c.case(g, "numbers_of_columns_with_header", "A header of unknown words; --columns with numbers and --header yes.",
           {"x.csv": table(rows, [("a", "rating"), ("b", "item"), ("c", "time"), ("d", "user")])},
           truth(rows, ratings=True),
           options={"header": "yes", "columns": "user=4,item=2,rating=1,time=3"})
    rows = world(g + "/k")
    c.case(g, "numbers_of_columns_header_found", "The same without --header: letters over numbers are a header.",
           {"x.csv": table(rows, [("a", "rating"), ("b", "item"), ("c", "time"), ("d", "user")])},
           truth(rows, ratings=True, dropped_rows=0), options={"columns": "user=4,item=2,rating=1,time=3"})


def id_names(c):
    g = "12_id_names"

    def plain(name, about, user, item, sep=",", file="interactions.csv", more=(), time="timestamp", rating="rating",
              ratings=True, **kind):
        rows = world(f"{g}/{name}", **kind)
        columns = [(user, "user"), (item, "item"), *more, (rating, "rating"), (time, "time")]
        c.case(g, name, about, {file: table(rows, columns, sep)}, truth(rows, ratings=ratings))

    for item in ("anime_id", "video_id", "recipe_id", "poi_id", "venue_id", "app_id"):
        plain(item, f"user_id beside {item}.", "user_id", item)
    plain("stock_code", "CustomerID beside StockCode.", "CustomerID", "StockCode", rating="Quantity", ratings=None,
          items=code_ids(g + "sc", 16, "8", 4))
    plain("user_idx_item_idx", "Names as a preprocessing script writes them.", "user_idx", "item_idx")
    plain("uid_sid", "uid and sid as the variational autoencoder's script writes them: the sid is the item.", "uid",
          "sid")
    rows = world(g + "/sid_is_a_session")
    c.case(g, "sid_is_a_session", "sid beside an item id: there it is the session.",
           {"clicks.csv": table(rows, [("sid", "user"), ("item_id", "item"), ("timestamp", "time")])}, truth(rows))
    plain("profile_and_deck", "Two unknown names over ids.", "profile_id", "deck_id")
    plain("viewer_and_show", "viewer and show, tab separated.", "viewer", "show", "\t", "views.tsv")
    plain("spanish", "usuario, pelicula, puntuacion, fecha.", "usuario", "pelicula", rating="puntuacion", time="fecha",
          ratings=None)
    plain("french", "utilisateur, article, note, horodatage.", "utilisateur", "article", ";", rating="note",
          time="horodatage", ratings=None)
    plain("subscriber_and_song", "Long hashes under msno and song_id.", "msno", "song_id",
          users=hex_ids(g + "ms", 12, 44), items=hex_ids(g + "so", 16, 44))
    plain("camel_case", "accountHash and tuneId.", "accountHash", "tuneId", users=hex_ids(g + "ah", 12, 32))
    plain("unknown_item_between", "The item's name is unknown, the user's is not.", "user_id", "gadget",
          more=(("country", lambda row: ("DE", "FR", "US")[row.n % 3]),), items=titles(g + "g", 16))
    plain("unknown_user_known_item", "The user's name is unknown, the item's is not.", "household_key", "PRODUCT_ID",
          more=(("STORE_ID", lambda row: 300 + row.n % 4),))
    rows = world(g + "/item_first", users=int_ids(g + "ifu", 12, 1, 900))
    c.case(g, "unknown_item_first", "joke and rater: the item stands first under an unknown name.",
           {"jokes.csv": table(rows, [("joke_id", "item"), ("rater_id", "user"), ("rating", "rating"),
                                      ("timestamp", "time")])}, truth(rows, ratings=True))
    rows = world(g + "/two_readings", users=int_ids(g + "two u", 14, 1000, 9000),
                 items=int_ids(g + "two i", 14, 1000, 9000), per=(3, 6))
    c.case(g, "two_equal_readings", "Names and values leave both readings open: refused with both.",
           {"edges.csv": table(rows, [("left_id", "user"), ("right_id", "item"), ("timestamp", "time")])},
           {"refused": ["left_id", "right_id"]})
    strangers(c, g)


def strangers(c, g):
    """Headers in which the names of neither the user nor the item are known. The columns are judged by their values
    and neighbours. The import asks which column is the user only if both readings are similarly likely; it then
    refuses the file."""

    def plain(name, about, columns, rows, sep=",", file="export.csv", refused=None, **facts):
        c.case(g, name, about, {file: table(rows, columns, sep)},
               {"refused": refused} if refused else truth(rows, **facts))

    def ids(name, users, items):
        return {"users": int_ids(g + name + "u", users, 1000, 9000), "items": int_ids(g + name + "i", items, 1000, 9000)}

    when = ("when", "time")
    plain("strangers_many_users", "klonk and gizmo: more than twice as many values on the left.",
          [("klonk", "user"), ("gizmo", "item"), when], world(g + "/many_users", **ids("mu", 45, 18)))
    plain("strangers_many_items", "The same with far more items than users.",
          [("grmpf", "user"), ("brumble", "item"), ("datum", "time")],
          world(g + "/many_items", per=(8, 14), **ids("mi", 15, 70)), ";")
    plain("strangers_kept_by_user", "About as many values on both sides, but the rows of each user stand together.",
          [("zorb", "user"), ("quux", "item"), when],
          world(g + "/kept", order="users", per=(8, 12), **ids("ku", 20, 20)), "|")
    plain("strangers_titles_on_the_left", "Titles of several words on the left, numbers on the right.",
          [("gizmo", "item"), ("klonk", "user"), when],
          world(g + "/titles_left", users=int_ids(g + "tlu", 25, 1000, 9000),
                items=[f"The {title} of {n}" for n, title in enumerate(titles(g + "tl", 20))]))
    plain("strangers_titles_on_the_right", "Titles of many words on the right: they repeat, which reviews do not.",
          [("klonk", "user"), ("gizmo", "item"), when],
          world(g + "/titles_right", users=int_ids(g + "tru", 25, 1000, 9000),
                items=[f"The {title} of {n}" for n, title in enumerate(titles(g + "tr", 20))]), "\t", "export.tsv")
    plain("strangers_mail_on_the_right", "Mail addresses are people, wherever they stand.",
          [("fnord", "item"), ("blip", "user"), when],
          world(g + "/mail", users=[f"{name}@example.org" for name in PEOPLE], items=int_ids(g + "ma", 20, 1000, 9000)))
    rows = world(g + "/property", **ids("pr", 26, 22))
    genre = {item: ("drama", "comedy", "crime")[n % 3] for n, item in enumerate(sorted({row.item for row in rows}))}
    age = {user: 18 + n % 40 for n, user in enumerate(sorted({row.user for row in rows}))}
    plain("strangers_with_a_genre", "The genre depends on the right column: that is the item.",
          [("zig", "user"), ("zag", "item"), ("genre", lambda row: genre[row.item]), when], rows)
    plain("strangers_with_an_age", "The age depends on the left column: that is the user.",
          [("zig", "user"), ("zag", "item"), ("age", lambda row: age[row.user]), when], rows)
    plain("strangers_genre_of_the_left", "The genre depends on the left column, which is then hardly the user: asked.",
          [("zig", "item"), ("zag", "user"), ("genre", lambda row: genre[row.item]), when], rows, refused=["zig", "zag"])
    rows = world(g + "/property_kept", order="users", per=(8, 12), **ids("pk", 20, 20))
    genre2 = {item: ("drama", "comedy", "crime")[n % 3] for n, item in enumerate(sorted({row.item for row in rows}))}
    plain("strangers_genre_of_the_left_kept_by_the_right", "The same, rows grouped by the right column: not asked.",
          [("zig", "item"), ("zag", "user"), ("genre", lambda row: genre2[row.item]), when], rows)
    rows, r = [], rng(g + "/visits")
    places = ids("vi", 30, 30)
    for user in places["users"]:
        arrival = r.randrange(at(2015, 1, 1), at(2017, 11, 1))
        for item in r.sample(places["items"], 6):
            rows.append(Row(user, item, arrival + r.randrange(5 * 86400), 0))
    r.shuffle(rows)
    rows = numbered(rows)
    plain("strangers_who_come_and_go", "As many values on both sides; those on the left occur on a few days only.",
          [("foo", "user"), ("bar", "item"), when], rows)
    plain("strangers_one_column_is_a_word", "A third unknown column holds only three words.",
          [("foo", "user"), ("verb", lambda row: ("open", "close", "keep")[row.n % 3]), ("bar", "item"), when],
          world(g + "/word", **ids("wo", 45, 18)))
    plain("strangers_id_at_one_end_only", "Of two unknown names one ends in id; that does not make it the item.",
          [("gnarf_id", "user"), ("blorb", "item"), when], world(g + "/one_id", **ids("oi", 45, 18)))
    rows = world(g + "/json", **ids("js", 45, 18))
    c.case(g, "strangers_as_json_keys", "The same in JSON lines.",
           {"export.jsonl": "".join(json.dumps({"klonk": row.user, "gizmo": row.item, "when": row.time}) + "\n"
                                    for row in rows)}, truth(rows))
    same = int_ids(g + "same", 24, 1000, 9000)
    plain("strangers_same_ids_on_both_sides", "Links within one set of ids: asked.",
          [("head", "user"), ("tail", "item"), when], world(g + "/links", users=same, items=same),
          refused=["head", "tail"])
    plain("strangers_kept_by_the_right", "As many values on both sides; rows grouped by the right column: asked.",
          [("foo", "item"), ("bar", "user"), when], world(g + "/kept_right", order="users", per=(8, 12), **ids("kr", 20, 20)),
          refused=["foo", "bar"])
    plain("strangers_alike", "As many values on both sides, alike in every respect, in any order: asked.",
          [("alpha", "user"), ("omega", "item"), when], world(g + "/alike", per=(5, 7), **ids("al", 20, 20)),
          refused=["alpha", "omega"])
