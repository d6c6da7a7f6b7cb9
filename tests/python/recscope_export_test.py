#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import pathlib
import sys
import tempfile
import unittest

try:
    import torch
except ImportError:
    print("No PyTorch: the package python3-torch is not installed.")
    sys.exit(0)
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "resources/python"))
from models import D, H, IDS, N, U, V, Causal, Layers, Lengths, Pointwise, RecBoleStandIn, RecToolsStandIn, Users
from recscope_export import ExportError, export, export_recbole, export_rectools


def left(*histories):
    """(B, N): the histories, padded on the left."""
    return torch.tensor([[0] * (N - len(history)) + history for history in histories])


def right(*histories):
    """(B, N): the histories, padded on the right."""
    return torch.tensor([history + [0] * (N - len(history)) for history in histories])


HISTORIES = [3], [3, 9, 4, 12], [5, 1, 2, 8, 3, 9]


class ExportTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "model.pt"

    def load(self):
        """The TorchScript module and the contents of recscope.json."""
        files = {"recscope.json": ""}
        return torch.jit.load(str(self.path), _extra_files=files), json.loads(files["recscope.json"])

    def assertSame(self, one, other):
        self.assertEqual(one.shape, other.shape)
        self.assertLess(float((one - other).abs().max()), 1e-5)

    def exported(self, model, **more):
        """Exports the model with the usual arguments, changed by `more`, and loads the file."""
        export(model, self.path, **{"items": IDS, "max_length": N, **more})
        return self.load()

    def export_error(self, model, **more):
        """The message of the ExportError with which the export is refused."""
        with self.assertRaises(ExportError) as caught:
            self.exported(model, **more)
        self.assertFalse(self.path.exists(), "a file was written")
        return str(caught.exception)

    # Models that a user wrote

    def test_scores_and_weights_of_a_custom_model(self):
        model = Causal()
        archive, spec = self.exported(model, title="Mine")
        items = left(*HISTORIES)
        self.assertSame(archive(items), model(items))
        self.assertSame(archive.attention(items), model.attention(items))
        self.assertEqual(spec, {"format": 1, "title": "Mine", "items": IDS, "max_length": N,
                                "padding": {"side": "left", "id": 0}, "mask": None, "answers": "last",
                                "attention": "softmax"})

    def test_control_flow_that_depends_on_the_data_is_kept(self):
        model = Lengths()
        archive, spec = self.exported(model, padding="right")
        self.assertSame(archive(right(*HISTORIES)), model(right(*HISTORIES)))
        self.assertEqual(spec["padding"]["side"], "right")
        self.assertIsNone(spec["attention"])

    def test_a_model_with_users(self):
        model, items, users = Users(), left([3], [3]), torch.tensor([0, U])
        archive, spec = self.exported(model, users=[10, 20, 30, 40])
        self.assertSame(archive(items, users), model(items, users))
        self.assertEqual(spec["users"], [10, 20, 30, 40])

    def test_a_model_that_fills_in_a_mask(self):
        model = Causal(rows=V + 2)
        archive, spec = self.exported(model, mask=V + 1)
        items = left([3, 9, V + 1])
        self.assertSame(archive(items), model(items))
        self.assertEqual((spec["mask"], spec["answers"]), (V + 1, "mask"))

    def test_attention_weights_of_pytorchs_layers(self):
        model = Layers(nn.MultiheadAttention).eval()
        archive, spec = self.exported(model)
        items = left([5, 1, 2, 8, 3, 9])
        self.assertSame(archive(items), model(items))
        x, maps = model.items(items) + model.positions.weight, []
        for layer in model.attention:
            mixed, one = layer(x, x, x, average_attn_weights=False)
            maps.append(one)
            x = x + mixed
        self.assertSame(archive.attention(items), torch.stack(maps, 1))
        self.assertEqual(spec["attention"], "softmax")

    def test_layers_that_pytorch_computes_in_one_operator(self):
        model = Layers(nn.TransformerEncoderLayer)
        archive, spec = self.exported(model)
        items = left(*HISTORIES)
        self.assertSame(archive(items), model.eval()(items))
        self.assertEqual(archive.attention(items).shape, (3, 2, H, N, N))

    @unittest.skipUnless(hasattr(nn.functional, "scaled_dot_product_attention"), "PyTorch 1.13 has no such function")
    def test_an_operator_that_pytorch_1_does_not_know_is_replaced(self):
        class Fused(Causal):
            attention = None

            def forward(self, items):
                x = self.items(items)[:, None]
                x = nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True)
                return x[:, 0, -1] @ self.items.weight.t()

        model, items = Fused(), left(*HISTORIES)
        archive, _ = self.exported(model)
        self.assertSame(archive(items), model(items))
        self.assertNotIn("scaled_dot_product", str(archive.inlined_graph))

    def test_attention_weights_that_do_not_sum_to_one(self):
        model, items = Pointwise(), left([3, 9])
        archive, spec = self.exported(model, attention="pointwise")
        self.assertSame(archive.attention(items), model.attention(items))
        self.assertEqual(spec["attention"], "pointwise")
        _, spec = self.exported(model, attention=None)
        self.assertIsNone(spec["attention"])
        self.path.unlink()
        self.assertIn('attention="pointwise"', self.export_error(model))

    def test_the_export_does_not_change_the_model(self):
        model = Causal()
        model.key.eval()
        self.exported(model)
        self.assertTrue(model.training)
        self.assertFalse(model.key.training)

    # Models of libraries

    def test_a_masked_model_of_recbole(self):
        model = RecBoleStandIn()
        export_recbole(model, model.dataset, self.path)
        archive, spec = self.load()
        self.assertEqual((spec["max_length"], spec["mask"], spec["answers"]), (N + 1, V + 1, "mask"))
        self.assertEqual((spec["items"], spec["padding"]["side"]), (IDS, "right"))
        for history in HISTORIES:
            row = torch.tensor([history + [V + 1] + [0] * (N - len(history))])
            theirs = model.full_sort_predict({"item_id_list": right(history),
                                              "item_length": torch.tensor([len(history)])})
            self.assertSame(archive(row), theirs)

    def test_models_of_rectools(self):
        for extra in 1, 2:  # without and with a mask
            model = RecToolsStandIn(extra)
            export_rectools(model, self.path)
            archive, spec = self.load()
            self.assertEqual((spec["items"], spec["mask"]), (IDS, V + 1 if extra == 2 else None))
            table = model.torch_model.item_model.ids.weight
            history = [3, V] if extra == 1 else [3, V, V + 1]
            theirs = [3, V] if extra == 1 else [4, V + 1, 1]  # the same history in RecTools' rows: padding, mask, items
            state = (N - len(history)) * table[0] + table[theirs].sum(0)
            self.assertSame(archive(left(history))[:, 1:], (state @ table[extra:].t())[None])

    def test_a_prediction_that_differs_is_refused(self):
        model = RecToolsStandIn(1)
        model.torch_model.encode_sessions = lambda batch, items: items[batch["x"]].cumsum(1) * 1.001
        with self.assertRaisesRegex(ExportError, "gives other scores"):
            export_rectools(model, self.path)

    def test_models_of_libraries_that_cannot_be_exported(self):
        reads_users = RecBoleStandIn()
        reads_users.full_sort_predict = lambda interaction: interaction["user_id"]
        unfitted, timed, special = RecToolsStandIn(1), RecToolsStandIn(1), RecToolsStandIn(3)
        unfitted.is_fitted, timed.data_preparator.add_unix_ts = False, True
        for call, sentence in [
                (lambda: export_recbole(Causal(), None, self.path), "not a sequential model of RecBole"),
                (lambda: export_recbole(reads_users, reads_users.dataset, self.path), "reads 'user_id'"),
                (lambda: export_rectools(Causal(), self.path), "not a fitted"),
                (lambda: export_rectools(unfitted, self.path), "not a fitted"),
                (lambda: export_rectools(timed, self.path), "relative_time_attention=False"),
                (lambda: export_rectools(special, self.path), "more special tokens")]:
            with self.assertRaisesRegex(ExportError, sentence):
                call()
        self.assertFalse(self.path.exists())

    # Errors

    def test_arguments_that_do_not_fit(self):
        for more, sentence in [({"padding": "both"}, "'left' or 'right'"),
                               ({"attention": "relu"}, "'softmax', 'pointwise'"),
                               ({"max_length": 0}, "no room"), ({"max_length": 1, "mask": V + 1}, "no room"),
                               ({"mask": V}, "mask is 12"), ({"items": []}, "items is empty"),
                               ({"items": IDS[:-1] + [None]}, "items has None"), ({"items": [1, 2, "1"]}, "an id twice"),
                               ({"users": [True]}, "users has True")]:
            with self.subTest(sentence):
                self.assertIn(sentence, self.export_error(Causal(), **more))

    def test_ids_may_be_numbers_of_pytorch(self):
        _, spec = self.exported(Causal(), items=torch.arange(100, 100 + V))
        self.assertEqual(spec["items"], list(range(100, 100 + V)))

    def test_models_with_wrong_outputs_are_refused(self):
        def model(forward=Causal.forward, attention=Causal.attention):
            return type("Model", (Causal,), {"forward": forward, "attention": attention})()

        scores = Causal.forward
        zeros = torch.zeros

        def of_one_batch_size(self, items):  # traced: the batch size becomes a constant
            return scores(self, items) + zeros(int(items.shape[0]), 1)

        def by_the_first_length(self, items):
            try:  # not scriptable, so traced: only the branch of the example is kept
                return scores(self, items) * (2 if int(items[0, 0]) == 0 else 1)
            finally:
                pass

        for forward, sentence in [
                (lambda self, items: self.items.weight[items + V], "The model fails on int64 items"),
                (lambda self, items: [1, 2], "returns a list"),
                (lambda self, items: self.items(items) @ self.items.weight.t(), "of every position"),
                (lambda self, items: scores(self, items)[:, 1:], "it must be (3, 13)"),
                (lambda self, items: scores(self, items).double(), "torch.float64"),
                (lambda self, items: scores(self, items) / 0, "not finite"),
                (of_one_batch_size, "for other inputs or batch sizes"),
                (by_the_first_length, "for other inputs or batch sizes"),
                (lambda self, items: scores(self, items) + torch.rand(1), "random numbers")]:
            with self.subTest(sentence):
                self.assertIn(sentence, self.export_error(model(forward)))
        for attention, sentence in [
                (lambda self, items: self.items(items), "attention() returns shape"),
                (lambda self, items: Causal.attention(self, items) * 2, "do not sum to 1"),
                (lambda self, items: Causal.attention(self, items) / 0, "not finite")]:
            with self.subTest(sentence):
                self.assertIn(sentence, self.export_error(model(attention=attention)))

    def test_a_model_that_torchscript_cannot_express(self):
        class Untraceable(Causal):
            attention = None

            def forward(self, items):
                try:  # not scriptable
                    if torch._C._get_tracing_state() is not None:
                        raise RuntimeError("not while tracing")
                    return self.items(items).sum(1) @ self.items.weight.t()
                finally:
                    pass

        self.assertIn("neither script nor trace Untraceable: not while tracing", self.export_error(Untraceable()))


if __name__ == "__main__":
    unittest.main(warnings="ignore")  # newer versions of PyTorch call TorchScript deprecated
