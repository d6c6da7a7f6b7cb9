# SPDX-License-Identifier: GPL-3.0-or-later
"""TransRec (He et al., RecSys 2017) in plain PyTorch: the baseline of ./dev bench."""
import torch
from torch import nn

from plain_common import read_request
from plain_transitions import measure


def main():
    r = read_request()
    items, users = nn.Embedding(r["items"] + 2, r["dim"], padding_idx=0), nn.Embedding(r["users"], r["dim"])
    bias = nn.Embedding(r["items"] + 2, 1)
    global_translation = nn.Parameter(torch.zeros(r["dim"]))
    nn.init.zeros_(users.weight)
    nn.init.zeros_(bias.weight)
    items.weight.data /= items.weight.data.norm(dim=1, keepdim=True).clamp(min=1)

    def difference_and_decay(user, last, positive, negative):
        l, i, j, bi, bj = items(last), items(positive), items(negative), bias(positive), bias(negative)
        user_translation = users(user)
        x = l + global_translation + user_translation
        difference = (bi - bj).squeeze(1) + (x - j).square().sum(1) - (x - i).square().sum(1)
        decay = r["decay"] * (l.square().sum() + i.square().sum() + j.square().sum()
                              + len(l) * global_translation.square().sum())
        decay = decay + r["translation_decay"] * user_translation.square().sum()
        decay = decay + r["bias_decay"] * (bi.square() + bj.square()).sum()
        return difference, decay

    @torch.no_grad()
    def into_unit_ball(_, last, positive, negative):
        changed = torch.cat([last, positive, negative]).unique()
        rows = items.weight[changed]
        items.weight[changed] = rows / rows.norm(dim=1, keepdim=True).clamp(min=1)

    measure(r, [*items.parameters(), *users.parameters(), *bias.parameters(), global_translation], difference_and_decay,
            into_unit_ball)


main()
