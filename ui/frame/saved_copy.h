// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/sequence/dataset.h"

class QWidget;

namespace recscope::ui {

class Session;

/// Asks for a file and saves a copy of the open workspace to it; if `dataset` is given, a copy of only that dataset
/// (called `name`) with everything that belongs to it. The job is shown in the job strip; a notice in `window` reports
/// where the copy is.
void saveCopy(Session& session, const std::optional<DatasetId>& dataset, const QString& name, QWidget* window);

}  // namespace recscope::ui
