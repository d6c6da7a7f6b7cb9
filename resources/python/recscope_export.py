# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a recommender made with PyTorch as a file that RecScope opens (`recscope-cli adopt model.pt`).

A model of your own, whose forward(items) returns the scores (B, V + 1) of the next item for each row of items
(B, max_length):

    from recscope_export import export
    export(model, "model.pt", items=ids_of_rows_1_to_V, max_length=50)

A model of RecBole (sequential models that read nothing but the history; RecBole has no HSTU) or of RecTools
(SASRecModel, BERT4RecModel, also with LiGRLayers, which is eSASRec; HSTUModel with relative_time_attention=False):

    from recscope_export import export_recbole, export_rectools
    export_recbole(model, dataset, "model.pt")
    export_rectools(model, "model.pt")

The file is a TorchScript archive. Before it is written, its scores are compared with those of the model, with several
batch sizes. Needs nothing but Python's standard library and PyTorch (1.13 or newer).
"""
import contextlib
import io
import json
import math
import pathlib
import warnings

import torch
from torch import nn
import torch.nn.functional as F
from torch._jit_internal import FunctionModifiers

# Largest differences between the archive and the model, relative to the largest number (or to 1, if that is larger).
SAME_KERNELS = 1e-6   # the model computes attention with the operators of the archive (see _plain_attention)
OTHER_KERNELS = 1e-5  # the model, or its library's prediction, may compute attention with another kernel


class ExportError(ValueError):
    """Says in a sentence why a model cannot be exported."""


def export(model, path, *, items, max_length, users=None, padding="left", mask=None, attention="softmax", title=None):
    """Writes `model` to `path`.

    model       nn.Module with forward(items) or, if `users` is given, forward(items, users). items: int64
                (B, max_length), padded with 0, B varies; users: int64 (B). Returns float32 (B, V + 1): the scores of
                all items, column 0 is the padding. An optional method attention(...) with the same arguments returns
                (B, layers, heads, N, N), rows attend to columns, or (B, layers, heads, N), the weights of the positions
                in the prediction. Without it, the weights of the model's nn.MultiheadAttention layers are taken.
    items       the dataset's ids (str or numbers) of the rows 1 to V
    users       the dataset's ids of the user rows, from 1 on; unknown users are row 0
    padding     the side of the padding, "left" or "right"
    mask        row of [MASK], if the model scores the item at a [MASK] after the history; the model then reads at most
                max_length - 1 items
    attention   "softmax" if the weights of a position sum to 1, "pointwise" if not (HSTU), None to leave them out
    title       the kind of model, as RecScope shows it (default: the name of the class)
    """
    spec = _spec(items=items, users=users, max_length=max_length, padding=padding, mask=mask, attention=attention,
                 title=title or type(model).__name__)
    _write(model, model, spec, path, prediction=None)


def export_recbole(model, dataset, path, title=None):
    """Writes a sequential model of RecBole to `path`; `dataset` is the RecBole dataset that it was trained on."""
    if not hasattr(model, "full_sort_predict") or not hasattr(model, "ITEM_SEQ"):
        raise ExportError(f"{type(model).__name__} is not a sequential model of RecBole.")
    ids = list(dataset.field2id_token[model.ITEM_ID])[1:]  # row 0 is [PAD]
    masked = hasattr(model, "reconstruct_test_data")
    # BERT4Rec reads one more column than RecBole's sequences have: that of the [MASK] after the history.
    length = model.max_seq_length + (1 if masked else 0)
    adapter = _RecBoleMasked(model) if masked else _RecBole(model)
    spec = _spec(items=ids, users=None, max_length=length, padding="right", attention="softmax",
                 mask=model.mask_token if masked else None, title=title or "RecBole " + type(model).__name__)
    _write(adapter, model, spec, path, prediction=adapter.predict)


def export_rectools(model, path, title=None):
    """Writes a fitted transformer model of RecTools to `path`."""
    if not getattr(model, "is_fitted", False) or not hasattr(model, "data_preparator"):
        raise ExportError(f"{type(model).__name__} is not a fitted transformer model of RecTools.")
    preparator = model.data_preparator
    if getattr(preparator, "add_unix_ts", False):
        raise ExportError("This model reads the times of the interactions, which RecScope does not pass to models of "
                          "other programs. Train it with relative_time_attention=False.")
    ids = list(preparator.get_known_item_ids())
    adapter = _RecTools(model, len(ids))
    spec = _spec(items=ids, users=None, max_length=model.session_max_len, padding="left", attention="softmax",
                 mask=adapter.mask, title=title or "RecTools " + _rectools_name(model))
    _write(adapter, model.torch_model, spec, path, prediction=adapter.predict)


# -- Libraries --


class _RecBole(nn.Module):
    """Scores items by the model's own full_sort_predict."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, items):
        return self._predict(items, (items != 0).sum(1))

    def predict(self, items):
        return self(items)

    def _predict(self, sequence, length):
        try:
            return self.model.full_sort_predict({self.model.ITEM_SEQ: sequence, self.model.ITEM_SEQ_LEN: length})
        except KeyError as error:
            raise ExportError(f"{type(self.model).__name__} reads {error}, and only models of RecBole that read "
                              "nothing but the history can be exported.") from error


