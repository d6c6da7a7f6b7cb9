// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/quantity.h"

#include "ui/theme/theme.h"

namespace recscope::ui {

QColor colourOf(Quantity quantity) {
    return Theme::instance().categoryStyle(int(quantity)).colour;
}

}  // namespace recscope::ui
