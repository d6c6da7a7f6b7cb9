// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace recscope::ui {

struct JobContext;

/// One kind of file that a run can leave behind.
struct RunExport {
    QString name;      ///< of the action in the menu: "exportRanks"
    QString text;      ///< in the menu
    QString toolTip;   ///< what is in the file
    QString fileName;  ///< offered: what follows the run's name, with the suffix
    std::function<void(JobContext&, RunId, const std::filesystem::path&)> write;

    QString suffix() const { return fileName.mid(fileName.lastIndexOf(QLatin1Char('.'))); }
};

/// In the order of the menu. Lists of recommendations come behind them: they are asked about first (`listExport`).
std::vector<RunExport> runExports();

/// Recommendations as the person chose them; the run of `request` is filled in for each.
RunExport listExport(const ListRequest& request, const QString& suffix);

}  // namespace recscope::ui
