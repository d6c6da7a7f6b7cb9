# SPDX-License-Identifier: GPL-3.0-or-later
"""Missing values, encodings and line ends, titles files, archives and compression, and cases that differ only in the
import's messages."""
import bz2
import gzip
import io
import json
import lzma
import pickle
import sqlite3
import struct
import tarfile
import zipfile

from .tools import (Row, at, code_ids, int_ids, lines_of, numbered, PEOPLE, rng, table, titles, truth, utc, without,
                    world)

USUAL = [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), ("timestamp", "time")]


def blanked(rows, member, numbers, word):
    """USUAL, but in the rows `numbers`, `word` replaces `member`. If `word` is a list, its words take turns."""
    words = word if isinstance(word, (list, tuple)) else [word]
    replacements = {n: words[k % len(words)] for k, n in enumerate(numbers)}
    return [(name, (lambda row: replacements.get(row.n, getattr(row, member))) if cell == member else cell)
            for name, cell in USUAL]


def missing_values(c):
    g = "06_missing_values"
    for name, word in (("na", "NA"), ("nan", "NaN"), ("null", "null"), ("none", "None"), ("backslash_n", "\\N"),
                       ("empty", ""), ("dash", "-")):
        rows = world(f"{g}/user_{name}")
        holes = [3, 8, 15, 22, 30, 37, 38]
        c.case(g, f"user_is_{name}", f"Seven rows have the user {word!r}: dropped under a separate reason.",
               {"ratings.csv": table(rows, blanked(rows, "user", holes, word))},
               truth(without(rows, *holes), ratings=True, dropped={"user": 7}))
        rows = world(f"{g}/item_{name}", users=PEOPLE[:12], items=titles(g + name, 16))
        holes = [2, 9, 21, 28]
        c.case(g, f"item_is_{name}", f"Four rows have the item {word!r} in a file whose item ids are titles.",
               {"ratings.tsv": table(rows, blanked(rows, "item", holes, word), "\t")},
               truth(without(rows, *holes), ratings=True, dropped={"item": 4}))
    mixture = ["NA", "NaN", "null", "None", "\\N", "", "-", "nan", "NULL"]
    rows = world(g + "/ratings")
    holes = list(range(1, 37, 4))
    known = [Row(row.user, row.item, row.time, None if row.n in holes else row.rating, row.n) for row in rows]
    c.case(g, "ratings_missing_in_all_ways", "Nine ratings are missing, each spelled differently: the rows stay.",
           {"ratings.csv": table(rows, blanked(rows, "rating", holes, mixture))},
           truth(known, ratings=True, dropped_rows=0))
    rows = world(g + "/times")
    c.case(g, "times_missing_in_all_ways", "Nine times are missing, each spelled differently: all under one reason.",
           {"ratings.csv": table(rows, blanked(rows, "time", holes, mixture))},
           truth(without(rows, *holes), ratings=True, dropped={"time": 9}, dropped_reasons=1))
    rows = world(g + "/anonymous")
    r = rng(g + "anonymous")
    items = sorted({row.item for row in rows})
    more = rows + [Row("anonymous", r.choice(items), at(2016, 1, 1) + 86400 * n, 4) for n in range(24)]
    r.shuffle(more)
    more = numbered(more)
    c.case(g, "one_user_with_a_third_of_the_rows", "anonymous has a third of all rows: the report names it.",
           {"ratings.csv": table(more, USUAL)}, truth(more, ratings=True, warnings=["anonymous"]))
    more = rows + [Row(user, "bag-fee", at(2014, 2, 1) + 86400 * n, 4) for n, user in
                   enumerate(sorted({row.user for row in rows}) * 2)]
    r.shuffle(more)
    more = numbered(more)
    c.case(g, "one_item_with_a_third_of_the_rows", "bag-fee is in a third of all rows: the report names it.",
           {"ratings.csv": table(more, USUAL)}, truth(more, ratings=True, warnings=["bag-fee"]))
    rows = world(g + "/both")
    users, items = [1, 11, 21], [5, 15]
    columns = [(n, f) for n, f in USUAL]
    columns[0] = ("user_id", lambda row: "NULL" if row.n in users else row.user)
    columns[1] = ("item_id", lambda row: "nan" if row.n in items else row.item)
    c.case(g, "users_and_items_missing", "Three users and two items are missing: two reasons.",
           {"ratings.csv": table(rows, columns)},
           truth(without(rows, *users, *items), ratings=True, dropped={"user": 3, "item": 2}))
    rows = world(g + "/json")
    holes = [4, 19, 33]
    c.case(g, "null_in_json", "JSON lines with null as user, and without a rating.",
           {"events.jsonl": "".join(json.dumps({"user_id": None if row.n in holes else row.user, "item_id": row.item,
                                                "rating": None if row.n % 5 == 0 else row.rating,
                                                "timestamp": row.time}) + "\n" for row in rows)},
           truth([Row(row.user, row.item, row.time, None if row.n % 5 == 0 else row.rating)
                  for row in without(rows, *holes)], ratings=True, dropped={"user": 3}))


