// SPDX-License-Identifier: GPL-3.0-or-later
// For which share of users attention and removal agree.
#pragma once

#include <string>
#include <vector>

#include "core/explain/attention/agreement_grade.h"
#include "core/explain/scores/evidence_conclusion.h"
#include "core/explain/scores/removal_test.h"
#include "core/explain/scores/statistics.h"
#include "core/explain/scores/user_study.h"

namespace recscope {

struct HeadAgreement {
    HeadId head = {};
    ShareInterval positive = {};    ///< users whose rank correlation is above 0
    ShareInterval sameTop = {};     ///< users for whom both put the same item first
    MeanInterval correlation = {};  ///< mean rank correlation over the users
    EvidenceMargins margins = {};   ///< areas of the users' deletion curves, in nats
};

struct AgreementStudy {
    RemovalOptions removal = {};
    std::int64_t users = 0;            ///< who read at least two items and were asked about
    double sameTopByChance = 0;        ///< mean of 1 / items: what `sameTop` would be if the maps were drawn
    std::vector<HeadAgreement> heads;  ///< layer by layer
    HeadAgreement meanOfHeads;         ///< of the mean map over all heads and layers; its `head` has no meaning
};

/// What the effects are measured on: each user's first recommendation, as on screen, or what really came next.
enum class StudyTarget { FirstRecommendation, HeldOut };

/// One removal test and one deletion curve a head for each studied user, in few points and random orders: their mean
/// over the users is what counts. Progress counts users. Throws Error(Cancelled).
AgreementStudy studyAgreement(const InferenceSession& inference, const Histories& histories,
                              const RemovalOptions& removal, StudyTarget target, const StudyOptions& options,
                              const ProgressSink& progress, const std::stop_token& stop);

/// By the mean rank correlation over the users, with the bounds of one recommendation. Chance: fewer than two users, or
/// the interval of the mean holds 0.
AgreementGrade gradeOf(const HeadAgreement& agreement);
/// "Over 200 users, layer 1, head 2 agrees partly with the removal test: …", and what their deletion curves show.
std::string agreementSentence(const HeadAgreement& agreement);

}  // namespace recscope
