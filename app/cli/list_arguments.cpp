// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/list_arguments.h"

#include <CLI/CLI.hpp>

#include "core/lists/list_writer.h"
#include "core/util/translated.h"

namespace recscope::cli {

void ListArguments::addTo(CLI::App& command) {
    command.add_option("--top", top, translated("Number of items in a list"))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    CLI::Option* without = command.add_flag(
        "--unseen", unseen,
        translated("Leave out the items of the history that is read (default: as in the run's protocol)"));
    CLI::Option* with =
        command.add_flag("--keep-seen", keepSeen, translated("Items of the history that is read may be listed again"));
    without->excludes(with);
    command
        .add_option("--only-tag", onlyTags,
                    translated("Only items of this category or tag; may be given several times"))
        ->type_name("NAME");
    command
        .add_option("--without-tag", withoutTags,
                    translated("No item of this category or tag; may be given several times"))
        ->type_name("NAME");
}

ListRequest ListArguments::request(RunId run, const std::string& input) const {
    ListRequest request{.run = run, .top = top, .input = historyInputFromName(input)};
    if (unseen) request.seen = SeenItems::Removed;
    if (keepSeen) request.seen = SeenItems::Kept;
    request.onlyTags = onlyTags;
    request.withoutTags = withoutTags;
    return request;
}

std::string listFileTypes() {
    std::string types;
    for (const ListFormat& format : listFormats())
        types += std::string(types.empty() ? "" : "|") + "FILE" + format.suffix;
    return types;
}

}  // namespace recscope::cli
