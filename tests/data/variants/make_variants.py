#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the cases of tests/data/variants and tests/data/layouts: invented files, each with truth.json beside it.

    python3 tests/data/variants/make_variants.py [--into FOLDER]

The files are the same every time. README.md beside this script explains truth.json.
"""
import argparse
import shutil
from pathlib import Path

from make import amounts, beside, bytes as stored
from make import candidates, cells, columns, events, foreign, layouts, lists, mixed_dates, names, order_tables, shapes
from make import no_roles, shops, texts, times
from make.tools import Corpus

CLASSES = (columns.header_order, columns.no_item_is_a_time, times.by_values, times.file_order, texts.long_quotes,
           texts.titles_of_items, stored.missing_values, texts.quotes_in_tabs, times.formats, columns.header_said,
           stored.ends_and_encodings, stored.companions_and_packing, beside.tables, columns.id_names, stored.sentences,
           shops.whose, shops.order_lists, foreign.encodings, foreign.programs, events.orders, events.kinds,
           shapes.wide, shapes.nested, shapes.aligned, candidates.several_candidates, lists.all_lists, cells.all_cells,
           names.names_of_other_languages, names.exact_names, names.scales_that_are_no_ratings, names.whose_are_they,
           names.orders_of_other_languages, names.more_kinds, amounts.amounts_beside_items,
           amounts.places_beside_ids, mixed_dates.mixed_dates,
           order_tables.orders_beside_lines, order_tables.tables_of_a_database, no_roles.all_no_roles)


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=here.parent,
                        help="where the folders variants and layouts are written")
    into = parser.parse_args().into
    variants = Corpus(into / "variants")
    for old in variants.folder.glob("[0-9][0-9]_*"):
        shutil.rmtree(old)
    for make in CLASSES:
        make(variants)
    for group, names in variants.written.items():
        print(f"{len(names):4} {group}")
    public = Corpus(into / "layouts")
    shutil.rmtree(public.folder, ignore_errors=True)
    layouts.write_layouts(public)
    print(f"{sum(map(len, public.written.values())):4} layouts")


if __name__ == "__main__":
    main()
