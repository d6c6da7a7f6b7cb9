// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/dataset_versions_text.h"

#include "core/data/later_data.h"
#include "core/store/dataset_versions.h"
#include "ui/session/session.h"

namespace recscope::ui {

QString newestName(const Session& session, const DatasetInfo& dataset) {
    const std::vector<DatasetInfo> later = laterVersions(session.datasets(), dataset.id);
    return QString::fromStdString(later.empty() ? dataset.name : later.back().name);
}

QString laterDataText(const Session& session, DatasetId dataset) {
    return QString::fromStdString(recscope::laterDataText(laterData(session.datasets(), dataset)));
}

}  // namespace recscope::ui
