// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/file_sample.h"
#include "core/data/source_part.h"

namespace recscope {

/// A format that can read a text, and how it reads it.
struct Recognised {
    const DatasetFormat* format = nullptr;
    Recognition recognition;
};

/// The formats that can read a text, sorted by descending confidence. If the user of the program chose a format, only
/// that one is tried. Throws Error(Usage) for an unknown format or column.
std::vector<Recognised> recognise(const ImportOptions& options, const SourcePart& part, const TextSample& sample);

/// Finds the text with the interactions. For a single file, this is the file itself. In a folder or an archive, it is
/// the file with a known name, else the only readable file, else the file named like the folder. Throws Error(Input),
/// listing the candidates, if none of these rules decides.
SourcePart findInteractions(const ImportOptions& options);

}  // namespace recscope
