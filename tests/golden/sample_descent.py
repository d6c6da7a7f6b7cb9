# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by golden scripts: gradient descent with autograd, one sample after the other. BPR-MF and the models in
core/models/pairwise do the same without autograd."""
import torch


def descend(weights, samples, objective, rate, dtype, project=None, finish=None):
    """objective(w, sample) -> (loss, decay), whose sum is minimised. Calls project(w, sample) after each update and
    finish(w) after the last. Returns the final weights and the expected results: the weights after 1, 5 and all
    samples, and the loss of each sample."""
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
    """(count, 4): user, last item, positive, negative. The last item may equal the positive or the negative one."""
    user = torch.randint(users, (count,), generator=generator)
    pairs = torch.stack([1 + torch.randperm(items, generator=generator)[:2] for _ in range(count)])
    last = torch.randint(1, items + 1, (count,), generator=generator)
    return torch.cat([user[:, None], last[:, None], pairs], 1)


def popularity(count):
    """count (V + 2) -> (V): the log of each item's count, which is its score after an empty history."""
    return count[1:-1].clamp(min=0.5).log()
