// SPDX-License-Identifier: GPL-3.0-or-later
// For what share of users attention and the removal test agree.
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
    EvidenceMargins margins = {};   ///< areas of the users' deletion curves, nats
};

struct AgreementStudy {
    RemovalOptions removal = {};
    std::int64_t users = 0;            ///< users with at least two removal effects to compare
    double sameTopByChance = 0;        ///< mean of 1 / items: expected `sameTop` of random maps
    std::vector<HeadAgreement> heads;  ///< layer by layer
    HeadAgreement meanOfHeads;         ///< of the mean map over all heads and layers; ignore its `head`
};

/// The target of the removal test: each user's first recommendation, as on screen, or the held-out item.
enum class StudyTarget { FirstRecommendation, HeldOut };

/// One removal test per studied user and one deletion curve per head and user. The curves have few points and random
/// orders, because only their mean over the users is reported. Progress counts users. Throws Error(Cancelled).
AgreementStudy studyAgreement(const InferenceSession& inference, const Histories& histories,
                              const RemovalOptions& removal, StudyTarget target, const StudyOptions& options,
                              const ProgressSink& progress, const std::stop_token& stop);

/// Grades the mean rank correlation over the users, with the same bounds as for one recommendation. Chance if there are
/// fewer than two users or the interval of the mean contains 0.
AgreementGrade gradeOf(const HeadAgreement& agreement);
/// "Over 200 users, layer 1, head 2 agrees partly with the removal test: …", followed by what the deletion curves show.
std::string agreementSentence(const HeadAgreement& agreement);

}  // namespace recscope
