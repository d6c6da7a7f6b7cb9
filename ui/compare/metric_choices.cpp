// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/metric_choices.h"

#include <QCoreApplication>

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("MetricChoice", text);
}

}  // namespace

std::vector<MetricChoice> metricChoices() {
    return {{"ndcg@10", QStringLiteral("NDCG@10")},
            {"hr@10", QStringLiteral("HR@10")},
            {"recall@10", tr("Recall@10")},
            {"map@10", QStringLiteral("MAP@10")},
            {"mrr", QStringLiteral("MRR")},
            {"debiased_ndcg@10", tr("NDCG@10, popular targets down-sampled")},
            {"coverage@10", tr("Catalogue coverage of the first ten")},
            {"gini@10", tr("Gini coefficient of the first ten")},
            {"entropy@10", tr("Entropy of the first ten, bits")},
            {"popularity_lift@10", tr("Popularity lift over the history")},
            {"popularity@10", tr("Mean popularity, training interactions")},
            {"novelty@10", tr("Novelty, bits")},
            {"diversity@10", tr("Diversity of genres in a list")},
            {"serendipity@10", tr("Serendipity")},
            {"repeats@10", tr("Share of items the user had before")}};
}

std::vector<std::string> metricChoiceNames() {
    std::vector<std::string> names;
    for (const MetricChoice& choice : metricChoices()) names.push_back(choice.name);
    return names;
}

}  // namespace recscope::ui
