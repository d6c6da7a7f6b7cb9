# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells that contain several items, and cells that only look like lists: titles, addresses, genres and numbers
with commas."""
import datetime
import json

from .tools import PEOPLE, Row, code_ids, int_ids, lines_of, numbered, rng, titles, truth, world

GROUP = "24_lists_in_cells"
GOODS = ["Bread", "Milk", "Eggs", "Butter", "Cheese", "Brown Rice", "Apples", "Bananas", "Coffee", "Green Tea", "Sugar", "Salt",
         "Pasta", "Tomatoes", "Onions", "Yogurt", "Chicken", "Olive Oil", "Beer", "Diapers"]
SENTENCE = "holds lists, separated by"


def baskets(name, items=None, lines=36, users=None, per=(1, 5), day=86400):
    """(user, seconds, items) for each line, `day` seconds apart; the users take turns."""
    r = rng(f"{GROUP}/{name}")
    items, users = items or GOODS, users or PEOPLE[:9]
    return [(users[n % len(users)], 1500000000 - 1500000000 % 86400 + n * day, r.sample(items, r.randint(*per)))
            for n in range(lines)]


def rows_of(found, user=lambda n, who: who):
    """One row for each item. `found`: the result of baskets(); user(number of the line, its user) is the user to state."""
    return numbered([Row(user(n, who), item, time, None) for n, (who, time, items) in enumerate(found) for item in items])


def date(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%d")


def orders_of(found, user=lambda n, who: who):
    """The number of the order of each item, by user. Each line is an order; orders are numbered from 0 for each user."""
    lines, orders = {}, {}
    for n, (who, _, items) in enumerate(found):
        name = user(n, who)
        number = lines.setdefault(name, -1) + 1
        lines[name] = number
        orders.setdefault(name, []).extend([number] * len(items))
    return orders


def lists(c):
    g = GROUP

    def case(name, about, found, text, file="baskets.csv", facts=None, user=lambda n, who: who, times=True, options=None, orders=True):
        stated = {"orders": orders_of(found, user)} if orders else {}
        stated.update({"warnings": [SENTENCE], **(facts or {})})
        c.case(g, name, about, {file: text}, truth(rows_of(found, user), times=times, **stated), options=options)

    found = baskets("user_date_items")
    case("user_date_items", "Goods separated by a comma and a blank, in quotes; a user has several lines.", found,
         lines_of("user,date,items", *(f'{u},{date(t)},"{", ".join(i)}"' for u, t, i in found)))
    found = baskets("order_customer_items", items=[f"I{n}" for n in range(1, 25)], lines=40)
    case("order_customer_items", "Codes separated by vertical bars, beside the number of the order.", found,
         lines_of("order_id,customer,items", *(f"{1000 + n},{u},{'|'.join(i)}" for n, (u, _, i) in enumerate(found))),
         times=False, facts={"roles": {"order": 1}})
    found = baskets("semicolons", lines=45)
    case("semicolons_in_commas", "Semicolons inside, commas between the columns.", found,
         lines_of("customer_id,order_date,products", *(f"{u},{date(t)},{';'.join(i)}" for u, t, i in found)))
    found = baskets("commas_in_semicolons", lines=45)
    case("commas_in_semicolons", "Commas inside, semicolons between the columns: no quotes are needed.", found,
         lines_of("kunde;datum;artikel", *(f"{u};{date(t)};{', '.join(i)}" for u, t, i in found)), file="einkauf.csv")
    found = baskets("python", lines=30)
    case("python_lists", "Cells as Python prints a list.", found,
         lines_of("user_id,date,items", *(f'{u},{date(t)},"{i!r}"' for u, t, i in found)))
    goods = [*GOODS[:12], "Bread, white", "Bread, brown", "Jack's Ale", "Extra Butter"]
    found = baskets("json", lines=30, items=goods)
    case("json_lists", "Cells hold JSON; some items have commas and quotes.", found,
         lines_of("user_id,date,items",
                  *('{},{},"{}"'.format(u, date(t), json.dumps(i).replace('"', '""')) for u, t, i in found)))
    found = baskets("braces", lines=40)
    case("braces", "Cells as PostgreSQL and arules write sets.", found,
         lines_of("user,date,items", *(f'{u},{date(t)},"{{{",".join(i)}}}"' for u, t, i in found)))
    found = baskets("arrays", items=int_ids("arrays", 20, 1, 99), lines=40)
    case("numbers_of_numpy", "Cells as NumPy prints arrays: brackets and blanks.", found,
         lines_of("user_id,date,item_ids", *(f"{u},{date(t)},[{' '.join(i)}]" for u, t, i in found)))
    found = baskets("ids", items=int_ids("many", 400, 1000, 9999), lines=60, per=(2, 6))
    case("many_ids_that_hardly_repeat", "Numbers of a large catalogue under a name for several items.", found,
         lines_of("user_id,date,item_ids", *(f'{u},{date(t)},"{",".join(i)}"' for u, t, i in found)))
    found = baskets("sorted", lines=60)
    found = [(u, t, sorted(i)) for u, t, i in found]
    case("sorted_lists", "Each list is in the order of the alphabet.", found,
         lines_of("user,date,items", *(f'{u},{date(t)},"{", ".join(i)}"' for u, t, i in found)))
    found = baskets("histories", lines=30, users=[f"u{n}" for n in range(30)], per=(2, 9))
    case("a_line_a_user", "Each user has one line: the list is the history, and there are no orders.", found,
         lines_of("user,items", *(f'{u},"{", ".join(i)}"' for u, _, i in found)), times=False, orders=False)
    found = baskets("lines", lines=40)
    case("transactions_in_tabs", "No header: the number of the transaction, a tab, and a list.", found,
         lines_of(*(f"T{100 + n}\t{', '.join(i)}" for n, (_, _, i) in enumerate(found))), file="transactions.tsv",
         user=lambda n, who: f"T{100 + n}", times=False, orders=False)
    case("transactions_with_header", "Only the number of the transaction names a group.", found,
         lines_of("transaction_id,items", *(f'{100 + n},"{",".join(i)}"' for n, (_, _, i) in enumerate(found))),
         user=lambda n, who: str(100 + n), times=False, orders=False)
    found = baskets("parallel", lines=40)
    r = rng("parallel numbers")
    text = lines_of("user,date,items,quantities", *(
        f'{u},{date(t)},"{", ".join(i)}","{", ".join(str(r.randint(1, 3)) for _ in i)}"' for u, t, i in found))
    case("quantities_beside", "A second list has a quantity for each item.", found, text)
    r = rng("parallel ratings")
    rated = [(u, t, [(item, r.randint(1, 5)) for item in i]) for u, t, i in found]
    rows = numbered([Row(u, item, t, rating) for u, t, i in rated for item, rating in i])
    c.case(g, "ratings_beside", "A second list has a rating for each item.", {"r.csv": lines_of("user,date,items,ratings", *(
        f"{u},{date(t)},{'|'.join(item for item, _ in i)},{'|'.join(str(rating) for _, rating in i)}" for u, t, i in rated))},
        truth(rows, ratings=True, warnings=[SENTENCE, "ratings"], orders=orders_of(found)))

    found = baskets("nobody", lines=40)
    text = lines_of("date,items", *(f'{date(t)},"{", ".join(i)}"' for _, t, i in found))
    whose = ["Whose interactions", "user=each-row", "user=one-person"]
    c.case(g, "nobody", "A date and a list: whose they are is a question.", {"shop.csv": text}, {"refused": whose})
    case("nobody_each_row", "Each row is a basket of its own.", found, text, user=lambda n, who: str(n + 1), orders=False,
         options={"columns": "user=each-row,item=items,time=date"}, facts={"warnings": []})
    case("nobody_one_person", "All rows are of one person, each is an order.", found, text, user=lambda n, who: "me",
         options={"columns": "user=one-person,item=items,time=date,order=each-row"}, facts={"warnings": []})
    c.case(g, "only_lists", "Nothing but a quoted list in each line, under a header.", {"items.csv": lines_of(
        "items", *(f'"{", ".join(i)}"' for _, _, i in found))}, {"refused": whose})
    c.case(g, "only_lists_without_header", "The same without a header.", {"baskets.csv": lines_of(
        *(f'"{", ".join(i)}"' for _, _, i in found))}, {"refused": whose})
    case("only_lists_each_row", "The same, as chosen.", found, lines_of(*(f'"{", ".join(i)}"' for _, _, i in found)),
         user=lambda n, who: str(n + 1), orders=False, times=False, options={"columns": "user=each-row,item=1"}, facts={"warnings": []})

    found = baskets("slashes", lines=30)
    text = lines_of("user,date,items", *(f"{u},{date(t)},{' / '.join(i)}" for u, t, i in found))
    case("separator_as_chosen", "A separator that is not recognised, as chosen.", found, text, options={"item_separator": "/"})
    found = baskets("none", lines=30)
    text = lines_of("user,date,items", *(f'{u},{date(t)},"{", ".join(i)}"' for u, t, i in found))
    whole = [(u, t, [", ".join(i)]) for u, t, i in found]
    case("whole_as_chosen", "Whole cells, as chosen.", whole, text, orders=False, facts={"warnings": [], "unsaid": [SENTENCE]},
         options={"item_separator": "none"})
    found = baskets("few", lines=6, users=PEOPLE[:3], per=(2, 3))
    c.case(g, "few_lines", "Too few lines to know: both readings are offered.", {"few.csv": lines_of(
        "user,date,items", *(f'{u},{date(t)},"{", ".join(i)}"' for u, t, i in found))},
        {"refused": ["more than one way", "--item-separator none", "--item-separator \", \""]})
    menu = baskets("menu", lines=80, items=["Telur", "Minyak", "Permen", "Gula"], per=(1, 3))
    case("small_menu", "Four goods: whole cells repeat, too, but they are called items.", menu,
         lines_of("user,date,items", *(f'{u},{date(t)},"{", ".join(i)}"' for u, t, i in menu)))


def no_lists(c):
    g = GROUP

    def case(name, about, header, line, items, file="ratings.csv", facts=None, users=None):
        rows = world(f"{g}/{name}", items=items, per=(6, 9), users=users or PEOPLE[:20])
        c.case(g, name, about, {file: lines_of(*([header] if header else []), *(line(row) for row in rows))},
               truth(rows, unsaid=[SENTENCE], **(facts or {})))

    films = titles("films", 30)
    articles = [f"{t}, {('The', 'A', 'An')[n % 3]}" if n % 3 else t for n, t in enumerate(films)]
    case("titles_with_articles", "\"Godfather, The\" is one film.", "user,movie,timestamp",
         lambda r: f'{r.user},"{r.item}",{r.time}', articles)
    case("titles_with_articles_in_tabs", "The same without a header.", None, lambda r: f"{r.user}\t{r.item}\t{r.time}", articles, file="r.tsv")
    kinds = [f"{a}, {b}" for a in ("Bread", "Milk", "Rice", "Cheese", "Tea") for b in ("white", "brown", "whole", "skimmed", "organic", "green")]
    case("products_with_variants", "\"Bread, white\" is one product.", "customer_id,product,timestamp",
         lambda r: f'{r.user},"{r.item}",{r.time}', kinds)
    case("items_with_variants", "The same under a name for several items.", "customer_id,items,timestamp",
         lambda r: f'{r.user},"{r.item}",{r.time}', kinds)
    rng_genres = rng("genres")
    genres = {film: "|".join(rng_genres.sample(["Action", "Comedy", "Drama", "Crime", "War", "Horror"], rng_genres.randint(1, 3))) for film in films}
    case("genres_of_films", "The film determines its genres.", "user,movie,genres,timestamp",
         lambda r: f"{r.user},{r.item},{genres[r.item]},{r.time}", films)
    case("genres_without_header", "The same without a header.", None,
         lambda r: f"{r.user}\t{r.item}\t{genres[r.item]}\t{r.time}", films, file="r.tsv")
    case("strange_names_beside_tags", "Names that say nothing; the first determines the list.", "who,what,labels,when",
         lambda r: f"{r.user},{r.item},{genres[r.item]},{r.time}", films)
    r1 = rng("places")
    places = [f"{r1.randint(1, 99)} {w} Street, {r1.choice(('Leeds', 'York', 'Hull'))}" + ("" if n % 4 else ", England")
              for n, w in enumerate(t.split()[0] for t in titles("places", 24))]
    case("addresses", "A place is called by its address.", "user,place,timestamp", lambda r: f'{r.user},"{r.item}",{r.time}', places)
    paths = [f"{a}|{b}" + ("" if n % 3 else "|Sale") for n, (a, b) in enumerate((a, b) for a in ("Home", "Garden", "Sports", "Toys")
             for b in ("Chairs", "Lamps", "Balls", "Tables", "Bags", "Shoes"))]
    case("paths_of_categories", "The item is a path of categories.", "user,item,timestamp", lambda r: f"{r.user},{r.item},{r.time}", paths)
    codes = [f"{a}|{b}" for a, b in zip(["A", "B", "C"] * 8, int_ids("pair", 24, 10, 99))]
    case("two_part_codes", "A code of two parts.", "user_id,item_id,timestamp", lambda r: f"{r.user},{r.item},{r.time}", codes)
    case("decimal_commas", "Ratings with decimal commas between semicolons.", "user_id;item_id;rating;timestamp",
         lambda r: f"{r.user};{r.item};{r.rating},5;{r.time}", int_ids("decimal", 24, 100, 999))
    case("names_of_persons", "\"Smith, John\" is one user.", "customer,item_id,timestamp",
         lambda r: f'"{r.user}",{r.item},{r.time}', int_ids("names", 24, 100, 999),
         users=[f"{name.capitalize()}, {PEOPLE[len(name)].capitalize()}" for name in PEOPLE[:20]])
    r2 = rng("comments")
    case("comments", "Comments with commas.", "user,item_id,timestamp,comment",
         lambda r: f'{r.user},{r.item},{r.time},"{", ".join(r2.sample(["great", "quick", "would buy again", "too small", "fine"], r2.randint(1, 3)))}"',
         int_ids("comments", 24, 100, 999))
    r3 = rng("interests")
    interests = {p: "; ".join(r3.sample(["sports", "news", "music", "travel", "food"], r3.randint(1, 3))) for p in PEOPLE}
    case("interests_of_users", "The user determines the list.", "user,interests,item_id,timestamp",
         lambda r: f"{r.user},{interests[r.user]},{r.item},{r.time}", int_ids("interests", 24, 100, 999))
    spots = [f"{40 + n / 7:.4f},{-80 + n / 3:.4f}" for n in range(24)]
    case("coordinates", "A place is a pair of coordinates.", "user,location,timestamp", lambda r: f'{r.user},"{r.item}",{r.time}', spots)
    phones = [f"{a} {n}" + (" Plus" if n % 3 == 0 else "") for a in ("Galaxy S", "iPhone", "Pixel") for n in range(4, 12)]
    case("models_with_blanks", "Words and numbers with blanks.", "user,product,timestamp", lambda r: f"{r.user},{r.item},{r.time}", phones)
    r4 = rng("artists")
    artists = {t: " & ".join(r4.sample(PEOPLE, r4.randint(1, 2))) + ("" if r4.random() < .5 else f", {r4.choice(PEOPLE)}") for t in films}
    case("artists_of_tracks", "Several artists of a track.", "user,track,artists,timestamp",
         lambda r: f'{r.user},{r.item},"{artists[r.item]}",{r.time}', films)
    r5 = rng("also")
    case("also_viewed", "A list of what else was shown beside each item.", "user_id,item_id,shown_items,timestamp",
         lambda r: f"{r.user},{r.item},{'|'.join(r5.sample(int_ids('also', 24, 100, 999), 4))},{r.time}", int_ids("also", 24, 100, 999))


def all_cells(c):
    lists(c)
    no_lists(c)
