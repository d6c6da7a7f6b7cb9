# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes other than one row for each interaction: wide tables, lists of interactions, aligned columns."""
import io
import json
import zipfile

from .tools import PEOPLE, WORDS, Row, int_ids, lines_of, numbered, rng, table, titles, truth, utc, world

TITLES = titles("20_wide_tables", 14)
ORDERED = "is not the order in time"


def grid(rows, items, cell, first="user", sep=",", blank="", users=None):
    """A row for each user and a column for each item."""
    users = users or list(dict.fromkeys(row.user for row in rows))
    by_place = {(row.user, row.item): row for row in rows}
    lines = [sep.join([first, *items])]
    for user in users:
        row = [by_place.get((user, item)) for item in items]
        lines.append(sep.join([user, *(blank if r is None else str(cell(r)) for r in row)]))
    return lines_of(*lines)


def by_column(rows, items):
    """The rows in the order in which the grid is read: user by user, in the order of the columns."""
    users = list(dict.fromkeys(row.user for row in rows))
    return sorted(rows, key=lambda row: (users.index(row.user), items.index(row.item)))


def workbook(text):
    """A workbook with the cells of a CSV text, numbers as numbers."""
    def cell(value):
        if value == "":
            return "<c/>"
        try:
            float(value)
            return f"<c><v>{value}</v></c>"
        except ValueError:
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
    rows = "".join("<row>" + "".join(map(cell, line.split(","))) + "</row>" for line in text.splitlines())
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    files = {
        "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "xl/workbook.xml": f'<?xml version="1.0"?><workbook xmlns:r="{relation}"><sheets><sheet name="Ratings" sheetId="1" '
                           'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="{relation}/worksheet" '
                                      'Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<?xml version="1.0"?><worksheet><sheetData>{rows}</sheetData></worksheet>'}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


