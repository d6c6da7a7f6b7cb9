// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/measures.h"

#include "core/metrics/metric_explanation.h"

namespace recscope::ui {

QString aboutNdcg() {
    return QString::fromStdString(explainMetric("ndcg@10"));
}

QString aboutHitRate() {
    return QString::fromStdString(explainMetric("hr@10"));
}

}  // namespace recscope::ui