class _RecBoleMasked(_RecBole):
    """Scores items by BERT4Rec's own full_sort_predict, but reads the [MASK] that RecScope has put after the history.

    RecBole itself inserts the [MASK] with a loop over the batch, which cannot be traced. From 1.2 on, RecBole also
    leaves out the oldest item of each sequence, so that the [MASK] fits; in earlier versions, the model had one more position.
    """

    def __init__(self, model):
        super().__init__(model)
        example = torch.ones(1, model.max_seq_length, dtype=torch.long)
        # Positions at the beginning that the model does not read: 1 from RecBole 1.2 on, 0 before.
        self.skipped = 1 + model.max_seq_length - model.reconstruct_test_data(example, example.sum(1)).shape[1]

    def forward(self, items):
        masked = items[:, self.skipped:]
        self.model.reconstruct_test_data = lambda *_: masked
        try:
            return self._predict(items, (items != 0).sum(1) - 1)
        finally:
            del self.model.reconstruct_test_data  # restores the method of the class

    def predict(self, items):
        sequence = items[:, :-1].masked_fill(items[:, :-1] == self.model.mask_token, 0)
        return self._predict(sequence, (sequence != 0).sum(1))


class _RecTools(nn.Module):
    """Scores items as RecTools' recommend() does. Items are rows 1 to V here; in RecTools, extra tokens come first."""

    def __init__(self, model, item_count):
        super().__init__()
        self.lightning = [model.lightning_model]  # in a list, so that it does not become a submodule
        self.backbone = model.torch_model
        self.extra = model.data_preparator.n_item_extra_tokens
        if self.extra > 2:
            raise ExportError("This model has more special tokens than padding and mask.")
        self.mask = item_count + 1 if self.extra == 2 else None
        # RecTools' row of the padding, of each item, and of [MASK] if there is one.
        rows = [0, *range(self.extra, self.extra + item_count), *range(1, self.extra)]
        self.register_buffer("rows", torch.tensor(rows))

    def forward(self, items):
        item_embeddings = self.backbone.item_model.get_all_embeddings()
        last = self.backbone.encode_sessions({"x": self.rows[items]}, item_embeddings)[:, -1, :]
        similarity = self.backbone.similarity_module
        scores = similarity(similarity.session_tower_forward(last), similarity.item_tower_forward(item_embeddings))
        return torch.cat([scores[:, :1], scores[:, self.extra:]], 1)

    def predict(self, items):
        known = torch.arange(self.extra, len(self.rows)).numpy()
        users, rows, scores = self.lightning[0]._recommend_u2i(
            user_ids=torch.arange(len(items)).numpy(), recommend_dataloader=[{"x": self.rows[items]}],
            sorted_item_ids_to_recommend=known, k=len(known), dataset=None, filter_viewed=False, torch_device="cpu")
        result = torch.zeros(len(items), len(known) + 1)
        result[torch.from_numpy(users), torch.from_numpy(rows) - self.extra + 1] = torch.from_numpy(scores)
        return result


