# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain gradient descent by autograd, one sample after the other: what the models in core/models/pairwise and BPR-MF do by hand."""
import torch


def descend(weights, samples, objective, rate, dtype, project=None, finish=None):
    """objective(w, sample) -> (loss, decay), both to be minimised; project(w, sample) after each update, finish(w)
    after the last. Returns the weights then, and what to expect: weights after 1, 5 and all samples, and each sample's loss."""
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    results, losses = {}, []
    for sample in samples.tolist():
        loss, decay = objective(w, sample)
        (loss + decay).backward()
        losses.append(loss.detach())
        for value in w.values():
            if value.grad is not None:
                value.data -= rate * value.grad
                value.grad = None
        if project:
            project({name: value.data for name, value in w.items()}, sample)
        if len(losses) in (1, 5):
            results.update({f"after{len(losses)}.{name}": value.detach().clone() for name, value in w.items()})
    w = {name: value.detach() for name, value in w.items()}
    if finish:
        finish(w)
    results.update({f"end.{name}": value for name, value in w.items()})
    results["losses"] = torch.stack(losses)
    return w, results


def transitions(generator, users, items, count):
    """(count, 4): user, last item, wanted, other; the last item may be one of the other two."""
    user = torch.randint(users, (count,), generator=generator)
    pairs = torch.stack([1 + torch.randperm(items, generator=generator)[:2] for _ in range(count)])
    last = torch.randint(1, items + 1, (count,), generator=generator)
    return torch.cat([user[:, None], last[:, None], pairs], 1)


def popularity(count):
    """(V): what answers where there is nothing to read."""
    return count[1:-1].clamp(min=0.5).log()
