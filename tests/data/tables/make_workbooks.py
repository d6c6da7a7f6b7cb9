# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the same invented orders as shop.csv and as workbooks of two libraries.

pip install pandas openpyxl xlsxwriter; python make_workbooks.py
"""
import datetime
import random

import pandas as pd

random.seed(3)
items = [(f"{20000 + i}{'ABC'[i % 3]}", f"PRODUCT {i}, BLUE" if i % 4 == 0 else f"PRODUCT {i}") for i in range(40)]
time, invoice, rows = datetime.datetime(2011, 1, 3, 8, 26), 536365, []
for _ in range(160):
    time += datetime.timedelta(minutes=random.randint(3, 500))
    invoice += 1
    customer = 1000 + random.randrange(40)
    for code, name in random.sample(items, random.randint(1, 4)):
        rows.append((str(invoice), code, name, random.randint(1, 24), time, round(random.uniform(0.4, 12), 2), customer))
table = pd.DataFrame(rows, columns="Order Article Name Pieces Date Price Customer".split())
table.to_csv("shop.csv", index=False)
for engine in ("openpyxl", "xlsxwriter"):
    with pd.ExcelWriter(f"shop-{engine}.xlsx", engine=engine, datetime_format="dd/mm/yyyy hh:mm:ss") as book:
        pd.DataFrame({"note": ["Made up.", "Not a shop."]}).to_excel(book, sheet_name="Notes", index=False)
        table.to_excel(book, sheet_name="Orders", index=False)
