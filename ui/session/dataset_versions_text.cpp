// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/dataset_versions_text.h"

#include <algorithm>

#include "core/data/later_data.h"
#include "ui/session/session.h"

namespace recscope::ui {

QString newestName(const Session& session, const DatasetInfo& dataset) {
    const std::vector<DatasetInfo>& all = session.datasets();
    const DatasetInfo* newest = &dataset;
    while (!newest->isNewest()) {
        const auto next =
            std::find_if(all.begin(), all.end(), [&](const DatasetInfo& info) { return info.id == newest->next; });
        if (next == all.end()) break;
        newest = &*next;
    }
    return QString::fromStdString(newest->name);
}

QString laterDataText(const Session& session, DatasetId dataset) {
    return QString::fromStdString(recscope::laterDataText(laterData(session.datasets(), dataset)));
}

}  // namespace recscope::ui
