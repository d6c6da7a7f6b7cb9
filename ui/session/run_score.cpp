// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_score.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/recommender/registry.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("runScore", text);
}

/// The validation score of a run that also has a test score, with its use.
QString validationWithTest(const RunRecord& run) {
    const auto config = readableConfig(run.config);
    const std::string metric = (config ? config->training : TrainingConfig()).validationMetric;
    const QString score = metricText(run.bestValid->ndcg10);
    return metric == "ndcg@10" ? tr("Validation NDCG@10 %1 (used to choose the epoch)").arg(score)
                               : tr("Validation NDCG@10 %1 (the epoch was chosen by %2)")
                                     .arg(score, QString::fromStdString(recscope::metricTitle(metric)));
}

}  // namespace

QString runScoreText(const RunRecord& run) {
    if (run.test) return tr("test NDCG@10 %1").arg(metricText(run.test->ndcg10));
    if (run.bestValid) return tr("validation NDCG@10 %1").arg(metricText(run.bestValid->ndcg10));
    return {};
}

QString runScoreDetails(const RunRecord& run) {
    const QString protocol = QString::fromStdString(run.protocol.sentence());
    QStringList lines;
    if (run.test) lines << tr("Test NDCG@10 %1, %2").arg(metricText(run.test->ndcg10), protocol);
    if (run.bestValid && run.test)
        lines << validationWithTest(run);
    else if (run.bestValid)
        lines
            << tr("Validation NDCG@10 %1, %2; test is not scored yet").arg(metricText(run.bestValid->ndcg10), protocol);
    return lines.join(QLatin1Char('\n'));
}

QString meanScoreText(const std::vector<RunRecord>& runs) {
    const auto all = [&](auto metrics) {
        return !runs.empty() &&
               std::all_of(runs.begin(), runs.end(), [&](const RunRecord& run) { return (run.*metrics).has_value(); });
    };
    const auto mean = [&](auto metrics) {
        double sum = 0;
        for (const RunRecord& run : runs) sum += (run.*metrics)->ndcg10;
        return metricText(sum / double(runs.size()));
    };
    if (all(&RunRecord::test))
        return tr("test NDCG@10 %1, mean of %2 seeds").arg(mean(&RunRecord::test)).arg(runs.size());
    if (all(&RunRecord::bestValid))
        return tr("validation NDCG@10 %1, mean of %2 seeds").arg(mean(&RunRecord::bestValid)).arg(runs.size());
    return {};
}

}  // namespace recscope::ui
