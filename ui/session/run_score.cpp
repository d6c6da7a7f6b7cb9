// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_score.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("runScore", text);
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
        lines << tr("Validation NDCG@10 %1 (used to choose the epoch)").arg(metricText(run.bestValid->ndcg10));
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
