// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope::cli {

class CliContext;

/// The arguments of the command adopt, which serves several kinds of files.
struct AdoptArguments {
    std::string path, dataset, name, layout = "auto", vocabulary, seen;
    std::vector<std::string> settings, columns;
    bool trusts = false, carries = false;
};

/// Adopts a TorchScript model.
void adoptModelFile(CliContext& context, const AdoptArguments& arguments);

}  // namespace recscope::cli
