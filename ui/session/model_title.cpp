// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/model_title.h"

#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::ui {

QString modelTitle(const std::string& name) {
    try {
        return QString::fromStdString(translated(modelInfo(name).title));
    } catch (const Error&) {
        return QString::fromStdString(name);  // a model of a newer version
    }
}

}  // namespace recscope::ui
