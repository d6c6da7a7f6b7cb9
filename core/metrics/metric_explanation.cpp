// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metric_explanation.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>
#include <utility>

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

/// Explanations of the metrics of recommendation lists.
constexpr std::pair<std::string_view, const char*> kListMetrics[] = {
    {"coverage@10",
     translatable(
         "Coverage@10: the number of distinct items among the first ten recommendations for all users, divided by "
         "the total number of items. For example, 400 distinct items out of 1,000 give 400 / 1,000 = 40 %.")},
    {"gini@10",
     translatable("Gini@10: how unequally often items are among the first ten recommendations of all users: 0 "
                  "means all equally often, close to 1 almost only one item.")},
    {"entropy@10",
     translatable("Entropy@10: the Shannon entropy, in bits, of the items among the first ten recommendations "
                  "of all users; the more items, and the more equally often, the larger.")},
    {"popularity@10",
     translatable(
         "Popularity@10: how often a recommended item occurs in the training data, averaged over the first ten "
         "recommendations for all users. For example, items that occur 30, 20 and 10 times give (30 + 20 + 10) / 3 "
         "= 20.")},
    {"popularity_lift@10",
     translatable(
         "Popularity lift@10: the mean popularity of a user's first ten recommendations relative to that of the "
         "items in the user's history, minus 1; the mean over the users. 0 means equally popular.")},
    {"novelty@10",
     translatable("Novelty@10: the mean of -log2 of the share of users who had a recommended item in training, "
                  "in bits, over the first ten recommendations and the users.")},
    {"diversity@10",
     translatable("Diversity@10: how different the genres of a user's first ten recommendations are: the mean over all "
                  "pairs of 1 minus the share of genres that both have; 1 means no common genre.")},
    {"serendipity@10",
     translatable(
         "Serendipity@10: hits that popularity would not have placed as high, weighted by the difference of the "
         "ranks as shares of all items; a sum over the first ten, divided by 10.")},
    {"repeats@10", translatable("Repeats@10: the share of the first ten recommendations that the user had before.")},
};

}  // namespace

std::vector<std::string> metricsNamedIn(std::string_view text) {
    static const std::regex kNames(
        "\\b(ndcg|hr|recall|precision|map)@([1-9][0-9]{0,2}|k)\\b|\\bmrr\\b|\\b(coverage|gini|entropy|popularity|"
        "popularity_lift|novelty|diversity|serendipity|repeats)@10\\b",
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
    for (const auto& [list, sentence] : kListMetrics)
        if (name == list) return translated(sentence);
    const MetricName metric = metricNamed(name);
    const std::string cutoff = name.substr(name.find('@') + 1);
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
    if (metric.kind == MetricKind::Recall)
        return translated(
            "Recall@{}: the targets among the first {} recommendations, divided by all targets of the user; the metric "
            "is the mean over the users. With one target per user it equals HR@{}.",
            cutoff, cutoff, cutoff);
    if (metric.kind == MetricKind::Precision)
        return translated(
            "Precision@{}: the targets among the first {} recommendations, divided by {}; the metric is the mean over "
            "the users.",
            cutoff, cutoff, cutoff);
    if (metric.kind == MetricKind::AveragePrecision || metric.kind == MetricKind::AveragePrecisionOfAll)
        return translated(
            "MAP@{}, mean average precision: each target at rank r of at most {} adds the number of targets at rank r "
            "or "
            "better, divided by r; the sum is divided by the number of targets that could be hit, and the metric is "
            "the "
            "mean over the users.",
            cutoff, cutoff);
    return translated(
               "NDCG@{}, normalised discounted cumulative gain: a held-out item at rank r gives 1 / log2(r + 1) if r "
               "is at most {}, otherwise 0, and the metric is the mean over the users; the best possible value is 1.",
               cutoff, cutoff) +
           ' ' + workedExample(name);
}

}  // namespace recscope
