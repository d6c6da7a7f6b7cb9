// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/measures.h"

#include <QCoreApplication>
#include <cmath>

#include "core/metrics/metrics.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Measures", text);
}

QString worth(std::int32_t rank) {
    return fixedNumber(metricOfRank("ndcg@10", rank), 2);
}

}  // namespace

QString aboutNdcg() {
    return tr("NDCG@10: what a user's held-out item is worth at its rank, %1 at rank 1, %2 at rank 2, %3 at rank 10 "
              "and "
              "0 below; then the mean over the users. 1 is the best there is.")
        .arg(worth(1), worth(2), worth(10));
}

QString aboutHitRate() {
    return tr("HR@10, hit rate: the share of users whose held-out item is among the first ten.");
}

}  // namespace recscope::ui
