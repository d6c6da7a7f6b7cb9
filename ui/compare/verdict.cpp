// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verdict.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/metrics/metric_values.h"
#include "core/metrics/metrics.h"
#include "core/metrics/statistical_method.h"
#include "core/recommender/run_seeds.h"
#include "ui/session/protocol_text.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("verdict", text);
}

QString protocolText(const Scoring& scoring) {
    return QString::fromStdString(scoring.protocol.sentence());
}

/// "2,000 users (test; full, seen items removed)"
QString scoredUsersText(std::int64_t users, const Scoring& scoring) {
    return tr("%1 users (%2; %3)")
        .arg(wholeNumber(users), splitText(scoring.split), protocolLabel(scoring.protocol, {}));
}

/// The line's name; if only some of its seeds are scored, "2 of the seeds of BERT4Rec (3 seeds)".
QString seedsText(const ComparedLine& line, std::size_t scored) {
    if (!line.isGroup()) return line.name;
    if (scored == line.runs.size()) return line.name;
    return tr("%1 of the seeds of %2").arg(scored).arg(line.name);
}

QString methodText(const SeedInterval& difference, std::size_t seedsA, std::size_t seedsB) {
    if (seedsA == 1 && seedsB == 1)
        return tr(
            "Mean over the users of the difference of the two runs for the same user; 95 % interval by Student's "
            "distribution.");
    return tr("Each user's metric is averaged over the seeds of a config; the difference of these means is paired by "
              "user. The squared standard error adds the variance over users and, for each config with two or more "
              "seeds, the variance of its seeds' means; %1 % of this sum comes from the seeds. The interval uses "
              "Student's distribution with %2 degrees of freedom (Welch, Satterthwaite).")
        .arg(wholeNumber(std::llround(100 * difference.seedVariance)), wholeNumber(std::llround(difference.degrees)));
}

/// Verdict for the seeds of a single config: how much they vary.
Verdict seedVerdict(const ComparedLine& line, const Scoring& scoring, const std::string& metric) {
    std::vector<double> values;
    std::int64_t users = 0;
    for (const RankedEvaluation* evaluation : line.evaluations(scoring)) {
        values.push_back(metricInterval(metric, evaluation->ranks).mean);
        users = std::int64_t(evaluation->ranks.size());
    }
    const QString basis = tr("Protocol %1.").arg(protocolText(scoring));
    if (values.size() < 2)
        return {tr("Fewer than two seeds of %1 are scored on %2 under this protocol.")
                    .arg(line.name, splitText(scoring.split)),
                basis,
                {}};
    const Spread spread = spreadOf(values);
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    return {
        tr("%1 seeds of one config: they differ only by chance. %2 %3 ± %4 on %5.")
            .arg(values.size())
            .arg(metricTitle(metric), metricText(spread.mean), metricText(spread.deviation),
                 scoredUsersText(users, scoring)),
        tr("%1, from %2 to %3; ± is the standard deviation over the seeds. Choose runs of another config to compare "
           "it. %4")
            .arg(line.name, metricText(*lowest), metricText(*highest), basis),
        {}};
}

}  // namespace

ComparedSide sideOf(const ComparedLine& line, const Scoring& scoring) {
    return {.name = line.name.toStdString(),
            .seeds = line.evaluations(scoring).size(),
            .dependsOnSeed = dependsOnSeed(line.record())};
}

QString chanceNote(const ComparedLine& a, const ComparedLine& b) {
    if (a.isSeed() && a.parent == b.parent) return tr("Two seeds of one config: any difference is due to chance.");
    if (sameConfig(a.record(), b.record()))
        return tr("Both have the same config: they differ in their seeds or in how long they were trained.");
    return {};
}

QString metricTitle(const std::string& name) {
    return QString::fromStdString(recscope::metricTitle(name));
}

