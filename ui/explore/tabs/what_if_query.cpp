// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/what_if_query.h"

#include <algorithm>
#include <chrono>

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
        // The lists first: who is in one of them is then looked up in the other.
        std::vector<Token> asked = request.alsoAsked;
        for (const WhatIfAnswer& answer : whatIf(explainer, question))
            for (const Recommendation& recommendation : answer.recommendations) asked.push_back(recommendation.token);
        std::sort(asked.begin(), asked.end());
        asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
        question.asked = asked;
        const std::vector<WhatIfAnswer> answers = whatIf(explainer, question);
        WhatIfRun ofRun{run, {}};
        for (std::size_t i = 0; i < asked.size(); ++i)
            ofRun.moves.push_back({answers.at(0).asked.at(i), answers.at(1).asked.at(i)});
        std::sort(ofRun.moves.begin(), ofRun.moves.end(),
                  [](const RankMove& a, const RankMove& b) { return a.before.rank < b.before.rank; });
        result.runs.push_back(std::move(ofRun));
    }
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    return result;
}

}  // namespace recscope::ui
