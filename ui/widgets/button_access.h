// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::ui {

/// From now on a screen reader that acts on a button clicks it. Qt's own interface checks a checkable button without a
/// click, to which nothing listens; and one of several exclusive ones is told as a radio button.
void clickForScreenReaders();

}  // namespace recscope::ui
