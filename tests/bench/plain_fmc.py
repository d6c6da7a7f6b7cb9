# SPDX-License-Identifier: GPL-3.0-or-later
"""FMC (Kang & McAuley, ICDM 2018, section IV-B) in plain PyTorch: the baseline of ./dev bench."""
from torch import nn

from plain_common import read_request
from plain_transitions import measure


def main():
    r = read_request()
    previous, following = (nn.Embedding(r["items"] + 2, r["dim"], padding_idx=0) for _ in range(2))
    for table in (previous, following):
        nn.init.uniform_(table.weight)

    def difference_and_decay(_, last, positive, negative):
        m, i, j = previous(last), following(positive), following(negative)
        return (m * (i - j)).sum(1), r["decay"] * (m.square().sum() + i.square().sum() + j.square().sum())

    measure(r, [*previous.parameters(), *following.parameters()], difference_and_decay)


main()
