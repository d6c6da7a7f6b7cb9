# SPDX-License-Identifier: GPL-3.0-or-later
"""Long quoted texts, titles of items, and quotes in files without quoting."""
import json

from .tools import (Row, code_ids, int_ids, lines_of, numbered, PEOPLE, quoted, rng, table, text_of, titles, truth, utc,
                    WORDS, world)


def sentence(r, low=6, high=14):
    return " ".join(r.choice(WORDS) for _ in range(r.randint(low, high))).capitalize() + r.choice((".", ", or so.", "!"))


def paragraphs(r, lines, traps=False):
    """`lines` lines of text; with `traps`, every third one looks like a row of the same file."""
    parts = []
    for n in range(lines):
        if traps and n % 3 == 1:
            parts.append(f"{r.randint(1, 900)},{r.randint(1000, 9000)},{r.randint(1, 5)},"
                         f"{1420070400 + r.randint(0, 10**8)}")
        elif n % 7 == 3:
            parts.append("")
        else:
            parts.append(sentence(r))
    return "\n".join(parts)


def long_quotes(c):
    g = "04_long_quotes"

    def plain(name, about, text_for, sep=",", quote="minimal", end="\n", text_column=4, file="reviews.csv", header=True,
              facts=None, **kind):
        rows = world(f"{g}/{name}", **kind)
        r = rng(f"{g}/{name} text")
        cells = [text_for(r, row) for row in rows]
        columns = [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), ("timestamp", "time")]
        columns.insert(text_column, ("review_text", lambda row: cells[row.n]))
        text = table(rows, columns, sep, header=header, quote=quote, end=end)
        c.case(g, name, about, {file: text}, truth(rows, ratings=True, **(facts or {})))

    def short_but(number, make):
        return lambda r, row: make(r) if row.n == number else sentence(r)

    plain("sixty_lines", "One review spans 64 lines.", short_but(17, lambda r: paragraphs(r, 64)))
    plain("three_hundred_lines", "One review spans 300 lines.", short_but(21, lambda r: paragraphs(r, 300)))
    plain("seventy_kilobytes_in_few_lines", "One review of 70 KiB in nine lines.",
          short_but(30, lambda r: "\n".join(" ".join(sentence(r) for _ in range(140)) for _ in range(9))))
    plain("two_hundred_kilobytes", "One review of 200 KiB in over 3,000 lines.",
          short_but(11, lambda r: paragraphs(r, 3400)))
    plain("lines_that_look_like_rows", "90 lines inside the quotes look like rows of the file.",
          short_but(25, lambda r: paragraphs(r, 90, traps=True)))
    plain("first_record_is_the_long_one", "The first record after the header spans 120 lines.",
          short_but(0, lambda r: paragraphs(r, 120)))
    last = len(world(f"{g}/last_record_is_the_long_one")) - 1
    plain("last_record_is_the_long_one", "The last record spans 80 lines and ends the file.",
          short_but(last, lambda r: paragraphs(r, 80)))
    plain("every_record_over_ten_lines", "All reviews have ten lines, commas and doubled quotes.",
          lambda r, row: paragraphs(r, 10) + '\nHe said "go, now" twice.')
    plain("crlf_inside_and_outside", "Windows line ends, 70 lines inside one review.",
          short_but(9, lambda r: paragraphs(r, 70).replace("\n", "\r\n")), end="\r\n")
    plain("text_in_the_middle", "The long text stands between item and rating.",
          short_but(13, lambda r: paragraphs(r, 75, traps=True)), text_column=2)
    plain("text_first", "The long text is the first column.",
          short_but(19, lambda r: paragraphs(r, 75)), text_column=0)
    plain("semicolons_all_quoted", "Semicolons, everything quoted, 100 lines.",
          short_but(15, lambda r: paragraphs(r, 100).replace(",", ";")), sep=";", quote="all")
    plain("lines_that_end_in_doubled_quotes", "Lines inside the text end in doubled quotes.",
          short_but(23, lambda r: "\n".join(f'{sentence(r)} "{r.choice(WORDS)}"' for _ in range(66))))
    plain("letters_of_two_bytes", "70 KiB of letters that need two bytes.",
          short_but(8, lambda r: "\n".join("äöüß éèê " * 60 for _ in range(78))))
    plain("several_long_ones", "Three reviews of 60 lines, two of them next to each other.",
          lambda r, row: paragraphs(r, 60) if row.n in (14, 15, 33) else sentence(r))

    rows = world(f"{g}/long_users", users=[f"{n} " + " ".join(["and", "then", "we", "went"] * 5) for n in range(12)])
    c.case(g, "users_that_are_sentences",
           "Every user is a sentence of over 64 characters: read as the header says, with a warning.",
           {"log.csv": table(rows, [("user_id", "user"), ("item_id", "item"), ("timestamp", "time")])},
           truth(rows, warnings=["text|fragment|spaces|punctuation|look like|looks like|sentence|characters"]))

    rows = world(f"{g}/unquoted_breaks")
    r = rng(f"{g}/unquoted_breaks text")
    text = "user_id,item_id,review\n"
    for row in rows:
        text += f"{row.user},{row.item},{sentence(r)}\n"
        if row.n % 4 == 0:
            text += f"We came, saw it {row.n} times, and left. \"Never again\"\n"
    c.case(g, "unquoted_line_breaks", "Reviews span lines without quotes, text becomes users: with a warning.",
           {"reviews.csv": text},
           {"warnings": ["text|fragment|spaces|punctuation|look like|looks like|sentence"]})


