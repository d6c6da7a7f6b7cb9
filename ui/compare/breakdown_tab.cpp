// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/breakdown_tab.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "core/metrics/distributions.h"
#include "core/metrics/group_users.h"
#include "core/store/split_reader.h"
#include "core/store/user_attribute_store.h"
#include "ui/compare/line_curves.h"
#include "ui/plot/plot_view.h"
#include "ui/session/protocol_text.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kManyUsers = 1e9;  // degrees of freedom for which Student's distribution is practically normal
// Number of cached answers: enough to switch between two protocols or cohorts.
constexpr std::size_t kCachedAnswers = 4;
// Distance between the whiskers of neighbouring runs; 1 = distance between two groups.
constexpr double kWhiskerDistance = 0.08;

QString groupText(const MetricGroup& group) {
    return group.from == group.to ? wholeNumber(group.from)
                                  : QStringLiteral("%1–%2").arg(wholeNumber(group.from), wholeNumber(group.to));
}

}  // namespace

BreakdownTab::BreakdownTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_query(session.jobs(), {.title = tr("Grouping the users")}, &BreakdownTab::groupUsers),
      m_collecting(session.jobs(), {.title = tr("Collecting the users")}, &BreakdownTab::usersOf),
      m_note(mutedLabel()),
      m_lengthPlot(new PlotView(tr("By length of the history"), {}, tr("NDCG@10"))),
      m_popularityPlot(new PlotView(tr("By popularity of the held-out item"), {}, tr("NDCG@10"))),
      m_attributePlot(new PlotView(tr("By attribute"), {}, tr("NDCG@10"))),
      m_attributeBox(new QComboBox),
      m_attributePart(new QWidget),
      m_chosenText(new QLabel),
      m_commonButton(new QPushButton) {
    m_query.setCacheLimit(kCachedAnswers);
    m_note->setObjectName(QStringLiteral("breakdownNote"));
    m_note->setWordWrap(true);
    m_lengthPlot->setObjectName(QStringLiteral("lengthPlot"));
    m_popularityPlot->setObjectName(QStringLiteral("popularityPlot"));
    m_attributePlot->setObjectName(QStringLiteral("attributePlot"));
    m_attributeBox->setObjectName(QStringLiteral("breakdownAttribute"));
    m_attributeBox->setAccessibleName(tr("Attribute of the users"));
    m_attributeBox->setToolTip(tr("The attribute by which the users are grouped"));
    arrange(m_attributePart,
            column({row({mutedLabel(tr("Attribute")), m_attributeBox, stretch()}), grow(m_attributePlot)}));
    m_attributePart->hide();
    for (PlotView* plot : {m_lengthPlot, m_popularityPlot, m_attributePlot}) {
        plot->setPicking([this, plot](int line, int point) { return pointText(plot, line, point); });
        connect(plot, &PlotView::pointClicked, this, [this, plot](int line, int point) { choose(plot, line, point); });
    }
    m_chosenText->setObjectName(QStringLiteral("breakdownGroup"));
    m_chosenText->setWordWrap(true);
    m_commonButton->setObjectName(QStringLiteral("breakdownCommon"));
    arrange(this,
            column({m_note, grow(row({m_lengthPlot, m_popularityPlot, m_attributePart})),
                    row({grow(m_chosenText), m_commonButton})}),
            {0, space::kPadding, 0, 0});
    connect(m_commonButton, &QPushButton::clicked, this, &BreakdownTab::requestUsers);
    connect(&m_query, &AnyAsyncQuery::changed, this, &BreakdownTab::fill);
    connect(m_attributeBox, &QComboBox::activated, this, &BreakdownTab::fill);
    // Attributes may have been added to the dataset.
    connect(&session, &Session::datasetsChanged, this, [this] {
        if (m_query.request()) m_query.rerun(*m_query.request());
    });
    connect(&m_collecting, &AnyAsyncQuery::changed, this, [this] {
        if (const auto users = m_collecting.answer()) offerUsers(*users);
        if (m_collecting.state() == AsyncQueryState::Failed)
            m_session.notify(m_collecting.failure(), m_collecting.hint(), Severity::Warning);
    });
    showChosen();
}

const MetricGroup* BreakdownTab::groupAt(PlotView* plot, int line, int point) const {
    const auto found = m_groups.find({plot, line});
    return found == m_groups.end() || point < 0 || point >= int(found->second.size())
               ? nullptr
               : &found->second[std::size_t(point)];
}

BreakdownTab::GroupedBy BreakdownTab::groupedBy(PlotView* plot) const {
    return plot == m_lengthPlot       ? GroupedBy::Length
           : plot == m_popularityPlot ? GroupedBy::Popularity
                                      : GroupedBy::Attribute;
}

