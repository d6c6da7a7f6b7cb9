# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON dictionaries, lines with lists of different lengths, baskets, and answers of students in three lines."""
import json

from .tools import PEOPLE, WORDS, Row, int_ids, lines_of, numbered, rng, titles, truth, world

GROUP = "23_dictionaries_and_ragged_lists"


def by_user(rows, by_time=True):
    found = {}
    for row in rows:
        found.setdefault(row.user, []).append(row)
    return {user: sorted(group, key=lambda row: row.time) if by_time else group for user, group in found.items()}


def in_file_order(rows):
    return numbered([row for group in by_user(rows, False).values() for row in group])


def dictionaries(c):
    g = GROUP

    def case(name, about, text, file="train.json", times=False, ratings=False, facts=None, **kind):
        rows = in_file_order(world(f"{g}/{name}", order="users", **kind))
        c.case(g, name, about, {file: text(by_user(rows, times))}, truth(rows, times=times, ratings=ratings, **(facts or {})))

    def items(groups, form=str):
        return {user: [form(row.item) for row in group] for user, group in groups.items()}

    case("user_to_items", "A dictionary: the key is a user, the list its items, in one line.",
         lambda groups: json.dumps(items(groups, int)), facts={"unsaid": ["Not used"], "warnings": ["dictionary"]})
    case("user_to_items_indented", "The same, an item in each line.", lambda groups: json.dumps(items(groups, int), indent=2))
    case("user_to_items_words", "Users and items are words.", lambda groups: json.dumps(items(groups), indent=4),
         users=PEOPLE[:14], items=WORDS[:20])
    case("user_to_items_u0", "Users are called u0, u1; a list a line.",
         lambda groups: "{" + ",\n".join(f' "{user}": {json.dumps(group)}' for user, group in items(groups).items()) + "\n}\n",
         users=[f"u{n}" for n in range(14)])
    case("user_to_items_python", "As Python prints a dictionary; the keys are numbers.",
         lambda groups: repr({int(user): group for user, group in items(groups, int).items()}), file="train.txt")
    case("user_to_events", "Lists of objects with an item, a time and a rating.",
         lambda groups: json.dumps({user: [{"item": row.item, "ts": row.time, "rating": row.rating} for row in group]
                                    for user, group in groups.items()}), times=True, ratings=True)
    case("user_to_empty_list", "Users without items are counted.",
         lambda groups: json.dumps({"4711": [], **items(groups, int), "4712": []}), facts={"dropped": {"a user without items": 2}})
    case("long_lists", "The first list is longer than what is looked at first.",
         lambda groups: json.dumps(items(groups, int)), users=int_ids(g + "long", 3, 1, 99),
         items=int_ids(g + "many", 9000, 100000, 9999999), per=(6000, 8000))

    titled = titles(g + "ratings", 16)
    case("ratings_of_titles", "A dictionary of dictionaries: user, title, rating.",
         lambda groups: json.dumps({user: {row.item: row.rating for row in group} for user, group in groups.items()}, indent=4),
         file="ratings.json", ratings=True, users=["Lisa Rose", "Gene Seymour", "Mick LaSalle", "Toby O'Neil", "Claudia Puig",
                                                   "Jack Matthews", "Bill Duffy", "Julie Hammel"], items=titled, per=(4, 9))
    case("ratings_of_numbers", "The same with numbers as users and items, in one line.",
         lambda groups: json.dumps({user: {row.item: row.rating for row in group} for user, group in groups.items()}), ratings=True)
    case("tree_of_users_and_items", "As Firebase stores ratings: user, item, and an object with rating and time.",
         lambda groups: json.dumps({user: {row.item: {"rating": row.rating, "timestamp": row.time} for row in group}
                                    for user, group in groups.items()}, indent=1), times=True, ratings=True)


