// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "core/data/importer.h"

namespace recscope {

/// One folder of tests/data/variants or tests/data/layouts.
struct VariantCase {
    std::filesystem::path folder;
    std::string name;  ///< such as "01_header_order/tab_time_first"
};
void PrintTo(const VariantCase& variant, std::ostream* out);

std::vector<VariantCase> variantCases();  ///< all of them, by name

/// Sets an import option by its name in truth.json; false if there is no such option.
bool setOption(const std::string& name, const std::string& value, const std::filesystem::path& folder,
               ImportOptions& options);

}  // namespace recscope