def wide(c):
    g = "20_wide_tables"

    def cells(name, about, cell=lambda row: row.rating, items=None, file="ratings.csv", ratings=True, scale=(1, 2, 3, 4, 5),
              pack=None, facts=None, users=None, **layout):
        items = items or TITLES
        rows = by_column(world(f"{g}/{name}", users=users, items=items, per=(4, 7), scale=scale), items)
        text = grid(rows, items, cell, **layout)
        c.case(g, name, about, {file: pack(text) if pack else text},
               truth(rows, times=False, ratings=ratings, **{"warnings": [ORDERED], **(facts or {})}))

    cells("ratings_and_blanks", "A cell is a rating, blank where there is none.")
    cells("ratings_and_zeros", "A cell is a rating from 1 to 5, 0 where there is none.", blank="0")
    cells("ratings_and_dashes", "Missing ratings are written as NaN.", blank="NaN")
    cells("half_stars", "Ratings in halves, separated by semicolons.", scale=(0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5), sep=";")
    cells("minus_and_plus", "Ratings from -2 to 2: 0 is a rating, blank is none.", scale=(-2, -1, 0, 1, 2))
    cells("zeros_and_ones", "1 where the user has the item.", lambda row: 1, blank="0", ratings=False)
    cells("ones_and_blanks", "1 where the user has the item, else blank.", lambda row: 1, ratings=False)
    cells("crosses", "A cross where the user has the item.", lambda row: "x", ratings=False, users=PEOPLE[:12])
    cells("yes_and_no", "Yes or no.", lambda row: "yes", blank="no", ratings=False, users=PEOPLE[:12])
    cells("true_and_false", "As pandas writes flags.", lambda row: "True", blank="False", ratings=False)
    cells("counts", "How often the user heard the artist: a count is no rating.", lambda row: row.time % 997 + 6, ratings=False,
          blank="0", first="listener")
    cells("index_without_name", "A pivot table of pandas: the first column has no name.", first="")
    cells("numbers_as_items", "The items are numbers: a header of numbers.", items=int_ids(g, 14, 1000, 9000), first="user_id",
          facts={"warnings": [ORDERED, "a cell is a rating of the column's item"]})
    cells("words_as_items", "Separated by tabs, with words as items and users.", items=WORDS[:14], users=PEOPLE[:12], sep="\t",
          file="ratings.tsv", first="customer")
    cells("workbook", "A sheet of a workbook.", items=[title.split()[0] + str(n) for n, title in enumerate(TITLES)],
          file="ratings.xlsx", pack=workbook)
    cells("star_wars_and_the_time_machine", "Titles with words that name times and ratings.",
          items=["Star Wars", "The Time Machine", "Date Night", *TITLES[:10]])

    def positions(name, about, column, items=None, length=(3, 6), file="baskets.csv", first="user", sep=","):
        r = rng(f"{g}/{name}")
        items = items or WORDS[:16]
        users = PEOPLE[:14]
        histories = {user: r.sample(items, r.randint(*length)) for user in users}
        most = max(map(len, histories.values()))
        lines = [sep.join([first, *(column(n) for n in range(most))])]
        lines += [sep.join([user, *items, *[""] * (most - len(items))]) for user, items in histories.items()]
        rows = numbered([Row(user, item, 0, None) for user, items in histories.items() for item in items])
        c.case(g, name, about, {file: lines_of(*lines)},
               truth(rows, times=False, ratings=False, unsaid=[ORDERED], warnings=["a cell is an item"]))

    positions("item1_item2_item3", "A column for each position.", lambda n: f"item{n + 1}")
    positions("position_0", "Positions from 0.", lambda n: f"position_{n}", first="customer_id")
    positions("numbers_of_positions", "The columns are called 1, 2, 3.", lambda n: str(n + 1))
    positions("product_columns", "With spaces in the names, numbers as items.", lambda n: f"Product {n + 1}",
              items=int_ids(g + "p", 16, 100, 999), sep=";")
    positions("always_three", "No blank at all.", lambda n: f"movie{n + 1}", length=(3, 3))

    # Votes: 0 is an answer beside blanks, and nothing says whether the rows or the columns are the users.
    r = rng(g + " votes")
    judges = [f"judge_{n}" for n in range(9)]
    votes = {f"{1950 + n // 6}-{n % 6:03}": [r.choice("01") if r.random() < 0.3 else "" for _ in judges] for n in range(72)}
    table_of_votes = lines_of(",".join(["id", *judges, "term", "decision"]), *(
        ",".join([case, *(f"{v}.0" if v else "" for v in row), case[:4], str(n % 2)]) for n, (case, row) in enumerate(votes.items())))
    both = ["user=1,item=2,rating=3", "user=2,item=1,rating=3"]  # row, column and cell
    c.case(g, "votes_of_judges", "0 and 1 beside blanks, and two columns that describe the case: asked.",
           {"votes.csv": table_of_votes}, {"refused": ["each column is a user"], "offered": both})
    rows = numbered([Row(judge, case, 0, float(row[n])) for case, row in votes.items() for n, judge in enumerate(judges) if row[n]])
    c.case(g, "votes_by_judge", "The same with the answer to the question.", {"votes.csv": table_of_votes},
           truth(rows, times=False, ratings=True, warnings=['"term" and "decision"']),
           options={"columns": "user=column,item=row,rating=cell"})
    words = ["for", "against", "absent"]
    word_votes = {case: [r.choice(words) for _ in PEOPLE[:10]] for case in int_ids(g + " bills", 24, 1000, 9000)}
    table_of_words = lines_of(",".join(["", *PEOPLE[:10]]), *(",".join([bill, *row]) for bill, row in word_votes.items()))
    kinds = ["user=1,item=2,kind=3", "user=2,item=1,kind=3"]
    c.case(g, "votes_in_words", "A row for each bill and a column for each member: the cells are words.",
           {"votes.csv": table_of_words}, {"refused": ["each column is a user"], "offered": kinds})
    rows = numbered([Row(PEOPLE[n], bill, 0, None) for bill, row in word_votes.items() for n in range(10)])
    c.case(g, "votes_in_words_by_member", "The same with the answer to the question.", {"votes.csv": table_of_words},
           truth(rows, times=False, ratings=False, kinds={PEOPLE[n]: [row[n] for row in word_votes.values()] for n in range(10)}),
           options={"columns": kinds[1]})
    numbers = {user: [str(r.choice((0, 0, 1, 2, 3, 5))) for _ in range(7)] for user in int_ids(g + " voters", 20, 1000, 9000)}
    rows = numbered([Row(user, f"candidate_{n}", 0, int(v)) for user, row in numbers.items() for n, v in enumerate(row) if v != "0"])
    c.case(g, "text_beside_ratings", "A column of codes beside the ratings describes the row.",
           {"votes.csv": lines_of(",".join(["voter_id", "vote_id", *(f"candidate_{n}" for n in range(7))]), *(
               ",".join([user, f"v-{n * 37 % 1000:03}x", *row]) for n, (user, row) in enumerate(numbers.items())))},
           truth(rows, times=False, ratings=True, warnings=['"vote_id"']))
    rows = world(g + "/columns of raters", users=PEOPLE[:12], items=TITLES, per=(4, 7))
    c.case(g, "a_column_for_each_rater", "The items are in the rows, and the columns hold the ratings of persons: asked.",
           {"ratings.csv": grid([Row(row.item, row.user, row.time, row.rating) for row in rows], PEOPLE[:12], lambda row: row.rating,
                                first="album")},
           {"refused": ["each column is a user"], "offered": [both[1], both[0]]})
    goods = "Bread Cheese Eggs Meat Milk".split()
    baskets = [[str(int(r.random() < 0.5)) for _ in goods] for _ in range(40)]
    flags = lines_of(",".join(goods), *(",".join(row) for row in baskets))
    c.case(g, "baskets_without_ids", "0 and 1 in each column and no column of ids: asked.", {"baskets.csv": flags},
           {"refused": ["No column"], "offered": ["user=1,item=2"]})
    rows = numbered([Row(str(n + 1), goods[i], 0, None) for n, row in enumerate(baskets) for i, v in enumerate(row) if v == "1"])
    c.case(g, "baskets_by_row", "The same with the answer to the question.", {"baskets.csv": flags},
           truth(rows, times=False, ratings=False), options={"columns": "user=row,item=column"})

    # What looks like a wide table, and is none.
    r = rng(g + " attributes")
    rows = world(f"{g}/flags_of_a_film", items=int_ids(g + "f", 16, 1, 99))
    c.case(g, "long_with_flags", "Flags of the item in many columns, but a row for each interaction.",
           {"ratings.csv": table(rows, [("user", "user"), ("item", "item"), ("timestamp", "time"),
                                        *((word, lambda row, n=n: (int(row.item) >> n) % 2) for n, word in enumerate(WORDS[:9]))])},
           truth(rows))
    genres = "Action Comedy Drama Horror Romance Western Thriller Musical Crime".split()
    films = [[str(n + 1), title, *(str(int(r.random() < 0.3)) for _ in genres)] for n, title in enumerate(titles(g + " films", 20))]
    c.case(g, "genres_of_films", "A row for each film and a column for each genre: no users.",
           {"movies_genres.csv": lines_of(",".join(["movieId", *genres]), *(",".join([f[0], *f[2:]]) for f in films))},
           {"refused": ["Nothing in|more than one way"]})
    people = [[name, str(r.randint(18, 80)), str(r.randint(150, 200)), str(r.randint(45, 120)), str(r.randint(900, 9000)),
               str(r.randint(0, 4)), str(r.randint(1, 9)), str(r.randint(1, 7)), str(r.randint(2, 60))] for name in PEOPLE]
    c.case(g, "attributes_of_persons", "A row for each person with numbers of several kinds is no table of cells.",
           {"people.csv": lines_of("name,age,height,weight,income,children,rooms,cats,trips", *(",".join(p) for p in people))},
           {"unsaid": ["a column for each of"]})


