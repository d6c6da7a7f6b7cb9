// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/adopt_output.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/cli/text_output.h"
#include "core/util/translated.h"

namespace recscope::cli {

void printAdopted(CliContext& context, const RunRecord& run, const std::vector<Reference>& references,
                  const std::vector<std::string>& warnings, const Json& extraKeys) {
    if (context.json) {
        Json others = Json::array();
        for (const Reference& reference : references) others.push_back(toJson(reference, "test", reference.test));
        Json json = {{"run", run.name},
                     {"model", run.model},
                     {"dataset", run.datasetName},
                     {"message", wordsOf(run.message)},
                     {"test", toJson(*run.test)},
                     {"protocol", toJson(run.protocol)},
                     {"references", others}};
        json.update(extraKeys);
        json["warnings"] = warnings;
        context.print(json);
        return;
    }
    fmt::print(stdout, "{}\n",
               translated("{}: {}\nTest, {}:", run.name,
                          run.message.empty() ? translated("adopted") : wordsOf(run.message), run.protocol.sentence()));
    printTestMetrics(run, references);
    for (const std::string& warning : warnings) fmt::print(stdout, "{}\n", warning);
}

}  // namespace recscope::cli
