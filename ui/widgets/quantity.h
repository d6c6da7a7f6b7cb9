// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace recscope::ui {

/// The quantities of an attention head. Each has the same colour in all drawings.
enum class Quantity { Query, Key, Value, Weight, Output };

QColor colourOf(Quantity quantity);

}  // namespace recscope::ui
