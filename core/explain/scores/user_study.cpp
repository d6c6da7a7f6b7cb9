// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/user_study.h"

#include <algorithm>

#include "core/recommender/one_thread.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

std::vector<std::int32_t> studiedUsers(const Histories& histories, const StudyOptions& options) {
    std::vector<std::int32_t> users;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (histories.hasTarget(user, options.split) && !histories.input(user, options.split).empty())
            users.push_back(user);
    }
    const auto requested = static_cast<std::size_t>(std::max<std::int64_t>(options.users, 0));
    if (users.size() <= requested) return users;
    Random random({options.seed, static_cast<std::uint64_t>(options.split)});
    random.shuffle(std::span(users));
    users.resize(requested);
    std::sort(users.begin(), users.end());
    return users;
}

void forEachStudied(const InferenceSession& inference, const Histories& histories, const StudyOptions& options,
                    std::int32_t topK, const std::function<void(std::int32_t user, const Explanation&)>& visit,
                    const ProgressSink& progress, const std::stop_token& stop) {
    const std::vector<std::int32_t> users = studiedUsers(histories, options);
    std::int64_t done = 0;
    const OneThread oneThread;
    for (const std::int32_t user : users) {
        throwIfStopped(stop);
        visit(user, inference.forUser(user)
                        .atTime(histories.targetTime(user, options.split))
                        .explain(histories.input(user, options.split), topK, histories.target(user, options.split)));
        if (progress) {
            progress({.stage = translated("Querying the model"),
                      .done = ++done,
                      .total = static_cast<std::int64_t>(users.size()),
                      .unit = "users"});
        }
    }
}

}  // namespace recscope