Verdict pairVerdict(const ComparedLine& a, const ComparedLine& b, const Scoring& scoring, const std::string& metric) {
    if (a.record().dataset != b.record().dataset)
        return {
            tr("%1 and %2 were trained on different datasets: their numbers cannot be compared.").arg(a.name, b.name),
            {},
            {}};
    const SeedRanks left = a.ranks(scoring), right = b.ranks(scoring);
    if (left.empty() || right.empty()) {
        const QString missing = left.empty() && right.empty() ? tr("Neither of the two is")
                                                              : tr("%1 is not").arg(left.empty() ? a.name : b.name);
        return {tr("%1 scored on %2 under this protocol. Numbers of different protocols are not compared.")
                    .arg(missing, splitText(scoring.split)),
                tr("Protocol %1.").arg(protocolText(scoring)),
                {}};
    }
    const SeedInterval difference = seedDifference(metric, left, right);
    if (difference.users < 2)
        return {tr("%1 and %2 share too few scored users to be compared.").arg(a.name, b.name), {}, {}};
    const double mean = difference.interval.mean, halfWidth = difference.interval.halfWidth;
    const QString chance = chanceNote(a, b);
    const QString amount =
        QStringLiteral("%1 ± %2 %3").arg(metricText(std::abs(mean)), metricText(halfWidth), metricTitle(metric));
    const QString users = scoredUsersText(difference.users, scoring);
    Verdict result;
    if (std::abs(mean) > halfWidth)
        result.sentence = tr("%1 is better than %2 by %3 on these %4.")
                              .arg(mean >= 0 ? a.name : b.name, mean >= 0 ? b.name : a.name, amount, users);
    else
        result.sentence =
            tr("No clear difference between %1 and %2: %3 on these %4.").arg(a.name, b.name, amount, users);
    QStringList basis;
    basis << chance;
    basis
        << (a.isGroup() || b.isGroup()
                ? tr("Compared: %1 with %2, means over the seeds, paired by user; 95 % interval over users and seeds.")
                      .arg(seedsText(a, left.size()), seedsText(b, right.size()))
                : tr("Compared: %1 with %2, paired by user; 95 % interval over users.").arg(a.name, b.name));
    if (chance.isEmpty()) basis << QString::fromStdString(uncoveredSeeds({sideOf(a, scoring), sideOf(b, scoring)}));
    basis << tr("Protocol %1.").arg(protocolText(scoring));
    basis.removeAll(QString());
    result.basis = basis.join(QLatin1Char(' '));
    result.method = methodText(difference, left.size(), right.size());
    return result;
}

Verdict verdict(const std::vector<ComparedLine>& lines, const Scoring& scoring, const std::string& metric) {
    std::vector<ComparedLine> scored;
    std::size_t lineCount = 0;
    for (const ComparedLine& line : lines) {
        if (line.isSeed()) continue;
        ++lineCount;
        if (!line.evaluations(scoring).empty()) scored.push_back(line);
    }
    if (lineCount == 1 && lines.front().isGroup()) return seedVerdict(lines.front(), scoring, metric);
    if (lineCount < 2) return {tr("Choose two or more runs to compare them."), {}, {}};
    if (scored.size() < 2)
        return {tr("Fewer than two of these runs are scored on %1 under this protocol. Numbers of different protocols "
                   "are not compared.")
                    .arg(splitText(scoring.split)),
                tr("Protocol %1.").arg(protocolText(scoring)),
                {}};
    const auto pair = defaultPair(scored);
    Verdict result = pairVerdict(pair->first, pair->second, scoring, metric);
    if (scored.size() > 2) {
        const bool models = pair->first.record().model != pair->second.record().model;
        const bool validated = validationOf(pair->first.records()) && validationOf(pair->second.records());
        const QString choice = !validated ? tr("Runs made elsewhere have no validation metrics: choose above which two "
                                               "runs are compared.")
                               : models   ? tr("Chosen: the best config of each model on validation.")
                                          : tr("Chosen: the two best configs on validation.");
        result.basis = choice + QLatin1Char(' ') + result.basis;
    }
    return result;
}

}  // namespace recscope::ui