def titles_of_items(c):
    g = "05_titles"

    def world_and_names(name, count=16, **kind):
        rows = world(f"{g}/{name}", **kind)
        items = sorted({row.item for row in rows}, key=lambda i: (len(i), i))
        names = dict(zip(items, titles(f"{g}/{name}", len(items))))
        return rows, names

    usual = [("user_id", "user"), ("item_id", "item"), ("timestamp", "time")]

    def case(name, about, rows, names, items_text, items_file="items.csv", options=None, facts=None, columns=usual,
             more=None):
        files = {"interactions.csv": table(rows, columns), items_file: items_text}
        files.update(more or {})
        c.case(g, name, about, files, truth(rows, titles=names, **(facts or {})), options=options)

    def items_table(names, columns, sep=",", header=True, quote="minimal"):
        """`columns`: pairs of a name and a function of (row number, id, title)."""
        lines = [sep.join(quoted(n, sep, quote) for n, _ in columns)] if header else []
        for n, (item, title) in enumerate(names.items()):
            lines.append(sep.join(quoted(text_of(f(n, item, title)), sep, quote) for _, f in columns))
        return "\n".join(lines) + "\n"

    number, ident, title = (lambda n, i, t: n + 1), (lambda n, i, t: i), (lambda n, i, t: t)

    def year(n, i, t):
        return 1950 + (n * 7) % 60

    rows, names = world_and_names("title_before_id")
    case("title_before_id", "The title stands first, the id second.", rows, names,
         items_table(names, [("title", title), ("item_id", ident)]))
    rows, names = world_and_names("row_number_named_id")
    case("row_number_named_id", "id is the row's number; the items' ids are under movie_code.", rows, names,
         items_table(names, [("id", number), ("movie_code", ident), ("title", title)]))
    rows, names = world_and_names("item_id_is_another_number")
    case("item_id_is_another_number", "item_id is of another catalogue, ids are in work_id (goodbooks' trap).", rows, names,
         items_table(names, [("item_id", lambda n, i, t: 90001 + n * 3), ("work_id", ident), ("title", title)]))
    rows, names = world_and_names("url_before_title")
    case("url_before_title", "A column of addresses stands where titles usually do.", rows, names,
         items_table(names, [("item_id", ident), ("url", lambda n, i, t: f"https://example.org/p/{i}"), ("name", title)]))
    rows, names = world_and_names("year_before_title")
    case("year_before_title", "id, year, title without a header.", rows, names,
         items_table(names, [("", ident), ("", year), ("", title)], header=False))
    rows, names = world_and_names("commas_in_the_title")
    names = {i: f"{t.split()[0]}, {t.split()[1]}, The ({1960 + n})" for n, (i, t) in enumerate(names.items())}
    case("commas_in_the_title", "Unquoted commas in the last column stay in the title.", rows, names,
         "item_id,title\n" + "".join(f"{i},{t}\n" for i, t in names.items()))
    rows, names = world_and_names("commas_in_some_titles")
    names = {i: (f"{t}, Part {n}" if n % 4 == 1 else t) for n, (i, t) in enumerate(names.items())}
    case("commas_in_some_titles", "id,year,title as Netflix wrote it: some titles hold commas, no header.", rows, names,
         "".join(f"{i},{year(n, i, t)},{t}\n" for n, (i, t) in enumerate(names.items())))
    rows, names = world_and_names("category_before_name")
    case("category_before_name", "A column of few words is no title.", rows, names,
         items_table(names, [("item_id", ident), ("category", lambda n, i, t: ("Toys", "Books", "Garden")[n % 3]),
                             ("label", title)]))
    rows, names = world_and_names("unknown_title_name")
    case("unknown_title_name", "The title is called primaryTitle.", rows, names,
         items_table(names, [("item_id", ident), ("primaryTitle", title), ("runtime", lambda n, i, t: 80 + n)]))
    rows, names = world_and_names("german_names", users=PEOPLE[:12])
    case("german_names", "artikelnr;bezeichnung;preis", rows, names,
         items_table(names, [("artikelnr", ident), ("bezeichnung", title), ("preis", lambda n, i, t: f"{n},90")], ";"))
    rows, names = world_and_names("given_catalogue")
    case("given_catalogue", "--items names a pipe-separated file with an unusual name.", rows, names,
         items_table(names, [("sku", ident), ("brand", lambda n, i, t: ("Acme", "Borealis")[n % 2]), ("product", title)],
                     "|"), items_file="catalogue.txt", options={"items": "catalogue.txt"})
    rows, names = world_and_names("some_without_title")
    some = dict(list(names.items())[:-3])
    case("some_without_title", "Three items are not in the file: the report states the overlap.", rows, some,
         items_table(some, [("title", title), ("item_id", ident)]),
         facts={"warnings": [f"{len(some)} of {len(names)}|{len(some)} of the {len(names)}|3 items without|3 without|"
                             "3 items have no"]})
    rows, names = world_and_names("other_catalogue")
    other = {f"X{n}": t for n, t in enumerate(names.values())}
    case("other_catalogue", "No id of the titles file occurs: the report says so, and no item has a title.", rows,
         {i: i for i in names}, items_table(other, [("item_id", ident), ("title", title)]),
         facts={"warnings": [f"0 of {len(names)}|0 of the {len(names)}|{len(names)} items without|none of|no item|"
                             f"{len(names)} without"]})
    rows, names = world_and_names("json_catalogue")
    case("json_catalogue", "JSON lines with unusual key names.", rows, names,
         "".join(json.dumps({"sku": i, "price": 3 + n, "label": t}) + "\n" for n, (i, t) in enumerate(names.items())),
         items_file="catalogue.jsonl", options={"items": "catalogue.jsonl"})
    rows, names = world_and_names("zero_fractions")
    case("zero_fractions", "The ids of the titles file end in .0.", rows, names,
         items_table(names, [("id", number), ("product_id", lambda n, i, t: i + ".0"), ("title", title)]))
    rows, names = world_and_names("small_ids", items=[str(i) for i in range(1, 17)])
    case("small_ids", "Ids from 1 to 16 occur in three columns: id matches all items, rank and shelf only some.",
         rows, names, items_table(names, [("rank", lambda n, i, t: 1 + (n * 5) % 11), ("shelf", lambda n, i, t: 1 + n % 4),
                                          ("id", ident), ("title", title)]))
    rows, names = world_and_names("long_descriptions")
    r = rng(g + "descriptions")
    case("long_descriptions", "A description of 70 lines stands between id and title.", rows, names,
         items_table(names, [("item_id", ident),
                             ("description", lambda n, i, t: paragraphs(r, 70) if n == 4 else sentence(r)), ("title", title)]))
    rows, names = world_and_names("movielens_names_swapped", users=int_ids(g + "mu", 12, 1, 700))
    c.case(g, "movielens_movies_csv_in_another_order", "movies.csv beside ratings.csv: genres, title, movieId.",
           {"ratings.csv": table(rows, [("userId", "user"), ("movieId", "item"), ("rating", "rating"),
                                        ("timestamp", "time")]),
            "movies.csv": items_table(names, [("genres", lambda n, i, t: ("Comedy", "Drama|War", "Drama")[n % 3]),
                                              ("title", title), ("movieId", ident)])},
           truth(rows, ratings=True, titles=names))


