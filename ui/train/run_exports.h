// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace recscope::ui {

struct JobContext;

/// One kind of file that a run can be exported to.
struct RunExport {
    QString name;      ///< object name of the menu action: "exportRanks"
    QString text;      ///< in the menu
    QString toolTip;   ///< the content of the file
    QString fileName;  ///< offered file name: the part after the run's name, with the suffix
    std::function<void(JobContext&, RunId, const std::filesystem::path&)> write;

    QString suffix() const { return fileName.mid(fileName.lastIndexOf(QLatin1Char('.'))); }
};

/// In the order of the menu. Lists of recommendations follow them: they need a dialog first (`listExport`).
std::vector<RunExport> runExports();

/// Recommendations with the person's choices; the run of `request` is filled in for each.
RunExport listExport(const ListRequest& request, const QString& suffix);

}  // namespace recscope::ui
