// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/removal_tests.h"

#include <algorithm>

namespace recscope::ui {

RemovalTests::RemovalTests(JobRunner& jobs, std::shared_ptr<InferenceCache> cache, QObject* parent)
    : QObject(parent),
      m_query(jobs, {.title = tr("Testing removals"), .queue = WorkerQueue::Model},
              [cache = std::move(cache)](JobContext& context, const Request& request) {
                  const ExploreAnswer& answer = *request.answer;
                  return removalsOf(answer.sessionOf(cache->of(context.workspace, *answer.request.run)),
                                    *answer.explanation, request.options, context.stop);
              }) {
    connect(&m_query, &AnyAsyncQuery::changed, this, [this] {
        if (const auto removals = m_query.answer()) m_removals = removals;
        emit changed();
    });
}

std::shared_ptr<const RemovalTest> RemovalTests::of(Token target) const {
    if (!m_removals) return {};
    const auto found = m_removals->find(target);
    return found == m_removals->end() ? nullptr : found->second;
}

const RemovalEffect* RemovalTests::strongest(Token target) const {
    const auto test = of(target);
    if (!test || test->effects.empty()) return nullptr;
    const auto strongest =
        std::max_element(test->effects.begin(), test->effects.end(),
                         [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect < b.effect; });
    return strongest->effect > 0 ? &*strongest : nullptr;
}

void RemovalTests::request(std::shared_ptr<const ExploreAnswer> answer, const RemovalOptions& options) {
    m_removals.reset();
    if (answer->request.run && answer->unreadHistory.empty()) m_query.run({std::move(answer), options});
}

}  // namespace recscope::ui
