# SPDX-License-Identifier: GPL-3.0-or-later
"""eSASRec and HSTU as RecTools trains them: the baseline of ./dev bench modern. Runs in the virtual environment build/rectools."""
import json
import os
import sys
import time
import warnings

import pandas
import torch
from pytorch_lightning import Callback, Trainer
from rectools import Columns
from rectools.dataset import Dataset
from rectools.models import HSTUModel, SASRecModel
from rectools.models.nn.transformers.ligr import LiGRLayers

from plain_common import report


class EpochTimes(Callback):
    """The seconds of each epoch's training."""

    def __init__(self):
        self.seconds = []

    def on_train_epoch_start(self, trainer, module):
        self.start = time.perf_counter()

    def on_train_epoch_end(self, trainer, module):
        self.seconds.append(time.perf_counter() - self.start)


def training_part(csv):
    """The interactions that RecScope trains on: all of a user's but the last two."""
    table = pandas.read_csv(csv).rename(columns={"userId": Columns.User, "movieId": Columns.Item,
                                                 "timestamp": Columns.Datetime})
    table = table.sort_values([Columns.User, Columns.Datetime], kind="stable")
    table = table[table.groupby(Columns.User).cumcount(ascending=False) >= 2]
    table[Columns.Datetime] = pandas.to_datetime(table[Columns.Datetime], unit="s")
    table[Columns.Weight] = 1
    return Dataset.construct(table[Columns.Interactions])


def main():
    request = json.loads(sys.argv[1])
    warnings.filterwarnings("ignore")
    torch.set_num_threads(os.cpu_count())

    def trainer():
        return Trainer(max_epochs=request["epochs"], min_epochs=request["epochs"], accelerator="cpu", devices=1,
                       callbacks=[EpochTimes()], logger=False, enable_checkpointing=False, enable_progress_bar=False,
                       enable_model_summary=False)

    settings = dict(n_factors=request["dim"], n_blocks=request["layers"], n_heads=request["heads"],
                    session_max_len=request["max_length"], dropout_rate=request["hidden_dropout"],
                    batch_size=request["batch_size"], lr=request["learning_rate"], loss="sampled_softmax",
                    n_negatives=request["negatives"], get_trainer_func=trainer)
    if request["model"] == "esasrec":
        model = SASRecModel(transformer_layers_type=LiGRLayers, use_causal_attn=True, use_key_padding_mask=True,
                            transformer_layers_kwargs={"ff_activation": "swiglu", "bias_in_ff": False}, **settings)
    else:
        model = HSTUModel(relative_time_attention=request["time_bias"] == "on",
                          relative_pos_attention=request["position_bias"] == "on", **settings)
    model.fit(training_part(request["csv"]))
    # fit() trains with a copy of the trainer and of its callbacks.
    times = next(callback for callback in model.fit_trainer.callbacks if isinstance(callback, EpochTimes))
    report(seconds=times.seconds)


main()
