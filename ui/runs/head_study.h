// SPDX-License-Identifier: GPL-3.0-or-later
// What each head does over a sample of users. Explore and Learn ask here, so that one head has one number on both.
#pragma once

#include <QString>
#include <vector>

#include "core/explain/attention/head_characters.h"
#include "ui/runs/inference_cache.h"

namespace recscope::ui {

inline constexpr std::int64_t kHeadStudyUsers = 200;  ///< a sample: intervals say how sure it is

/// Of one run, from some rows of each user's map.
struct HeadStudyOf {
    LoadedRun run;
    PromptRows rows = PromptRows::Predicting;
    bool operator==(const HeadStudyOf&) const = default;
};

struct HeadStudy {
    HeadStudyOf of;
    HeadCharacters characters;
    std::vector<GateEffect> gates;  ///< each head switched off, in the order of the heads
};

/// Always of the same users and of the same relative positions, whoever asks. Throws as `studyHeads`.
HeadStudy headStudy(Workspace& workspace, const InferenceSession& inference, PromptRows rows,
                    const ProgressSink& progress, const std::stop_token& stop);

/// Whose rows a share of attention is of: "the position that recommends", "every position that is read".
QString requestedRowsText(PromptRows rows);
/// The same with the users: "200 users · rows: the position that recommends".
QString headStudyBasis(const HeadCharacters& characters);

}  // namespace recscope::ui
