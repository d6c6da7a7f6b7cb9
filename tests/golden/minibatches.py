# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the golden scripts of models that train on mini-batches: five steps of Adam, their losses, the first
gradients, the weights after one and five steps, and the final scores."""
import torch


def learn(config, weights, batches, loss_of, score, dtype):
    """Trains on the batches. loss_of(w, batch) -> the batch's mean loss; score(w) -> scores; w: {name: tensor}. The first and
    the last row of item tables, which belong to PAD and MASK, must never get a gradient."""
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    optimizer = torch.optim.Adam(w.values(), lr=config["learning_rate"], weight_decay=config.get("weight_decay", 0))
    results, losses = {}, []
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(w, batch)
        loss.backward()
        if not losses:
            results.update({f"gradient.{name}": value.grad.clone() for name, value in w.items()})
        if config["clip_norm"] > 0:
            torch.nn.utils.clip_grad_norm_(w.values(), config["clip_norm"])
        optimizer.step()
        losses.append(loss.detach())
        if len(losses) in (1, 5):
            results.update({f"after{len(losses)}.{name}": value.detach().clone() for name, value in w.items()})
    results["losses"] = torch.stack(losses)
    results["scores"] = score(w).detach()
    return results


def prefixes(items, lengths, generator):
    """Returns random histories of these lengths, a target for each, and the tensors that store both in a golden file."""
    histories = [torch.randint(1, items + 1, (length,), generator=generator).tolist() for length in lengths]
    targets = torch.randint(1, items + 1, (len(lengths),), generator=generator)
    data = {"lengths": torch.tensor(lengths), "items": torch.tensor(sum(histories, [])), "targets": targets}
    return histories, targets, data
