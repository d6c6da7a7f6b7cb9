// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "source_tree.h"

namespace recscope::architecture {

// One function for each rule about includes, names and first lines that ARCHITECTURE.md and CONTRIBUTING.md state. It
// returns one line per violation.
using Violations = std::vector<std::string>;

Violations uiIncludesTorchOrSqlite(
    const SourceTree& tree);  ///< ui/ or app/ includes torch or SQLite, directly or through other headers
Violations coreIncludesQt(const SourceTree& tree);       ///< core/ includes Qt, ui/ or app/
Violations dataIncludesTorch(const SourceTree& tree);    ///< a folder of recscope_data includes torch or recscope_learn
Violations torchInOtherModels(const SourceTree& tree);   ///< core/models/, except the transformer, includes torch
Violations sqliteOutsideStore(const SourceTree& tree);   ///< core/ includes SQLite outside core/store and the import
Violations arrowOutsideParquet(const SourceTree& tree);  ///< Arrow is included outside the .cpp files of core/parquet
Violations forbiddenIncludes(const SourceTree& tree);    ///< a folder includes another that it may not include
Violations comparedModelNames(
    const SourceTree& tree);                           ///< code outside a model's folder that compares the model's name
Violations ownHeaderNotFirst(const SourceTree& tree);  ///< a source that does not include its own header first
Violations missingLicenceLines(const SourceTree& tree);  ///< a source file without an SPDX line in its first two lines
Violations searchedMessages(const SourceTree& tree);     ///< code that searches in a sentence made for the screen
Violations coloursOutsideTheme(const SourceTree& tree);  ///< a colour in app/, or in ui/ outside ui/theme

}  // namespace recscope::architecture
