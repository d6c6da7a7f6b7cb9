// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/data/import_source.h"

namespace recscope {

/// Chooses the files with titles, tags and user attributes: those that the person named, or those beside the
/// interactions that have a usual name and hold ids of the sampled rows. Files beside the interactions that cannot be
/// read or hold other ids are left out with a sentence in `source.warnings`. Pre: the layout and hasWholeUsers,
/// hasWholeItems of `source` are known. Throws Error(Input) if a named file does not exist.
void findCompanions(const ImportOptions& options, ImportSource& source);

/// Whether the text of a part has more bytes; for a compressed file, this is estimated.
bool isLargerThan(const SourcePart& part, std::int64_t bytes);

}  // namespace recscope
