# SPDX-License-Identifier: GPL-3.0-or-later
"""Files in which several columns could be the user, the item, the time or the rating. Each weight in
core/data/role_weights.cpp is needed by a case here or in another file of this folder."""
from .tools import PEOPLE, WORDS, code_ids, int_ids, rng, table, titles, truth, utc, world

DAY = 86400
ARTISTS = ("Amber Hollow", "The Quiet Reeds", "Ivory Falcon", "Northern Lantern", "Velvet Otter", "Onyx & Pearl")


def several_candidates(c):
    users_or_items(c)
    without_header(c)
    strangers(c)
    times(c)
    ratings(c)


def iso(row):
    return utc(row.time).strftime("%Y-%m-%dT%H:%M:%SZ")


def day(row, before=0):
    return utc(row.time - before).strftime("%Y-%m-%d")


class Cases:
    """Writes the cases of one `group`; `name` is also the seed of the values that the functions below draw."""

    group = "23_several_candidates"

    def __init__(self, corpus):
        self.corpus = corpus

    def rows(self, name, **kind):
        return world(f"{self.group}/{name}", **kind)

    def by(self, name, values, key="item"):
        """A property of the item or the user: the same value in all of its rows."""
        r = rng(f"{self.group}/{name} {key}")
        known = {}
        return lambda row: known.setdefault(getattr(row, key), r.choice(values))

    def own(self, values, key="item"):
        """Like `by`, with a different value for each item or user."""
        known = {}
        return lambda row: known.setdefault(getattr(row, key), values[len(known)])

    def any(self, name, values, share=1.0):
        """A random one of the values in a `share` of the rows, else empty."""
        r = rng(f"{self.group}/{name} any")
        drawn = {}
        return lambda row: drawn.setdefault(row.n, r.choice(values) if r.random() < share else "")

    def filled(self, name, cell, share):
        """The value of `cell` in a `share` of the rows, else empty."""
        r = rng(f"{self.group}/{name} filled")
        kept = {}
        return lambda row: cell(row) if kept.setdefault(row.n, r.random() < share) else ""

    def case(self, name, about, columns, rows, sep=",", file="export.csv", header=True, refused=None, offered=None, **facts):
        stated = {"refused": refused or []} if refused or offered else truth(rows, **facts)
        if offered:
            stated["offered"] = offered
        self.corpus.case(self.group, name, about, {file: table(rows, columns, sep, header=header)}, stated)


