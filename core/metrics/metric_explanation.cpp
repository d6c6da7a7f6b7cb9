// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metric_explanation.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "core/metrics/metrics.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kDecimals = 4;  // the program shows all metrics with this many decimals

std::string workedExample(const std::string& name) {
    std::vector<UserRank> users;
    std::vector<std::string> values;
    for (const std::int32_t rank : kExampleRanks) {
        // Each rank belongs to a different user, because a metric is a mean over users.
        users.push_back(
            {.user = static_cast<std::int32_t>(users.size()), .target = kPadToken, .rank = rank, .ties = 0});
        values.push_back(numberText(metricOfRank(name, rank), kDecimals));
    }
    return translated("For example, ranks 1, 2, 3 and 10 give {}, {}, {} and {}; the mean of these four users is {}.",
                      values[0], values[1], values[2], values[3],
                      numberText(metricInterval(name, users).mean, kDecimals));
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return text;
}

}  // namespace

std::vector<std::string> metricsNamedIn(std::string_view text) {
    static const std::regex kNames("\\b(ndcg|hr)@(1|5|10|20|k)\\b|\\bmrr\\b|\\b(coverage|popularity)@10\\b",
                                   std::regex::icase | std::regex::optimize);
    const std::string all(text);
    std::vector<std::string> names;
    for (std::sregex_iterator found(all.begin(), all.end(), kNames), end; found != end; ++found) {
        std::string name = lower(found->str());
        if (name.ends_with("@k")) name.replace(name.size() - 1, 1, "10");
        // NDCG@1 equals HR@1, and only HR@1 is a metric of this program.
        if (name == "ndcg@1") name = "hr@1";
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

std::string explainMetric(const std::string& name) {
    const std::string cutoff = name.substr(name.find('@') + 1);
    if (name == "coverage@10")
        return translated(
            "Coverage@10: the number of distinct items among the first ten recommendations for all users, divided by "
            "the total number of items. For example, 400 distinct items out of 1,000 give 400 / 1,000 = 40 %.");
    if (name == "popularity@10")
        return translated(
            "Popularity@10: how often a recommended item occurs in the training data, averaged over the first ten "
            "recommendations for all users. For example, items that occur 30, 20 and 10 times give (30 + 20 + 10) / 3 "
            "= 20.");
    if (name == "mrr")
        return translated(
                   "MRR, mean reciprocal rank: a held-out item at rank r gives 1 / r, and the metric is the mean over "
                   "the users; the best possible value is 1.") +
               ' ' + workedExample(name);
    if (name.starts_with("hr@"))
        return translated(
                   "HR@{}, hit rate: a held-out item at rank r gives 1 if r is at most {}, otherwise 0, and the metric "
                   "is the mean over the users, that is the share of users with a hit.",
                   cutoff, cutoff) +
               ' ' + workedExample(name);
    return translated(
               "NDCG@{}, normalised discounted cumulative gain: a held-out item at rank r gives 1 / log2(r + 1) if r "
               "is at most {}, otherwise 0, and the metric is the mean over the users; the best possible value is 1.",
               cutoff, cutoff) +
           ' ' + workedExample(name);
}

}  // namespace recscope
