# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the scripts that make golden files. Each number is computed in float64, whose result is stored as float32, and
in float32. The largest difference between the two is the tolerance for a float32 program, stored as metadata
"tolerance.NAME" (NAME: of the tensor). The part of NAME before the first dot is its group, and all tensors of a group get
the group's largest tolerance: Adagrad divides a gradient by its size, so a gradient near zero gives a large difference,
and chance decides which tensor has such a gradient."""
import json
import struct

import torch


def store(path, config, weights, data, run, metadata=None):
    """Writes a golden file with the tensors weight.NAME, data.NAME and expected.NAME. run(dtype) -> {name: tensor} computes
    the expected results in this precision."""
    exact, single = run(torch.float64), run(torch.float32)
    texts = {"config": json.dumps(config), **{key: str(value) for key, value in (metadata or {}).items()}}
    differences = {key: (exact[key] - single[key].double()).abs().max().item() for key in exact}
    for key in exact:
        group = [value for other, value in differences.items() if other.split(".")[0] == key.split(".")[0]]
        texts[f"tolerance.{key}"] = repr(max(group))
    tensors = {f"weight.{key}": value for key, value in weights.items()}
    tensors.update({f"data.{key}": value for key, value in data.items()})
    tensors.update({f"expected.{key}": value for key, value in exact.items()})
    save(path, tensors, texts)
    print(path.name, max(float(value) for key, value in texts.items() if key.startswith("tolerance")))


def save(path, tensors, metadata):
    """Writes a safetensors file: all tensors as float32."""
    header, offset, body = {"__metadata__": metadata}, 0, b""
    for name, tensor in sorted(tensors.items()):
        data = tensor.detach().to(torch.float32).contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + len(data)]}
        offset += len(data)
        body += data
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)
