// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the behaviour of each attention head over users drawn at random. Explore and Learn share this study, so that
// both show the same number for a head.
#pragma once

#include <QString>
#include <vector>

#include "core/explain/attention/head_characters.h"
#include "ui/runs/inference_cache.h"

namespace recscope::ui {

/// Number of users drawn at random; the confidence intervals of the results express the uncertainty of the draw.
inline constexpr std::int64_t kHeadStudyUsers = 200;

/// The run to study, and the rows of each user's attention map that are evaluated.
struct HeadStudyRequest {
    LoadedRun run;
    MeasuredRows rows = MeasuredRows::Predicting;
    bool operator==(const HeadStudyRequest&) const = default;
};

struct HeadStudy {
    HeadStudyRequest request;
    HeadCharacters characters;
    /// Effect of switching off each head, in head order; empty if the model cannot switch heads off.
    std::vector<GateEffect> gates;
};

/// Studies every head of the model. Every caller gets results for the same users and the same relative positions.
/// Throws for the same reasons as `studyHeads`.
HeadStudy headStudy(Workspace& workspace, const InferenceSession& inference, MeasuredRows rows,
                    const ProgressSink& progress, const std::stop_token& stop);

/// Describes the rows of the attention map for which the attention shares are computed: "the position that recommends",
/// "every position that is read".
QString requestedRowsText(MeasuredRows rows);
/// Like `requestedRowsText`, with the number of users: "200 users of the run's dataset, drawn at
/// random · query positions: the position that recommends".
QString headStudyBasis(const HeadCharacters& characters);

}  // namespace recscope::ui
