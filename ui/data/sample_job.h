// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

class Session;

/// Adds the built-in sample dataset to the workspace in a background job, which the job strip shows, and chooses the
/// dataset.
void addSampleDataset(Session& session);

}  // namespace recscope::ui
