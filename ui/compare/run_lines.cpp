// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_lines.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <map>

#include "core/config/run_config.h"
#include "core/recommender/registry.h"
#include "core/train/seed_groups.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "ui/session/config_words.h"
#include "ui/session/model_title.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("runLines", text);
}

/// The common beginning of the runs' names, in whole words: "wide" for "wide 1" and "wide 2".
QString commonName(const std::vector<RunRecord>& runs) {
    QString common = QString::fromStdString(runs.front().name);
    for (const RunRecord& run : runs) {
        const QString name = QString::fromStdString(run.name);
        int same = 0;
        while (same < std::min(common.size(), name.size()) && common[same] == name[same]) ++same;
        common.truncate(same);
    }
    const auto isBreak = [](QChar letter) { return !letter.isLetterOrNumber(); };
    while (!common.isEmpty() && !isBreak(common.back())) common.chop(1);
    const auto trim = [&] {
        while (!common.isEmpty() && isBreak(common.back())) common.chop(1);
    };
    trim();
    for (const QString& word : {QStringLiteral("seed"), QStringLiteral("s")})
        if (common.endsWith(word, Qt::CaseInsensitive) && common.size() > word.size() &&
            isBreak(common[common.size() - word.size() - 1]))
            common.chop(int(word.size()));
    trim();
    return common.size() > 1 ? common : modelTitle(runs.front().model);
}

/// If several groups of seeds have the same name, appends the values in which their configs differ: "BERT4Rec, Width
/// 128". A value that more than half of the groups share is not appended.
void makeNamesUnique(std::vector<RunLine>& lines) {
    constexpr int kMaxNamed = 3;
    std::map<QString, std::vector<RunLine*>> byName;
    for (RunLine& line : lines)
        if (line.isGroup()) byName[line.base].push_back(&line);
    for (const auto& [name, sameName] : byName) {
        if (sameName.size() < 2) continue;
        std::vector<QStringList> parts(sameName.size());
        for (const ConfigField& field : allFields()) {
            if (field.key == "seed") continue;
            QStringList values;
            for (const RunLine* line : sameName)
                if (const auto config = readableConfig(line->runs.front().config);
                    config && hasConfigKey(*config, field.key))
                    values << configValueText(field.key, configValue(*config, field.key));
            if (values.size() != int(sameName.size()) || values.count(values.front()) == values.size()) continue;
            const auto isUsual = [&](const QString& value) { return 2 * values.count(value) > values.size(); };
            for (std::size_t i = 0; i < sameName.size(); ++i)
                if (parts[i].size() < kMaxNamed && !isUsual(values[int(i)]))
                    parts[i] << QString::fromStdString(translated(field.label)) + QLatin1Char(' ') + values[int(i)];
        }
        std::map<QString, int> taken;
        for (std::size_t i = 0; i < sameName.size(); ++i) {
            if (!parts[i].isEmpty()) sameName[i]->base += QStringLiteral(", ") + parts[i].join(QStringLiteral(", "));
            if (const int before = taken[sameName[i]->base]++) sameName[i]->base += tr(", config %1").arg(before + 1);
        }
    }
}

/// Gives each line the style of its oldest run, and each single run its own style.
void setStyles(std::vector<RunLine>& lines, const Looks& looks) {
    for (RunLine& line : lines) {
        for (const RunRecord& run : line.runs) line.runStyles.push_back(styleOfLook(looks.at(run.id)));
        const auto oldest = std::min_element(line.runs.begin(), line.runs.end(),
                                             [](const RunRecord& a, const RunRecord& b) { return a.id < b.id; });
        line.style = line.runStyles[std::size_t(oldest - line.runs.begin())];
    }
}

}  // namespace

bool RunLine::contains(RunId run) const {
    return std::any_of(runs.begin(), runs.end(), [run](const RunRecord& record) { return record.id == run; });
}

RunStyle RunLine::styleOf(RunId run) const {
    if (!isGroup()) return style;
    const auto at = std::find_if(runs.begin(), runs.end(), [run](const RunRecord& record) { return record.id == run; });
    return runStyles.at(std::size_t(at - runs.begin()));
}

std::vector<RunLine> runLines(std::span<const RunRecord> runs, const Looks& looks) {
    const std::vector<SeedGroup> groups = seedGroups(runs);
    std::map<RunId, std::size_t> groupOf;
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (const RunRecord& run : groups[i].runs) groupOf[run.id] = i;
    std::vector<bool> listed(groups.size());
    std::vector<RunLine> lines;
    for (const RunRecord& run : runs) {
        const auto group = groupOf.find(run.id);
        if (group == groupOf.end()) {
            lines.push_back({{run}, QString::fromStdString(run.name), {}, {}});
        } else if (!listed[group->second]) {
            listed[group->second] = true;
            const std::vector<RunRecord>& members = groups[group->second].runs;
            lines.push_back({members, commonName(members), {}, {}});
        }
    }
    makeNamesUnique(lines);
    setStyles(lines, looksFor(runs, looks));
    return lines;
}

QString lineName(const QString& base, std::size_t seeds) {
    return seeds > 1 ? tr("%1 (%2 seeds)").arg(base).arg(seeds) : base;
}

std::uint64_t seedOf(const RunRecord& run) {
    const auto config = readableConfig(run.config);
    return config ? config->training.seed : 0;
}

std::optional<double> validationOf(std::span<const RunRecord> runs) {
    double sum = 0;
    for (const RunRecord& run : runs) {
        if (!run.bestValid) return {};
        sum += run.bestValid->ndcg10;
    }
    return runs.empty() ? std::nullopt : std::optional(sum / double(runs.size()));
}

const RunRecord& bestOnValidation(std::span<const RunRecord> runs) {
    return *std::max_element(runs.begin(), runs.end(), [](const RunRecord& a, const RunRecord& b) {
        return (a.bestValid ? a.bestValid->ndcg10 : -1) < (b.bestValid ? b.bestValid->ndcg10 : -1);
    });
}

}  // namespace recscope::ui
