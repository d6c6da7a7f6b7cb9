// SPDX-License-Identifier: GPL-3.0-or-later
// Measures over many users how far attention agrees with the removal test (the effect of removing an item from the
// history).
#pragma once

#include <string>
#include <vector>

#include "core/explain/attention/agreement_grade.h"
#include "core/explain/scores/evidence_conclusion.h"
#include "core/explain/scores/removal_test.h"
#include "core/explain/scores/statistics.h"
#include "core/explain/scores/user_study.h"

namespace recscope {

/// The agreement of one head over all studied users.
struct HeadAgreement {
    HeadId head = {};
    ShareInterval positive = {};    ///< share of users whose rank correlation is above 0
    ShareInterval sameTop = {};     ///< share of users for whom attention and the removal test put the same item first
    MeanInterval correlation = {};  ///< mean rank correlation over the users
    EvidenceMargins margins = {};   ///< mean gains over the users in nats; see `DeletionCurve::attentionGain`
};

/// The agreement of every head, and of their mean, over a sample of users.
struct AgreementStudy {
    RemovalOptions removal = {};
    std::int64_t users = 0;            ///< number of users with at least two removal effects to compare
    double sameTopByChance = 0;        ///< expected `sameTop` if maps were random: mean over the users of 1 / items
    std::vector<HeadAgreement> heads;  ///< in order of layer, then head
    HeadAgreement meanOfHeads;  ///< agreement of the mean map over all heads and layers; its `head` is meaningless
};

/// The target item of each user's removal test: the item recommended first, or the held-out item.
enum class StudyTarget { FirstRecommendation, HeldOut };

/// Runs one removal test per studied user, and one deletion curve (`DeletionCurve`) per head and user. To save time,
/// the curves have few points and few random orders; this suffices because only means over users are reported. Progress
/// counts users. Throws Error(Cancelled).
AgreementStudy studyAgreement(const InferenceSession& inference, const Histories& histories,
                              const RemovalOptions& removal, StudyTarget target, const StudyOptions& options,
                              const ProgressSink& progress, const std::stop_token& stop);

/// Grades the mean rank correlation over the users with the bounds of core/explain/attention/agreement_grade.h. The
/// grade is Chance if there are fewer than two users, or if the interval of the mean contains 0.
AgreementGrade gradeOf(const HeadAgreement& agreement);
/// Two sentences: one on the agreement, "Over 200 users, layer 1, head 2 agrees partly with the removal test: …", and
/// one on the deletion curves.
std::string agreementSentence(const HeadAgreement& agreement);

}  // namespace recscope
