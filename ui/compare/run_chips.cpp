// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_chips.h"

#include <QToolButton>
#include <algorithm>
#include <set>
#include <utility>

#include "core/recommender/registry.h"
#include "ui/runs/run_state_text.h"
#include "ui/runs/training_controller.h"
#include "ui/session/config_words.h"
#include "ui/session/run_looks.h"
#include "ui/session/run_score.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {
constexpr std::size_t kMaxDefaultLines = 4;
constexpr int kWidestName = 280;  ///< design pixels
}  // namespace

RunChips::RunChips(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_flow(new FlowLayout(Theme::instance().px(6), this)) {
    // The widget may be less tall than its size hint, which has one row per chip; otherwise a scroll area would reserve
    // room for all rows.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Runs to compare"));
    connect(&m_session, &Session::runsChanged, this, &RunChips::refresh);
    connect(&m_session, &Session::comparisonRequested, this, [this](const std::vector<RunId>& requested) {
        chooseOnly({requested.begin(), requested.end()});
        describe();
        emit chosenChanged();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_lines = runLines(m_session.runs(), runStylesOf(m_session).looks());
        describe();
        emit linesChanged();
    });
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
    m_isChosenByPerson = true;
    m_requested[run] = chosen;
    if (const auto chip = m_chips.find(run); chip != m_chips.end()) chip->second->setChecked(chosen);
}

void RunChips::chooseOnly(const std::set<RunId>& runs) {
    m_isChosenByPerson = true;
    for (const RunRecord& run : m_session.runs()) m_requested[run.id] = runs.contains(run.id);
}

std::set<RunId> RunChips::unfolded() const {
    std::set<RunId> runs;
    for (const RunLine& line : m_lines)
        if (isUnfolded(line))
            for (const RunRecord& run : line.runs) runs.insert(run.id);
    return runs;
}

const RunLine* RunChips::lineOf(RunId run) const {
    const auto found =
        std::find_if(m_lines.begin(), m_lines.end(), [run](const RunLine& line) { return line.contains(run); });
    return found == m_lines.end() ? nullptr : &*found;
}

bool RunChips::isUnfolded(const RunLine& line) const {
    return line.isGroup() && std::any_of(line.runs.begin(), line.runs.end(),
                                         [this](const RunRecord& run) { return m_unfolded.contains(run.id); });
}

std::vector<const RunLine*> RunChips::scoredLines() const {
    std::vector<const RunLine*> scored;
    for (const RunLine& line : m_lines)
        if (std::all_of(line.runs.begin(), line.runs.end(),
                        [](const RunRecord& run) { return run.test && hasWeights(run); }))
            scored.push_back(&line);
    return scored;
}

// Takes, for each model, its line with the best validation score (the newest in a tie), and chooses the best of these
// lines, at most `kMaxDefaultLines`. The default choice therefore does not depend on the values of test metrics, has no
// two seeds of one config, and stays readable. With only one model, chooses its two newest lines.
void RunChips::chooseDefault() {
    m_requested.clear();
    const std::vector<const RunLine*> scored = scoredLines();
    if (scored.size() < 2) return;
    const auto validation = [](const RunLine& line) { return validationOf(line.runs).value_or(-1); };
    std::map<std::string, const RunLine*> best;
    for (const RunLine* line : scored) {
        const RunLine*& known = best[line->runs.front().model];
        if (!known || validation(*line) > validation(*known)) known = line;
    }
    std::vector<const RunLine*> chosen{scored[0], scored[1]};
    if (best.size() > 1) {
        chosen.clear();
        for (const auto& [model, line] : best) chosen.push_back(line);
        std::stable_sort(chosen.begin(), chosen.end(),
                         [&](const RunLine* a, const RunLine* b) { return validation(*a) > validation(*b); });
        chosen.resize(std::min(chosen.size(), kMaxDefaultLines));
    }
    for (const RunLine* line : chosen)
        for (const RunRecord& run : line->runs) m_requested[run.id] = true;
}

/// Names of runs often differ at the end, so a long one is elided in the middle.
QString RunChips::shortened(const QString& name) const {
    return fontMetrics().elidedText(name, Qt::ElideMiddle, Theme::instance().px(kWidestName));
}

QToolButton* RunChips::makeChip(const QString& name, QWidget* parent) {
    auto* chip = new QToolButton(parent);
    chip->setCheckable(true);
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    chip->setObjectName(name);
    return chip;
}

void RunChips::rebuild() {
    while (QLayoutItem* item = m_flow->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_chips.clear();
    m_groups.clear();
    for (const RunLine& line : m_lines) {
        const RunId first = line.runs.front().id;
        if (line.isGroup()) {
            GroupChip& group = m_groups[first];
            group.holder = new QWidget(this);
            group.chip = makeChip(QStringLiteral("seeds_%1").arg(first), group.holder);
            group.fold = new QToolButton(group.holder);
            group.fold->setObjectName(QStringLiteral("fold_%1").arg(first));
            group.fold->setAutoRaise(true);
            arrange(group.holder, row({group.chip, group.fold}, 0));
            connect(group.chip, &QToolButton::clicked, this, [this, first] { pressGroup(first); });
            connect(group.fold, &QToolButton::clicked, this, [this, first] { fold(first); });
            m_flow->addWidget(group.holder);
        }
        for (const RunRecord& run : line.runs) {
            QToolButton* chip = makeChip(QStringLiteral("chip_%1").arg(run.id), this);
            connect(chip, &QToolButton::toggled, this, [this, id = run.id](bool on) {
                if (m_choosing) return;
                m_isChosenByPerson = true;
                m_requested[id] = on;
                if (const RunLine* thisLine = lineOf(id); thisLine && thisLine->isGroup()) describeGroup(*thisLine);
                emit chosenChanged();
            });
            m_flow->addWidget(chip);
            m_chips[run.id] = chip;
        }
    }
}

void RunChips::pressGroup(RunId first) {
    const RunLine* line = lineOf(first);
    if (!line) return;
    // If some seeds of the line are not chosen, the first press chooses all of them.
    const bool all = std::all_of(line->runs.begin(), line->runs.end(),
                                 [this](const RunRecord& run) { return m_chips.at(run.id)->isChecked(); });
    m_isChosenByPerson = true;
    m_choosing = true;
    for (const RunRecord& run : line->runs) {
        m_requested[run.id] = !all;
        m_chips.at(run.id)->setChecked(!all);
    }
    m_choosing = false;
    describeGroup(*line);
    emit chosenChanged();
}

void RunChips::fold(RunId first) {
    const RunLine* line = lineOf(first);
    if (!line) return;
    if (isUnfolded(*line)) {
        for (const RunRecord& run : line->runs) m_unfolded.erase(run.id);
    } else {
        m_unfolded.insert(first);
    }
    describe();
    emit linesChanged();
}

void RunChips::describeRun(const RunRecord& run, const RunLine& line) {
    QToolButton* chip = m_chips.at(run.id);
    const auto requested = m_requested.find(run.id);
    chip->setChecked(requested != m_requested.end() && requested->second);
    chip->setIcon(runIcon(line.styleOf(run.id)));
    const QString name = QString::fromStdString(run.name);
    chip->setText(line.isGroup() ? tr("seed %1").arg(seedOf(run)) : shortened(name));
    chip->setAccessibleName(name);
    chip->setVisible(!line.isGroup() || isUnfolded(line));
    const bool isWhole = !line.isGroup() && shortened(name) == name;
    QString toolTip = isWhole ? QString() : name + QStringLiteral(": ");
    toolTip += isAdopted(run)
                   ? QString::fromStdString(wordsOf(run.message))
                   : QStringLiteral("%1, %2").arg(runStateText(trainingOf(m_session), run), epochsText(run.epochsDone));
    if (const QString score = runScoreText(run); !score.isEmpty()) toolTip += QStringLiteral(", ") + score;
    toolTip = QStringLiteral("<p>%1</p>").arg((toolTip + tr(". Click to show or hide it here.")).toHtmlEscaped());
    if (const auto config = readableConfig(run.config)) toolTip += configAsHtml(*config);
    chip->setToolTip(toolTip);
}

void RunChips::describeGroup(const RunLine& line) {
    const GroupChip& group = m_groups.at(line.runs.front().id);
    const auto pressed = std::count_if(line.runs.begin(), line.runs.end(),
                                       [this](const RunRecord& run) { return m_chips.at(run.id)->isChecked(); });
    const bool all = pressed == std::ptrdiff_t(line.runs.size());
    group.chip->setChecked(pressed > 0);
    group.chip->setIcon(runIcon(line.style));
    const QString base = shortened(line.base);
    group.chip->setText(all || pressed == 0 ? lineName(base, line.runs.size())
                                            : tr("%1 (%2 of %3 seeds)").arg(base).arg(pressed).arg(line.runs.size()));
    QString toolTip = base == line.base ? QString() : line.base + QStringLiteral(": ");
    toolTip += tr("%1 runs of one config that differ only in their seed").arg(line.runs.size());
    if (const QString score = meanScoreText(line.runs); !score.isEmpty()) toolTip += QStringLiteral(", ") + score;
    group.chip->setToolTip(toolTip + (all ? tr(". Click to hide them here.") : tr(". Click to show them all here.")));
    const bool open = isUnfolded(line);
    group.fold->setArrowType(open ? Qt::LeftArrow : Qt::RightArrow);
    group.fold->setToolTip(open ? tr("Show these seeds only as one line") : tr("Also show each seed"));
    group.fold->setAccessibleName(group.fold->toolTip());
}

void RunChips::refresh() {
    const auto dataset = m_session.dataset();
    if (dataset && dataset->id != m_dataset) {
        m_dataset = dataset->id;
        m_requested.clear();
        m_unfolded.clear();
        m_isChosenByPerson = false;
    }
    const auto runsOfLines = [this] {
        std::vector<std::vector<RunId>> all;
        for (const RunLine& line : m_lines) {
            all.emplace_back();
            for (const RunRecord& run : line.runs) all.back().push_back(run.id);
        }
        return all;
    };
    const std::vector<std::vector<RunId>> before = runsOfLines();
    m_lines = runLines(m_session.runs(), runStylesOf(m_session).looks());
    if (!m_restored.empty() && !m_lines.empty()) restoreChoice();
    if (!m_isChosenByPerson) chooseDefault();
    if (runsOfLines() != before) rebuild();
    describe();
    emit runsRefreshed();
}

void RunChips::describe() {
    const Theme& theme = Theme::instance();
    m_choosing = true;
    for (const RunLine& line : m_lines) {
        for (const RunRecord& run : line.runs) describeRun(run, line);
        if (line.isGroup()) describeGroup(line);
    }
    m_choosing = false;
    const QString style = QStringLiteral(
                              "QToolButton { border: 1px solid %1; padding: 3px 10px 3px 8px; border-radius: %3px; }"
                              "QToolButton:checked { border-color: %2; }")
                              .arg(theme.colours().line.name(), theme.colours().accent.name())
                              .arg(theme.px(space::kCornerRadius));
    std::vector<QToolButton*> all;
    for (const auto& [id, chip] : m_chips) all.push_back(chip);
    for (const auto& [id, group] : m_groups) all.push_back(group.chip);
    for (QToolButton* chip : all) {
        chip->setIconSize(QSize(theme.px(26), theme.px(14)));
        chip->setFont(theme.body());
        chip->setStyleSheet(style);
    }
    setVisible(!m_chips.empty());
}

QVariant RunChips::uiState() const {
    if (!m_isChosenByPerson) return {};
    QVariantList runs;
    for (const auto& [run, requested] : m_requested)
        if (requested) runs << qlonglong(run);
    return runs;
}

void RunChips::restoreState(const QVariant& state) {
    for (const QVariant& run : state.toList()) m_restored.insert(run.toLongLong());
    if (!m_session.runs().empty()) refresh();
}

// If none of the restored runs exists any more, the default choice applies.
void RunChips::restoreChoice() {
    const std::set<RunId> runs = std::exchange(m_restored, {});
    const std::vector<RunRecord>& all = m_session.runs();
    if (std::any_of(all.begin(), all.end(), [&](const RunRecord& run) { return runs.contains(run.id); }))
        chooseOnly(runs);
}

}  // namespace recscope::ui
