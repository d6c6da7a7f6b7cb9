#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the sparse matrices next to this script with SciPy: python3 make_matrices.py."""
import pathlib

import numpy as np
import scipy.sparse as sparse

HERE = pathlib.Path(__file__).parent

# Four users, five items. A stored 0 means that there is no rating.
RATINGS = np.array([[4.5, 0, 1, 0, 0], [0, 0, 0, 0, 3], [0, 0, 0, 0, 0], [2, 5, 0, 0.1, 0]], np.float32)
matrix = sparse.csr_matrix(RATINGS)
matrix.data[matrix.data == 3] = 0
for form in ("csr", "csc", "coo"):
    sparse.save_npz(HERE / f"ratings-{form}.npz", matrix.asformat(form))
flags = sparse.csr_matrix(RATINGS > 0)
sparse.save_npz(HERE / "flags.npz", flags)
sparse.save_npz(HERE / "counts.npz", sparse.csr_array((RATINGS * 10).astype(np.uint8)), compressed=False)
sparse.save_npz(HERE / "diagonal.npz", sparse.dia_matrix(np.eye(3)))
sparse.save_npz(HERE / "complex.npz", sparse.csr_matrix(np.eye(3, dtype=complex)))