def ends_and_encodings(c):
    g = "10_ends_and_encodings"

    def plain(name, about, change=lambda t: t, columns=USUAL, sep=",", end="\n", quote="minimal", file="ratings.csv",
              options=None, facts=None, ratings=True, header=True, **kind):
        rows = world(f"{g}/{name}", **kind)
        c.case(g, name, about, {file: change(table(rows, columns, sep, end=end, quote=quote, header=header))},
               truth(rows, ratings=ratings, **(facts or {})), options=options)

    def objects(name, about, write, file="reviews.json", **kind):
        rows = world(f"{g}/{name}", **kind)
        records = [{"user_id": row.user, "item_id": row.item, "rating": row.rating, "timestamp": row.time,
                    "text": 'He said "[1, {2}]"\n and left.'} for row in rows]
        c.case(g, name, about, {file: write(records)}, truth(rows, ratings=True))

    objects("array_in_one_line", "One JSON array on a single line.", json.dumps)
    objects("array_indented", "One JSON array, every key on a separate line.", lambda o: json.dumps(o, indent=2))
    objects("array_object_a_line", "A JSON array with one object per line, commas at the line ends.",
            lambda o: "[\n" + ",\n".join(map(json.dumps, o)) + "\n]\n")
    objects("array_with_mark_crlf", "The same after a byte order mark, with Windows line ends.",
            lambda o: b"\xef\xbb\xbf" + ("[" + ",\r\n".join(map(json.dumps, o)) + "]\r\n").encode())
    objects("array_utf16", "An indented array in UTF-16.",
            lambda o: b"\xff\xfe" + json.dumps(o, indent=1, ensure_ascii=False).encode("utf-16-le"),
            users=[p + "ë" for p in PEOPLE[:12]])
    objects("array_of_python", "What Python prints of a list of dicts.", lambda o: repr(o) + "\n", file="reviews.txt")
    plain("cr_only", "Lines end as on an old Macintosh.", end="\r")
    plain("cr_only_tabs_without_header", "The same with tabs and no header.", end="\r", sep="\t", file="u.data",
          header=False)
    plain("cr_only_quoted", "The same with everything quoted.", end="\r", quote="all", sep=";")
    plain("utf16_little_with_mark", "UTF-16, little end first, with a byte order mark.",
          lambda t: b"\xff\xfe" + t.encode("utf-16-le"), users=[p + "ë" for p in PEOPLE[:12]])
    plain("utf16_big_with_mark", "UTF-16, big end first, with a byte order mark.",
          lambda t: b"\xfe\xff" + t.encode("utf-16-be"), users=[p + "ł" for p in PEOPLE[:12]])
    plain("utf16_little_crlf_tabs", "What a spreadsheet saves as Unicode text.",
          lambda t: b"\xff\xfe" + t.encode("utf-16-le"), sep="\t", end="\r\n", file="ratings.txt")
    plain("utf16_little_without_mark", "UTF-16 without a mark: every second byte is zero.",
          lambda t: t.encode("utf-16-le"))
    plain("utf8_mark_and_crlf", "UTF-8 with a byte order mark and Windows line ends.",
          lambda t: b"\xef\xbb\xbf" + t.encode(), end="\r\n", users=[p + "é" for p in PEOPLE[:12]])
    plain("sep_line", "A spreadsheet's sep=; stands in front of the header.", lambda t: "sep=;\n" + t, sep=";")
    plain("preamble_of_a_playlist", "The list itself is described above a blank line, as Google Takeout does.",
          lambda t: "Playlist,Channel,Created,Updated,Name,About,Privacy\nL1,U2,2014-06-24,2021-12-03,Liked,,Private\n\n" + t)
    plain("sep_line_comma_crlf", "sep=, with Windows line ends.", lambda t: "sep=,\r\n" + t, end="\r\n")
    plain("comment_lines", "Three lines with # stand in front of the header.",
          lambda t: "# exported 2018-01-05\n# ratings, all of them\n#\n" + t)
    plain("comment_lines_tabs_without_header", "A comment names the columns, as network collections have it.",
          lambda t: "# user item rating time\n" + t, sep="\t",
          header=False, file="out.tsv")
    plain("comment_names_the_columns", "The header itself begins with #.", lambda t: "#" + t, sep="\t", file="data.tsv")
    plain("decimal_commas", "Ratings as 3,5 between semicolons.", sep=";", scale=(2.5, 3, 3.5, 4, 4.5),
          columns=USUAL[:2] + [("rating", lambda row: f"{row.rating:.1f}".replace(".", ",")), USUAL[3]])
    plain("decimal_commas_quoted", "Ratings as \"3,5\" between commas.", scale=(2.5, 3, 3.5, 4, 4.5),
          columns=USUAL[:2] + [("rating", lambda row: f"{row.rating:.1f}".replace(".", ",")), USUAL[3]])
    words = {1: "awful", 2: "poor", 3: "fair", 4: "good", 5: "excellent"}
    plain("ratings_as_words", "Ratings are words: rows kept without a rating, with a note.", ratings=False,
          columns=USUAL[:2] + [("rating", lambda row: words[row.rating]), USUAL[3]], facts={"warnings": ["rating"],
                                                                                          "dropped_rows": 0})
    plain("ratings_in_percent", "Ratings as 80 %: rows kept without a rating, with a note.", ratings=False,
          columns=USUAL[:2] + [("rating", lambda row: f"{row.rating * 20} %"), USUAL[3]],
          facts={"warnings": ["rating"], "dropped_rows": 0})
    rows = world(g + "/some_words")
    partly_rated = [Row(x.user, x.item, x.time, None if x.n % 5 == 2 else x.rating, x.n) for x in rows]
    c.case(g, "some_ratings_are_words", "A fifth of the ratings are words: rows kept without a rating, or damaged.",
           {"ratings.csv": table(rows, USUAL[:2] + [("rating", lambda x: "unseen" if x.n % 5 == 2 else x.rating), USUAL[3]])},
           truth(partly_rated, ratings=True, dropped_rows=0, warnings=["rating"],
                 **{"or": [truth([x for x in rows if x.n % 5 != 2], ratings=True)]}))
    for name, rating in (("book_rating", "Book-Rating"), ("user_score", "user_score"), ("star_rating", "star_rating")):
        plain(f"{name}_is_a_rating", f"{rating} is a rating.", columns=USUAL[:2] + [(rating, "rating"), USUAL[3]], sep=";")
    plain("mixed_line_ends", "Every third line ends in CR LF.",
          lambda t: "".join(l + ("\r\n" if n % 3 == 0 else "\n") for n, l in enumerate(t.splitlines())))
    plain("separator_at_the_end", "Every line ends in an extra separator.",
          lambda t: "".join(l + ";\n" for l in t.splitlines()), sep=";")
    plain("utf8_ids_without_mark", "Cyrillic and Japanese names of users.",
          users=["Анна", "Борис", "Вера", "Глеб", "花子", "太郎", "次郎", "Žofie", "Łukasz", "Ølgard", "José", "Zoë"])
    rows = world(g + "/cp1252_titles")
    ids = sorted({row.item for row in rows})
    names = dict(zip(ids, titles(g + " cp", len(ids))))
    names[ids[0]] = "The Widow’s Café"
    names[ids[2]] = "“Quartz” – a Memoir"
    names[ids[5]] = "Five €uros…"
    names[ids[6]] = "Œuvre Žero"
    c.case(g, "cp1252_titles", "A titles file as Windows writes it: curly quotes must not become control characters.",
           {"ratings.csv": table(rows, USUAL),
            "items.csv": table([Row("", i, 0, 0) for i in ids], [("item_id", "item"), ("title", lambda row: names[row.item])]
                               ).encode("cp1252")},
           truth(rows, ratings=True, titles=names))
    plain("cp1252_items", "Items are titles as Windows writes them.", lambda t: t.encode("cp1252"),
          items=["Widow’s Café", "“Quartz”", "Dawn – Part 2", "€ and ¢"] + titles(g + " cpi", 12))
    plain("latin1_users", "Names in ISO-8859-1.", lambda t: t.encode("latin-1"),
          users=["José", "Zoë", "Jürgen", "Søren"] + PEOPLE[:8])


