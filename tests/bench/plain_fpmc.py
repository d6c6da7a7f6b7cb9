# SPDX-License-Identifier: GPL-3.0-or-later
"""FPMC (Rendle et al., WWW 2010) with baskets of one item, in plain PyTorch: the baseline of ./dev bench."""
from torch import nn

from plain_common import read_request
from plain_transitions import measure


def main():
    r = read_request()
    previous, following, items = (nn.Embedding(r["items"] + 2, r["dim"], padding_idx=0) for _ in range(3))
    users = nn.Embedding(r["users"], r["dim"])
    tables = nn.ModuleList([previous, following, items, users])
    for table in tables:
        nn.init.uniform_(table.weight)

    def difference_and_decay(user, last, positive, negative):
        used = p, q, s, m, i, j = (users(user), items(positive), items(negative), previous(last), following(positive),
                                   following(negative))
        return (p * (q - s)).sum(1) + (m * (i - j)).sum(1), r["decay"] * sum(x.square().sum() for x in used)

    measure(r, tables.parameters(), difference_and_decay)


main()