def users_or_items(c):
    w = Cases(c)
    rows = w.rows("visitors", users=code_ids("visitors", 14, "v", 8))
    members = w.by("visitors", int_ids("visitor members", 14, 100, 900), "user")
    w.case("visitors_who_log_in", "The user_id is filled only after a login, the visitor_id always.",
           [("user_id", w.filled("visitors", members, 0.15)), ("visitor_id", "user"), ("product_id", "item"),
            ("time", iso)], rows, ratings=False)
    rows = w.rows("ids_missing", items=titles("ids missing", 30), per=(8, 10))
    w.case("track_names_beside_ids_of_some", "Some tracks have no id; the name is always there.",
           [("user_id", "user"), ("track_name", "item"),
            ("track_id", w.own([""] * 7 + code_ids("ids of tracks", 23, "", 12))), ("time", iso)],
           rows, ratings=False)
    rows = w.rows("home_store")
    w.case("home_store_of_a_member", "Each member has one store: it is a property of the member.",
           [("member_id", "user"), ("store_id", w.by("home stores", range(30, 60), "user")), ("gadget", "item"),
            ("time", iso)], rows, ratings=False)
    rows = w.rows("sources")
    w.case("songs_from_sources", "Each song comes from one source: that is no listener. Whether klonk is one is asked.",
           [("source", w.by("sources", [f"label{n}" for n in range(40)])), ("klonk", "user"), ("song_id", "item"),
            ("time", iso)], rows, offered=["user=one-person,item=3,time=4", "user=2,item=3,time=4"])
    rows = w.rows("scrobbles", items=titles("scrobbles", 16))
    mbid = w.by("scrobbles", code_ids("scrobble ids", 60, "", 12))
    w.case("scrobbles_with_few_track_ids", "Most listens have no track id; the name of the track is always there.",
           [("user_id", "user"), ("track_id", w.filled("scrobbles", mbid, 0.3)), ("track_name", "item"), ("time", iso)],
           rows, ratings=False)
    rows = w.rows("headlines")
    headline = w.own([f"Why the {title.lower()} will change what we eat" for title in titles("news", 20)])
    w.case("headlines_before_article_ids", "The headlines repeat as the ids do; the id is the item.",
           [("reader", "user"), ("article", headline), ("article_code", "item"), ("read_time", iso)], rows, ratings=False)
    w.case("bundles_and_warehouses", "Of two unknown names the one that ends in id is the item.",
           [("user_id", "user"), ("bundle_id", "item"), ("warehouse", w.any("warehouse", ("Nord", "Mitte", "West",
            "Hafen", "Berg", "Insel", "Ost", "Moor"))), ("time", iso)], w.rows("bundles"), ratings=False)
    rows = w.rows("tracks", items=titles("tracks", 24))
    w.case("artists_and_tracks", "A track has one artist: the track is what was played.",
           [("user", "user"), ("artist", w.by("tracks", ARTISTS)), ("track", "item"), ("played_at", iso)], rows,
           ratings=False)
    rows = w.rows("coupons", items=titles("coupons", 12), users=int_ids("coupon users", 20, 100, 900))
    r = rng("sizes")
    w.case("products_with_variants_and_coupons", "A variant has one product, but it is the product that people buy.",
           [("customer_id", "user"), ("product", "item"),
            ("variant", lambda row: f"{sum(map(ord, row.item)) % 900}-{r.choice('SML')}"),
            ("coupon", w.any("coupons", code_ids("coupon", 12, "C", 5))), ("time", iso)], rows, ratings=False)
    w.case("branch_of_a_member", "A member has one branch: the workout is what differs.",
           [("member_id", "user"), ("branch", w.by("branch", ("Altona", "Barmbek", "Eimsbuettel", "Harburg", "Wandsbek",
                                                              "Bergedorf", "Rahlstedt"), "user")),
            ("workout", "item"), ("date", day)],
           w.rows("branch", items=titles("workouts", 14), step=DAY), ratings=False)
    w.case("breweries_and_tasters", "A beer has one brewery: the taster is the person.",
           [("brewery_id", w.by("brewery", int_ids("brewery", 8, 10, 400))), ("beer_id", "item"), ("taster_id", "user"),
            ("stars", "rating"), ("date", iso)], w.rows("brewery"), ratings=True)
    rows = w.rows("namesakes", users=int_ids("namesakes", 14, 100, 900))
    w.case("two_customers_of_one_name", "Two customers have the same name.",
           [("customer_name", w.by("namesakes", [f"{name.capitalize()} Brandt" for name in PEOPLE[:9]], "user")),
            ("customer_id", "user"), ("product_id", "item"), ("date", iso)], rows, ratings=False)
    rows = w.rows("readers", users=int_ids("readers", 14, 100, 900))
    w.case("two_readers_of_one_name", "The same with names of columns that are one word: readername beside readerid.",
           [("readername", w.by("readers", [f"{name.capitalize()} Winter" for name in PEOPLE[:9]], "user")),
            ("readerid", "user"), ("bookid", "item"), ("rating", "rating"), ("date", iso)], rows, ratings=True)
    rows = w.rows("referrers", users=int_ids("referrers", 14, 100, 900))
    w.case("who_recommended_it", "The person who recommended the item stands before the person who took it.",
           [("referrer_user_id", w.any("referrers", int_ids("referrers 2", 14, 100, 900))), ("user_id", "user"),
            ("item_id", "item"), ("date", iso)], rows, ratings=False)
    w.case("channels_of_viewers", "Here the channel is what people watch.",
           [("viewer", "user"), ("channel", "item"), ("started_at", iso), ("minutes", w.any("tv", range(3, 90)))],
           w.rows("tv", items=titles("channels", 16)), ratings=False)


