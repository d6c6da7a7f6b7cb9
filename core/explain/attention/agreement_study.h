// SPDX-License-Identifier: GPL-3.0-or-later
// Measures for what share of users attention and the removal test agree.
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
    ShareInterval positive = {};    ///< share of users whose rank correlation is above 0
    ShareInterval sameTop = {};     ///< share of users for whom attention and the removal test put the same item first
    MeanInterval correlation = {};  ///< mean rank correlation over the users
    EvidenceMargins margins = {};   ///< mean areas between the users' deletion curves, nats
};

struct AgreementStudy {
    RemovalOptions removal = {};
    std::int64_t users = 0;            ///< number of users with at least two removal effects to compare
    double sameTopByChance = 0;        ///< expected `sameTop` of random maps: the mean of 1 / number of items
    std::vector<HeadAgreement> heads;  ///< layer by layer
    HeadAgreement meanOfHeads;  ///< agreement of the mean map over all heads and layers; its `head` is meaningless
};

/// The target of the removal test: each user's first recommendation, as shown on screen, or the held-out item.
enum class StudyTarget { FirstRecommendation, HeldOut };

/// Runs one removal test per studied user, and one deletion curve per head and user. The curves have few points and
/// random orders, because only their mean over the users is reported. Progress counts users. Throws Error(Cancelled).
AgreementStudy studyAgreement(const InferenceSession& inference, const Histories& histories,
                              const RemovalOptions& removal, StudyTarget target, const StudyOptions& options,
                              const ProgressSink& progress, const std::stop_token& stop);

/// Grades the mean rank correlation over the users, with the same bounds as for one recommendation. The grade is Chance
/// if there are fewer than two users or the interval of the mean contains 0.
AgreementGrade gradeOf(const HeadAgreement& agreement);
/// One sentence on the agreement, "Over 200 users, layer 1, head 2 agrees partly with the removal test: …", and one on
/// the deletion curves.
std::string agreementSentence(const HeadAgreement& agreement);

}  // namespace recscope