def tables(c):
    g = GROUP

    def dump(rows):
        return [{"user_id": row.user, "place_id": row.item, "rating": row.rating, "date": str(row.time * 1000)} for row in rows]

    def keyed(objects):
        return {str(n + 1): each for n, each in enumerate(objects)}

    rows = world(g + "/export")
    c.case(g, "export_with_origins", "A table is a dictionary of objects, beside one of names.",
           {"user_history.json": json.dumps({"origins": {"1": "restaurants", "2": "activities", "3": "transport"},
                                             "user_attendance": keyed(dump(rows))}, indent=2)}, truth(rows, ratings=True))
    rows = world(g + "/push")
    c.case(g, "objects_by_push_id", "The whole file is one dictionary of objects.",
           {"events.json": json.dumps({f"-N{key}": each for key, each in zip(
               ("".join(rng(f"{g}{n}").choices("abcXYZ0189_-", k=12)) for n in range(len(rows))), dump(rows))})},
           truth(rows, ratings=True))
    rows = world(g + "/deep")
    c.case(g, "two_levels_down", "The table is inside a dictionary inside the dictionary.",
           {"export.json": json.dumps({"version": 3, "shop": {"settings": {"currency": "NZD", "open": True},
                                                              "ratings": keyed(dump(rows))}}, indent=1)}, truth(rows, ratings=True))
    rows = world(g + "/data")
    c.case(g, "array_under_a_key", "The answer of a web service: the rows are the array under a key.",
           {"answer.json": json.dumps({"status": "ok", "count": len(rows), "data": dump(rows)})}, truth(rows, ratings=True))
    films = titles(g + " films", 16)
    rows = world(g + "/database")
    named = dict(zip(sorted({row.item for row in rows}), films))
    database = {"users": [{"id": user, "name": name.capitalize()} for user, name in zip(dict.fromkeys(r.user for r in rows), PEOPLE)],
                "movies": [{"id": item, "title": title} for item, title in named.items()],
                "ratings": [{"user_id": r.user, "movie_id": r.item, "rating": r.rating, "timestamp": r.time} for r in rows]}
    c.case(g, "users_movies_ratings", "Three arrays in one object: the ratings are imported, the movies are their titles.",
           {"db.json": json.dumps(database, indent=1)}, truth(rows, ratings=True, titles=named))
    c.case(g, "a_table_by_its_name", "A table is named as if the file were a folder.",
           {"db.json": json.dumps(database)}, truth(rows, ratings=True), path="db.json/ratings")
    parts = {part: {user: [int(row.item) for row in group] for user, group in by_user(world(f"{g}/{part}")).items()}
             for part in ("train", "test")}
    c.case(g, "train_and_test", "Two dictionaries of lists: which one is a question.", {"data.json": json.dumps(parts)},
           {"refused": ["more than one table", "--member", "train", "test"]})

    graphs = [{"nodes": [{"id": r.n, "owner": r.user, "mid": r.item, "start_time": r.time * 1000, "params": {"a": 1}} for r in group]
               + [{"id": "x9"}], "links": [{"source": 1, "target": 2}]} for group in by_user(world(g + "/graphs")).values()]
    c.case(g, "nodes_and_links", "Lists of lists whose elements name the user: the refusal names them.",
           {"dag.json": json.dumps(graphs)}, {"refused": ["\"nodes\"", "owner", "\"links\"", "nodes[].mid|nodes[].owner|nodes[].id"]})
    rows = world(g + "/graphs")
    c.case(g, "nodes_as_chosen", "The same, with the keys that the refusal names.", {"dag.json": json.dumps(graphs)},
           truth(rows, dropped_rows=len(graphs)),
           options={"columns": "user=nodes[].owner,item=nodes[].mid,time=nodes[].start_time"})
    c.case(g, "lists_of_numbers", "Nothing says what the numbers are.", {"m.json": json.dumps({"matrix": [[1, 2], [3, 4]], "k": [1]})},
           {"refused": ["Nothing in", "\"matrix\""]})
    c.case(g, "columns_of_an_empty_object", "Chosen keys that no object has.", {"m.jsonl": '{"a": [[1, 2]]}\n{"a": [[3, 4]]}\n'},
           {"refused": ["\"a\""]}, options={"columns": "user=u,item=i"})


