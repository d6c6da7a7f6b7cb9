// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/cause_words.h"

#include <QCoreApplication>

#include "core/metrics/paired_hits.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("CauseWords", text);
}

}  // namespace

QString shareText(const ShareInterval& interval) {
    return tr("%1 (%2 to %3)")
        .arg(percentText(interval.share, 0), percentText(interval.low, 0), percentText(interval.high, 0));
}

QString causeCountsText(const CauseFinding& finding) {
    return tr("Counted in all %1 cases, with 95 % intervals: the largest weight is that of the planted cause in "
              "%2 for the mean over all heads and in %3 for one head (%4; on validation, where the head was chosen, in "
              "%5); hiding each film finds the cause in %6, chance in %7.")
        .arg(finding.cases.size())
        .arg(shareText(finding.shareOf(CauseMethod::Mean)), shareText(finding.shareOf(CauseMethod::Head)),
             QString::fromStdString(finding.headTitle()), percentText(finding.headValidationShare.share, 0),
             shareText(finding.shareOf(CauseMethod::Removal)), percentText(finding.chance, 0));
}

QString causePairsText(const CauseFinding& finding) {
    const std::vector<bool>&head = finding.by(CauseMethod::Head), &hiding = finding.by(CauseMethod::Removal);
    if (head.empty() || hiding.empty()) return {};
    const auto [onlyHead, onlyHiding] = hitsOfOnlyOne(head, hiding);
    return tr("In %1 cases only hiding found the cause, in %2 cases only the head.").arg(onlyHiding).arg(onlyHead);
}

QString causeConclusionText(const CauseFinding& finding) {
    const CauseConclusion conclusion = conclusionFrom(finding);
    const bool mean = conclusion.isBest(CauseMethod::Mean), head = conclusion.isBest(CauseMethod::Head),
               removal = conclusion.isBest(CauseMethod::Removal);
    if (!conclusion.isAboveChance)
        return tr("So in this model no method finds the cause clearly more often than chance.");
    if (mean && head && removal)
        return tr("So in this model no method finds the cause clearly more often than another.");
    if (head && removal)
        return tr(
            "So in this model one head points at the cause about as often as hiding finds it, and the mean over all "
            "heads clearly less often: it blurs what that head shows.");
    if (mean && removal)
        return tr(
            "So in this model the mean over all heads and hiding find the cause about equally often, and the head "
            "chosen on validation finds it clearly less often.");
    if (mean && head)
        return tr(
            "So in this model attention, in one head and in the mean, points at the cause clearly more often than "
            "hiding finds it.");
    if (head)
        return tr(
            "So in this model one head points at the cause clearly more often than the mean over all heads does, and "
            "than hiding finds it.");
    if (removal)
        return tr(
            "So in this model hiding finds the cause clearly more often than one head does, and than the mean over all "
            "heads.");
    return tr(
        "So in this model the mean over all heads points at the cause clearly more often than one head or hiding.");
}

}  // namespace recscope::ui