def nested(c):
    g = "21_nested_lists"

    def groups(rows, by_time=True):
        found = {}
        for row in rows:
            found.setdefault(row.user, []).append(row)
        return {user: sorted(group, key=lambda row: row.time) if by_time else group for user, group in found.items()}

    def case(name, about, line, file="sessions.jsonl", times=True, ratings=False, text=None, step=1, facts=None, rows=None,
             options=None):
        rows = rows or world(f"{g}/{name}", order="users", step=step)
        lines = [line(user, group) for user, group in groups(rows, by_time=times is not False).items()]
        rows = rows if times is not False else [row for group in groups(rows, False).values() for row in group]
        c.case(g, name, about, {file: text(lines) if text else lines_of(*lines)},
               truth(rows, times=times, ratings=ratings, **(facts or {})), options=options)

    kinds = ("clicks", "carts", "orders")

    def otto(user, group):
        return json.dumps({"session": int(user), "events": [
            {"aid": int(row.item), "ts": row.time * 1000, "type": kinds[row.n % 3 * (row.n % 2)]} for row in group]})

    case("otto", "OTTO's sessions: aid is the item, ts the time in milliseconds, type the kind of event.", otto,
         facts={"warnings": ["Kinds of events", "clicks ("]})
    case("otto_in_an_array", "The same as one array.", otto, file="sessions.json",
         text=lambda lines: "[" + ",\n".join(lines) + "]\n")
    case("otto_indented", "The same, indented.", otto, file="sessions.json",
         text=lambda lines: json.dumps([json.loads(line) for line in lines], indent=2))

    def steam(user, group):
        return repr({"user_id": "u" + user, "items_count": len(group), "steam_id": "7656" + user,
                     "user_url": "http://example.org/" + user,
                     "items": [{"item_id": row.item, "item_name": WORDS[int(row.item) % 40].capitalize(),
                                "playtime_forever": row.n * 7 % 500, "playtime_2weeks": 0} for row in group]})

    def prefixed(name, letter="u"):
        return [Row(letter + row.user, row.item, row.time, row.rating, row.n) for row in world(f"{g}/{name}", order="users")]

    case("steam_items", "McAuley's list of games by user, Python literals.",
         lambda user, group: steam(user[1:], group), file="australian_users_items.json", times=False,
         ratings=None, rows=prefixed("steam_items"))
    case("steam_items_as_json", "The same as JSON.", lambda user, group: json.dumps(eval(steam(user[1:], group))),
         times=False, ratings=None, rows=prefixed("steam_items_as_json"))
    case("user_and_items", "A user with items that have a rating and a time.",
         lambda user, group: json.dumps({"user_id": user, "items": [
             {"item_id": row.item, "rating": row.rating, "timestamp": row.time} for row in group]}), ratings=True)
    case("customer_and_orders", "Purchases of a customer, with ISO dates.",
         lambda user, group: json.dumps({"customer": user, "country": "NZ", "purchases": [
             {"sku": row.item, "date": utc(row.time).strftime("%Y-%m-%dT%H:%M:%SZ"), "price": 9.5} for row in group]}),
         rows=prefixed("customer_and_orders", "c"))
    case("history_of_a_user", "The list comes before the user.",
         lambda user, group: json.dumps({"history": [{"movie": row.item, "when": row.time} for row in group], "user": user}))
    case("playlists", "Tracks without times, in their order.",
         lambda user, group: json.dumps({"playlist_id": user, "name": "mine", "tracks": [
             {"track_id": row.item, "pos": n} for n, row in enumerate(group)]}), times=False, ratings=None)
    case("python_events", "Events as Python dictionaries.",
         lambda user, group: repr({"user": user, "events": [{"item": row.item, "ts": row.time, "ok": True, "note": None}
                                                            for row in group]}), file="events.txt")
    case("iso_times", "Times as text.",
         lambda user, group: json.dumps({"uid": user, "events": [
             {"product_id": row.item, "time": utc(row.time).strftime("%Y-%m-%d %H:%M:%S")} for row in group]}))
    case("one_key_for_the_user", "The only key beside the list is the user, whatever its name.",
         lambda user, group: json.dumps({"who_knows": user, "items": [{"item_id": row.item, "timestamp": row.time}
                                                                      for row in group]}))
    case("user_in_an_object", "The user is an object with an id.",
         lambda user, group: json.dumps({"user": {"id": user, "name": "N" + user}, "views": [
             {"item": {"id": row.item}, "timestamp": row.time} for row in group]}))
    case("list_in_an_object", "The list and its user are deep inside each object, and films have a rating by age.",
         lambda user, group: json.dumps({"cursor": "c" + user * 5, "node": {
             "account": {"id": user}, "status": "Fulfilled", "groups": [
                 {"movie": {"id": row.item, "mpaaRating": ["PG", "PG13", "R"][row.n % 3]},
                  "showtime": {"startUtc": utc(row.time).strftime("%Y-%m-%dT%H:%M:%SZ")}} for row in group]}}),
         rows=[Row(row.user, "m" + row.item, row.time, row.rating, row.n)
               for row in world(f"{g}/list_in_an_object", order="users")])
    case("plugins_beside_events", "A list deep inside an object describes the browser, the other one holds the events.",
         lambda user, group: json.dumps({"user": user, "client": {"plugins": [{"id": "pdf", "name": "x"}]}, "events": [
             {"item": row.item, "ts": row.time} for row in group]}))
    deep = [Row(row.user, "tt" + row.item, row.time, row.rating, row.n)
            for row in world(f"{g}/ids_in_deep_objects", order="time")]
    c.case(g, "ids_in_deep_objects", "An episode has a number, which is no id, and ids three objects deep.",
           {"watched.jsonl": lines_of(*(json.dumps({
               "watched_at": utc(row.time).strftime("%Y-%m-%dT%H:%M:%S.000Z"), "account": {"user": {"id": row.user}},
               "episode": {"season": 1 + row.n % 4, "number": 1 + row.n % 12, "ids": {"imdb": row.item}}})
               for row in deep))}, truth(deep))

    empty = world(g + "/empty_list", order="users")
    lines = [json.dumps({"user": user, "events": [{"item": row.item, "ts": row.time} for row in group]})
             for user, group in groups(empty).items()]
    lines[3:3] = [json.dumps({"user": "nobody", "events": []}), json.dumps({"user": "noone", "events": []})]
    c.case(g, "empty_lists", "Users without events are counted.", {"events.jsonl": lines_of(*lines)},
           truth(empty, dropped={"a user without items": 2}))
    broken = world(g + "/broken_elements", order="users")
    lines = [json.dumps({"user": user, "events": [{"item": row.item, "ts": row.time} for row in group]})
             for user, group in groups(broken).items()]
    lines[2] = lines[2].replace('"events": [', '"events": [7, ')
    lines[5] = lines[5].replace('"events": [', '"events": [{"ts": 1500000000}, ')
    lines.insert(7, '{"user": "cut", "events": [')
    c.case(g, "broken_elements", "Elements that are no events, and a line that is cut off.", {"events.jsonl": lines_of(*lines)},
           truth(broken, dropped={"no item": 2}, dropped_rows=3))
    reviews = world(g + "/flat_with_images", order="users")
    c.case(g, "flat_with_images", "A review with a list of pictures is one interaction.",
           {"reviews.jsonl": lines_of(*(json.dumps({"user_id": row.user, "item_id": row.item, "timestamp": row.time,
                                                    "images": [{"id": "p1", "url": "http://example.org/p1"}] * (1 + row.n % 2)})
                                        for row in reviews))}, truth(reviews))


