// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset_format.h"

namespace recscope {

/// True if the first row holds column names: words above numbers or times, names that public datasets use, or values
/// that never repeat above columns whose values do.
bool isHeaderRow(const std::vector<std::vector<std::string>>& rows);

/// The same for the lines of a sample; the person's choice takes precedence over how the lines look. Formats without a
/// header reject a file that has one, whatever its shape.
bool hasHeaderRow(const FileSample& sample, const std::string& delimiter);

/// The lines of the sample as cells, followed by its later lines.
std::vector<std::vector<std::string>> sampleRows(const FileSample& sample, const std::string& delimiter);

}  // namespace recscope
