// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "source_tree.h"

namespace recscope::architecture {

// One function for each rule of ARCHITECTURE.md. It returns one line per violation.
using Violations = std::vector<std::string>;

Violations uiIncludesTorchOrSqlite(const SourceTree& tree);  ///< ui/ or app/ includes either, directly or through core
Violations coreIncludesQt(const SourceTree& tree);           ///< core/ includes Qt, ui/ or app/
Violations dataIncludesTorch(
    const SourceTree& tree);  ///< core/{util,data,store,parquet,sequence,metrics,config} includes torch
Violations torchInOtherModels(const SourceTree& tree);   ///< core/models/, except the transformer, includes torch
Violations sqliteOutsideStore(const SourceTree& tree);   ///< core/, except core/store, includes SQLite
Violations arrowOutsideParquet(const SourceTree& tree);  ///< Arrow anywhere but in the sources of core/parquet
Violations forbiddenIncludes(const SourceTree& tree);    ///< an include between folders that is not allowed
Violations comparedModelNames(
    const SourceTree& tree);                           ///< code outside a model's folder that compares the model's name
Violations ownHeaderNotFirst(const SourceTree& tree);  ///< a source that does not include its own header first
Violations missingLicenceLines(const SourceTree& tree);  ///< a source file without an SPDX line in its first two lines
Violations searchedMessages(const SourceTree& tree);     ///< code that searches the words of a message or a device
Violations coloursOutsideTheme(const SourceTree& tree);  ///< a colour in app/, or in ui/ outside ui/theme

}  // namespace recscope::architecture
