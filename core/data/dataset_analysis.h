// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>

#include "core/data/dataset_overview.h"
#include "core/data/sequentiality.h"

namespace recscope {

// Overview and sequentiality of a dataset: loaded from the workspace if stored there, otherwise computed and stored.
// Both functions throw Error(Input | Workspace | Cancelled).

DatasetOverview overviewOf(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                           const std::stop_token& stop);
Sequentiality sequentialityOf(Workspace& workspace, DatasetId dataset, const ProgressSink& progress,
                              const std::stop_token& stop);

// The stored result; unset if the workspace has none.
std::optional<DatasetOverview> storedOverview(Workspace& workspace, DatasetId dataset);
std::optional<Sequentiality> storedSequentiality(Workspace& workspace, DatasetId dataset);

}  // namespace recscope
