// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verdict.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/metrics/metrics.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("verdict", text);
}

QString splitText(const Scoring& scoring) {
    return scoring.split == Split::Test ? tr("test") : tr("validation");
}

QString protocolText(const Scoring& scoring) {
    return QString::fromStdString(scoring.protocol.sentence());
}

std::int64_t commonUsers(const std::vector<UserRank>& a, const std::vector<UserRank>& b) {
    std::int64_t common = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].user == b[j].user)
            ++common, ++i, ++j;
        else if (a[i].user < b[j].user)
            ++i;
        else
            ++j;
    }
    return common;
}

}  // namespace

QString metricTitle(const std::string& name) {
    return QString::fromStdString(name).toUpper();
}

Verdict pairVerdict(const ComparedRun& a, const ComparedRun& b, const Scoring& scoring, const std::string& metric) {
    if (a.record.dataset != b.record.dataset)
        return {tr("%1 and %2 were trained on different datasets: their numbers cannot be compared.")
                    .arg(a.name(), b.name()),
                {}};
    const RankedEvaluation* left = a.evaluation(scoring.split, scoring.protocol);
    const RankedEvaluation* right = b.evaluation(scoring.split, scoring.protocol);
    if (!left || !right) {
        const QString missing =
            !left && !right ? tr("Neither run is") : tr("%1 is not").arg(!left ? a.name() : b.name());
        return {tr("%1 scored on %2 under this protocol. Numbers of different protocols are not compared.")
                    .arg(missing, splitText(scoring)),
                tr("Protocol %1.").arg(protocolText(scoring))};
    }
    const std::int64_t users = commonUsers(left->ranks, right->ranks);
    if (users < 2) return {tr("%1 and %2 share too few scored users to be compared.").arg(a.name(), b.name()), {}};
    const MeanInterval difference = pairedDifference(metric, left->ranks, right->ranks);
    const bool clear = std::abs(difference.mean) > difference.halfWidth;
    const bool leftWins = difference.mean >= 0;
    const QString amount =
        QStringLiteral("%1 ± %2 %3")
            .arg(metricText(std::abs(difference.mean)), metricText(difference.halfWidth), metricTitle(metric));
    const QString basis =
        tr("Scored on %1; 95 % interval, paired by user. Protocol %2.").arg(splitText(scoring), protocolText(scoring));
    if (!clear)
        return {tr("No clear difference between %1 and %2: %3 on these %4 users.")
                    .arg(a.name(), b.name(), amount, wholeNumber(users)),
                basis};
    return {tr("%1 is better than %2 by %3 on these %4 users.")
                .arg(leftWins ? a.name() : b.name(), leftWins ? b.name() : a.name(), amount, wholeNumber(users)),
            basis};
}

Verdict verdict(const std::vector<ComparedRun>& runs, const Scoring& scoring, const std::string& metric) {
    if (runs.size() < 2) return {tr("Choose two or more runs to compare them."), {}};
    std::vector<std::pair<double, const ComparedRun*>> scored;
    for (const ComparedRun& run : runs)
        if (const RankedEvaluation* evaluation = run.evaluation(scoring.split, scoring.protocol))
            scored.emplace_back(metricInterval(metric, evaluation->ranks).mean, &run);
    if (scored.size() < 2)
        return {
            tr("Fewer than two of these runs are scored on %1 under this protocol. Numbers of different protocols are "
               "not compared.")
                .arg(splitText(scoring)),
            tr("Protocol %1.").arg(protocolText(scoring))};
    std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    return pairVerdict(*scored[0].second, *scored[1].second, scoring, metric);
}

}  // namespace recscope::ui