def lines(c):
    g = GROUP

    def case(name, about, line, file="sessions.jsonl", times=False, ratings=False):
        rows = in_file_order(world(f"{g}/{name}", order="users"))
        groups = by_user(rows, times)
        c.case(g, name, about, {file: lines_of(*(line(user, group) for user, group in groups.items()))},
               truth(rows, times=times, ratings=ratings))

    case("lines_with_plain_lists", "JSON lines with a user and a list of ids.",
         lambda user, group: json.dumps({"user": user, "items": [row.item for row in group]}))
    case("lines_with_lists_and_more", "The session has a country and other lists.",
         lambda user, group: json.dumps({"session_id": user, "country": "NZ", "tags": ["a", "b"],
                                         "products": [row.item for row in group]}))
    case("lines_with_parallel_lists", "Items, times and ratings in lists of the same length.",
         lambda user, group: json.dumps({"user_id": user, "item_ids": [row.item for row in group],
                                         "timestamps": [row.time for row in group], "ratings": [row.rating for row in group]}),
         times=True, ratings=True)
    case("lines_of_python_lists", "The same as Python dictionaries.",
         lambda user, group: repr({"user_id": int(user), "history": [int(row.item) for row in group]}), file="users.txt")
    reviews = world(g + "/reviews")
    c.case(g, "review_with_tags", "A review with a list of tags is one interaction.",
           {"reviews.jsonl": lines_of(*(json.dumps({"user_id": r.user, "item_id": r.item, "timestamp": r.time, "tags": ["a", "b"]})
                                        for r in reviews))}, truth(reviews))


