// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/import_source.h"

namespace recscope {

/// Chooses the files with titles, tags and user attributes: those that the user of the program named, or those beside
/// the interactions that describe the items or the users of the sampled rows. Such a table has a column that holds
/// their ids and has the same name as in the interactions ("course_id"), or is called "id" in a file with the name of
/// the items ("courses.csv"). A column of another name counts only if its ids match so well that this is no
/// coincidence. Files with a usual name that are not taken get a sentence in `source.warnings`, or, if nothing is wrong
/// with them, in `source.reading`. Pre: the layout and hasWholeUsers, hasWholeItems of `source` are known. Throws
/// Error(Input) if a named file does not exist.
void findCompanions(const ImportOptions& options, ImportSource& source);

}  // namespace recscope
