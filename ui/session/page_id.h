// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// The pages of the window, in the order of the rail. `pageEntries()` in ui/frame/pages.h describes each.
enum class PageId { Data, Train, Explore, Learn, Compare };

}  // namespace recscope::ui