const AttributeGroups* BreakdownTab::byChosenAttribute(const Groups& groups) const {
    const std::string name = m_attributeBox->currentText().toStdString();
    for (const AttributeGroups& attribute : groups.byAttribute)
        if (attribute.attribute == name) return &attribute;
    return nullptr;
}

/// The group's label on the axis of the plot: its value or range of values.
QString BreakdownTab::groupName(PlotView* plot, const MetricGroup& group) const {
    if (plot != m_attributePlot || !m_groupsByRun) return groupText(group);
    for (const auto& [run, groups] : *m_groupsByRun) {
        const AttributeGroups* attribute = byChosenAttribute(groups);
        for (std::size_t i = 0; attribute && i < attribute->groups.size(); ++i)
            if (attribute->groups[i].from == group.from) return QString::fromStdString(attribute->names[i]);
    }
    return {};
}

QString BreakdownTab::groupDescription(PlotView* plot, const MetricGroup& group) const {
    if (plot == m_attributePlot)
        return QStringLiteral("%1: %2").arg(m_attributeBox->currentText(), groupName(plot, group));
    return (plot == m_lengthPlot ? tr("%1 items the model could read") : tr("held-out item %1 times in training"))
        .arg(groupText(group));
}

QString BreakdownTab::pointText(PlotView* plot, int line, int point) const {
    const MetricGroup* group = groupAt(plot, line, point);
    if (!group) return {};
    return (group->users == 1 ? tr("%1\nNDCG@10 %2 ± %3, %4 user") : tr("%1\nNDCG@10 %2 ± %3, %4 users"))
        .arg(groupDescription(plot, *group), metricText(group->ndcg10.mean), metricText(group->ndcg10.halfWidth),
             wholeNumber(group->users));
}

void BreakdownTab::choose(PlotView* plot, int line, int point) {
    const MetricGroup* group = groupAt(plot, line, point);
    if (!group) return;
    m_chosen = ChosenGroup{plot, *group};
    showChosen();
}

void BreakdownTab::showChosen() {
    const bool hasGroups = !m_groups.empty();
    m_chosenText->setVisible(hasGroups);
    m_commonButton->setVisible(hasGroups);
    m_commonButton->setText(tr("What do they have in common?"));
    m_commonButton->setEnabled(m_chosen.has_value());
    m_commonButton->setToolTip(m_chosen ? tr("Compares the users of this group with all others")
                                        : tr("Click a point first"));
    m_chosenText->setText(
        m_chosen ? (m_chosen->group.users == 1 ? tr("%1 user: %2.") : tr("%1 users: %2."))
                       .arg(wholeNumber(m_chosen->group.users), groupDescription(m_chosen->plot, m_chosen->group))
                 : tr("Each point is a group of users. Click one."));
}

bool BreakdownTab::GroupUsers::operator==(const GroupUsers& other) const {
    return run == other.run && scoring == other.scoring && group.from == other.group.from &&
           group.to == other.group.to && by == other.by && attribute == other.attribute && name == other.name;
}

std::vector<std::int32_t> BreakdownTab::usersOf(JobContext& context, const GroupUsers& request) {
    const auto& ranks = request.run->evaluation(request.scoring.split, request.scoring.protocol)->ranks;
    if (request.by == GroupedBy::Attribute) {
        for (const UserAttribute& attribute : UserAttributeStore(context.workspace).list(request.run->record.dataset))
            if (attribute.name == request.attribute) return usersOfAttributeGroup(attribute, ranks, request.group);
        return {};
    }
    const Histories histories =
        splitHistories(context.workspace, request.run->record.dataset, request.scoring.protocol.split);
    return request.by == GroupedBy::Length
               ? usersByHistoryLength(histories, request.scoring.split, ranks, request.group)
               : usersByTargetPopularity(histories, request.scoring.split, ranks, request.group);
}

// Takes the users from the first run that is scored: under one protocol, all runs have the same users.
void BreakdownTab::requestUsers() {
    if (!m_chosen) return;
    for (const ComparedLine& line : m_lines)
        for (const auto& run : line.runs)
            if (run->evaluation(m_scoring.split, m_scoring.protocol))
                return m_collecting.run({run, m_scoring, m_chosen->group, groupedBy(m_chosen->plot),
                                         m_attributeBox->currentText().toStdString(),
                                         groupDescription(m_chosen->plot, m_chosen->group)});
}