def ragged(c):
    g = GROUP

    def sessions(name, count=40, per=(2, 9), items=None, users=None):
        r = rng(f"{g}/{name}")
        # (user, time, items) for each line; the users take turns
        items = items or int_ids(name + "items", 60, 1, 2000)
        users = users or [str(n) for n in range(12)]
        return [(users[n % len(users)], n // len(users), r.sample(items, r.randint(*per))) for n in range(count)]

    def rows_of(found):
        return numbered([Row(user, item, time, None) for user, time, items in found for item in items])

    found = sessions("session_items")
    c.case(g, "session_items", "The last column of the header is a list that is not quoted.",
           {"synthetic.txt": lines_of("user_id,time,session_length,session_items",
                                      *(f"{user},{time},{len(items)},{','.join(items)}" for user, time, items in found))},
           truth(rows_of(found), times=None, order_by_time=True, warnings=["session_items"], roles={"order": 5},
                 orders={user: [time for who, time, items in found if who == user for _ in items] for user in map(str, range(12))}))
    found = sessions("user_and_items", count=12, items=WORDS[:30], users=PEOPLE[:12])
    c.case(g, "user_and_items", "A header of two names, words as items.",
           {"lists.csv": lines_of("user,items", *(f"{user},{','.join(items)}" for user, _, items in found))},
           truth(rows_of(found), times=False))
    found = sessions("tabs", count=12)
    c.case(g, "tabs_after_a_header", "Separated by tabs.",
           {"lists.tsv": lines_of("customer_id\tproducts", *("\t".join([user, *items]) for user, _, items in found))},
           truth(rows_of(found), times=False))
    found = sessions("sometimes_one", count=30, per=(1, 5))
    c.case(g, "sometimes_one_item", "Some lines have as many fields as the header.",
           {"lists.csv": lines_of("session_id,item_ids", *(f"{900 + n},{','.join(items)}" for n, (_, _, items) in enumerate(found)))},
           truth(numbered([Row(str(900 + n), item, 0, None) for n, (_, _, items) in enumerate(found) for item in items]), times=False))
    r = rng(g + " comments")
    reviews = world(g + "/comments")
    c.case(g, "comments_with_commas", "Commas in a comment that is not quoted: no list, but the report says that fields are left out.",
           {"ratings.csv": lines_of("user,item,timestamp,comment", *(
               f"{row.user},{row.item},{row.time},{', '.join(r.sample(WORDS, r.choice((1, 1, 1, 1, 2, 3))))}" for row in reviews))},
           truth(reviews, warnings=["more fields than the header"]))

    found = sessions("sequence", count=14, users=[str(n) for n in range(14)])
    c.case(g, "sequence_by_commas", "No header: the user and then its items, separated by commas.",
           {"seq.csv": lines_of(*(",".join([user, *items]) for user, _, items in found))}, truth(rows_of(found), times=False))
    c.case(g, "sequence_by_tabs", "The same with tabs.",
           {"seq.txt": lines_of(*("\t".join([user, *items]) for user, _, items in found))}, truth(rows_of(found), times=False))
    c.case(g, "sequence_by_blanks", "The same with blanks: all fields are used, and the report says so.",
           {"seq.txt": lines_of(*(" ".join([user, *items]) for user, _, items in found))},
           truth(rows_of(found), times=False, unsaid=["Not used", "empty"]))
    found = sessions("sequence_words", count=14, items=WORDS[:30], users=PEOPLE[:14])
    c.case(g, "sequence_of_words", "The user is a word that no line has as an item.",
           {"seq.csv": lines_of(*(",".join([user, *items]) for user, _, items in found))}, truth(rows_of(found), times=False))

    goods = ["whole milk", "rolls/buns", "soda", "yogurt", "bottled water", "root vegetables", "tropical fruit", "sausage",
             "pastry", "citrus fruit", "newspapers", "shopping bags", "bottled beer", "canned beer", "pip fruit"]
    r = rng(g + " baskets")
    baskets = [r.sample(goods, min(len(goods), 1 + int(r.expovariate(0.35)))) for _ in range(60)]
    text = lines_of(*(",".join(basket) for basket in baskets))
    whose = ["Whose interactions", "user=1,item=2", "user=one-person,item=2"]
    c.case(g, "baskets", "A basket a line, only items: whose they are is a question.", {"groceries.csv": text},
           {"refused": whose, "offered": ["user=1,item=2", "user=one-person,item=2,order=1"]})
    c.case(g, "baskets_as_histories", "Each basket is one history.", {"groceries.csv": text},
           truth(numbered([Row(str(n + 1), item, 0, None) for n, basket in enumerate(baskets) for item in basket]), times=False),
           options={"columns": "user=1,item=2"})
    c.case(g, "baskets_of_one_person", "All baskets are of one person, each is an order.", {"groceries.csv": text},
           truth(numbered([Row("me", item, 0, None) for basket in baskets for item in basket]), times=False,
                 orders={"me": [n for n, basket in enumerate(baskets) for _ in basket]}),
           options={"columns": "user=one-person,item=2,order=1"})
    c.case(g, "baskets_of_numbers", "Numbers separated by blanks, as in retail.dat.",
           {"retail.dat": lines_of(*(" ".join(str(goods.index(item)) for item in sorted(basket, key=goods.index)) for basket in baskets))},
           {"refused": whose})
    c.case(g, "baskets_semicolons", "Separated by semicolons.", {"baskets.txt": text.replace(",", ";")}, {"refused": whose})
    prose = [" ".join(r.sample(WORDS, r.randint(3, 9))).capitalize() + (", " + " ".join(r.sample(WORDS, 5))) * r.randint(0, 3) + "."
             for _ in range(40)]
    c.case(g, "prose_is_no_basket", "Sentences with commas.", {"readme.txt": lines_of(*prose)}, {"refused": ["Nothing in"]})


def answers(c):
    g = GROUP

    def case(name, about, form, lengths=(1, 30), students=24, file="train.csv", skip=()):
        r = rng(f"{g}/{name}")
        groups = [[(str(r.randint(1, 40)), r.randint(0, 1)) for _ in range(r.randint(*lengths))] for _ in range(students)]
        for n in skip:
            groups[n] = []
        rows = numbered([Row(str(n + 1), item, 0, answer) for n, group in enumerate(groups) for item, answer in group])
        c.case(g, name, about, {file: "".join(form(group) for group in groups)},
               truth(rows, times=False, ratings=True, warnings=["three lines"],
                     **({"dropped": {"a user without items": len(skip)}} if skip else {"dropped_rows": 0})))

    def three(group, end="\n", after=""):
        return end.join([str(len(group)), ",".join(item for item, _ in group) + after,
                         ",".join(str(answer) for _, answer in group) + after]) + end

    case("answers_in_three_lines", "Number of answers, exercises, answers: as in knowledge tracing.", three)
    case("answers_with_last_commas", "Each list ends with a comma.", lambda group: three(group, after=","))
    case("answers_by_windows", "Lines end as on Windows.", lambda group: three(group, "\r\n"), file="assist.txt")
    case("answers_of_long_groups", "Hundreds of answers a student.", three, lengths=(100, 400), students=8)
    case("answers_of_nobody", "A student without answers.", three, skip=(3, 9))


def all_lists(c):
    for make in (dictionaries, tables, lines, ragged, answers):
        make(c)
