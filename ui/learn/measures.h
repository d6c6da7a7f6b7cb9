// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations of metrics, one sentence each, for the tooltips at the end of a comparison.
#pragma once

#include <QString>

namespace recscope::ui {

QString aboutNdcg();     ///< NDCG@10
QString aboutHitRate();  ///< HR@10

}  // namespace recscope::ui