def without_header(c):
    w = Cases(c)
    rows = w.rows("prices", users=int_ids("price users", 14, 10000, 90000), items=int_ids("price items", 20, 1000, 9000))
    w.case("price_second", "customer, price, product without a header: a price is no item.",
           [("", "user"), ("", w.by("prices", [f"{n}.{n * 7 % 10}9" for n in range(5, 80)])), ("", "item"), ("", iso)],
           rows, file="sales.csv", header=False, ratings=False)
    rows = w.rows("proxy", users=[f"10.0.{n // 5}.{20 + n}" for n in range(14)],
                  items=[f"https://example.org/{title.lower().replace(' ', '-')}" for title in titles("proxy", 18)])
    w.case("address_first", "web address, visitor, time without a header: an address is no visitor.",
           [("", "item"), ("", "user"), ("", iso)], rows, sep=" ", file="access.log", header=False, ratings=False)
    w.case("picture_second", "user, address of the picture, product without a header.",
           [("", "user"), ("", w.own([f"https://img.example.org/{code}.jpg" for code in
                                     code_ids("pictures", 20, "", 8)])), ("", "item"), ("", "time")],
           w.rows("pictures", users=code_ids("picture users", 12, "A", 9), items=code_ids("picture items", 16, "B0", 8)),
           file="reviews.csv", header=False, ratings=False)
    w.case("browser_second", "user, browser, page, time without a header: five browsers are no items.",
           [("", "user"), ("", w.any("browser", ("Firefox", "Chrome", "Safari", "Edge", "Opera"))), ("", "item"),
            ("", iso)], w.rows("browser", per=(5, 7)), file="visits.csv", header=False, ratings=False)
    rows = w.rows("short", users=int_ids("short users", 8, 100, 900), per=(3, 4))
    w.case("rating_second_in_a_short_file", "user, rating, item, time in a file with few rows: asked.",
           [("", "user"), ("", "rating"), ("", "item"), ("", "time")], rows, file="log.csv", header=False,
           refused=["user in column 1, item in column 3"])
    rows = w.rows("anonymous", users=int_ids("anonymous users", 16, 100, 900))
    r = rng("anonymous rows")
    kept = [row for row in rows if r.random() > 0.1]
    names = {row.n for row in kept}
    w.corpus.case(w.group, "some_rows_without_a_user", "user, item, time without a header; some rows name no user.",
                  {"views.csv": table(rows, [("", lambda row: row.user if row.n in names else ""), ("", "item"),
                                             ("", "time")], header=False)},
                  truth(kept, dropped_rows=len(rows) - len(kept)))
    rows = w.rows("enrolments", users=int_ids("asn", 40, 1000, 9000), items=code_ids("course codes", 20, "C", 5), per=(6, 9),
                  rounds=2)
    w.case("pupils_beside_schools", "A number of an unknown name beside the code of a school: asked.",
           [("ENROLMENT_ASN", "user"), ("ENROLMENT_SCHOOL_CODE", w.by("enrolments", ("0590", "0591", "0610", "0722", "0801"), "user")),
            ("ENROLMENT_COURSE_CODE", "item"), ("ENROLMENT_ENTRY_DATE", iso)], rows, file="enrolments.csv",
           refused=['user in "ENROLMENT_ASN"', 'user in "ENROLMENT_SCHOOL_CODE"'])
    rows = w.rows("hours of games")
    w.case("one_value_in_a_column_without_name", "hours played, and one stray value under an empty name.",
           [("user-id", "user"), ("game-title", "item"), ("value", w.any("hours", [f"{n}.{n % 10}" for n in range(1, 400, 7)])),
            ("", lambda row: "1" if row.n == 7 else "")], rows, file="steam.csv", times=False, ratings=False)
    rows = w.rows("likes of entities", users=int_ids("entities", 12, 1, 60), items=int_ids("targets", 20, 1, 99))
    w.case("entities_and_targets", "An entity and the target entity that it liked.",
           [("entity_id", "user"), ("event", w.any("liked", ("like", "dislike"))), ("target_entity_id", "item"),
            ("event_time", iso)], rows, file="likes.csv", ratings=False)
    rows = w.rows("listeners", users=[f"l{n}@example.org" for n in range(14)], per=(6, 9))
    w.case("address_of_a_listener", "The mail address of a listener is the user.",
           [("listener_email_address", "user"), ("song_id", "item"), ("started_listening_at", iso)], rows, file="report.csv",
           ratings=False)
    rows = w.rows("reviews of places", users=int_ids("reviewers", 14, 1000, 9000), items=int_ids("places", 12, 1, 60), per=(4, 6))
    w.case("name_of_the_reviewer", "The number of a place beside the name of the reviewer: the place is the item.",
           [("name", w.own([f"{name} B." for name in PEOPLE], "user")), ("reviewerId", "user"), ("publishedAtDate", iso),
            ("user_rating", "rating"), ("placeId", "item")], rows, file="reviews.csv", ratings=True)
    rows = w.rows("concerts", users=["me"], items=titles("bands", 40), per=(38, 40), rounds=2)
    w.case("bands_and_venues", "The concerts of one person: the band is the item, not the venue.",
           [("date", iso), ("name", "item"), ("genre", w.any("genres", ("Music", "Comedy", "Play"))),
            ("venueName", w.any("venues", titles("venues", 12)))], rows, file="events.csv",
           refused=["Whose interactions"], offered=["user=one-person,item=2,time=1"])
    rows = w.rows("games of a collection", users=int_ids("numbers of games", 90, 1000, 9000), per=(1, 1),
                  items=[f"Designer {n}" for n in range(48)])
    w.case("catalogue_of_games", "A list of games with numbers and designers: nobody's interactions.",
           [("bggNumber", lambda row: "1234" if row.n < 6 else row.user), ("designers", "item"), ("minPlayTime", w.any("minutes", (20, 30, 45, 60, 90))),
            ("modificationDate", iso)], rows, file="games.csv", refused=["Whose interactions|Nothing in"])
    rows = w.rows("days of weather", users=["1", "2", "3", "4"], items=[str(n) for n in range(40)], per=(60, 70))
    w.case("few_numbers_beside_counts", "A day, four modifiers and a number of days: a table of weather, nobody's interactions.",
           [("date", iso), ("sky", w.any("sky", ("overcast", "clear", "fog"))), ("days_since_mist", "item"), ("modifier", w.any("modifiers", ["1.0"] * 20 + ["1.5", "2.0", "3.0"]))],
           rows, file="weather.csv", refused=["Whose interactions|Nothing in"])
    rows = w.rows("votes of countries", users=PEOPLE[:14], items=titles("votes", 20), per=(18, 20), order="users")
    w.case("numbered_columns_of_a_jury", "The places that five jurors of each country give: no juror is the user or the item.",
           [("voting_country", "user"), ("country", "item")] + [(f"juror_{n}", w.any(f"juror {n}", tuple(range(1, 27)))) for n in range(5)],
           rows, file="votes.csv", times=False, refused=["Whose interactions"])
    rows = w.rows("pairs of words", users=[f"{name}{n}" for n, name in enumerate((WORDS + WORDS)[:30])], items=PEOPLE[:16], order="users")
    w.case("pairs_of_words", "Two columns of words and yes or no, without a header: either may be the users.",
           [("", "user"), ("", "item"), ("", w.any("aye", ("aye", "nye")))], rows, file="votes.csv", header=False,
           refused=["user in column 1, item in column 2", "user in column 2, item in column 1"])
    rows = w.rows("two scales", users=[f"user-{n}" for n in range(14)], items=int_ids("two scales", 20, 10, 99), scale=range(10))
    r = rng("two scales")
    w.case("two_columns_of_one_scale", "time, user, item and two columns of 0 to 9 without a header: none is the rating.",
           [("", iso), ("", "user"), ("", "item"), ("", "rating"), ("", w.any("loser", tuple(range(10))))],
           rows, file="votes.csv", sep=";", header=False, ratings=False)
    rows = w.rows("levels in a wide file", users=int_ids("wide users", 14, 1000, 9000), items=int_ids("wide items", 30, 10000, 99999))
    w.case("short_scale_in_a_wide_file", "Eight columns without a header: the small numbers are codes, no ratings.",
           [("", "user"), ("", "item"), ("", w.own(tuple(range(1200, 1230)), "item")), ("", w.own(tuple(range(270, 300)), "item")),
            ("", "time"), ("", w.any("ages", tuple(range(1, 9)))), ("", w.any("kinds", (0, 0, 0, 2))), ("", w.any("cities", PEOPLE[:9]))],
           rows, file="log.csv", header=False, ratings=False)
    w.case("ten_users_without_header", "Ten users with the numbers 1 to 10, as on a rating scale.",
           [("", "user"), ("", "item"), ("", "rating"), ("", "time")],
           w.rows("ten", users=[str(n) for n in range(1, 11)], per=(6, 8)), file="sample.csv", header=False, ratings=True)
    rows = w.rows("liked", users=int_ids("liked users", 6, 100, 900), per=(3, 4), scale=(4, 5))
    w.case("only_good_ratings_in_a_short_file", "user, item, rating in a few rows: all rated 4 or 5.",
           [("", "user"), ("", "item"), ("", "rating")], rows, file="favourites.csv", header=False, times=False,
           ratings=True)