def _rectools_name(model):
    name = type(model).__name__.replace("Model", "")
    return "eSASRec" if name == "SASRec" and model.transformer_layers_type.__name__ == "LiGRLayers" else name


# -- The file --


def _spec(*, items, users, max_length, padding, mask, attention, title):
    """Returns the contents of recscope.json."""
    spec = {"format": 1, "title": title, "items": _ids("items", items)}
    if users is not None:
        spec["users"] = _ids("users", users)
    if padding not in ("left", "right"):
        raise ExportError(f"padding is 'left' or 'right', not {padding!r}.")
    if attention not in ("softmax", "pointwise", None):
        raise ExportError(f"attention is 'softmax', 'pointwise' or None, not {attention!r}.")
    if max_length < (1 if mask is None else 2):
        raise ExportError(f"max_length is {max_length}, which leaves no room for a history.")
    if mask is not None and mask <= len(spec["items"]):
        raise ExportError(f"mask is {mask}, but rows 0 to {len(spec['items'])} are the padding and the items.")
    spec.update(max_length=int(max_length), padding={"side": padding, "id": 0},
                mask=None if mask is None else int(mask), answers="last" if mask is None else "mask",
                attention=attention)
    return spec


def _ids(what, ids):
    plain = [value.item() if hasattr(value, "item") else value for value in ids]  # NumPy's and PyTorch's numbers
    for value in plain:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise ExportError(f"{what} has {value!r}; ids are strings or numbers.")
    if not plain:
        raise ExportError(f"{what} is empty.")
    if len({str(value) for value in plain}) != len(plain):
        raise ExportError(f"{what} names an id twice.")
    return plain


def _write(module, model, spec, path, prediction):
    """Converts `module` (a wrapper of `model`, or itself) to TorchScript, checks the archive and writes it."""
    with _on_cpu_for_evaluation(module), torch.no_grad(), warnings.catch_warnings():
        # Tracing warns of Python values that become constants, which _check finds if they matter. Newer versions of
        # PyTorch warn that TorchScript is deprecated.
        warnings.simplefilter("ignore")
        _check_scores(_call(module, _example(spec, 3)), 3, spec)
        has_method = callable(getattr(type(module), "attention", None))  # a submodule named attention does not count
        adapter, kind = module, spec["attention"]
        if not has_method and kind is not None:
            adapter = _Recorded(module, model, spec["max_length"])
            kind = spec["attention"] = adapter.kind_of(_example(spec, 3))
        methods = ["forward"] if kind is None else ["forward", "attention"]
        converted = _convert(module if kind is None or has_method else adapter, model, methods, _example(spec, 3))
        archive = io.BytesIO()
        torch.jit.save(converted, archive, _extra_files={"recscope.json": json.dumps(spec)})
        archive.seek(0)
        _check(torch.jit.load(archive), adapter, model, spec, prediction)
    pathlib.Path(path).write_bytes(archive.getvalue())


@contextlib.contextmanager
def _on_cpu_for_evaluation(module):
    """Puts `module` on the CPU and in evaluation mode, and back afterwards."""
    modes = [(part, part.training) for part in module.modules()]
    device = next((tensor.device for tensor in module.parameters()), torch.device("cpu"))
    try:
        yield module.cpu().eval()
    finally:
        module.to(device)
        for part, mode in modes:
            part.training = mode


