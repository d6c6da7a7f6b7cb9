// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrices that SciPy's save_npz writes, read as text: a zip archive with a NumPy array in each file.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/data/archive.h"
#include "core/util/byte_source.h"

namespace recscope {

/// Whether an archive with these members is a sparse matrix (CSR, CSC or COO).
bool isSparseMatrix(const std::vector<ArchiveMember>& members);
/// Whether the file is such a matrix. Throws Error(Input) if it cannot be opened.
bool isSparseMatrixFile(const std::filesystem::path& path);

/// The entries of the matrix as the text of a CSV file, produced while it is read: the number of the row as the user,
/// the number of the column as the item, both from 0, and the value as the rating. Values that are 0 are left out,
/// because an entry that is not stored means the same. If all others are 1, there is no rating. Throws Error(Input),
/// also from read(), for another kind of sparse matrix, an array of another type, and damaged files.
std::unique_ptr<ByteSource> openSparseMatrix(const std::filesystem::path& path);

}  // namespace recscope
