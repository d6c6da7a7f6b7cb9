// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "core/data/importer.h"

namespace recscope {

/// A test case of the import: a folder below tests/data/variants or tests/data/layouts that contains an input file and
/// the expected result, truth.json.
struct VariantCase {
    std::filesystem::path folder;
    std::string name;  ///< such as "01_header_order/tab_time_first"
};
void PrintTo(const VariantCase& variant, std::ostream* out);

std::vector<VariantCase> variantCases();  ///< all of them, by name

/// Sets the import option that truth.json calls `name`. Paths in `value` are relative to `folder`. Returns false if
/// there is no such option.
bool setOption(const std::string& name, const std::string& value, const std::filesystem::path& folder,
               ImportOptions& options);

}  // namespace recscope
