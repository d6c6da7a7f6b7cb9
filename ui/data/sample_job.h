// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

class Session;

/// Adds the built-in dataset to the workspace, in a job of the job strip, and chooses it.
void addSampleDataset(Session& session);

}  // namespace recscope::ui
