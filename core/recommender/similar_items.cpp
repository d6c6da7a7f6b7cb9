// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/similar_items.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/recommender/query_pool.h"
#include "core/sequence/histories.h"

namespace recscope {

namespace {

/// Lists of values, concatenated in one array.
template <class Value>
struct Lists {
    std::vector<std::size_t> begins{0};
    std::vector<Value> values;
    std::span<const Value> of(std::size_t list) const {
        return std::span(values).subspan(begins[list], begins[list + 1] - begins[list]);
    }
};

/// Each user's items, ascending and without duplicates, among the newest `newest` of the training part.
Lists<Token> distinctItemsByUser(const Histories& histories, std::size_t newest) {
    Lists<Token> lists;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const History training = histories.training(user);
        const History read = training.last(std::min(newest, training.size()));
        std::vector<Token> items(read.begin(), read.end());
        std::sort(items.begin(), items.end());
        lists.values.insert(lists.values.end(), items.begin(), std::unique(items.begin(), items.end()));
        lists.begins.push_back(lists.values.size());
    }
    return lists;
}

Lists<std::int32_t> usersOfItems(const Lists<Token>& itemsOf, std::int32_t itemCount) {
    Lists<std::int32_t> lists;
    lists.begins.assign(static_cast<std::size_t>(vocabularySize(itemCount)) + 1, 0);
    for (const Token item : itemsOf.values) ++lists.begins[static_cast<std::size_t>(item) + 1];
    for (std::size_t i = 1; i < lists.begins.size(); ++i) lists.begins[i] += lists.begins[i - 1];
    lists.values.resize(itemsOf.values.size());
    std::vector<std::size_t> next = lists.begins;
    for (std::size_t user = 0; user + 1 < itemsOf.begins.size(); ++user) {
        for (const Token item : itemsOf.of(user))
            lists.values[next[static_cast<std::size_t>(item)]++] = static_cast<std::int32_t>(user);
    }
    return lists;
}

/// The binary matrix of users and items, with 1 where a user has an item, and the weights of users and items in the
/// similarity.
class Similarity {
public:
    Similarity(const Histories& histories, const SimilarityRule& rule, std::size_t newest)
        : m_rule(rule),
          m_itemsOf(distinctItemsByUser(histories, newest)),
          m_usersOf(usersOfItems(m_itemsOf, histories.itemCount)),
          m_userWeight(static_cast<std::size_t>(histories.userCount()), 1.0),
          m_itemWeight(static_cast<std::size_t>(vocabularySize(histories.itemCount)), 1.0),
          m_totalWeight(m_itemWeight.size(), 0.0) {
        if (rule.similarity == KnnSimilarity::TfIdf || rule.similarity == KnnSimilarity::Bm25)
            weighUsers(histories.itemCount);
        if (rule.similarity == KnnSimilarity::Bm25) weighItems(histories.itemCount);
        for (std::size_t item = 0; item < m_totalWeight.size(); ++item) {
            for (const std::int32_t user : m_usersOf.of(item))
                m_totalWeight[item] += m_userWeight[static_cast<std::size_t>(user)];
        }
    }