def _convert(module, model, methods, inputs):
    """Scripts `module` if PyTorch can, and traces it otherwise."""
    reason = ""
    if module is model and not _attention_layers(model):
        try:
            modifier = FunctionModifiers.EXPORT if "attention" in methods else FunctionModifiers.DEFAULT
            with _marked(module, modifier):
                scripted = torch.jit.script(module)
            graphs = str([getattr(scripted, name).inlined_graph for name in methods])
            if "scaled_dot_product_attention" not in graphs:
                return scripted  # otherwise it is traced, because PyTorch 1.13 does not know that operator
        except Exception as error:  # TorchScript raises errors of many types
            reason = f" (scripting: {_reason(error)})"
    try:
        with _plain_attention(model), _marked(module, FunctionModifiers.DEFAULT):
            return torch.jit.trace_module(module, {name: inputs for name in methods}, check_trace=False)
    except Exception as error:
        raise ExportError(f"PyTorch can neither script nor trace {type(model).__name__}: "
                          f"{_reason(error)}{reason}") from error


@contextlib.contextmanager
def _marked(module, modifier):
    """A context in which the module's method `attention` is compiled by TorchScript (EXPORT) or not (DEFAULT)."""
    method = getattr(type(module), "attention", None)
    if method is None:
        yield
        return
    before = getattr(method, "_torchscript_modifier", None)
    method._torchscript_modifier = modifier
    try:
        yield
    finally:
        if before is None:
            del method._torchscript_modifier
        else:
            method._torchscript_modifier = before


