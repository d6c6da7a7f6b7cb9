// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/attention/attention_map.h"

namespace recscope::ui {

struct AttentionMap::Areas {
    QRectF header;               ///< title at the left, colour bar at the right
    QRectF map;                  ///< the cells
    double rowLabels = 0;        ///< width of the row labels, left of the map
    double columnLabels = 0;     ///< height of the column labels, below the map
    QRectF rowAxis, columnAxis;  ///< areas for the names of the axes
    QSizeF whole;                ///< size of the picture
};

}  // namespace recscope::ui
