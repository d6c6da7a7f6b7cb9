// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_chips.h"

#include <QToolButton>
#include <algorithm>
#include <set>

#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

RunChips::RunChips(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_flow(new FlowLayout(Theme::instance().px(6), this)) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Runs to compare"));
    connect(&m_session, &Session::runsChanged, this, &RunChips::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &RunChips::refresh);
    refresh();
}

std::vector<RunId> RunChips::chosen() const {
    std::vector<RunId> runs;
    for (const RunRecord& run : m_session.runs())
        if (const auto chip = m_chips.find(run.id); chip != m_chips.end() && chip->second->isChecked())
            runs.push_back(run.id);
    return runs;
}

void RunChips::choose(RunId run, bool chosen) {
    m_touched = true;
    m_wanted[run] = chosen;
    if (const auto chip = m_chips.find(run); chip != m_chips.end()) chip->second->setChecked(chosen);
}

// The newest run of each model that has something to show.
void RunChips::chooseAtFirst() {
    m_wanted.clear();
    std::set<std::string> models;
    for (const RunRecord& run : m_session.runs())
        if (hasWeights(run) && models.insert(run.model).second) m_wanted[run.id] = true;
}

void RunChips::refresh() {
    const auto dataset = m_session.dataset();
    if (dataset && dataset->id != m_dataset) {
        m_dataset = dataset->id;
        m_wanted.clear();
        m_touched = false;
    }
    const std::vector<RunId> before = chosen();
    if (!m_touched) chooseAtFirst();

    const Theme& theme = Theme::instance();
    std::set<RunId> listed;
    for (const RunRecord& run : m_session.runs()) listed.insert(run.id);
    bool sameRuns = listed.size() == m_chips.size();
    for (const auto& [id, chip] : m_chips) sameRuns = sameRuns && listed.contains(id);
    if (!sameRuns) {
        for (const auto& [id, chip] : m_chips) chip->deleteLater();
        while (QLayoutItem* item = m_flow->takeAt(0)) delete item;
        m_chips.clear();
        for (const RunRecord& run : m_session.runs()) {
            auto* chip = new QToolButton(this);
            chip->setCheckable(true);
            chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            chip->setObjectName(QStringLiteral("chip_%1").arg(run.id));
            connect(chip, &QToolButton::toggled, this, [this, id = run.id](bool on) {
                if (m_choosing) return;
                m_touched = true;
                m_wanted[id] = on;
                emit chosenChanged();
            });
            m_flow->addWidget(chip);
            m_chips[run.id] = chip;
        }
    }
    m_choosing = true;
    for (const RunRecord& run : m_session.runs()) {
        QToolButton* chip = m_chips.at(run.id);
        const auto wanted = m_wanted.find(run.id);
        chip->setChecked(wanted != m_wanted.end() && wanted->second);
        chip->setIcon(runIcon(theme.runStyle(QString::fromStdString(run.model), m_session.styleOrdinal(run.id))));
        chip->setIconSize(QSize(theme.px(26), theme.px(14)));
        chip->setFont(theme.body());
        chip->setText(QString::fromStdString(run.name));
        QString toolTip =
            isAdopted(run) ? QString::fromStdString(run.message)
                           : tr("%1, %2 epochs").arg(QString::fromLatin1(runStateName(run.state))).arg(run.epochsDone);
        if (run.bestValid) toolTip += tr(", best NDCG@10 on validation %1").arg(metricText(run.bestValid->ndcg10));
        chip->setToolTip(toolTip + tr(". Click to show or hide it here."));
        chip->setStyleSheet(
            QStringLiteral("QToolButton { border: 1px solid %1; padding: 3px 10px 3px 8px; border-radius: %3px; }"
                           "QToolButton:checked { border-color: %2; }")
                .arg(theme.colours().line.name(), theme.colours().accent.name())
                .arg(theme.px(space::kCorner)));
    }
    m_choosing = false;
    setVisible(!m_chips.empty());
    if (chosen() != before) emit chosenChanged();
}

QVariant RunChips::rememberedState() const {
    if (!m_touched) return {};
    QVariantList runs;
    for (const auto& [run, wanted] : m_wanted)
        if (wanted) runs << qlonglong(run);
    return runs;
}

void RunChips::restoreState(const QVariant& state) {
    if (!m_session.runs().empty()) return restoreRuns(state.toList());
    connect(
        &m_session, &Session::runsChanged, this, [this, runs = state.toList()] { restoreRuns(runs); },
        Qt::SingleShotConnection);
}

void RunChips::restoreRuns(const QVariantList& runs) {
    std::set<RunId> kept;
    for (const QVariant& run : runs) kept.insert(run.toLongLong());
    const auto isKept = [&](const RunRecord& run) { return kept.contains(run.id); };
    const std::vector<RunRecord>& all = m_session.runs();
    if (std::none_of(all.begin(), all.end(), isKept)) return;
    for (const RunRecord& run : all) choose(run.id, isKept(run));
}

}  // namespace recscope::ui
