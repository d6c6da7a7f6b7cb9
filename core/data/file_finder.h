// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
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

struct FoundInteractions {
    SourcePart part;
    std::vector<std::string> others;  ///< names of other tables of interactions beside a file chosen for its name
};

/// Finds the text with the interactions. For a single file, this is the file itself. In a folder or an archive, it is
/// the file with a known name, else the only readable file, else the only file with a high confidence, else the file
/// named like the folder. Throws Error(Input), listing the candidates, if none of these rules decides.
FoundInteractions findInteractions(const ImportOptions& options);

}  // namespace recscope
