# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in which the item's column has an unknown name beside amounts, prices, durations and places."""
from .names import SECOND, Cases
from .tools import WORDS, int_ids, rng

FLAVOURS = [f"{word} {kind}" for word in WORDS[:12] for kind in ("jam", "tea")]
CITIES = ("Bern", "Basel", "Chur", "Genf", "Thun", "Zug", "Olten", "Baden", "Sion", "Aarau", "Biel", "Wil")


class Amounts(Cases):
    def counts(self, name, most=12):
        """Small numbers, such as the number of pieces in a basket; larger numbers are rarer."""
        r, drawn = rng(f"{self.group}/{name} counts"), {}
        return lambda row: drawn.setdefault(row.n, min(most, 1 + int(r.expovariate(0.7))))

    def amounts(self, name, low, high):
        return self.any(name, range(low, high))


def amounts_beside_items(c):
    w = Amounts(c, "25_amounts_and_places")

    def rows(name, **kind):
        return w.rows(name, per=(5, 8), items=FLAVOURS, users=int_ids(name, 20, 1000, 9000), step=60, **kind)

    w.case("pieces_before_an_unknown_item", "pcs is the number of pieces and flavour the item; both names are unknown, and eur is a price.",
           [("customer", "user"), ("pcs", w.counts("pieces")), ("eur", w.amounts("eur", 3, 90)),
            ("flavour", "item"), ("date", SECOND)], rows("pieces"), ratings=False)
    w.case("amount_without_a_known_name", "zzw is an unknown name, but its values are those of a number of pieces.",
           [("customer", "user"), ("zzw", w.counts("zzw")), ("flavour", "item"), ("date", SECOND)],
           rows("zzw"), ratings=False)
    w.case("town_beside_flavour", "The flavour is the item; the quarter of the town, the pieces, the fare and the minutes are not.",
           [("customer", "user"), ("nb", w.counts("towns")), ("fare", w.amounts("fare", 10, 400)),
            ("mins_spent", w.amounts("mins", 1, 60)), ("quarter_of_town", w.any("towns", CITIES)), ("flavour", "item"),
            ("date", SECOND)], rows("towns"), ratings=False)
    w.case("number_of_items_is_no_item", "items is the number of items.",
           [("customer", "user"), ("items", w.counts("basket")), ("flavour", "item"), ("date", SECOND)],
           rows("basket"), ratings=False)
    w.case("only_small_numbers", "Small numbers are the items if nothing else can be.",
           [("user_id", "user"), ("zzw", "item"), ("date", SECOND)],
           w.rows("small numbers", per=(5, 8), items=[str(n) for n in range(1, 25)], users=int_ids("small", 20, 1000, 9000),
                  step=60), ratings=False)
    popular = rows("popular")
    for row in popular:  # the jams are one product
        row.item = "1" if row.item.endswith("jam") else str(2 + FLAVOURS.index(row.item) // 2)
    w.case("product_ids_by_popularity", "Half of the rows have the product_id 1: numbered by popularity, it is still the item.",
           [("customer_id", "user"), ("product_id", "item"), ("flavour", w.any("other", FLAVOURS)), ("date", SECOND)],
           popular, ratings=False)

def places_beside_ids(c):
    w = Amounts(c, "25_amounts_and_places")

    def rows(name, **kind):
        return w.rows(name, per=(5, 8), items=int_ids(name + " i", 24, 100, 999), users=int_ids(name, 20, 1000, 9000),
                      step=60, **kind)

    w.case("brand_location_before_brand_id", "brand_location says where the brand is, brand_id which brand it is.",
           [("customer_id", "user"), ("brand_location", w.any("places", CITIES)), ("brand_id", "item"), ("date", SECOND)],
           rows("brands"), ratings=False)
    w.case("location_of_an_unknown_id", "product_location beside variant_id.",
           [("customer_id", "user"), ("product_location", w.any("variants", CITIES)), ("variant_id", "item"),
            ("date", SECOND)], rows("variants"), ratings=False)
    w.case("city_of_the_customer", "customer_city and seller_location beside seller_id.",
           [("customer_id", "user"), ("customer_city", w.by("home", CITIES, "user")),
            ("seller_location", w.any("sellers", CITIES)), ("seller_id", "item"), ("date", SECOND)], rows("sellers"),
           ratings=False)
    w.case("location_is_the_only_item", "Check-ins: visited_location is what is visited, and device_id who visits.",
           [("user_id", "user"), ("visited_location", "item"), ("date", SECOND)],
           w.rows("checkins", per=(5, 8), items=list(FLAVOURS), step=60), ratings=False)
    w.case("location_id_is_an_item", "location_id is an id like any other.",
           [("user_id", "user"), ("location_id", "item"), ("agency_id", w.any("agencies", range(1, 9))), ("date", SECOND)],
           rows("locations"), ratings=False)
