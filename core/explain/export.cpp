// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/explain/explainer.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/weights.h"
#include "core/util/error.h"

namespace recscope {

void exportRun(Workspace& workspace, RunId runId, const std::string& path) {
    const RunRecord run = RunStore(workspace).byId(runId);
    const std::vector<ItemInfo> items = DatasetStore(workspace).items(run.dataset);
    const LoadedModel loaded = loadBestModel(workspace, run, static_cast<std::int32_t>(items.size()));
    SafeTensors content = weightsOf(*loaded.model, loaded.config);
    nlohmann::json ids = nlohmann::json::array({nullptr});  // index = token; PAD is no item
    for (const ItemInfo& item : items) ids.push_back(item.id);
    content.metadata["items"] = ids.dump();
    content.metadata["recscope.run"] = run.name;
    content.metadata["recscope.dataset"] = run.datasetName;

    // Written beside and renamed: an export that fails half-way leaves an older file as it was.
    const std::string part = path + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    const std::string bytes = toSafeTensors(content);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    std::error_code failed;
    if (file) std::filesystem::rename(part, path, failed);
    if (!file || failed) {
        std::filesystem::remove(part, failed);
        throw Error(ErrorKind::Input, "The weights could not be written to " + path + ".",
                    "Check that the folder exists, may be written, and has room.");
    }
}

}  // namespace recscope
