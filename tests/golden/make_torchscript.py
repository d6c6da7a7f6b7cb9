# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ring_model.pt: a small TorchScript model of the items i1 to i12, with recscope.json and attention.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/make_torchscript.py
The model is untrained; its weights are random. Tests adopt it into the dataset "ring".
"""
import pathlib
import sys

import torch

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[1] / "resources" / "python"), str(FOLDER.parent / "python")]

from models import IDS, N, Causal  # noqa: E402
from recscope_export import export  # noqa: E402

torch.manual_seed(1)
export(Causal(), FOLDER / "ring_model.pt", items=IDS, max_length=N, title="Causal attention")
