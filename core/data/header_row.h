// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset_format.h"

namespace recscope {

/// True if the first row holds column names: words above columns of numbers or times, names that public datasets use,
/// or cells that do not recur in their columns although the values below them repeat.
bool isHeaderRow(const std::vector<std::vector<std::string>>& rows);

/// True if the first line of a sample is a header: as the user of the program chose, otherwise as `isHeaderRow`
/// decides. Formats that have no header use this function to reject files that have one.
bool hasHeaderRow(const FileSample& sample, const std::string& delimiter);

/// The lines of the sample, then its later lines (`FileSample::later`), each split into cells.
std::vector<std::vector<std::string>> sampleRows(const FileSample& sample, const std::string& delimiter);

}  // namespace recscope
