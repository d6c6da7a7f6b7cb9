// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope::cli {

class CliContext;

/// The arguments of the subcommand `adopt`, which accepts several kinds of files.
struct AdoptArguments {
    std::string path, dataset, name, layout = "auto", vocabulary, seen;
    std::vector<std::string> settings, columns;
    bool trusts = false;      ///< --trust: the model may run on this machine from now on
    bool storesCopy = false;  ///< --carry: a copy of the model is stored in the workspace
};

/// Adopts the TorchScript model in the file `arguments.path`.
void adoptModelFile(CliContext& context, const AdoptArguments& arguments);

}  // namespace recscope::cli