def zstd_of(content):
    """A zstd frame that contains `content` as one uncompressed block."""
    assert 256 <= len(content) < 65536
    return (b"\x28\xb5\x2f\xfd" + b"\x60" + struct.pack("<H", len(content) - 256)
            + struct.pack("<I", 1 | len(content) << 3)[:3] + content)


def zip_of(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, (2018, 1, 5, 12, 0, 0))
            archive.writestr(info, content)
    return out.getvalue()


def tar_of(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            info.mtime = 1515153600
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def gzip_of(content):
    return gzip.compress(content, mtime=0)


def workbook(content):
    return workbook_of({"Ratings": content})


def workbook_of(sheets):
    """The smallest workbook that a spreadsheet program opens: name of a sheet to its CSV text, without quotes."""
    def cell(column, number, value):
        if value.isdigit():
            return f'<c r="{column}{number}"><v>{value}</v></c>'
        return f'<c r="{column}{number}" t="inlineStr"><is><t>{value}</t></is></c>'

    def rows(content):
        lines = [line.split(",") for line in content.decode().splitlines()]
        return "".join(f'<row r="{n}">' + "".join(cell("ABCDEFGH"[k], n, v) for k, v in enumerate(line)) + "</row>"
                       for n, line in enumerate(lines, 1))
    ns = "http://schemas.openxmlformats.org/"
    related = f"{ns}officeDocument/2006/relationships"
    return zip_of({
        "[Content_Types].xml": f'<?xml version="1.0"?><Types xmlns="{ns}package/2006/content-types"><Default '
        'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default '
        'Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<?xml version="1.0"?><Relationships xmlns="{ns}package/2006/relationships"/>',
        "xl/workbook.xml": f'<?xml version="1.0"?><workbook xmlns="{ns}spreadsheetml/2006/main" xmlns:r="{related}"><sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate(sheets, 1))
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<?xml version="1.0"?><Relationships xmlns="{ns}package/2006/relationships">'
        + "".join(f'<Relationship Id="rId{n}" Type="{related}/worksheet" Target="worksheets/sheet{n}.xml"/>'
                  for n in range(1, len(sheets) + 1)) + "</Relationships>",
        **{f"xl/worksheets/sheet{n}.xml": f'<?xml version="1.0"?><worksheet xmlns="{ns}spreadsheetml/2006/main"><sheetData>'
           f"{rows(content)}</sheetData></worksheet>" for n, content in enumerate(sheets.values(), 1)}})


def database(content):
    return database_of({"ratings": content})


def database_of(tables):
    """An SQLite database: name of a table to its CSV text, without quotes."""
    with sqlite3.connect(":memory:") as connection:
        for name, content in tables.items():
            lines = [line.split(",") for line in content.decode().splitlines()]
            connection.execute(f"CREATE TABLE {name} ({', '.join(lines[0])})")
            connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(lines[0]))})", lines[1:])
        connection.commit()
        return connection.serialize()