def _reason(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[-1 if "TorchScript interpreter" in lines[0] else 0]


# -- Attention --


def _attention_layers(model):
    return [part for part in model.modules() if isinstance(part, nn.MultiheadAttention)]


class _Recorded(nn.Module):
    """A model with a method `attention`, which computes the model and returns the weights of its attention layers."""

    def __init__(self, module, model, length):
        super().__init__()
        self.module, self.model, self.length = module, [model], length

    def forward(self, *inputs):
        return self.module(*inputs)

    def attention(self, *inputs):
        with _plain_attention(self.model[0]) as weights:
            self.module(*inputs)
        # Positions that the model does not read are at the left; nothing attends to them.
        left = self.length - weights.maps[0].shape[-1]
        return torch.stack([F.pad(layer, (left, 0, left, 0)) for layer in weights.maps], 1)

    def kind_of(self, inputs):
        """Returns the kind of the weights, or None if the model has no self-attention that is known here."""
        with _plain_attention(self.model[0]) as weights:
            self.module(*inputs)
        shapes = {tuple(layer.shape) for layer in weights.maps}
        known = len(shapes) == 1 and all(len(shape) == 4 and shape[2] == shape[3] for shape in shapes)
        return weights.kind if known and next(iter(shapes))[3] in (self.length - 1, self.length) else None


class _Weights:
    def __init__(self):
        self.maps = []  # (B, heads, N, N) of each layer
        self.kind = "softmax"


@contextlib.contextmanager
def _plain_attention(model):
    """A context in which attention is computed with operators that PyTorch 1.13 knows, and its weights are recorded."""
    weights, undo = _Weights(), []

    def patch(owner, name, value):
        undo.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    original, einsum = nn.MultiheadAttention.forward, torch.einsum

    def multi_head(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                   average_attn_weights=True, is_causal=False):
        if query.dim() != 3 or self.bias_k is not None or self.add_zero_attn:
            return original(self, query, key, value, key_padding_mask, need_weights, attn_mask)
        output, heads = _multi_head(self, query, key, value, key_padding_mask, attn_mask)
        weights.maps.append(heads)
        return output, (heads.mean(1) if average_attn_weights else heads) if need_weights else None

    def scaled_dot_product(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, **_):
        logits = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
        if is_causal:
            later = torch.ones(logits.shape[-2:], dtype=torch.bool, device=logits.device).triu(1)
            logits = logits.masked_fill(later, -math.inf)
        heads = _softmax(_masked(logits, None if attn_mask is None or attn_mask.dtype != torch.bool else ~attn_mask)
                         if attn_mask is None or attn_mask.dtype == torch.bool else logits + attn_mask)
        weights.maps.append(heads)
        return heads @ value

    def einsum_of_hstu(equation, *operands):
        if equation == "bhnm,bmhd->bnhd":  # RecTools' STULayer mixes the values by their weights
            weights.maps.append(operands[0])
            weights.kind = "pointwise"
        return einsum(equation, *operands)

    patch(nn.MultiheadAttention, "forward", multi_head)
    patch(torch, "einsum", einsum_of_hstu)
    if hasattr(F, "scaled_dot_product_attention"):
        patch(F, "scaled_dot_product_attention", scaled_dot_product)
    hooks = []
    for part in model.modules():
        if isinstance(part, (nn.TransformerEncoderLayer, nn.TransformerEncoder)):
            # In training mode, the layer does not use its fused operator. Its dropout layers stay in evaluation mode.
            patch(part, "training", True)
        if type(part).__name__ == "MultiHeadAttention" and isinstance(getattr(part, "softmax", None), nn.Softmax):
            hooks.append(part.softmax.register_forward_hook(lambda _, __, heads: weights.maps.append(heads)))  # RecBole
    try:
        yield weights
    finally:
        for hook in hooks:
            hook.remove()
        for owner, name, value in reversed(undo):
            setattr(owner, name, value)


def _multi_head(layer, query, key, value, key_padding_mask, attn_mask):
    """nn.MultiheadAttention in evaluation mode: the output, and the weights (B, heads, N, N)."""
    if not layer.batch_first:
        query, key, value = (x.transpose(0, 1) for x in (query, key, value))
    if layer.in_proj_weight is not None:
        matrices = layer.in_proj_weight.chunk(3)
    else:
        matrices = layer.q_proj_weight, layer.k_proj_weight, layer.v_proj_weight
    biases = (None, None, None) if layer.in_proj_bias is None else layer.in_proj_bias.chunk(3)
    q, k, v = (F.linear(x, matrix, bias).unflatten(-1, (layer.num_heads, layer.head_dim)).transpose(1, 2)
               for x, matrix, bias in zip((query, key, value), matrices, biases))
    logits = q @ k.transpose(-2, -1) / math.sqrt(layer.head_dim)  # (B, H, N, N)
    if attn_mask is not None and attn_mask.dim() == 3:
        attn_mask = attn_mask.unflatten(0, (-1, layer.num_heads))
    logits = _masked(logits, attn_mask)
    logits = _masked(logits, None if key_padding_mask is None else key_padding_mask[:, None, None, :])
    weights = _softmax(logits)
    output = layer.out_proj((weights @ v).transpose(1, 2).flatten(2))
    return output if layer.batch_first else output.transpose(0, 1), weights


def _masked(logits, mask):
    if mask is None:
        return logits
    return logits.masked_fill(mask, -math.inf) if mask.dtype == torch.bool else logits + mask


def _softmax(logits):
    # A position that may attend to nothing gets weights 0, as in newer versions of PyTorch, and not NaN.
    return logits.softmax(-1).masked_fill((logits == -math.inf).all(-1, keepdim=True), 0.0)


# -- Checks --


def _example(spec, rows, seed=0):
    """Returns inputs as RecScope passes them: random histories that fill all positions, one position, or some."""
    generator = torch.Generator().manual_seed(seed)
    room = spec["max_length"] - (0 if spec["mask"] is None else 1)
    items = torch.zeros(rows, spec["max_length"], dtype=torch.long)
    for row in range(rows):
        size = [room, 1, int(torch.randint(1, room + 1, (1,), generator=generator))][(row + seed) % 3]
        history = torch.randint(1, len(spec["items"]) + 1, (size,), generator=generator)
        if spec["mask"] is not None:
            history = torch.cat([history, torch.tensor([spec["mask"]])])
        if spec["padding"]["side"] == "left":
            items[row, -len(history):] = history
        else:
            items[row, :len(history)] = history
    if "users" not in spec:
        return (items,)
    return items, torch.randint(0, len(spec["users"]) + 1, (rows,), generator=generator)


def _call(function, inputs, who="The model"):
    try:
        return function(*inputs)
    except ExportError:
        raise
    except Exception as error:
        shapes = " and ".join(f"{name} {tuple(x.shape)}" for name, x in zip(("items", "users"), inputs))
        raise ExportError(f"{who} fails on int64 {shapes}: {_reason(error)}") from error


def _check_scores(scores, rows, spec):
    columns = len(spec["items"]) + 1
    if not torch.is_tensor(scores):
        raise ExportError(f"The model returns a {type(scores).__name__}, not a tensor of scores.")
    if scores.dim() == 3 and tuple(scores.shape) == (rows, spec["max_length"], columns):
        raise ExportError("The model scores the next item of every position. Wrap it in a module that returns those of "
                          "the position that answers, shape (B, V + 1).")
    if tuple(scores.shape) != (rows, columns):
        raise ExportError(f"The model returns scores of shape {tuple(scores.shape)} for {rows} histories; with "
                          f"{columns - 1} items it must be ({rows}, {columns}), column 0 being the padding.")
    if scores.dtype != torch.float32:
        raise ExportError(f"The scores are {scores.dtype}, and must be torch.float32.")
    if not torch.isfinite(scores[:, 1:]).all():
        raise ExportError("The model gives scores that are not finite numbers.")


def _check_attention(weights, rows, inputs, spec):
    length = spec["max_length"]
    if weights.dim() not in (4, 5) or weights.shape[0] != rows or any(size != length for size in weights.shape[3:]):
        raise ExportError(f"attention() returns shape {tuple(weights.shape)} for {rows} histories; it must be "
                          f"({rows}, layers, heads, {length}, {length}) or ({rows}, layers, heads, {length}).")
    if weights.dim() == 5:  # rows of the padding do not matter
        weights = weights.permute(0, 3, 1, 2, 4)[inputs[0] != 0]
    if not torch.isfinite(weights).all():
        raise ExportError("attention() gives weights that are not finite numbers.")
    sums = weights.sum(-1)
    unread = (weights == 0).all(-1)  # a position that the model leaves out
    if spec["attention"] == "softmax" and not ((sums - 1).abs() < 1e-4).logical_or(unread).all():
        raise ExportError("The attention weights of a position do not sum to 1. If they are not made by a softmax, "
                          "export with attention=\"pointwise\".")


def _check(archive, module, model, spec, prediction):
    """Compares the archive with the model itself. `prediction`: how the model's library computes scores, or None."""
    for seed, rows in enumerate((1, 1, 2, 7)):
        inputs = _example(spec, rows, seed)
        saved, expected = _call(archive, inputs, "What TorchScript made of the model"), _call(module, inputs)
        _check_scores(expected, rows, spec)
        with _plain_attention(model):
            plain = _call(module, inputs)
        _compare(saved, plain, SAME_KERNELS, "TorchScript")
        _compare(saved, expected, OTHER_KERNELS, "TorchScript")
        if prediction is not None:
            _compare(saved, _call(prediction, inputs), OTHER_KERNELS, "The export")
        if spec["attention"] is not None:
            weights = archive.attention(*inputs)
            _check_attention(weights, rows, inputs, spec)
            _compare(weights.nan_to_num(), module.attention(*inputs).nan_to_num(), OTHER_KERNELS, "TorchScript",
                     "weights")


def _compare(saved, expected, tolerance, who, what="scores"):
    if saved.shape == expected.shape:
        first = 1 if what == "scores" else 0  # the score of the padding does not matter
        saved, expected = saved[:, first:], expected[:, first:]
        difference = float((saved - expected).abs().max())
        if difference <= tolerance * max(1.0, float(expected.abs().max())):
            return
        by = f"by {difference:.2g}"
    else:
        by = f"in shape {tuple(saved.shape)} instead of {tuple(expected.shape)}"
    raise ExportError(f"{who} gives other {what} than the model ({by}). Does the model behave differently for other "
                      "inputs or batch sizes, or draw random numbers?")
