# SPDX-License-Identifier: GPL-3.0-or-later
"""Files whose rows are lines of orders, or events of several kinds."""
import json
from dataclasses import dataclass, replace

from .tools import Row, WORDS, at, code_ids, hex_ids, int_ids, numbered, rng, table, truth, utc, world

DAY = 86400


@dataclass
class Line(Row):
    order: object = None  # text or None
    kind: object = None   # text or None


def stamp(pattern):
    return lambda row: utc(row.time).strftime(pattern)


def of(name, values):
    """A function that gives each row one of the values, independent of everything else."""
    r = rng(name + " values")
    return lambda row: r.choice(values)


def by(name, key, values):
    """A function that gives rows with the same `key` (a member of Line) the same value."""
    r = rng(name + " by " + key)
    known = {}
    return lambda row: known.setdefault(getattr(row, key), r.choice(values))


def baskets(name, users=12, orders=(2, 4), lines=(1, 4), numbers=None, overlap=False, missing=0.0, items=None):
    """Orders of users: the lines of one order a minute apart. `numbers`: function of the count of orders so far that
    gives the number of the order. `overlap`: the orders of a user run at the same time. `missing`: share of the orders
    whose number is not known; each line of such an order stands alone."""
    r = rng(name)
    items = items or [word for word in WORDS if len(word) > 5][:24]
    numbers = numbers or (lambda n: str(536365 + 7 * n))
    rows, count = [], 0
    for user in int_ids(name + " u", users, 12000, 18300):
        time = at(2016, 1, 4) + r.randrange(40 * DAY // 60) * 60
        for _ in range(r.randint(*orders)):
            number = None if r.random() < missing else numbers(count)
            count += 1
            for line, item in enumerate(r.sample(items, r.randint(*lines))):
                rows.append(Line(user, item, time + 60 * (line * (7 if overlap else 1)), None, order=number))
            time += 60 * r.randint(2, 9) + 13 if overlap else r.randint(1, 20) * DAY + r.randrange(600) * 60
    return numbered(sorted(rows, key=lambda row: row.time))


def with_orders(rows, column, by_time=True, **facts):
    """The facts about rows whose orders stay together: each order has the place of its first line, a line without a
    number is an order of its own, and no time is before the one above it."""
    stated = truth(rows, **{"times": by_time, **facts})
    stated.update(histories={}, orders={})
    if by_time:
        stated["times"] = {}
    for user in dict.fromkeys(row.user for row in rows):
        own = [row for row in rows if row.user == user]
        if by_time:
            own.sort(key=lambda row: row.time)
        first = {}
        for place, row in enumerate(own):
            first.setdefault(row.order or ("line", row.n), place)
        own.sort(key=lambda row: first[row.order or ("line", row.n)])
        keys = list(dict.fromkeys(row.order or ("line", row.n) for row in own))
        stated["histories"][user] = [row.item for row in own]
        stated["orders"][user] = [keys.index(row.order or ("line", row.n)) for row in own]
        if by_time:
            latest = [max(row.time for row in own[:n + 1]) for n in range(len(own))]
            stated["times"][user] = latest
    stated["roles"] = {"order": column, "kind": None}
    return stated


def orders(c):
    g = "18_orders"
    product = by(g + "products", "item", [f"{n}" for n in range(20000, 90000, 137)])

    def case(name, about, columns, rows, column, sep=",", file="export.csv", header=True, more=None, **facts):
        """`column`: number of the column of orders from 1, or None: there is none."""
        stated = (with_orders(rows, column, **facts) if column else
                  truth(rows, **facts, roles={"order": None, "kind": None}))
        stated.update(more or {})
        c.case(g, name, about, {file: table(rows, columns, sep, header)}, stated)

    def lines(name, **kind):
        return baskets(f"{g}/{name}", **kind)

    case("invoices_of_customers", "Online Retail II: Invoice, StockCode, …, Customer ID; the invoice is the order.",
         [("Invoice", "order"), ("StockCode", "item"), ("Quantity", of(g + "q", range(1, 13))),
          ("InvoiceDate", stamp("%Y-%m-%d %H:%M:%S")), ("Price", of(g + "p", ["1.25", "2.55", "3.75", "0.85"])),
          ("Customer ID", "user"), ("Country", by(g + "c", "user", ["United Kingdom", "France", "Spain"]))],
         lines("invoices"), 1)
    case("interleaved_orders", "Two orders of a customer run at the same time: their lines stay together.",
         [("order_id", "order"), ("customer_id", "user"), ("product_id", "item"), ("added_at", stamp("%Y-%m-%d %H:%M:%S"))],
         lines("interleaved", overlap=True, lines=(2, 5)), 1)
    case("some_orders_without_a_number", "A fifth of the orders has no number: each of their lines stands alone.",
         [("customer", "user"), ("article", "item"), ("time", "time"), ("receipt_no", lambda row: row.order or "")],
         lines("missing", missing=0.2), 4)
    case("order_is_the_user", "Without customers each order counts as one user, and there are no orders beside it.",
         [("order_id", "user"), ("product", "item"), ("ordered_at", stamp("%Y-%m-%d %H:%M"))],
         numbered([replace(row, user=row.order) for row in lines("no_customers", lines=(2, 4))]), None,
         more={"warnings": ["each \"order_id\" counts as one user"]})
    case("one_row_per_order", "Every row has an order of its own: the column numbers the rows.",
         [("order_id", lambda row: 70011 + 3 * row.n), ("customer_id", "user"), ("product_id", "item"),
          ("timestamp", "time")], world(g + "rows"), None)

    def bought_of(rows, share):
        """Numbers for the few rows that end in a purchase; two consecutive numbered rows share one."""
        r, number = rng(g + "bought"), {}
        for row in rows:
            if r.random() < share:
                number[row.n] = str(4000 + len(number) // 2)
        return lambda row: number.get(row.n, "")

    rows = world(g + "web", rounds=3)
    case("transactions_of_web_events", "Nearly all events are views without a transaction: the events are no orders.",
         [("ts", "time"), ("visitor", "user"), ("item", "item"), ("transactionid", bought_of(rows, 0.06))], rows, None)
    case("belege", "German: Belegnummer, Kundennummer, Artikel, Datum.",
         [("Belegnummer", "order"), ("Kundennummer", "user"), ("Artikel", "item"), ("Datum", stamp("%d.%m.%Y %H:%M"))],
         lines("belege"), 1, sep=";", more={})
    case("pedidos", "Spanish: id_pedido, id_cliente, producto, fecha.",
         [("id_pedido", "order"), ("id_cliente", "user"), ("producto", "item"), ("fecha", stamp("%Y-%m-%d %H:%M:%S"))],
         lines("pedidos"), 1)
    case("commandes", "French: Numéro de commande, Client, Produit, Date.",
         [("Client", "user"), ("Produit", "item"), ("Date", stamp("%d/%m/%Y %H:%M")), ("Numéro de commande", "order")],
         lines("commandes"), 4, sep=";")
    case("baskets_of_households", "Dunnhumby: household_key, BASKET_ID of eleven digits, DAY, PRODUCT_ID, …, TRANS_TIME.",
         [("household_key", "user"), ("BASKET_ID", "order"), ("DAY", lambda row: (row.time - at(2016, 1, 1)) // DAY + 1),
          ("PRODUCT_ID", "item"), ("QUANTITY", of(g + "q2", range(1, 5))), ("STORE_ID", of(g + "s", range(300, 340))),
          ("TRANS_TIME", lambda row: utc(row.time).strftime("%H%M"))],
         lines("households", numbers=lambda n: str(26984851472 + 1017 * n)), 2,
         more={"times": True})
    rows = lines("carts", numbers=lambda n: str(1187899 + 3 * n))
    place, counts = {}, {}
    for row in sorted(rows, key=lambda row: row.time):
        counts.setdefault(row.user, {}).setdefault(row.order, len(counts[row.user]) + 1 if row.user in counts else 1)
        place[row.n] = sum(other.order == row.order and other.time <= row.time for other in rows)
    case("orders_counted_for_each_user", "Instacart in one table: order_number counts the orders of a user, "
         "add_to_cart_order the lines of an order; only order_id tells the orders apart.",
         [("order_number", lambda row: counts[row.user][row.order]), ("order_id", "order"), ("user_id", "user"),
          ("product_id", "item"), ("add_to_cart_order", lambda row: place[row.n]), ("created_at", "time")],
         [replace(row, item=product(row)) for row in rows], 2)
    case("order_numbers_of_ten_digits", "An order number such as 1483228801 is no time, although it could be seconds.",
         [("order_number", "order"), ("customer_number", "user"), ("sku", "item")],
         lines("ten_digits", numbers=lambda n: str(1483228801 + 8713 * n)), 1, by_time=False)
    case("a_day_of_a_small_shop", "Two dozen lines are enough to see which lines belong together.",
         [("Receipt", "order"), ("Member", "user"), ("Item", "item"), ("Time", stamp("%Y-%m-%d %H:%M"))],
         lines("small", users=5, orders=(2, 2), lines=(2, 3)), 1)
    rows = lines("objects")
    c.case(g, "objects_with_orders", "JSON lines of a shop: orderId beside customerId and productId.",
           {"lines.jsonl": "".join(json.dumps({"customerId": row.user, "orderId": row.order, "productId": row.item,
                                               "createdAt": utc(row.time).strftime("%Y-%m-%dT%H:%M:%SZ")}) + "\n"
                                   for row in rows)}, with_orders(rows, 2))
    case("states_of_orders", "order_status, order_channel and payment describe an order, but do not number it.",
         [("customer_id", "user"), ("product_id", "item"), ("order_status", of(g + "st", ["shipped", "returned", "open"])),
          ("order_channel", of(g + "ch", ["web", "app", "store"])), ("payment", of(g + "pay", ["card", "cash"])),
          ("order_date", stamp("%Y-%m-%d %H:%M:%S"))], world(g + "states"), None)
    rows = world(g + "positions", order="time")
    nth, seen = {}, {}
    for row in rows:
        seen[row.user] = nth[row.n] = seen.get(row.user, 0) + 1
    case("order_as_a_position", "A column \"order\" that counts the rows of each user is a position.",
         [("user_id", "user"), ("item_id", "item"), ("order", lambda row: nth[row.n])], rows, None, times=False)
    case("sales_documents", "A wholesale export: Sales Order, Sold-to customer, Material, Created on.",
         [("Sales Order", "order"), ("Line", of(g + "ln", range(10, 60, 10))), ("Customer", "user"), ("Material", "item"),
          ("Created on", stamp("%Y-%m-%d %H:%M"))], lines("documents", numbers=lambda n: f"SO-{4711 + n:06}"), 1)
    case("transactions_of_customers", "Transaction_ID of a customer; Transaction_Type is no order.",
         [("Transaction_Type", of(g + "tt", ["sale", "refund"])), ("Customer_ID", "user"), ("Transaction_ID", "order"),
          ("Product", "item"), ("Amount", of(g + "am", ["4.20", "13.95", "1.10"])),
          ("Transaction_Date", stamp("%d-%m-%Y %H:%M"))],
         lines("cards", numbers=lambda n: f"T{90210 + n}"), 3)


def with_kinds(rows, column, **facts):
    """`column`: number of the column of kinds from 1, or None: there is none."""
    stated = truth(rows, **facts)
    stated["roles"] = {"order": None, "kind": column}
    if column:
        by_time = facts.get("order_by_time", bool(facts.get("times", True)))
        stated["kinds"] = {}
        for user in dict.fromkeys(row.user for row in rows):
            own = [row for row in rows if row.user == user]
            if by_time:
                own.sort(key=lambda row: row.time)
            stated["kinds"][user] = [row.kind for row in own]
    return stated


def kinds(c):
    g = "19_event_kinds"
    shop = ["view"] * 12 + ["addtocart"] * 3 + ["transaction"]

    def events(name, values, missing=0.0, **kind):
        r = rng(f"{g}/{name} kinds")
        rows = world(f"{g}/{name}", rounds=kind.pop("rounds", 2), **kind)
        return [Line(row.user, row.item, row.time, row.rating, row.n,
                     kind=None if r.random() < missing else r.choice(values)) for row in rows]

    def case(name, about, columns, rows, column, sep=",", file="events.csv", header=True, **facts):
        facts.setdefault("ratings", False)
        c.case(g, name, about, {file: table(rows, columns, sep, header)}, with_kinds(rows, column, **facts))

    case("retailrocket", "timestamp, visitorid, event, itemid, transactionid: the event is the kind.",
         [("timestamp", lambda row: row.time * 1000 + 123), ("visitorid", "user"), ("event", "kind"), ("itemid", "item"),
          ("transactionid", lambda row: 9000 + row.n if row.kind == "transaction" else "")],
         events("retailrocket", shop), 3)
    rows = events("tmall", ["0"] * 12 + ["1"] + ["2"] * 2 + ["3"], order="time")
    case("tmall", "action_type 0…3 (click, cart, purchase, favourite) is a kind and no rating; days without a year.",
         [("user_id", "user"), ("item_id", "item"), ("cat_id", by(g + "cat", "item", range(800, 812))),
          ("seller_id", by(g + "sel", "item", range(2000, 2010))), ("time_stamp", lambda row: int(
              utc(at(2017, 5, 1) + (row.n * 90 // len(rows)) * DAY).strftime("%m%d"))), ("action_type", "kind")],
         rows, 6, times=None, order_by_time=True)
    case("tianchi", "behavior_type 1…4 is a kind and no rating.",
         [("user_id", "user"), ("item_id", "item"), ("behavior_type", "kind"), ("user_geohash", lambda row: ""),
          ("item_category", by(g + "ic", "item", range(4000, 4015))), ("time", stamp("%Y-%m-%d %H:%M"))],
         events("tianchi", ["1"] * 9 + ["2"] * 2 + ["3"] * 2 + ["4"], step=60), 3)
    case("taobao", "UserBehavior.csv has no header: pv, buy, cart and fav are the kinds.",
         [("user", "user"), ("item", "item"), ("category", by(g + "tc", "item", range(4000000, 4000400, 7))),
          ("behaviour", "kind"), ("time", "time")],
         events("taobao", ["pv"] * 9 + ["cart"] * 2 + ["fav", "buy"]), 4, file="UserBehavior.csv", header=False)
    case("otto", "session, aid, ts, type: the values clicks, carts and orders are kinds.",
         [("session", "user"), ("aid", "item"), ("ts", lambda row: row.time * 1000 + 7 * row.n), ("type", "kind")],
         events("otto", ["clicks"] * 10 + ["carts"] * 2 + ["orders"]), 4)
    case("yoochoose", "Session, time, item, category without a header: the category 0, S or 5 is no kind.",
         [("session", "user"), ("time", lambda row: utc(row.time).strftime("%Y-%m-%dT%H:%M:%S.857Z")), ("item", "item"),
          ("category", of(g + "yc", ["0", "0", "S", "3", "5"]))],
         events("yoochoose", [None], items=int_ids(g + "yi", 16, 214500000, 214999999)), None,
         file="yoochoose-clicks.dat", header=False)
    case("rees46", "event_time, event_type, product_id, …, user_id, user_session: view, cart, purchase.",
         [("event_time", stamp("%Y-%m-%d %H:%M:%S UTC")), ("event_type", "kind"), ("product_id", "item"),
          ("category_code", by(g + "rc", "item", ["electronics.smartphone", "appliances.kitchen", "computers.desktop"])),
          ("price", by(g + "rp", "item", ["35.79", "33.20", "543.10", "251.74"])), ("user_id", "user"),
          ("user_session", "user_session")],
         sessions(events("rees46", ["view"] * 9 + ["cart"] * 2 + ["purchase", "remove_from_cart"])), 2)
    case("xing", "interaction_type 1…5 of a job portal (tabs): a kind and no rating.",
         [("user_id", "user"), ("item_id", "item"), ("interaction_type", "kind"), ("created_at", "time")],
         events("xing", ["1"] * 9 + ["2", "3", "3", "4", "5"]), 3, sep="\t", file="interactions.csv")
    case("names_of_web_analytics", "event_name as web analytics writes it: page_view, view_item, add_to_cart.",
         [("user_pseudo_id", "user"), ("event_timestamp", lambda row: row.time * 1000000), ("event_name", "kind"),
          ("item_id", "item")],
         events("analytics", ["view_item"] * 8 + ["add_to_cart", "begin_checkout", "purchase", "add_to_wishlist"]), 3)
    case("kinds_in_words", "Event Type: Page view, Add to cart, Purchase.",
         [("Customer", "user"), ("Product", "item"), ("Event Type", "kind"), ("Event Time", stamp("%Y-%m-%d %H:%M:%S"))],
         events("words", ["Page view"] * 5 + ["Add to cart", "Purchase"]), 3)
    case("some_kinds_missing", "An eighth of the rows has no kind: these rows are kept without one.",
         [("user", "user"), ("item", "item"), ("action", lambda row: row.kind or ""), ("timestamp", "time")],
         events("missing", ["click", "click", "buy"], missing=0.12), 3)
    case("behaviour_of_viewers", "Short videos: behaviour is play, like or share; the watch time is no rating.",
         [("user_id", "user"), ("video_id", "item"), ("behaviour", "kind"), ("play_seconds", of(g + "ps", range(2, 90))),
          ("timestamp", "time")], events("viewers", ["play", "play", "like", "share"]), 3)
    case("kinds_in_german", "German: Ereignis is Ansicht, Merkliste or Kauf.",
         [("Kunde", "user"), ("Artikel", "item"), ("Ereignis", "kind"), ("Zeit", stamp("%d.%m.%Y %H:%M:%S"))],
         events("german", ["Ansicht"] * 5 + ["Merkliste", "Kauf"]), 3, sep=";")
    case("kinds_of_recbole", "RecBole's atomic file with behavior:token.",
         [("user_id:token", "user"), ("item_id:token", "item"), ("behavior:token", "kind"), ("timestamp:float", "time")],
         events("recbole", ["click", "click", "collect", "buy"]), 3, sep="\t", file="shop.inter")
    rows = events("objects", shop)
    c.case(g, "objects_with_events", "JSON lines with eventType beside userId and itemId.",
           {"events.jsonl": "".join(json.dumps({"userId": row.user, "eventType": row.kind, "itemId": row.item,
                                                "timestamp": row.time}) + "\n" for row in rows)},
           with_kinds(rows, 2, ratings=False))

    # Columns that look like kinds, but are none.
    case("type_of_the_product", "A column type of books, films and games describes the item.",
         [("user_id", "user"), ("item_id", "item"), ("type", by(g + "pt", "item", ["book", "film", "game"])),
          ("timestamp", "time")], events("product_type", [None]), None)
    case("type_of_the_product_named_like_an_event", "Items of the types play, comment and detail: the item determines "
         "the type, so that it is no kind.",
         [("user_id", "user"), ("item_id", "item"), ("type", by(g + "pe", "item", ["play", "comment", "detail"])),
          ("timestamp", "time")], events("product_event", [None]), None)
    case("status_channel_and_payment", "The status of an order, its channel and its payment are no kinds.",
         [("customer_id", "user"), ("product_id", "item"), ("status", of(g + "s", ["shipped", "cancelled", "open"])),
          ("channel", of(g + "c", ["web", "app"])), ("payment", of(g + "p", ["card", "cash", "transfer"])),
          ("date", stamp("%Y-%m-%d %H:%M:%S"))], events("status", [None]), None)
    case("meetups", "The event is what people attend, not the kind of a row.",
         [("member_id", "user"), ("event", "item"), ("response", of(g + "rs", ["yes", "no", "waitlist"])),
          ("created", lambda row: row.time * 1000)],
         events("meetups", [None], items=code_ids(g + "me", 16, "q", 7)), None)
    case("clicked_flags", "clicked and liked are yes or no, not the kind of a row.",
         [("user_id", "user"), ("item_id", "item"), ("clicked", of(g + "cl", [0, 1])), ("liked", of(g + "li", [0, 1])),
          ("timestamp", "time")], events("flags", [None]), None)
    case("action_films", "A genre called Action is no kind.",
         [("user_id", "user"), ("movie_id", "item"), ("genre", by(g + "ge", "item", ["Action", "Drama", "Comedy"])),
          ("timestamp", "time")], events("films", [None]), None)
    case("one_kind_only", "If every row is a purchase, there is nothing to tell apart.",
         [("user_id", "user"), ("item_id", "item"), ("event_type", lambda row: "purchase"), ("timestamp", "time")],
         events("one", [None]), None)
    case("devices_and_pages", "device and page describe the visit; they are no kinds.",
         [("user_id", "user"), ("item_id", "item"), ("device", of(g + "de", ["mobile", "desktop", "tablet"])),
          ("page_type", of(g + "pg", ["list", "search", "home"])), ("timestamp", "time")], events("devices", [None]), None)


def sessions(rows):
    """The rows with a session per user and day, as text in the attribute user_session."""
    names = {}
    ids = hex_ids("19_event_kinds sessions", 400, 12)
    for row in rows:
        row.user_session = names.setdefault((row.user, row.time // DAY), ids[len(names) % len(ids)])
    return rows
