// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/explore_tab.h"

namespace recscope::ui {

void ExploreTab::setRun(const std::optional<LoadedRun>&) {}

void ExploreTab::stop() {}

}  // namespace recscope::ui
