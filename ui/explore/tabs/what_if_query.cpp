// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/what_if_query.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/explain/scores/reading_sentences.h"
#include "core/util/progress.h"

namespace recscope::ui {

WhatIfResult askWhatIf(Workspace& workspace, ExplainerCache& cache, const WhatIfRequest& request,
                       const std::stop_token& stop) {
    const auto began = std::chrono::steady_clock::now();
    WhatIfResult result;
    result.request = request;
    for (const LoadedRun& run : request.runs) {
        throwIfStopped(stop);
        const Explainer explainer = cache.of(workspace, run).forUser(request.user);
        WhatIfQuestion question;
        question.histories = {request.original, request.edited};
        question.topK = kWhatIfRanks;
        question.alsoSeen = request.original;
        question.requested = request.alsoAsked;
        WhatIfRun ofRun{.run = run, .moves = {}, .vector = explainer.userVector(), .about = {}, .unread = {}};
        if (request.vector == AskedVector::Refitted && explainer.capabilities().readsUser) {
            RefittedChange refitted = refittedListChange(explainer, workspace, question, stop);
            ofRun.moves = std::move(refitted.change.moves);
            ofRun.vector = refitted.after;
        } else {
            ofRun.moves = listChange(explainer, question).moves;
        }
        ofRun.about = userVectorSentence(explainer.capabilities(), explainer.run(), ofRun.vector);
        if (ofRun.vector != UserVector::Refitted)
            ofRun.unread =
                unreadChangeSentence(explainer.capabilities(), explainer.run(), request.original, request.edited);
        std::sort(ofRun.moves.begin(), ofRun.moves.end(), [](const RankMove& a, const RankMove& b) {
            return std::pair(a.before.rank, a.before.token) < std::pair(b.before.rank, b.before.token);
        });
        result.runs.push_back(std::move(ofRun));
    }
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    return result;
}

}  // namespace recscope::ui