void BreakdownTab::offerUsers(const std::vector<std::int32_t>& users) {
    const GroupUsers& request = *m_collecting.request();
    const SplitRule& rule = request.scoring.protocol.split;
    std::vector<std::int32_t> scored;
    for (const UserRank& rank : request.run->evaluation(request.scoring.split, request.scoring.protocol)->ranks)
        scored.push_back(rank.user);
    CohortBasis basis;
    basis.add({.by = ChosenBy::Rank}, scored);
    if (request.by == GroupedBy::Attribute) {
        basis.add({.by = ChosenBy::Attribute, .name = request.attribute});
    } else {
        basis.add({.by = request.by == GroupedBy::Length ? ChosenBy::Length : ChosenBy::TargetPopularity});
    }
    emit cohortRequested(
        {.dataset = request.run->record.dataset,
         .users = users,
         .howChosen = tr("Users: %1 (%2 items; %3).")
                          .arg(request.name, splitText(request.scoring.split), QString::fromStdString(rule.name())),
         .name = request.name,
         .rule = rule,
         .split = request.scoring.split,
         .basis = basis});
}

// An unfolded line is followed by a line for each of its seeds. These are left out here, because their runs are already
// part of the unfolded line.
void BreakdownTab::setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring) {
    m_lines = lines;
    m_scoring = scoring;
    m_query.run({withoutSeeds(lines), scoring});
}

// Reads the histories once for all runs.
BreakdownTab::GroupsByRun BreakdownTab::groupUsers(JobContext& context, const ScoredLines& request) {
    GroupsByRun found;
    std::optional<Histories> histories;
    std::vector<UserAttribute> attributes;
    const auto& [split, protocol] = request.scoring;
    for (const ComparedLine& line : request.lines)
        for (const auto& run : line.runs) {
            throwIfStopped(context.stop);
            const RankedEvaluation* evaluation = run->evaluation(split, protocol);
            if (!evaluation) continue;
            if (!histories) {
                histories = splitHistories(context.workspace, run->record.dataset, protocol.split);
                attributes = UserAttributeStore(context.workspace).list(run->record.dataset);
            }
            Groups& groups = found[run->record.id];
            groups = {byHistoryLength(*histories, split, evaluation->ranks),
                      byTargetPopularity(*histories, evaluation->record.split, evaluation->ranks),
                      {}};
            for (const UserAttribute& attribute : attributes)
                groups.byAttribute.push_back(recscope::byAttribute(attribute, evaluation->ranks));
        }
    return found;
}

void BreakdownTab::fill() {
    m_groupsByRun = m_query.answer();
    QStringList missing;
    bool hasSeeds = false;
    for (const ComparedLine& line : m_lines) {
        if (line.evaluations(m_scoring).empty()) missing << line.name;
        hasSeeds = hasSeeds || line.isGroup();
    }
    const QString split = splitText(m_scoring.split);
    const QString protocol = QString::fromStdString(m_scoring.protocol.sentence());
    QString note = (hasSeeds ? tr("Whiskers are 95 % intervals over users, for several seeds over users and seeds.")
                             : tr("Whiskers are 95 % intervals over users.")) +
                   QLatin1Char(' ') + tr("They end at 0 and 1, the limits of NDCG.") + QLatin1Char(' ') +
                   tr("Scored on %1; protocol %2.").arg(split, protocol);
    if (!missing.isEmpty() && missing.size() < int(m_lines.size()))
        note += QLatin1Char(' ') + tr("Not scored under this protocol: %1.").arg(missing.join(QStringLiteral(", ")));
    m_note->setText(note);
    m_note->setVisible(!m_lines.empty() && missing.size() < int(m_lines.size()));
    fillAttributes();
    for (PlotView* plot : {m_lengthPlot, m_popularityPlot, m_attributePlot}) {
        plot->clear();
        plot->setEmptyText(m_lines.empty() ? tr("Choose runs above to see for which users they work well.")
                           : m_note->isHidden()
                               ? tr("None of these runs is scored on %1 under this protocol. Score them on the Metrics "
                                    "tab.")
                                     .arg(split)
                           : m_query.state() == AsyncQueryState::Failed ? m_query.failureWithHint()
                                                                        : tr("Grouping the users…"));
    }
    m_groups.clear();
    m_chosen.reset();
    fillPlot(m_lengthPlot, tr("By length of the history"), tr("Number of items the model could read"),
             [](const Groups& groups) { return groups.byLength; });
    fillPlot(m_popularityPlot, tr("By popularity of the held-out item"), tr("Times the item occurs in training"),
             [](const Groups& groups) { return groups.byPopularity; });
    if (m_attributeBox->count() > 0)
        fillPlot(m_attributePlot, tr("By %1").arg(m_attributeBox->currentText()), m_attributeBox->currentText(),
                 [this](const Groups& groups) {
                     const AttributeGroups* attribute = byChosenAttribute(groups);
                     return attribute ? attribute->groups : std::vector<MetricGroup>();
                 });
    showChosen();
}