def quotes_in_tabs(c):
    g = "07_quotes_in_tabs"

    def plain(name, about, items=None, file="listens.tsv", more=(), header=True, end="\n", sep="\t", **kind):
        rows = world(f"{g}/{name}", items=items, **kind)
        columns = [("user_id", "user"), ("artist", "item"), *more, ("timestamp", "time")]
        c.case(g, name, about, {file: table(rows, columns, sep, header=header, quote="none", end=end)}, truth(rows))
        return rows

    def names(name, **changed):
        artists = titles(f"{g}/{name} items", 16)
        for key, text in changed.items():  # n3="x" makes "x" the title with index 3
            artists[int(key[1:])] = text
        return artists

    plain("lone_opening_quote", 'A track is called "Heroes with one quote.', names("a", n2='"Heroes'))
    plain("lone_closing_quote", 'A track ends in a quote that was never opened.', names("b", n2='Heroes"'))
    plain("nickname_in_quotes", '"Weird Al" Yankovic keeps his quotes.', names("c", n1='"Weird Al" Yankovic'))
    plain("wholly_quoted_name", 'A song is called "Heroes" with both quotes, the others have none.',
          names("d", n3='"Heroes"'))
    plain("inches", 'Sizes as 12" single and 7" single.', names("e", n0='12" single', n4='7" single', n6='"7" inch'))
    plain("two_lone_quotes_far_apart", "Two lone opening quotes: the lines between them are not one record.",
          names("f", n9='"Twins', n11='"Sisters'))
    rows = world(f"{g}/text", items=names("g"))
    r = rng(g + "g")
    comments = {n: sentence(r) for n in range(len(rows))}
    comments[0] = '"I opened a quote and forgot it'
    comments[len(rows) - 1] = '"And here another'
    c.case(g, "lone_quote_in_a_comment_of_the_first_row", "The first and the last comment begin with a quote.",
           {"log.tsv": table(rows, [("user_id", "user"), ("item_id", "item"), ("comment", lambda row: comments[row.n]),
                                    ("timestamp", "time")], "\t", quote="none")}, truth(rows))
    plain("quotes_of_users", 'People call themselves "DJ" Bruno.', users=['"DJ" Bruno', '"Ace'] + PEOPLE[:10])
    plain("without_header", "The same without a header; 5 columns.", names("i", n2='"Heroes', n3='"Weird Al" Yankovic'),
          header=False, more=(("", lambda row: "play"),))
    plain("windows_line_ends", "A lone quote before Windows line ends.", names("j", n2='"Heroes'), end="\r\n",
          more=(("mood", lambda row: '"so' if row.n == 12 else "fine"),))
    rows = world(f"{g}/titles")
    ids = sorted({row.item for row in rows})
    texts = dict(zip(ids, titles(g + " catalogue", len(ids))))
    texts[ids[1]] = '"Weird Al" Hour'
    texts[ids[4]] = '"Heroes'
    texts[ids[7]] = '7" Sessions'
    c.case(g, "titles_file", "The titles stand in a tab file with quotes that belong to the text.",
           {"interactions.tsv": table(rows, [("user_id", "user"), ("item_id", "item"), ("timestamp", "time")], "\t"),
            "items.tsv": "item_id\ttitle\n" + "".join(f"{i}\t{t}\n" for i, t in texts.items())},
           truth(rows, titles=texts))
    rows = world(f"{g}/entities", items=code_ids(g + "N", 16, "N", 4))
    c.case(g, "json_in_a_column", "A column holds JSON with quotes and commas.",
           {"events.tsv": table(rows, [("user_id", "user"), ("item_id", "item"),
                                       ("entities", lambda row: json.dumps([{"Label": "Q", "Type": "J"}] * (row.n % 3))),
                                       ("timestamp", "time")], "\t", quote="none")}, truth(rows))
    rows = world(f"{g}/quoted", items=names("k"))
    c.case(g, "all_text_is_quoted", "Every field is quoted, the header too: here the quotes are not part of the text.",
           {"export.tsv": table(rows, [("user_id", "user"), ("item_id", "item"), ("timestamp", "time")], "\t", quote="all")},
           truth(rows))
    rows = world(f"{g}/tabs", items=names("l"))
    r = rng(g + "l")
    c.case(g, "quoted_fields_hold_tabs", "A spreadsheet's tab file: comments with tabs and line breaks are quoted.",
           {"export.tsv": table(rows, [("user_id", "user"), ("item_id", "item"),
                                       ("comment", lambda row: sentence(r) + ("\tand\n" + sentence(r) if row.n % 3 == 0
                                                                              else "")),
                                       ("timestamp", "time")], "\t")}, truth(rows))