def companions_and_packing(c):
    g = "11_companions_and_packing"
    movielens = [("userId", "user"), ("movieId", "item"), ("rating", "rating"), ("timestamp", "time")]

    def beside(name, about, other, file="movies.csv", setup=None, warnings=("title",)):
        rows = world(f"{g}/{name}")
        files = {"ratings.csv": table(rows, movielens)}
        if other is not None:
            files[file] = other
        c.case(g, name, about, files, truth(rows, ratings=True, titles={row.item: row.item for row in rows},
                                            warnings=list(warnings)), setup=setup)

    r = rng(g)
    noise = bytes(r.randrange(256) for _ in range(3000))
    beside("titles_are_noise", "movies.csv holds random bytes: imported without titles, with a warning.", noise,
           warnings=["movies.csv"])
    beside("titles_are_empty", "movies.csv is empty.", b"", warnings=["movies.csv"])
    beside("titles_are_a_web_page", "movies.csv is the page of a failed download.",
           "<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<body><h1>Not Found</h1>\n"
           "<p>The requested URL was not found on this server.</p></body></html>\n", warnings=["movies.csv"])
    beside("titles_are_prose", "movies.csv is a note, not a table.", "see the other folder\n", warnings=["movies.csv"])
    beside("titles_are_cut_gzip", "movies.csv.gz is cut off in the middle.",
           gzip_of(b"movieId,title,genres\n" + noise.hex().encode())[:700], file="movies.csv.gz",
           warnings=["movies.csv"])
    beside("titles_loop", "movies.csv is a link to itself.", None, setup={"links": {"movies.csv": "movies.csv"}},
           warnings=())

    def packed(name, about, file, pack, more=None, columns=movielens, inner=None, options=None):
        rows = world(f"{g}/{name}")
        c.case(g, name, about, {file: pack(table(rows, columns).encode()), **(more or {})},
               truth(rows, ratings=True), options=options)

    packed("bzip2", "ratings.csv.bz2", "ratings.csv.bz2", bz2.compress)
    packed("xz", "ratings.csv.xz", "ratings.csv.xz", lambda b: lzma.compress(b, lzma.FORMAT_XZ))
    packed("zstandard", "ratings.csv.zst", "ratings.csv.zst", zstd_of)
    packed("tar_bzip2", "A tar.bz2 with one folder.", "set.tar.bz2",
           lambda b: bz2.compress(tar_of({"set/ratings.csv": b, "set/README.txt": b"Ratings of films.\n"})))
    packed("tar_xz", "A tar.xz.", "set.tar.xz", lambda b: lzma.compress(tar_of({"ratings.csv": b})))
    packed("tar_gzip", "A tgz.", "set.tgz", lambda b: gzip_of(tar_of({"set/ratings.csv": b})))
    packed("tar_plain", "A tar.", "set.tar", lambda b: tar_of({"set/ratings.csv": b}))
    packed("gzip_named_csv", "A gzip file whose name ends in .csv.", "ratings.csv", gzip_of)
    packed("text_named_gz", "Plain text whose name ends in .gz.", "ratings.csv.gz", lambda b: b)
    packed("zip_from_a_macintosh", "A zip with __MACOSX beside the ratings.", "set.zip",
           lambda b: zip_of({"set/ratings.csv": b, "__MACOSX/set/._ratings.csv": b"\0\x05\x16\x07\0\x02\0\0Mac OS X" + b"\0" * 80,
                             "set/.DS_Store": b"\0\0\0\1Bud1" + b"\0" * 60}))
    packed("bzip2_beside_titles", "Packed ratings beside a plain movies.csv.", "ratings.csv.bz2", bz2.compress)

    packed("workbook", "An Excel workbook.", "ratings.xlsx", workbook)
    packed("database", "An SQLite database.", "ratings.db", database)

    def refused(name, about, file, content, words, more=None):
        c.case(g, name, about, {file: content, **(more or {})}, {"refused": words})

    rows = world(g + "/refused")
    text = table(rows, movielens).encode()
    advice = "csv|save|export|convert"
    refused("old_spreadsheet", "An xls file.", "ratings.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000,
            ["xls|Excel|spreadsheet|Office", advice])
    refused("parquet", "A Parquet file.", "ratings.parquet", b"PAR1\x15\x04\x15\x10" + noise + b"PAR1", ["Parquet|parquet",
                                                                                                     advice + "|copy it again"])
    refused("pickle", "A pickled list.", "ratings.pkl", pickle.dumps([(x.user, x.item, x.time) for x in rows], protocol=4),
            ["pickle|Pickle|Python", advice])
    refused("damaged_database", "The header of an SQLite database, and nothing behind it.", "ratings.db",
            b"SQLite format 3\0" + b"\x10\0\1\1\0\x40\x20\x20" + b"\0" * 2000, ["database", "damaged"])
    refused("hdf5", "An HDF5 file.", "ratings.h5", b"\x89HDF\r\n\x1a\n" + noise, ["HDF5|HDF", advice])
    refused("numpy", "A numpy archive.", "ratings.npz", zip_of({"users.npy": b"\x93NUMPY\x01\0v\0{'descr': '<i8'}" + noise}),
            ["numpy|NumPy|npz|npy", advice])
    refused("rar", "A RAR signature, invalid contents.", "set.rar", b"Rar!\x1a\x07\x01\0" + noise, ["rar|RAR|Rar"])
    refused("web_page", "A saved error page.", "ratings.csv",
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>Sign in</title></head>\n<body>\n<p>Please sign in, then "
            "download.</p>\n</body>\n</html>\n", ["HTML|web page|Web page"])
    refused("large_file_pointer", "The pointer that is left when large files were not downloaded.", "ratings.csv",
            "version https://git-lfs.github.com/spec/v1\noid sha256:"
            "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 678260987\n",
            ["LFS|pointer|not downloaded|large file"])
    refused("empty_gzip", "A valid gzip file of nothing is empty, not damaged.", "ratings.csv.gz", gzip_of(b""), ["empty"])
    refused("cut_gzip", "A gzip file that ends in the middle is damaged.", "ratings.csv.gz", gzip_of(text)[:-200],
            ["damaged|cut|incomplete|truncated|ends"])
    refused("cut_bzip2", "A bzip2 file that ends in the middle.", "ratings.csv.bz2", bz2.compress(text)[:-150],
            ["damaged|cut|incomplete|truncated|ends"])


