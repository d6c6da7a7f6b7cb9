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

/// The formats that can read a text, the most confident first; only the chosen format if the person chose one. Throws
/// Error(Usage) for an unknown format or column.
std::vector<Recognised> recognise(const ImportOptions& options, const SourcePart& part, const TextSample& sample);

/// The text with the interactions: the file itself, or in a folder or an archive the file with a known name, the only
/// readable file, or the file named like the folder. Throws Error(Input), listing the candidates, if none of these
/// rules decides.
SourcePart findInteractions(const ImportOptions& options);

}  // namespace recscope
