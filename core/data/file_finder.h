// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/file_sample.h"
#include "core/data/source_part.h"

namespace recscope {

struct Recognised {
    const DatasetFormat* format = nullptr;
    Recognition recognition;
};

/// The formats that can read a text, the surest first; only the one the person chose if there is one. Throws
/// Error(Usage) for an unknown format or column.
std::vector<Recognised> recognise(const ImportOptions& options, const SourcePart& part, const TextSample& sample);

/// The text with the interactions: the file itself, or in a folder or an archive the one with a known name, or the only
/// one that can be read, or the namesake of the folder. Throws Error(Input) with what there is to choose from.
SourcePart findInteractions(const ImportOptions& options);

}  // namespace recscope
