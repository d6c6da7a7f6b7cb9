#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes proportions.csv: pairs of groups a and b, and statistics of SciPy and statsmodels that compare them.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install scipy statsmodels
    /tmp/venv/bin/python tests/golden/cohort/make_proportions.py > tests/golden/cohort/proportions.csv

Columns: hits and cases of a and of b; Wilson's interval of a's share of hits; Newcombe's interval of the difference of
the shares; two-sided p-values of the pooled z test and of Fisher's exact test; the p-value of the pooled z test, adjusted
for all rows (Benjamini and Hochberg).
"""
from scipy.stats import fisher_exact
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint, proportions_ztest

CASES = [
    (12, 124, 40, 819), (0, 20, 5, 30), (20, 20, 25, 30), (3, 10, 3, 10), (1, 7, 0, 900), (56, 70, 48, 80),
    (9, 10, 3, 10), (5, 56, 0, 29), (0, 10, 0, 20), (300, 1000, 3000, 9000), (17, 124, 180, 819), (2, 3, 10, 5000),
    (41, 124, 155, 819), (7, 400, 90, 5640), (499, 500, 9000, 9100), (1, 1, 1, 2),
]


def main():
    rows, p_values = [], []
    for a, n, b, m in CASES:
        wilson = proportion_confint(a, n, method="wilson")
        newcombe = confint_proportions_2indep(a, n, b, m, compare="diff", method="newcomb")
        pooled = proportions_ztest([a, b], [n, m])[1] if 0 < a + b < n + m else 1.0
        exact = fisher_exact([[a, n - a], [b, m - b]])[1]
        rows.append((a, n, b, m, *wilson, *newcombe, pooled, exact))
        p_values.append(pooled)
    adjusted = multipletests(p_values, method="fdr_bh")[1]
    for row, corrected in zip(rows, adjusted):
        print(",".join(str(x) for x in row[:4]) + "," + ",".join(f"{float(x):.15g}" for x in (*row[4:], corrected)))


main()
