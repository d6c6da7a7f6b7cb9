// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "source_tree.h"

namespace recscope::architecture {

// The rules of ARCHITECTURE.md, one function each. Each function returns one line per violation.
using Violations = std::vector<std::string>;

Violations uiSeesTorchOrSqlite(const SourceTree& tree);  ///< ui/ and app/, also through headers of core
Violations coreSeesQt(const SourceTree& tree);           ///< core/, which may not include ui/ or app/ either
Violations dataSeesTorch(const SourceTree& tree);        ///< core/{util,data,store,sequence,metrics,config}
Violations torchInOtherModels(const SourceTree& tree);   ///< core/models/ except the transformer
Violations sqliteOutsideStore(const SourceTree& tree);   ///< core/ outside core/store
Violations forbiddenIncludes(const SourceTree& tree);    ///< an include between folders that is not allowed
Violations modelsByName(const SourceTree& tree);         ///< a decision by a model's name outside its folder
Violations ownHeaderNotFirst(const SourceTree& tree);    ///< a source that does not include its own header first
Violations missingLicenceLines(const SourceTree& tree);  ///< SPDX in the first two lines of each source file
Violations coloursOutsideTheme(const SourceTree& tree);  ///< ui/ outside ui/theme, and app/

}  // namespace recscope::architecture
