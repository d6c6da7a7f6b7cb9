// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace recscope::ui {

/// A metric of ranks or of lists that a person can choose.
struct MetricChoice {
    std::string name;  ///< "ndcg@10", "coverage@10"
    QString title;     ///< "NDCG@10", "Catalogue coverage of the first ten"
};
/// Metrics of ranks first; the first one is NDCG@10.
std::vector<MetricChoice> metricChoices();
/// "ndcg@10", "hr@10", …, in the same order.
std::vector<std::string> metricChoiceNames();

}  // namespace recscope::ui
