// SPDX-License-Identifier: GPL-3.0-or-later
// For which share of users attention and removal agree.
#pragma once

#include <string>
#include <vector>

#include "core/explain/removal_test.h"
#include "core/explain/statistics.h"
#include "core/explain/user_study.h"

namespace recscope {

struct HeadAgreement {
    HeadId head = {};
    ShareInterval positive = {};    ///< users whose rank correlation is above 0
    ShareInterval sameTop = {};     ///< users for whom both put the same item first
    MeanInterval correlation = {};  ///< mean rank correlation over the users
};

struct AgreementStudy {
    RemovalKind kind = RemovalKind::Closed;
    std::int64_t users = 0;            ///< who read at least two items and were asked about
    double sameTopByChance = 0;        ///< mean of 1 / items: what `sameTop` would be if the maps were drawn
    std::vector<HeadAgreement> heads;  ///< layer by layer
    HeadAgreement meanOfHeads;         ///< of the mean map over all heads and layers; its `head` has no meaning
};

/// What the effects are measured on: each user's first recommendation, as on screen, or what really came next.
enum class StudyTarget { FirstRecommendation, HeldOut };

/// One removal test per studied user. Progress counts users. Throws Error(Cancelled).
AgreementStudy studyAgreement(const Explainer& explainer, const Histories& histories, RemovalKind kind,
                              StudyTarget target, const StudyOptions& options, const ProgressSink& progress,
                              const std::stop_token& stop);

/// Over users: evidence if the interval of `positive` lies above one half, misleading below, else decoration.
AttentionVerdict verdictOf(const HeadAgreement& agreement);
/// "Evidence for most users, not for each: for 83 % of 200 users (78 to 87 %) …"
std::string verdictSentence(const HeadAgreement& agreement);

}  // namespace recscope
