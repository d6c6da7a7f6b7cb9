// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/store/run_store.h"

class QWidget;

namespace recscope::ui {

class Session;
struct ModelFacts;

/// Asks above `window` whether a TorchScript model may run, and then adopts it into the dataset: a job makes the
/// run, evaluates it on the test split, chooses it in the window, and reports its test metrics.
void offerModel(Session& session, const QString& path, const ModelFacts& facts, DatasetId dataset, QWidget* window);

/// Asks whether the TorchScript model of an existing run may run on this machine. The run may come from another
/// person's workspace.
void offerTrust(Session& session, const RunRecord& run, QWidget* window);

}  // namespace recscope::ui