def aligned(c):
    g = "22_aligned_and_words"

    def lined(rows, columns, widths, header=True, right=False):
        lines = []
        if header:
            lines.append("".join(name.rjust(w) if right else name.ljust(w) for (name, _), w in zip(columns, widths)).rstrip())
        for row in rows:
            cells = [str(getattr(row, cell)) for _, cell in columns]
            lines.append("".join(cell.rjust(w) if right else cell.ljust(w) for cell, w in zip(cells, widths)).rstrip())
        return lines_of(*lines)

    usual = [("user", "user"), ("item", "item"), ("rating", "rating"), ("timestamp", "time")]

    def case(name, about, columns=usual, widths=(9, 11, 9, 14), ratings=True, items=None, users=None, **layout):
        rows = world(f"{g}/{name}", items=items, users=users)
        c.case(g, name, about, {"ratings.txt": lined(rows, columns, widths, **layout)}, truth(rows, ratings=ratings))

    case("left", "Columns aligned at the left by spaces.")
    case("right", "Columns aligned at the right.", right=True)
    case("without_header", "The same without a header.", header=False)
    case("right_without_header", "Numbers aligned at the right, without a header.", right=True, header=False)
    case("words", "Words as ids.", items=WORDS[:16], users=PEOPLE[:12])
    case("time_before_rating", "In another order.", [("timestamp", "time"), ("user_id", "user"), ("item_id", "item"),
                                                     ("rating", "rating")], (14, 11, 12, 9))
    rows = world(g + "/tabs_and_spaces")
    c.case(g, "tabs_and_spaces", "Runs of tabs and spaces.",
           {"ratings.txt": lines_of("user\t\titem \t timestamp", *(f"{row.user}\t\t{row.item} \t {row.time}" for row in rows))},
           truth(rows))

    def pairs(name, about, sep, options=None):
        rows = world(f"{g}/{name}", users=PEOPLE[:14], items=WORDS[:12], order="users")
        facts = truth(rows, times=False, ratings=False)
        c.case(g, name, about, {"likes.txt": lines_of(*(row.user + sep + row.item for row in rows))}, facts, options=options)

    pairs("words_and_spaces", "Persons and films as words, without a header.", " ")
    pairs("words_and_commas", "The same with commas.", ",")
    pairs("words_and_tabs", "The same with tabs.", "\t")
    pairs("words_and_runs_of_blanks", "The same with several blanks.", "   ")
    few = numbered([Row(user, item, 0, None) for user, item in zip("alice bob carla alice bob".split(),
                                                                   "matrix heat alien heat matrix".split())])
    c.case(g, "few_words", "Five pairs of words.", {"likes.txt": lines_of(*(f"{row.user} {row.item}" for row in few))},
           truth(few, times=False, ratings=False))
    prose = lines_of(*(" ".join(WORDS[(7 * n + k * k) % 60] for k in range(2 + n % 5)) + "." for n in range(30)))
    c.case(g, "prose", "Sentences are no interactions.", {"notes.txt": prose}, {"refused": ["Nothing in|more than one way"]})
    rows = world(g + "/latin1_later", users=PEOPLE[:14], items=[w if n % 3 else w + "é" for n, w in enumerate(WORDS[:16])])
    half = len(rows) // 2
    whole = table(rows, [("user", "user"), ("item", "item"), ("timestamp", "time")])
    first = whole.splitlines(True)
    later = [n for n in range(half, len(first)) if "é" in first[n]]
    data = "".join(first[:half]).encode() + "".join(first[half:]).encode("latin-1")
    c.case(g, "latin1_later", "UTF-8 that turns into Latin-1: the report says in which line.", {"ratings.csv": data},
           truth(rows, warnings=[f"Line {later[0] + 1} is the first with an id that is not UTF-8"]))
