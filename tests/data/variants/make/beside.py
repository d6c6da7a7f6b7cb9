# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of items or users in the same folder as the interactions, under any file name."""
import json

from .bytes import database_of, workbook_of, zip_of
from .tools import PEOPLE, Row, code_ids, hex_ids, lines_of, numbered, quoted, rng, table, titles, truth, utc, world

GROUP = "11_companions_and_packing"
SMALL = [str(n) for n in range(1, 17)]  # item ids that match the ids of any other table
WHEN = ("timestamp", lambda row: utc(row.time).strftime("%Y-%m-%d %H:%M:%S"))


def described(ids, names, *more, sep=","):
    """A table about items or users: the header `names`, then a line for each id with its title, a random number from
    each range of `more`, and a word for each further column."""
    r = rng(f"{GROUP} {names}")
    words = titles(f"{GROUP} {names} words", 5)
    lines = [sep.join(names)]
    for thing, title in ids.items():
        lines.append(sep.join([thing, quoted(title, sep, "minimal"),
                               *(str(r.randint(low, high)) for low, high in more),
                               *(r.choice(words) for _ in names[2 + len(more):])]))
    return lines_of(*lines)


def named(name, ids):
    return dict(zip(ids, titles(f"{GROUP}/{name}", len(ids))))


def tables(c):
    def case(name, about, file, columns, others, known=None, items=SMALL, users=None, sep=",", pack=None, path=None,
             times=True, ratings=None, **facts):
        """`others`: the files beside the interactions. `known`: item id to title, or nothing if items have no titles."""
        rows = world(f"{GROUP}/{name}", items=items, users=users)
        text = table(rows, columns, sep)
        files = pack(text.encode(), others) if pack else {file: text, **others}
        used = {row.item: (known or {}).get(row.item, row.item) for row in rows}
        c.case(GROUP, name, about, files, truth(rows, times=times, ratings=ratings, titles=used, **facts), path=path or
               (None if pack else file))

    def ids(count):
        return [str(n) for n in range(1, count + 1)]

    usual = [("user_id", "user"), ("course_id", "item"), ("rating", "rating"), WHEN]
    courses, films = named("courses", ids(24)), named("films", ids(60))
    film_table = described(films, ["movie_id", "title", "year", "genres"], (1980, 2020))
    case("courses_beside_movies", "Small numbers match the films, too, but the column is called course_id.", "enrollments.csv",
         usual, {"courses.csv": described(courses, ["course_id", "title", "instructor"]), "movies.csv": film_table}, courses,
         ratings=True, warnings=["courses.csv"], unsaid=["movies.csv"])
    case("only_movies_beside_courses", "The ids of the films match the courses by chance: they are no titles of courses.",
         "enrollments.csv", usual, {"movies.csv": film_table}, ratings=True,
         warnings=["movies.csv", "movie_id", "course_id", "--items"], unsaid=["warning", "titles in"])
    case("courses_only_beside_their_parts", "The modules and questions of the courses name the course in many rows.",
         "activity.csv", usual, {"course_modules.csv": lines_of("module_id,course_id,module_title", *(
             f"M{n},{n % 16 + 1},{title}" for n, title in enumerate(titles(GROUP + " modules", 48))))}, ratings=True,
         unsaid=["course_modules"])

    artists = named("artists", ids(30))
    case("artists_with_id_and_name", "The key is called id, and the file is named after the items.", "follows.csv",
         [("userID", "user"), ("artistID", "item"), WHEN],
         {"artists.csv": described(artists, ["id", "name", "country"]), "tags.csv": described(films, ["tagID", "tagValue"])},
         artists, warnings=["artists.csv"])
    songs = named("musicas", ids(20))
    people = dict(zip(ids(30), titles(GROUP + " nomes", 30)))
    case("musicas_e_usuarios", "Portuguese: musicas.csv and usuarios.csv, both with the key id.", "interacoes.csv",
         [("usuario_id", "user"), ("musica_id", "item"), ("nota", "rating")],
         {"musicas.csv": described(songs, ["id", "titulo", "ano", "genero"], (1980, 2020)),
          "usuarios.csv": described(people, ["id", "nome", "idade", "cidade"], (18, 70))}, songs, users=ids(12),
         times=False, ratings=True, warnings=["musicas.csv", "usuarios.csv", "idade", "cidade"])
    videos = named("videos", ids(40))
    case("id_before_the_noun", "id_video in both files; a table of categories beside.", "visualizacoes.csv",
         [("id_visualizacao", lambda row: row.n + 1), ("id_usuario", "user"), ("id_video", "item"), ("data_hora", WHEN[1])],
         {"generos.csv": described(named("generos", ids(20)), ["id_genero", "nome"]),
          "videos.csv": described(videos, ["id_video", "titulo", "duracao"], (1, 40))}, videos, warnings=["videos.csv"])
    questions = {n: f"Would you rather have {title.lower()} than nothing at all in the community?"
                 for n, title in named("questions", ids(30)).items()}
    case("titles_of_another_name", "The texts of the questions are called proposal.", "answers.csv",
         [("student_id", "user"), ("question_id", "item"), WHEN],
         {"questions.csv": described(questions, ["question_id", "proposal"])}, questions, warnings=["questions.csv"])
    links = [f"spotify:track:{h}" for h in hex_ids(GROUP + "links", 16, 22)]
    submitted = named("submissions", links)
    case("file_of_another_name", "Only the key has the name of the items' column.", "votes.csv",
         [("Track URI", "item"), ("Voter ID", "user"), ("Created", WHEN[1])],
         {"submissions.csv": described(submitted, ["Track URI", "Title", "Album"]), "rounds.csv": described(
             films, ["ID", "Name"]), "competitors.csv": described(people, ["ID", "Name"])}, submitted, items=links,
         users=hex_ids(GROUP + "voters", 12, 10), warnings=["submissions.csv"])
    games = named("games", [str(n) for n in sorted(rng(GROUP + " games").sample(range(200000, 900000), 60))])
    case("objects_with_other_names", "app_id and id name the same large numbers.", "user_games.tsv",
         [("user_steamid", "user"), ("appid", "item"), WHEN],
         {"full_games.json": json.dumps([{"id": n, "name": t, "tags": [1, 2]} for n, t in games.items()], indent=2)}, games,
         items=list(games)[:16], users=hex_ids(GROUP + "gamers", 12, 32), sep="\t", warnings=["full_games.json"])
    goods = named("goods", ids(50))
    rows = world(GROUP + "/objects", items=SMALL)
    c.case(GROUP, "objects_beside_objects", "products.json beside interactions.json, both an array.",
           {"interactions.json": json.dumps([{"user_id": int(row.user), "product_id": int(row.item), "rating": row.rating,
                                              "timestamp": row.time} for row in rows]),
            "products.json": json.dumps([{"product_id": int(n), "name": t, "price": 3.5 * int(n)} for n, t in goods.items()],
                                        indent=2)},
           truth(rows, ratings=True, titles={row.item: goods[row.item] for row in rows}, warnings=["products.json"]))
    codes = code_ids(GROUP + "goods", 40, "", 7)
    catalogue = named("catalogue", codes)
    case("catalogue_of_skus", "The file is called neither items nor after them; the key is.", "sales.csv",
         [("customer_id", "user"), ("sku", "item"), WHEN],
         {"catalogue.csv": described(catalogue, ["sku", "name", "department"]),
          "stock.csv": lines_of("sku,warehouse,pieces", *(f"{code},W{n % 3},{n}" for n, code in enumerate(codes)))},
         catalogue, items=codes[:16], warnings=["catalogue.csv"])

    tracks = [f"TRACK_{n:04}" for n in range(1, 17)]
    heard = named("tracks", tracks)
    rows = world(GROUP + "/wide", items=tracks, per=(4, 7))
    rows = numbered(sorted(rows, key=lambda row: (row.user, row.item)))
    value = {(row.user, row.item): row.rating for row in rows}
    wide = lines_of(",".join(["user_id", *tracks]), *(
        ",".join([user, *(str(value.get((user, track), "")) for track in tracks)])
        for user in dict.fromkeys(row.user for row in rows)))
    c.case(GROUP, "songs_beside_a_wide_table", "The header of the wide table holds the ids of songs.csv.",
           {"matrix.csv": wide, "songs.csv": described(heard, ["track_id", "track_name", "artist"]),
            "features.csv": described({t: str(n) for n, t in enumerate(tracks)}, ["track_id", "tempo"])},
           truth(rows, times=False, ratings=True, titles={row.item: heard[row.item] for row in rows}, warnings=["songs.csv"]))
    numbers = [str(n) for n in range(16)]
    rows = numbered(Row(row.user, str(int(row.item) - 1), row.time, row.rating) for row in world(GROUP + "/n", per=(4, 7),
                                                                                                 items=SMALL))
    rows = numbered(sorted(rows, key=lambda row: (row.user, int(row.item))))
    value = {(row.user, row.item): row.rating for row in rows}
    wide = lines_of(",".join(["user_id", *numbers]), *(
        ",".join([user, *(str(value.get((user, item), "")) for item in numbers)])
        for user in dict.fromkeys(row.user for row in rows)))
    c.case(GROUP, "positions_beside_movies", "The columns of the wide table are numbered; the ids of the films are others.",
           {"matrix.csv": wide, "movies.csv": film_table},
           truth(rows, times=False, ratings=True, titles={row.item: row.item for row in rows},
                 warnings=["movies.csv", "--items"], unsaid=["titles in"]))

    case("table_beside_a_table", "item_metadata in the same database has row numbers, too.", "shop.db",
         [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), ("timestamp", "time")],
         {"item_metadata": lines_of("id,item_id,item_name,category", *(
             f"{n},{int(n) + 3},{t},C{int(n) % 3}" for n, t in named("metadata", ids(24)).items())).encode()},
         {str(int(n) + 3): t for n, t in named("metadata", ids(24)).items()}, items=[str(n) for n in range(4, 20)],
         ratings=True, pack=lambda text, others: {"shop.db": database_of({"ratings": text, **others})},
         path="shop.db/ratings", warnings=["item_metadata"], unsaid=["items: id"])
    dishes = named("dishes", [f"F{n:03}" for n in range(30)])
    case("sheet_beside_a_sheet", "A sheet of dishes in the same workbook.", "food.xlsx",
         [("user_id", "user"), ("food_id", "item"), ("rating", "rating")],
         {"foods": described(dishes, ["food_id", "dish_name", "cuisine"]).encode()}, dishes, items=list(dishes)[:16],
         times=False, ratings=True, pack=lambda text, others: {"food.xlsx": workbook_of({"ratings": text, **others})},
         path="food.xlsx/ratings", warnings=["foods"])
    case("member_beside_a_member", "courses.csv in the same archive.", "set.zip", usual,
         {"set/courses.csv": described(courses, ["course_id", "title", "instructor"]).encode()}, courses, ratings=True,
         pack=lambda text, others: {"set.zip": zip_of({"set/enrollments.csv": text, **others})},
         path="set.zip/set/enrollments.csv", warnings=["courses.csv"])

    case("tracks_without_their_ids", "tracks.csv holds the ids of albums, the number of its row is the track.", "rates.csv",
         [("user_id", "user"), ("track_id", "item"), ("rate", "rating")],
         {"tracks.csv": described(named("albums", ids(80)), ["album_id", "name", "length_sec"], (90, 300))}, times=False,
         ratings=True, warnings=["tracks.csv", "album_id", "track_id", "--items"], unsaid=["warning", "titles in"])
    case("few_tracks_have_the_ids_of_albums", "The same, but most tracks have numbers above those of the albums.", "rates.csv",
         [("user_id", "user"), ("track_id", "item"), ("rate", "rating")],
         {"tracks.csv": described(named("albums", ids(6)), ["album_id", "name", "length_sec"], (90, 300))}, times=False,
         ratings=True, warnings=["tracks.csv", "no column of tracks.csv is called", "track_id", "--items"], unsaid=["warning", "titles in"])
    keys = hex_ids(GROUP + "licensed", 16, 32)
    firms = titles(GROUP + " firms", 4)
    case("no_titles_but_companies", "tracks.csv tells the licensor of each track, and no title.", "plays.csv",
         [("listener_id", "user"), ("track_id", "item"), WHEN],
         {"tracks.csv": lines_of("id,licensor", *(f"{key},{firms[n % 4]}" for n, key in enumerate(keys)))}, items=keys,
         warnings=["licensor"], unsaid=["titles in"])
    hashes = hex_ids(GROUP + "iid", 16, 32)
    case("lists_of_ids_alone", "items.csv and users.csv list the ids: no titles, and no warning.", "clicks.csv",
         [("uid", "user"), ("iid", "item"), ("timestamp", "time")],
         {"items.csv": lines_of("iid", *hashes), "users.csv": lines_of("uid", *PEOPLE)}, items=hashes, users=PEOPLE[:12],
         warnings=["items.csv has only one column", "users.csv has only one column"], unsaid=["warning", "no table"])
    case("items_and_users_with_ids", "id in items.csv and in users.csv: the file that is named after the items has the titles.",
         "ratings.csv", [("user_id", "user"), ("item_id", "item"), ("rating", "rating"), ("timestamp", "time")],
         {"items.csv": described(named("things", ids(20)), ["id", "name"]),
          "stores.csv": described(films, ["id", "name"]), "users.csv": described(people, ["id", "name", "city"])},
         named("things", ids(20)), users=ids(12), ratings=True, warnings=["items.csv", "users.csv", "12 of 12 users"])
    case("students_beside_accounts", "user.csv holds accounts; students.csv has the key student_id.", "records.csv",
         [("record_id", lambda row: row.n + 1), ("student_id", "user"), ("course_id", "item"), WHEN],
         {"user.csv": described(people, ["user_id", "email", "user_type"]), "courses.csv": described(
             courses, ["course_id", "course_name", "course_type"]),
          "students.csv": described(people, ["student_id", "student_name", "city", "status"])}, courses, users=ids(12),
         warnings=["students.csv", "12 of 12 users", "courses.csv"], unsaid=["user.csv"])
    case("only_accounts_beside_students", "The ids of accounts match the students by chance.", "records.csv",
         [("student_id", "user"), ("course_id", "item"), WHEN],
         {"users.csv": described(people, ["user_id", "email", "user_type"])}, users=ids(12),
         warnings=["users.csv", "user_id", "student_id", "--users"], unsaid=["attributes come from"])
    buyers = {f"U{int(n):06}": title for n, title in people.items()}
    case("buyers_are_users", "Ids of users with a letter, but they are called buyers in the sales.", "sales.csv",
         [("buyer_id", "user"), ("product_id", "item"), WHEN],
         {"users.csv": described(buyers, ["user_id", "username", "city"])}, items=[f"P{n:06}" for n in range(1, 17)],
         users=[f"U{int(n):06}" for n in ids(12)], warnings=["users.csv", "12 of 12 users"])
    case("index_beside_the_key", "pandas has written its index, and all other columns are texts.", "sales.csv",
         [("", lambda row: row.n), ("customer_id", "user"), ("product_id", "item"), WHEN],
         {"customer_details.csv": lines_of(",customer_id,name,city", *(
             f"{n},CU{100 + int(n)},{title},{'North' if int(n) % 2 else 'South'}" for n, title in people.items()))},
         items=[f"P{n:06}" for n in range(1, 17)], users=[f"CU{100 + int(n)}" for n in ids(12)],
         warnings=["customer_details.csv: name and city, for 12 of 12 users"])
    case("orders_described_beside", "The orders are the users, and orders.csv describes them.", "order_items.csv",
         [("row_id", lambda row: f"R{row.n:05}"), ("enrollment_id", "user"), ("course_id", "item")],
         {"customers.csv": described(named("c", [f"C{n:03}" for n in range(1, 60)]), ["customer_id", "name", "city"]),
          "enrollments.csv": described({f"ENR{n:04}": "C001" for n in range(1, 40)}, ["enrollment_id", "customer_id", "plan"]),
          "courses.csv": described(courses, ["course_id", "title"])}, courses,
         users=[f"ENR{n:04}" for n in range(1, 13)], times=False, warnings=["enrollments.csv", "courses.csv"])
