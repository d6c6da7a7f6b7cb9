// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/host_recommender.h"

namespace recscope {

namespace {

constexpr char kUsers[] = "user_embedding.weight";

}  // namespace

void HostRecommender::addUserVectors(std::int64_t dim) {
    m_users = {m_tensors.add(kUsers, {m_shape.userCount + 1, dim}), m_shape.userCount, dim};
}

void HostRecommender::setItemTable(float* vectors, std::int64_t dim, float* biases) {
    m_items = {vectors, vocabularySize(m_shape.itemCount), dim};
    m_itemBias = biases;
}

std::vector<float> HostRecommender::itemVectors() const {
    if (m_items.data == nullptr) return {};
    return {m_items.row(kFirstItemToken), m_items.row(kFirstItemToken + m_shape.itemCount)};
}

std::vector<float> HostRecommender::itemOffsets() const {
    if (m_itemBias == nullptr) return {};
    return {m_itemBias + kFirstItemToken, m_itemBias + kFirstItemToken + m_shape.itemCount};
}

std::vector<std::string> HostRecommender::userTensors() const {
    return hasUserVectors() ? std::vector<std::string>{kUsers} : std::vector<std::string>();
}

void HostRecommender::averageUsers() {
    if (hasUserVectors()) averageRows(m_users);
}

std::int32_t HostRecommender::userRow(const Query& query) const {
    return hasUserVectors() ? static_cast<std::int32_t>(trainedUserRow(query, m_users)) : 0;
}

void HostRecommender::computeScores(std::span<const Query> queries, const ProductScores::ComputeStates& computeStates,
                                    const ScoreSink& sink, const std::stop_token& stop) {
    m_scores.computeScores(queries, computeStates, m_items, m_itemBias, sink, stop);
}

}  // namespace recscope
