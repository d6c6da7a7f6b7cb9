// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/list_measurement.h"

#include "core/store/item_genres.h"
#include "core/store/split_reader.h"

namespace recscope {

ListMeasurement::ListMeasurement(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split)
    : m_histories(splitHistories(workspace, dataset, rule)),
      m_genres(genreNumbers(workspace, dataset)),
      m_metrics(m_histories, split, m_genres) {}

std::vector<MeasuredListMetric> ListMeasurement::measure(std::span<const RecommendedLists> seeds) const {
    std::vector<double> coverage, gini, entropy;
    for (const RecommendedLists& lists : seeds) {
        const CatalogueUse use = catalogueUse(lists, m_histories.itemCount);
        coverage.push_back(use.coverage);
        gini.push_back(use.gini);
        entropy.push_back(use.entropy);
    }
    std::vector<MeasuredListMetric> all;
    for (const auto& [name, values] :
         {std::pair("coverage@10", &coverage), std::pair("gini@10", &gini), std::pair("entropy@10", &entropy)}) {
        MeasuredListMetric metric{.name = name, .value = {}};
        metric.value.interval.mean = spreadOf(*values).mean;
        metric.isDefined = !values->empty();
        all.push_back(metric);
    }
    for (const char* name : listMetricNames()) {
        const SeedInterval value = measure(*listMetricNamed(name), seeds);
        all.push_back({.name = name, .value = value, .isOverUsers = true, .isDefined = value.users > 0});
    }
    return all;
}

SeedInterval ListMeasurement::measure(ListMetric metric, std::span<const RecommendedLists> seeds) const {
    std::vector<std::vector<UserValue>> values;
    for (const RecommendedLists& lists : seeds) values.push_back(m_metrics.values(metric, lists));
    return valueDifference(rangeOf(metric), {values.begin(), values.end()});
}

}  // namespace recscope
