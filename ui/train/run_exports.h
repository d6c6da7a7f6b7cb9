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
    QString name;      ///< object name of the menu action, e.g. "exportRanks"
    QString text;      ///< text of the menu entry
    QString toolTip;   ///< describes the content of the file
    QString fileName;  ///< the part of the offered file name after the run's name, with the suffix
    std::function<void(JobContext&, RunId, const std::filesystem::path&)> write;

    QString suffix() const { return fileName.mid(fileName.lastIndexOf(QLatin1Char('.'))); }
};

/// All exports in the order of the menu, except lists of recommendations, which need a dialog first (`listExport`).
std::vector<RunExport> runExports();

/// Export of recommendation lists with the choices in `request`; `request.run` is replaced by each exported run.
RunExport listExport(const ListRequest& request, const QString& suffix);

}  // namespace recscope::ui
