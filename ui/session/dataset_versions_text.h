// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/sequence/dataset.h"

namespace recscope::ui {

class Session;

/// The name of the newest version of a dataset.
QString newestName(const Session& session, const DatasetInfo& dataset);

/// Describes the data of all later versions of this dataset; empty if it is the newest version.
QString laterDataText(const Session& session, DatasetId dataset);

}  // namespace recscope::ui