def sentences(c):
    g = "13_sentences"
    usual = [("", "user"), ("", "item"), ("", "rating"), ("", "time")]
    for name, sep, file in (("short_first_line_comma", ",", "ratings.csv"), ("short_first_line_tab", "\t", "u.data"),
                            ("short_first_line_double_colon", "::", "ratings.dat")):
        rows = world(f"{g}/{name}")
        text = table(rows, usual, sep, header=False)
        first = text.split("\n", 1)[0].split(sep)[:2]
        c.case(g, name, "The first line has only two of four fields: one damaged row, all others complete.",
               {file: sep.join(first) + "\n" + text.split("\n", 1)[1]}, truth(rows[1:], ratings=True, dropped_rows=1))
    rows = world(g + "/short_second", users=PEOPLE[:12], items=titles(g, 16))
    text = table(rows, USUAL)
    lines = text.split("\n")
    lines[1] = ",".join(lines[1].split(",")[:2])
    c.case(g, "short_line_below_the_header", "The first line below the header is cut after the item.",
           {"ratings.csv": "\n".join(lines)}, truth(rows[1:], ratings=True, dropped_rows=1))
    setup_rows = world(g + "/loop")
    text = table(setup_rows, USUAL)
    c.case(g, "file_is_a_link_to_itself", "A link to itself is refused with a message.", {}, {"refused": ["loop|link"]},
           path="ratings.csv", setup={"links": {"ratings.csv": "ratings.csv"}})
    c.case(g, "two_links_in_a_circle", "Two links that point to each other.", {}, {"refused": ["loop|link"]},
           path="a.csv", setup={"links": {"a.csv": "b.csv", "b.csv": "a.csv"}})
    c.case(g, "folder_is_a_link_to_itself", "A path through a link to itself.", {}, {"refused": ["loop|link"]},
           path="data/ratings.csv", setup={"links": {"data": "data"}})
    c.case(g, "link_to_nothing", "A link whose target is gone.", {}, {"refused": ["not exist|no file|link|not found|missing|"
                                                                                 "No such|nothing|is not there|no such"]},
           path="ratings.csv", setup={"links": {"ratings.csv": "gone.csv"}})
    c.case(g, "folder_with_a_circle_inside", "A folder with ratings and a link to itself inside: the ratings are read.",
           {"set/ratings.csv": text}, truth(setup_rows, ratings=True), path="set",
           setup={"links": {"set/again": "again", "set/loop.csv": "loop.csv"}})
    c.case(g, "folder_that_may_not_be_entered", "A folder without permissions.", {"set/ratings.csv": text},
           {"refused": ["permission|Permission|may not|cannot be read|not allowed"]}, path="set",
           setup={"closed": ["set"]})
    c.case(g, "file_in_a_folder_that_may_not_be_entered", "A file in a folder without permissions.",
           {"set/ratings.csv": text}, {"refused": ["permission|Permission|may not|cannot be read|not allowed|cannot be "
                                                   "opened"]}, path="set/ratings.csv", setup={"closed": ["set"]})
    c.case(g, "closed_folder_beside_the_ratings", "A folder with ratings and a folder without permissions.",
           {"set/ratings.csv": text, "set/private/x.csv": text}, truth(setup_rows, ratings=True), path="set",
           setup={"closed": ["set/private"]})
    c.case(g, "nothing_there", "A path that does not exist.", {}, {"refused": ["not exist|no file|not found|No such|"
                                                                              "is not there|no such"]}, path="ratings.csv")
    c.case(g, "empty_folder", "A folder with nothing in it.", {}, {"refused": ["no file|empty|holds no|nothing"]},
           path="set", setup={"folders": ["set"]})
    c.case(g, "empty_file", "An empty file.", {"ratings.csv": b""}, {"refused": ["empty"]})
    c.case(g, "only_a_header", "A header and nothing below it.", {"ratings.csv": "userId,movieId,rating,timestamp\n"},
           {"refused": ["no row|no interaction|No interaction|empty|only a header|no data|nothing"]})
    rows = world(g + "/one_user", users=["7"], per=(12, 12))
    c.case(g, "one_user", "One user: the report says 1 user.", {"ratings.csv": table(rows, USUAL)},
           truth(rows, ratings=True, warnings=["1 user"], unsaid=["1 users"]))
    rows = world(g + "/one_item", users=PEOPLE[:6])
    rows = numbered([Row(row.user, "solo", row.time, row.rating) for row in rows])
    c.case(g, "one_item", "One item, again and again: the report says 1 item.", {"listens.csv": table(rows, USUAL)},
           truth(rows, ratings=True, warnings=["1 item"], unsaid=["1 items"]))
    rows = world(g + "/one_bad_id", users=PEOPLE[:11] + ["zoë"])
    text = table(rows, USUAL).encode()
    rows = [Row(row.user, row.item, row.time, row.rating) for row in rows]
    broken = text.replace("zoë".encode(), b"zo\xeb") + "ünal,1,5,1500000000\nünal,2,5,1500000100\n".encode()
    more = rows + [Row("ünal", "1", 1500000000, 5), Row("ünal", "2", 1500000100, 5)]
    c.case(g, "one_damaged_id_in_many_rows", "One id with a byte that is invalid UTF-8, in several rows: it is one id.",
           {"ratings.csv": broken}, truth(more, ratings=True, warnings=["1 id |one id "]), options={"encoding": "UTF-8"})
    lines, histories = [], {}
    r = rng(g + "lines")
    for user in int_ids(g + "lu", 14, 1, 400):
        items = [str(r.randint(1, 60)) for _ in range(r.randint(3, 9))]
        histories[user] = items
        lines.append(" ".join([user] + items))
    lines[5:5] = ["401", "402 "]
    c.case(g, "users_without_items", "Two users of sequence lines have no items: the report says so.",
           {"toys.txt": "\n".join(lines) + "\n"},
           {"users": 14, "interactions": sum(map(len, histories.values())), "histories": histories, "times": False,
            "warnings": ["without item|no item|without an item|has no|have no"]})
    rows = world(g + "/two_files")
    text = table(rows, USUAL)
    c.case(g, "folder_with_two_candidates", "Two files with interactions in one folder: the message names both.",
           {"set/clicks.csv": text, "set/orders.csv": text}, {"refused": ["clicks.csv", "orders.csv"]}, path="set")
