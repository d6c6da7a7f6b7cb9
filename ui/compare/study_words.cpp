// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/recommender/registry.h"
#include "ui/session/config_words.h"

namespace recscope::ui {

namespace {

constexpr std::size_t kFailuresShown = 10;

QString words(const char* text) {
    return QCoreApplication::translate("StudyWords", text);
}

}  // namespace

QString aboutRow(const StudyRow& row) {
    QString about = QStringLiteral("<p><b>%1</b></p>").arg(QString::fromStdString(row.title).toHtmlEscaped());
    if (row.runs.empty()) return about + QStringLiteral("<p>%1</p>").arg(words("No run is finished yet"));
    QStringList names;
    for (const RunRecord& run : row.runs) names << QString::fromStdString(run.name).toHtmlEscaped();
    about += QStringLiteral("<p>%1</p>").arg(names.join(QStringLiteral("<br>")));
    const auto config = readableConfig(row.runs.front().config);
    return config ? about + configAsHtml(*config) : about;
}

QString aboutFailures(const std::vector<RunRecord>& runs) {
    QStringList lines;
    for (std::size_t i = 0; i < std::min(runs.size(), kFailuresShown); ++i)
        lines << QStringLiteral("<b>%1</b>: %2")
                     .arg(QString::fromStdString(runs[i].name).toHtmlEscaped(),
                          QString::fromStdString(wordsOf(runs[i].message)).toHtmlEscaped());
    if (const std::size_t more = runs.size() - std::size_t(lines.size()); more > 0)
        lines << words("and %1 more").arg(more);
    return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

}  // namespace recscope::ui