def strangers(c):
    w = Cases(c)
    rows = w.rows("lengths", users=int_ids("lengths u", 20, 1000, 9000), items=int_ids("lengths i", 20, 10**8, 10**9),
                  per=(5, 7))
    # "Strangers" are columns whose names say nothing.
    w.case("strangers_of_other_lengths", "As many values on both sides, but of other lengths: these are no links.",
           [("zig", "user"), ("zag", "item"), ("when", "time")], rows)
    rows = w.rows("two_words", users=int_ids("two words", 20, 1000, 9000), per=(5, 7),
                  items=[" ".join(title.split()[:2]) for title in titles("two words", 20)])
    w.case("strangers_two_words_on_the_left", "Two words could be a person or a title: asked.",
           [("zig", "item"), ("zag", "user"), ("when", "time")], rows, refused=["zig", "zag"])


def times(c):
    w = Cases(c)

    def two(name, about, first, second, rows=None, more=(), **facts):
        w.case(name, about, [("user_id", "user"), ("item_id", "item"), *more, first, second],
               w.rows(name, step=DAY) if rows is None else rows, ratings=False, **facts)

    two("most_books_without_a_day_of_reading", "Date Read is mostly empty, Date Added never.",
        ("Date Read", w.filled("read", lambda row: day(row, -9 * DAY), 0.3)), ("Date Added", day))
    two("day_before_the_exact_time", "A day and, in another column, the day with the time of day.",
        ("date", day), ("ordered_at", lambda row: utc(row.time).strftime("%Y-%m-%d %H:%M:%S")),
        w.rows("exact_time"))
    two("seconds_in_the_video", "timestamp is a place in the video, date the day on which it was watched.",
        ("timestamp", w.any("video", range(3, 2400))), ("date", day))
    two("seconds_of_the_day", "time counts the seconds since midnight, which could be days of a spreadsheet.",
        ("time", w.any("seconds", range(32000, 58000))), ("date", day))
    two("recipes_submitted_before", "submitted is the day of the recipe, date the day of the review.",
        ("submitted", w.by("recipes", [f"200{n % 9}-0{n % 8 + 1}-1{n % 7}" for n in range(63)])), ("date", day))
    two("accounts_created_before", "created is the time of the registration, date the day of the play.",
        ("created", w.by("accounts", [f"201{n % 4}-0{n % 8 + 1}-1{n % 7} 0{n % 9}:30:00" for n in range(63)], "user")),
        ("date", day))
    two("arrival_and_booking", "checkindate is the day of the arrival, date the day of the booking.",
        ("checkindate", lambda row: day(row, -(3 + row.n % 50) * DAY)), ("date", day))
    two("shelves_updated_later", "date_updated is the last change of the row, date_added the day of the choice.",
        ("date_updated", lambda row: day(row, -(row.n % 40) * DAY)), ("date_added", day))


