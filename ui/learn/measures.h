// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations of metrics, each with a worked example, for tooltips.
#pragma once

#include <QString>

namespace recscope::ui {

QString aboutNdcg();     ///< NDCG@10
QString aboutHitRate();  ///< HR@10

}  // namespace recscope::ui
