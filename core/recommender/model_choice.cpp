// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/model_choice.h"

#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

std::vector<std::string> modelsThat(const std::function<bool(const Capabilities&)>& can) {
    std::vector<std::string> names;
    for (const ModelInfo& info : modelInfos())
        if (can(capabilitiesOf(defaultConfig(info.name)))) names.push_back(info.name);
    return names;
}

std::string firstModelThat(const std::function<bool(const Capabilities&)>& can) {
    const std::vector<std::string> names = modelsThat(can);
    if (names.empty()) throw Error(ErrorKind::Usage, translated("No model has the requested capabilities."));
    return names.front();
}

}  // namespace recscope