def ratings(c):
    w = Cases(c)

    def rated(name, about, *columns, **kind):
        w.case(name, about, [("user_id", "user"), ("item_id", "item"), *columns, ("time", iso)], w.rows(name, **kind),
               ratings=True)

    rated("points_of_wines", "80 to 100 points: a scale of ratings.", ("points", "rating"), scale=tuple(range(80, 101)))
    rated("ratings_of_the_app", "ratings counts how many ratings the item has, stars is the person's.",
          ("ratings", w.by("apps", range(100, 90000))), ("stars", "rating"))
    rated("rating_of_the_seller", "A rating of the seller is rarely given, the overall one always.",
          ("rating", w.any("seller", (1, 2, 3, 4, 5), 0.15)), ("overall", "rating"))
    rated("rating_by_age", "rating says for which age the film is, stars how it was liked.",
          ("rating", w.by("age", ("G", "PG", "PG-13", "R", "NC-17"))), ("stars", "rating"))
    rated("service_and_rooms", "Ratings of the service and the rooms before the rating of the hotel.",
          ("service_rating", w.any("service", (1, 2, 3, 4, 5))), ("rooms_rating", w.any("rooms", (1, 2, 3, 4, 5))),
          ("rating", "rating"))
    rated("scores_of_a_quiz", "quizscore goes from 0 to 40 points.", ("quizscore", "rating"), scale=tuple(range(41)))
