// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers at the end of a comparison mean, one sentence each, for tooltips.
#pragma once

#include <QString>

namespace recscope::ui {

QString aboutNdcg();     ///< NDCG@10
QString aboutHitRate();  ///< HR@10

}  // namespace recscope::ui
