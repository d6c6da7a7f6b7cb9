# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in which the column names decide: names in other languages, unambiguous names, and names of amounts,
durations and groups, which are never the item or a person."""
from .events import Line, by, of, stamp, with_kinds
from .tools import PEOPLE, WORDS, Row, code_ids, hex_ids, int_ids, numbered, rng, table, titles, truth, world

DAY = stamp("%Y-%m-%d")
SECOND = stamp("%Y-%m-%d %H:%M:%S")


class Cases:
    def __init__(self, corpus, group):
        self.corpus, self.group = corpus, group

    def rows(self, name, **kind):
        return world(f"{self.group}/{name}", **kind)

    def few(self, name, items, users=10, rounds=5, step=1):
        """Few items, each in many rows."""
        return self.rows(name, users=int_ids(f"{self.group}/{name} u", users, 100, 900), items=items, per=(2, 3),
                         rounds=rounds, step=step)

    def any(self, name, values):
        """A random one of the values for each row, the same whenever the row is written."""
        r, drawn = rng(f"{self.group}/{name} any"), {}
        return lambda row: drawn.setdefault(row.n, r.choice(values))

    def by(self, name, values, key="item"):
        return by(f"{self.group}/{name}", key, values)

    def case(self, name, about, columns, rows, sep=",", file="export.csv", header=True, refused=None, offered=None,
             **facts):
        stated = truth(rows, **facts)
        if refused or offered:
            stated = {"refused": refused or []}
            if offered:
                stated["offered"] = offered
        self.corpus.case(self.group, name, about, {file: table(rows, columns, sep, header)}, stated)


def number(row):
    return 5000 + 3 * row.n


def names_of_other_languages(c):
    w = Cases(c, "12_id_names")
    w.case("portuguese_customers_and_few_products", "id_cliente and id_produto: five products are enough; quantidade "
           "is no rating and preco_unitario no item.",
           [("id_venda", number), ("id_cliente", "user"), ("id_produto", "item"), ("data", DAY),
            ("quantidade", w.any("pq", (1, 2, 3, 4, 5))), ("preco_unitario", w.by("pp", (45, 60, 99, 120))),
            ("canal", w.any("pc", ("Fisico", "Online")))], w.few("portuguese", ["P001", "P002", "P003", "P004", "P005"], step=86400),
           ratings=False)
    w.case("portuguese_word_for_product", "produto holds eight words.", [("cliente_id", "user"), ("produto", "item")],
           w.few("produto", ["arado", "grade", "trator", "pulverizador", "semeadora", "colheitadeira", "foice", "enxada"],
                 users=18), times=False, ratings=False)
    w.case("indonesian_customers_and_goods", "id_customer and id_barang; jumlah_barang and harga are amounts.",
           [("id_invoice", lambda row: f"INV{number(row)}"), ("tanggal", stamp("%d/%m/%Y")), ("id_customer", "user"),
            ("id_barang", "item"), ("jumlah_barang", w.any("ij", range(1, 40))), ("unit", w.any("iu", ("DUS", "BOX"))),
            ("harga", w.by("ih", range(4000, 60000, 900)))],
           w.few("indonesian", [f"BRG{n:04}" for n in range(1, 9)], users=16, step=86400), sep=";", ratings=False)
    w.case("german_amounts", "Kundennummer and Artikelnummer; Menge and Preis are amounts.",
           [("Kundennummer", "user"), ("Menge", w.any("gm", (1, 2, 3, 4, 5))), ("Preis", w.by("gp", range(3, 90, 4))),
            ("Artikelnummer", "item"), ("Datum", stamp("%d.%m.%Y %H:%M:%S"))], w.rows("german", step=1), sep=";",
           ratings=False)
    w.case("french_amounts", "id_client and id_article; quantité and prix are amounts.",
           [("id_client", "user"), ("quantité", w.any("fq", (1, 2, 3, 4, 5))), ("prix", w.by("fp", range(3, 90, 4))),
            ("id_article", "item"), ("date", SECOND)], w.rows("french_amounts"), sep=";", ratings=False)
    w.case("italian_amounts", "cliente and prodotto; quantità and prezzo are amounts.",
           [("quantità", w.any("iq", (1, 2, 3, 4, 5))), ("prezzo", w.by("ip", range(3, 90, 4))), ("cliente", "user"),
            ("prodotto", "item"), ("data", SECOND)], w.few("italian", ["pane", "latte", "uova", "burro", "miele"]),
           ratings=False)
    w.case("turkish_customers_and_products", "müşteri_id and ürün_id; adet and fiyat are amounts.",
           [("fiyat", w.by("tf", range(3, 90, 4))), ("adet", w.any("ta", (1, 2, 3, 4, 5))), ("ürün_id", "item"),
            ("müşteri_id", "user"), ("tarih", SECOND)], w.rows("turkish"), ratings=False)
    w.case("polish_customers_and_goods", "klient and towar; ilość and cena are amounts.",
           [("cena", w.by("lc", range(3, 90, 4))), ("ilość", w.any("li", (1, 2, 3, 4, 5))), ("towar", "item"),
            ("klient", "user"), ("data_zakupu", SECOND)],
           w.few("polish", ["chleb", "mleko", "ser", "masło", "jajka", "miód"]), sep=";", ratings=False)
    w.case("dutch_customers_and_articles", "klant_id and artikel; aantal and prijs are amounts.",
           [("prijs", w.by("dp", range(3, 90, 4))), ("aantal", w.any("da", (1, 2, 3, 4, 5))), ("artikel", "item"),
            ("klant_id", "user"), ("datum", SECOND)], w.few("dutch", ["brood", "kaas", "melk", "boter", "eieren"]),
           ratings=False)
    rows = w.rows("spanish_ages")
    w.case("spanish_age_of_the_customer", "edad is the age of the customer; the articulo is the item.",
           [("cliente_id", "user"), ("edad", w.by("se", range(18, 70), "user")), ("articulo_id", "item"),
            ("cantidad", w.any("sc", (1, 2, 3, 4, 5))), ("fecha", SECOND)], rows, ratings=False)
    w.case("age_is_never_the_item", "Customers, their age, their income and a category: the age is not the item, and "
           "the only text is suggested.",
           [("cliente_id", "user"), ("idade", w.by("oa", range(18, 70), "user")),
            ("renda_mensal", w.by("or", [f"{n}.33" for n in range(2000, 9000, 211)], "user")),
            ("data_compra", DAY), ("categoria", w.any("oc", ("Roupas", "Casa", "Alimentos")))],
           w.rows("only_an_age", per=(6, 9)), refused=["user=cliente_id,item=categoria,time=data_compra"])


def exact_names(c):
    w = Cases(c, "12_id_names")
    rows = w.rows("once", per=(5, 8))
    for row in rows:
        row.item = f"P{1000 + row.n}"
    w.case("product_sold_once_beside_a_place", "Second-hand goods are sold once: the product_id is the item, not the "
           "place of the meeting.",
           [("transaction_id", lambda row: f"T{number(row)}"), ("product_id", "item"), ("buyer_id", "user"),
            ("channel", w.any("oc", ["web", "app", "mail", "phone", "forum", "group", "board", "fair"])),
            ("location", w.any("ol", ["library", "gate", "canteen", "hall", "gym", "park", "shop", "tower"])),
            ("transaction_date", SECOND)], rows, ratings=False)
    rows = w.rows("sessions", users=[str(n) for n in range(1, 21)], per=(4, 6), items=int_ids("sess i", 40, 100, 900))
    groups = {}
    for row in rows:
        row.session = f"s{groups.setdefault((row.user, row.n // 30), len(groups)) + 1}"
    w.case("users_1_to_20_beside_sessions", "user_id from 1 to 20 is no rating, and the session is not the user.",
           [("user_id", "user"), ("product_id", "item"), ("timestamp", SECOND), ("session_id", "session")], rows,
           ratings=False)
    rows = w.rows("own_products", users=[str(n) for n in range(1, 21)], per=(4, 6))
    for row in rows:
        row.item = str(100 + 5 * int(row.user) + int(row.item) % 3)
    own = numbered(rows)
    for row in own:
        row.session = f"s{row.n // 4 + 1}"
    w.case("products_of_one_user_each", "Each product occurs with one user only: user_id is still the user.",
           [("user_id", "user"), ("product_id", "item"), ("timestamp", SECOND), ("session_id", "session")], own,
           ratings=False)
    w.case("user_of_one_value", "An export of one account: user_id holds one value and is still the user.",
           [("checkin_id", number), ("created_at", SECOND), ("user_id", "user"), ("brewery_id", w.any("ub", range(30, 42))),
            ("beer_id", "item"), ("venue_id", w.any("uv", range(70, 82)))],
           w.rows("one_account", users=["1279815"], per=(16, 16), items=int_ids("beers", 26, 1000, 9000), rounds=5),
           ratings=False, warnings=["only one value"])
    rows = w.rows("clicked", items=code_ids("clicked products", 20, "P", 4))
    words = ["toner", "cream", "serum", "mask", "soap", "balm", "oil", "mist", "scrub", "patch"]
    w.case("product_clicked_after_a_search", "product_clicked is the item, search_keyword is what was typed.",
           [("search_id", number), ("user_id", "user"), ("searched_at", SECOND), ("search_keyword", w.any("ck", words)),
            ("product_clicked", "item")], rows, ratings=False)
    w.case("flag_product_clicked", "product_clicked with 0 and 1 is no item.",
           [("user_id", "user"), ("product_clicked", w.any("fc", (0, 1))), ("gadget", "item"), ("timestamp", "time")],
           w.rows("flag_clicked"), ratings=False)
    w.case("comments_that_are_liked", "comment_id is the only id beside the user.",
           [("user_id", "user"), ("comment_id", "item"), ("timestamp", SECOND)], w.rows("comments"), ratings=False)
    w.case("categories_that_are_followed", "category_id is the only id beside the user.",
           [("user_id", "user"), ("category_id", "item"), ("date", SECOND)],
           w.rows("categories", items=int_ids("cats", 30, 100, 999)), ratings=False)
    rows = w.rows("pages", items=["/home", "/blog", "/cart", "/about", "/help"], per=(2, 3), rounds=5)
    for row in rows:
        row.session = f"{row.user}_{row.n // 40}"
    w.case("pages_of_sessions", "The page is the item, although there are five; the session is not.",
           [("user_id", "user"), ("session_id", "session"), ("page_url", "item"), ("timestamp", SECOND),
            ("event_duration", w.any("pd", range(5, 400)))], rows, ratings=False)
    rows = w.rows("webpages", items=["welcome", "career", "shop", "contact"], per=(2, 3), rounds=6)
    w.case("webpages_of_a_cookie", "COOKIE and Webpage.", [("COOKIE", "user"), ("Webpage", "item"), ("Date", SECOND)],
           rows, sep=";", ratings=False)
    known = {}
    rows = w.rows("named", items=code_ids("named", 40, "P", 4), per=(4, 5))
    lasting = titles("names of products", 40)
    w.case("name_beside_its_id", "productId and productName: an id and its title, not two readings.",
           [("userId", "user"), ("productId", "item"),
            ("productName", lambda row: "Sale 50 % " + lasting[known.setdefault(row.item, len(known))] + " in all colours"),
            ("timestamp", SECOND)], rows, ratings=False)


def scales_that_are_no_ratings(c):
    w = Cases(c, "02_no_item_is_a_time")
    rows = w.rows("cart", items=int_ids("cart items", 16, 100, 900))
    w.case("items_in_the_cart", "Numbers from 1 to 5 under a name that says something else are no rating.",
           [("customer_id", "user"), ("product_id", "item"), ("cart_date", SECOND),
            ("items_in_cart", w.any("ic", (1, 2, 3, 4, 5)))], rows, ratings=False)
    w.case("shippers_1_to_3", "ship_via is a shipper.",
           [("customer_id", "user"), ("product_id", "item"), ("order_date", SECOND), ("ship_via", w.any("sv", (1, 2, 3)))],
           w.rows("ship"), ratings=False)
    w.case("scroll_depth_in_percent", "scroll_depth is no rating.",
           [("user_id", "user"), ("article_id", "item"), ("timestamp", SECOND),
            ("scroll_depth", w.any("sd", (25, 45, 85, 100, 100)))], w.rows("scroll"), ratings=False)
    w.case("discounts_in_percent", "discount_pct is no rating.",
           [("user_id", "user"), ("course_id", "item"), ("bought_at", SECOND),
            ("discount_pct", w.any("dc", (0, 5, 10, 10, 5)))], w.rows("discount"), ratings=False)
    labels = w.rows("labels", scale=(0, 1))
    w.case("labels_of_pairs", "user, item and a label 0 or 1 without a header: the label is the rating.",
           [("u", "user"), ("i", "item"), ("l", "rating")], labels, sep="\t", file="ratings_final.txt", header=False,
           times=False, ratings=True, warnings=[f"{sum(row.rating == 0 for row in labels)} of the {len(labels)}"])
    rows = w.rows("rooms")
    w.case("numbers_1_to_20_without_header", "Numbers from 1 to 20 in a file without a header are no rating.",
           [("u", "user"), ("i", "item"), ("t", "time"), ("n", w.any("rn", range(1, 21)))], rows, sep="\t",
           file="visits.tsv", header=False, ratings=False)


def whose_are_they(c):
    w = Cases(c, "14_whose_interactions")
    apps = w.few("apps", ["Editor", "Terminal", "Browser", "Mail", "Chat", "Music"])
    w.case("apps_and_durations", "A duration is no person.",
           [("app_name", "item"), ("start_time", SECOND), ("end_time", SECOND),
            ("timedelta", lambda row: f"0 days 0{row.n % 4}:{row.n % 47:02}:{row.n * 7 % 60:02}"),
            ("productive", w.any("ap", ("True", "False")))], apps, offered=["user=one-person,item=1,time=2"])
    w.case("time_used", "A duration of hours is no person, whatever its name.",
           [("app_name", "item"), ("start_time", SECOND),
            ("usage", lambda row: f"{row.n % 3 + 22}:{row.n % 47:02}:{row.n * 7 % 60:02}")], apps,
           offered=["user=one-person,item=1,time=2"])
    w.case("weak_guess_of_a_person", "An unknown column whose values hardly repeat names no person.",
           [("track", "item"), ("played_at", SECOND), ("blorb", lambda row: f"b{row.n * 37 % 70}")],
           w.rows("weak", items=titles("weak tracks", 20), per=(8, 9)), offered=["user=one-person,item=1,time=2"])
    rated = w.rows("films", users=["Lil"], items=titles("films of one", 60), per=(60, 60))
    w.case("profile_of_one_value", "One profile, each film once: one person or that column, and the title is the item.",
           [("Profile Name", lambda row: "Lil Tomato"), ("Title Name", "item"), ("Rating Type", lambda row: "thumb"),
            ("Device Model", w.any("pm", ("Smart TV", "Tablet"))), ("Event Utc Ts", SECOND)], rated,
           offered=["user=one-person,item=2,time=5", "user=1,item=2,time=5"])
    places = hex_ids("bars", 8, 16)
    w.case("bars_that_play_tracks", "location_id groups the plays: offered beside one person.",
           [("location_id", w.any("bl", places)), ("track_id", "item"), ("played_ms", w.any("bm", range(9000, 99999)))],
           w.rows("bars", items=hex_ids("tracks of bars", 21, 16), per=(6, 8)),
           offered=["user=one-person,item=2", "user=1,item=2"])
    tasks = w.rows("tasks", items=code_ids("tasks", 30, "TASK_", 4), per=(6, 9))
    w.case("patterns_of_tasks", "The task determines its pattern and its subgroup: they are no persons.",
           [("date", SECOND), ("task_code", "item"), ("domain", w.by("td", ("theory", "sql", "stats"))),
            ("pattern", w.by("tp", ("bayes", "joins", "tests", "regression", "windows", "counting", "median"))),
            ("subgroup", w.by("ts", ("Bayes", "Queries", "Testing", "Models", "Basics")))], tasks,
           offered=["user=one-person,item=2,time=1"])
    w.case("viewing_history_with_bookmarks", "Where a film was left is a time of day, even if some rows have a remark.",
           [("Profile Name", "user"), ("Start Time", SECOND), ("Title", "item"),
            ("Latest Bookmark", lambda row: "Not latest view" if row.n % 2 else f"00:{row.n % 60:02}:{row.n * 13 % 60:02}")],
           w.rows("viewing", users=[name.capitalize() for name in PEOPLE[:6]], items=titles("viewed", 20), per=(10, 14)),
           ratings=False)
    w.case("episodes_of_shows", "The number of an episode is not the item beside its show.",
           [("watched_at", SECOND), ("show", "item"), ("season", w.any("es", range(1, 6))),
            ("episode", w.any("ee", range(1, 23))), ("trakt_user", "user")],
           w.rows("shows", users=["ann", "ben"], items=titles("shows", 20), per=(18, 20), rounds=2), ratings=False)
    plays = w.rows("plays", items=hex_ids("plays", 20, 22))
    songs, seen = titles("names of plays", 20), {}
    w.case("plays_with_names", "The offered reading takes the name of the track along as its title.",
           [("played_at", SECOND), ("track_id", "item"),
            ("track_name", lambda row: songs[seen.setdefault(row.item, len(seen))])], plays,
           offered=["user=one-person,item=2,time=1,title=3"])
    shop = w.rows("pages", items=code_ids("contents", 14, "LLR_", 4))
    w.case("pages_and_contents", "Both readings carry the time and the kind of event.",
           [("timestamp", SECOND), ("content_id", "item"), ("event", w.any("pe", ("click", "view", "share"))),
            ("user_id", "user"), ("page", w.any("pp", [f"art_{word}" for word in WORDS[:18]]))], shop,
           offered=["user=4,item=5,time=1,kind=3", "user=4,item=2,time=1,kind=3"])


def orders_of_other_languages(c):
    w = Cases(c, "15_order_lists")

    def baskets(name, prefix=""):
        r = rng(f"{w.group}/{name} baskets")
        rows = []
        for n in range(26):
            rows += [Row(f"{prefix}{300 + 7 * n}", item, 1451606400 + n * 86400, None)
                     for item in r.sample(WORDS[:24], r.randint(2, 4))]
        return numbered(rows)

    sales = [("spanish_sales", "detalle_id", "venta_id", "producto_id", "cantidad", "precio_unitario", "subtotal"),
            ("indonesian_receipts", "id", "transaksi_id", "produk_id", "qty", "harga", "total"),
            ("indonesian_notes", "no", "no_nota", "barang", "jumlah", "harga_satuan", "diskon"),
            ("portuguese_sales", "item_id", "id_venda", "produto", "quantidade", "preço", "desconto"),
            ("french_sales", "ligne", "id_vente", "article", "quantité", "prix_unitaire", "remise"),
            ("short_for_transaction", "LINE", "TRANS_ID", "PRODUCT", "QTY", "PRICE", "AMOUNT")]
    for name, line, order, item, amount, price, sum_ in sales:
        rows = baskets(name)
        w.case(name, f"{order} groups the lines: each counts as one user, and the report says so.",
               [(line, lambda row: row.n + 1), (order, "user"), (item, "item"), (amount, w.any(name + " q", (1, 2, 3, 4, 5))),
                (price, w.by(name + " p", range(5, 80, 3))), (sum_, w.any(name + " s", range(20, 400, 7)))], rows,
               times=False, ratings=False, warnings=[f'each "{order}" counts as one user'])
    w.case("indonesian_days_are_no_persons", "ID_Transaksi is the order; the day is no person.",
           [("No", lambda row: row.n + 1), ("ID_Transaksi", "user"), ("Tanggal", stamp("%d/%m/%Y")), ("Nama_Menu", "item"),
            ("Harga", w.by("ih", range(8000, 40000, 900))), ("Jumlah", w.any("ij", (1, 2, 3, 4, 5)))],
           baskets("days", "TRX-"), ratings=False, warnings=['each "ID_Transaksi" counts as one user'])
    rows = baskets("clients beside")
    clients = "client_id,name,city\n" + "".join(
        f"{300 + 7 * n},{PEOPLE[n]},{('Roma', 'Pisa', 'Bari')[n % 3]}\n" for n in range(0, 26, 2))
    c.case(w.group, "clients_are_no_orders", "The ids of clients beside orders only happen to be the same numbers.",
           {"order_details.csv": table(rows, [("order_id", "user"), ("product_id", "item")]), "clients.csv": clients},
           truth(rows, times=False, ratings=False, warnings=['each "order_id" counts as one user'],
                 unsaid=["user attributes come from"]))


def more_kinds(c):
    g = "19_event_kinds"

    def case(name, about, columns, values, column, sep=",", **facts):
        r = rng(f"{g}/{name} kinds")
        rows = [Line(row.user, row.item, row.time, row.rating, row.n, kind=r.choice(values))
                for row in world(f"{g}/{name}", rounds=2)]
        facts.setdefault("ratings", False)
        c.case(g, name, about, {"events.csv": table(rows, columns, sep)}, with_kinds(rows, column, **facts))

    case("codes_under_type", "type holds the codes 1 to 6 beside user, item and time: kinds, and no rating.",
         [("user_id", "user"), ("sku_id", "item"), ("time", SECOND), ("type", "kind"),
          ("cate", by(g + "ct", "item", range(4, 11)))], ["6"] * 9 + ["1"] * 6 + ["2", "3", "4", "5"], 4)
    case("purchases_and_returns", "transaction_type is purchase or return.",
         [("customer_id", "user"), ("model", "item"), ("purchase_date", SECOND), ("transaction_type", "kind")],
         ["purchase"] * 6 + ["return"], 4)
    case("kinds_in_portuguese", "tipo: avaliacao, interesse or compartilhamento.",
         [("usuario_id", "user"), ("produto_id", "item"), ("tipo", "kind"), ("data", SECOND)],
         ["avaliacao", "avaliacao", "interesse", "compartilhamento"], 3)
    case("answers_to_an_invitation", "rsvp_status: going or interested; the event is the item.",
         [("user_id", "user"), ("event_id", "item"), ("timestamp", SECOND), ("rsvp_status", "kind"),
          ("compatibility", of(g + "co", [f"0.{n}" for n in range(11, 99)]))], ["going", "interested"], 4)
    case("type_of_the_payment", "type: cash or card tells nothing about the event.",
         [("user_id", "user"), ("item_id", "item"), ("time", SECOND), ("type", of(g + "pay", ["cash", "card", "cheque"]))],
         [None], None)
    case("type_of_the_member", "type 1 to 3 belongs to the user.",
         [("user_id", "user"), ("item_id", "item"), ("time", SECOND), ("type", by(g + "mem", "user", [1, 2, 3]))],
         [None], None)