/// Lists the attributes of the compared runs' users; keeps the chosen attribute if it is still listed.
void BreakdownTab::fillAttributes() {
    QStringList names;
    if (m_groupsByRun && !m_groupsByRun->empty())
        for (const AttributeGroups& attribute : m_groupsByRun->begin()->second.byAttribute)
            if (!attribute.groups.empty()) names << QString::fromStdString(attribute.attribute);
    const QString before = m_attributeBox->currentText();
    m_attributeBox->clear();
    m_attributeBox->addItems(names);
    m_attributeBox->setCurrentIndex(names.isEmpty() ? -1 : std::max(0, int(names.indexOf(before))));
    m_attributePart->setVisible(!names.isEmpty());
}

// Estimates the interval from each seed's mean and interval, because the ranks are not available here. Two variances
// are added, as in `seedDifference`: the variance over seeds, and an upper bound of the variance over users. The bound
// is the mean of the seeds' variances.
std::vector<MetricGroup> BreakdownTab::groupsOf(const ComparedLine& line, const PartOf& part) const {
    std::vector<std::vector<MetricGroup>> seeds;
    if (!m_groupsByRun) return {};
    for (const auto& run : line.runs)
        if (const auto known = m_groupsByRun->find(run->record.id); known != m_groupsByRun->end())
            seeds.push_back(part(known->second));
    if (seeds.empty()) return {};
    std::vector<MetricGroup> mean = seeds.front();
    if (seeds.size() == 1) return mean;
    for (std::size_t g = 0; g < mean.size(); ++g) {
        std::vector<double> values;
        double overUsers = 0;
        for (const auto& groups : seeds) {
            if (g >= groups.size() || groups[g].from != mean[g].from) return {};  // different groups: no common mean
            values.push_back(groups[g].ndcg10.mean);
            const double error = groups[g].ndcg10.halfWidth / studentQuantile(kManyUsers);
            overUsers += error * error / double(seeds.size());
        }
        const Spread spread = spreadOf(values);
        const double overSeeds = spread.deviation * spread.deviation / double(values.size());
        const double variance = overUsers + overSeeds;
        const double seedDegrees = double(values.size()) - 1;
        // There are many users, so only the variance over seeds limits the degrees of freedom (Satterthwaite).
        const double degrees = overSeeds > 0 ? variance * variance * seedDegrees / (overSeeds * overSeeds) : kManyUsers;
        mean[g].ndcg10 = {.mean = spread.mean, .halfWidth = studentQuantile(degrees) * std::sqrt(variance)};
    }
    return mean;
}

void BreakdownTab::fillPlot(PlotView* plot, const QString& title, const QString& xLabel, const PartOf& part) {
    std::vector<MetricGroup> groups;  // equal for all runs: same users, same protocol
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const std::vector<MetricGroup> lineGroups = groupsOf(m_lines[i], part);
        if (lineGroups.empty()) continue;
        groups = lineGroups;
        QVector<double> x, ndcg, halfWidth;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            x << double(g) + kWhiskerDistance * (double(i) - double(m_lines.size() - 1) / 2);
            ndcg << groups[g].ndcg10.mean;
            halfWidth << groups[g].ndcg10.halfWidth;
        }
        PlotView::Line line = plotLine(m_lines[i]);
        line.marker = m_lines[i].style.marker;
        const int index = plot->addLine(line);
        plot->setPoints(index, x, ndcg);
        plot->setIntervals(index, halfWidth, {.lowest = 0, .highest = 1});  // the limits of NDCG
        m_groups[{plot, index}] = groups;
    }
    std::int64_t fewest = 0, most = 0;
    std::vector<QString> names;
    for (const MetricGroup& group : groups) {
        fewest = names.empty() ? group.users : std::min(fewest, group.users);
        most = std::max(most, group.users);
        names.push_back(groupName(plot, group));
    }
    const QString users =
        fewest == most ? wholeNumber(most) : tr("%1 to %2").arg(wholeNumber(fewest), wholeNumber(most));
    plot->setLabels(title, groups.empty() ? xLabel : tr("%1 (%2 users a group)").arg(xLabel, users), tr("NDCG@10"));
    plot->setXText([names](double at) {
        const auto group = std::size_t(std::max(0.0, std::round(at)));
        return group < names.size() ? names[group] : QString();
    });
}

}  // namespace recscope::ui
