// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset_format.h"

namespace recscope {

/// True if the first row names the columns of the others: words above numbers or times, names that public data sets
/// use, or values that never come again above columns whose values do.
bool isHeaderRow(const std::vector<std::vector<std::string>>& rows);

/// The same for the lines of a sample, as the person said or else as they look. Formats without a header decline such
/// a file, whatever its shape.
bool hasHeaderRow(const FileSample& sample, const std::string& delimiter);

/// The lines of the sample as cells, the later ones behind.
std::vector<std::vector<std::string>> sampleRows(const FileSample& sample, const std::string& delimiter);

}  // namespace recscope
