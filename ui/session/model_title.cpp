// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/model_title.h"

#include "core/recommender/registry.h"

namespace recscope::ui {

QString modelTitle(const std::string& name) {
    for (const ModelInfo& info : modelInfos())
        if (info.name == name) return QString::fromStdString(info.title);
    return QString::fromStdString(name);
}

}  // namespace recscope::ui
