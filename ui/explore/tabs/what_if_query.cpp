// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/what_if_query.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/explain/scores/reading_sentences.h"
#include "core/util/progress.h"

namespace recscope::ui {

WhatIfResult computeWhatIf(Workspace& workspace, InferenceCache& cache, const WhatIfRequest& request,
                           const std::stop_token& stop) {
    const auto began = std::chrono::steady_clock::now();
    WhatIfResult result;
    result.request = request;
    for (const LoadedRun& run : request.runs) {
        throwIfStopped(stop);
        const InferenceSession inference = cache.of(workspace, run).forUser(request.user).atTime(request.time);
        WhatIfQuestion question;
        question.histories = {request.original, request.edited};
        question.topK = kWhatIfRanks;
        question.alsoSeen = request.original.items;
        question.requested = request.alsoRequested;
        WhatIfRun runResult{.run = run, .moves = {}, .vector = inference.userVector(), .about = {}, .unread = {}};
        if (request.vector == RequestedVector::Refitted && inference.capabilities().refitsUser) {
            RefittedChange refitted = refittedListChange(inference, workspace, question, stop);
            runResult.moves = std::move(refitted.change.moves);
            runResult.vector = refitted.after;
        } else {
            runResult.moves = listChange(inference, question).moves;
        }
        runResult.about = userVectorSentence(inference.capabilities(), inference.run(), runResult.vector);
        if (runResult.vector != UserVector::Refitted)
            runResult.unread = unreadChangeSentence(inference.capabilities(), inference.run(), request.original.items,
                                                    request.edited.items);
        std::sort(runResult.moves.begin(), runResult.moves.end(), [](const RankMove& a, const RankMove& b) {
            return std::pair(a.before.rank, a.before.token) < std::pair(b.before.rank, b.before.token);
        });
        result.runs.push_back(std::move(runResult));
    }
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    return result;
}

}  // namespace recscope::ui