    /// Returns the K items most similar to `item`. `sums` (V + 2), one sum of user weights per item, and `coOccurring`,
    /// the items whose sum is not 0, are buffers; `sums` must be all 0 before the call and is all 0 after it.
    std::vector<SimilarItem> best(Token item, std::vector<double>& sums, std::vector<Token>& coOccurring) const {
        coOccurring.clear();
        for (const std::int32_t user : m_usersOf.of(static_cast<std::size_t>(item))) {
            const double weight = m_userWeight[static_cast<std::size_t>(user)];
            for (const Token other : m_itemsOf.of(static_cast<std::size_t>(user))) {
                double& sum = sums[static_cast<std::size_t>(other)];
                if (sum == 0) coOccurring.push_back(other);
                sum += weight;
            }
        }
        std::vector<SimilarItem> similar;
        for (const Token other : coOccurring) {
            const double sum = std::exchange(sums[static_cast<std::size_t>(other)], 0.0);
            const auto value =
                static_cast<float>(similarityOf(static_cast<std::size_t>(item), static_cast<std::size_t>(other), sum));
            if (other != item && value > 0) similar.push_back({other, value});
        }
        const auto isBetter = [](const SimilarItem& a, const SimilarItem& b) {
            return a.similarity != b.similarity ? a.similarity > b.similarity : a.item < b.item;
        };
        const auto kept = std::min(similar.size(), static_cast<std::size_t>(m_rule.neighbours));
        std::partial_sort(similar.begin(), similar.begin() + static_cast<std::ptrdiff_t>(kept), similar.end(),
                          isBetter);
        similar.resize(kept);
        return similar;
    }

private:
    /// Weights each user by ln(V / (1 + number of the user's items)), squared because the weight applies to both items
    /// of a pair.
    void weighUsers(std::int32_t itemCount) {
        for (std::size_t user = 0; user < m_userWeight.size(); ++user) {
            const auto items = static_cast<double>(m_itemsOf.of(user).size());
            m_userWeight[user] = std::pow(std::log(itemCount / (1 + items)), 2);
        }
    }
    /// Computes the Okapi BM25 weight of each item. Here an item is the document, its users are the terms, each
    /// occurring once, and the document length is the number of users; `mean` is the average length.
    void weighItems(std::int32_t itemCount) {
        const double mean = static_cast<double>(m_itemsOf.values.size()) / std::max(itemCount, 1);
        for (std::size_t item = kFirstItemToken; item + 1 < m_itemWeight.size(); ++item) {
            const double length = 1 - m_rule.b + m_rule.b * static_cast<double>(m_usersOf.of(item).size()) / mean;
            m_itemWeight[item] = (m_rule.k1 + 1) / (m_rule.k1 * length + 1);
        }
    }
    /// The similarity of two items, given the sum of the weights of the users who have both.
    double similarityOf(std::size_t item, std::size_t other, double sum) const {
        if (m_rule.similarity == KnnSimilarity::Regularised) {
            return sum / (std::pow(m_totalWeight[item] + m_rule.lambda, m_rule.alpha) *
                          std::pow(m_totalWeight[other] + m_rule.lambda, 1 - m_rule.alpha));
        }
        constexpr double kNoDivisionByZero = 1e-6;  // as in RecBole
        const double weights = m_itemWeight[item] * m_itemWeight[other];
        return weights * sum /
               (weights * std::sqrt(m_totalWeight[item]) * std::sqrt(m_totalWeight[other]) + m_rule.shrink +
                kNoDivisionByZero);
    }

    SimilarityRule m_rule;
    Lists<Token> m_itemsOf;
    Lists<std::int32_t> m_usersOf;
    std::vector<double> m_userWeight;   ///< (users) weight of each user
    std::vector<double> m_itemWeight;   ///< (V + 2) BM25 weight of each item; 1 for other similarities
    std::vector<double> m_totalWeight;  ///< (V + 2) sum of the weights of an item's users
};

}  // namespace

std::vector<std::vector<SimilarItem>> similarItems(const Histories& histories, const SimilarityRule& rule,
                                                   const std::stop_token& stop, std::size_t newest) {
    constexpr std::size_t kAtOnce = 16;
    const Similarity similarity(histories, rule, newest);
    const auto width = static_cast<std::size_t>(vocabularySize(histories.itemCount));
    std::vector<std::vector<SimilarItem>> similar(width);
    QueryPool pool;
    pool.run(
        width, kAtOnce,
        [&](std::size_t first, std::size_t count) {
            thread_local std::vector<double> sums;
            thread_local std::vector<Token> coOccurring;
            sums.assign(width, 0.0);
            for (std::size_t item = first; item < first + count; ++item)
                similar[item] = similarity.best(static_cast<Token>(item), sums, coOccurring);
        },
        stop);
    return similar;
}

}  // namespace recscope
