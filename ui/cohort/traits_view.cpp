// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cohort/traits_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <algorithm>
#include <functional>
#include <vector>

#include "core/store/user_traits_reader.h"
#include "ui/cohort/interval_delegate.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

enum Column { Value, Interval95 = 5 };  // in the order of columns()
enum Side { kMore, kLess, kBoth };

constexpr int kMostRows = 500;  // of all looks; the findings are the first of them

/// The feature in few words: the value beside it needs the room.
QString featureText(const TraitComparison& trait) {
    switch (trait.kind) {
        case TraitKind::TargetGenre:
            return TraitsView::tr("Held-out genre");
        case TraitKind::TargetTag:
            return TraitsView::tr("Held-out tag");
        case TraitKind::TargetPopularity:
            return TraitsView::tr("Held-out item");
        case TraitKind::Length:
            return TraitsView::tr("History length");
        case TraitKind::Genre:
            return TraitsView::tr("Genre in history");
        case TraitKind::Tag:
            return TraitsView::tr("Tag in history");
        case TraitKind::Item:
            return TraitsView::tr("Item in history");
        case TraitKind::Attribute:
        case TraitKind::LastTime:
            break;
    }
    return QString::fromStdString(trait.feature);
}

std::vector<CellColumn> columns() {
    const auto tr = [](const char* text) { return TraitsView::tr(text); };
    return {{tr("Value")},
            {tr("Property")},
            {tr("Cohort"), tr("Share of the cohort's users"), true},
            {tr("Others"), tr("Share of all other users"), true},
            {tr("Difference, % points"), tr("In percentage points, with its 95 % interval (Newcombe)"), true},
            {tr("95 % interval"), tr("In percentage points, drawn beside zero; a filled disc marks a clear difference, "
                                     "an arrow one that is beyond the scale")},
            {tr("Ratio"), tr("How many times as frequent as among the others"), true},
            {tr("Corrected p"),
             tr("The p-value after Benjamini and Hochberg's correction for all comparisons; 0.05 or "
                "less is a clear difference"),
             true}};
}

QString probabilityText(double p) {
    return p < 0.0001 ? QStringLiteral("< 0.0001") : QString::number(p, 'f', 4);
}

/// How far the intervals go, without what goes more than twice as far as all others: the trait the users were chosen
/// by, or two or three that follow from it. On one scale with it all others would be dots.
double usualReach(std::vector<double> reaches) {
    constexpr std::size_t kMostLeftOut = 3, kFewestKept = 5;
    constexpr double kFar = 2;
    std::sort(reaches.begin(), reaches.end(), std::greater<>());
    for (std::size_t out = kMostLeftOut; out > 0; --out)
        if (reaches.size() >= out + kFewestKept && reaches[out - 1] > kFar * reaches[out]) return reaches[out];
    return reaches.empty() ? 0 : reaches.front();
}

}  // namespace

TraitsView::TraitsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_side(new QComboBox(this)),
      m_all(new QCheckBox(tr("Also show unclear differences"), this)),
      m_table(new CellTable(QStringLiteral("traits"), tr("What these users have in common"), columns(), Value)),
      m_intervals(new IntervalDelegate(m_table)),
      m_note(captionLabel(QStringLiteral("traitNote"))) {
    m_side->setObjectName(QStringLiteral("traitSide"));
    m_side->addItems(
        {tr("More frequent than among others"), tr("Less frequent than among others"), tr("More or less frequent")});
    m_side->setAccessibleName(tr("Which differences are listed"));
    m_side->setToolTip(m_side->accessibleName());
    m_all->setObjectName(QStringLiteral("allTraits"));
    m_all->setToolTip(tr("Lists every comparison, the most certain first"));
    m_table->setItemDelegateForColumn(Interval95, m_intervals);
    arrange(this, column({row({m_side, m_all, room()}, space::kBetween), grow(m_table), m_note}));
    connect(m_side, &QComboBox::currentIndexChanged, this, &TraitsView::fill);
    connect(m_all, &QCheckBox::toggled, this, &TraitsView::fill);
    connect(&Theme::instance(), &Theme::changed, this, &TraitsView::fill);
    connect(m_table, &TableView::told, this, [this](const QString& sentence) { m_session.tell(sentence); });
    fill();
}

void TraitsView::clear() {
    ++m_asked;
    m_result.reset();
    m_problem.clear();
    m_comparing = false;
    fill();
}

void TraitsView::setUsers(const CohortProposal& users) {
    clear();
    m_comparing = true;
    m_table->setExportName(users.name.isEmpty() ? tr("cohort") : users.name);
    fill();
    using Answer = std::pair<std::shared_ptr<const Known>, OverRepresentation>;
    m_session.jobs().start(
        this, {.title = tr("Comparing with all other users"), .latestOnly = QStringLiteral("cohorts/traits")},
        [users, known = m_known](JobContext& context) -> Answer {
            std::shared_ptr<const Known> traits = known;
            if (!traits || traits->dataset != users.dataset || traits->rule != users.rule ||
                traits->split != users.split) {
                traits = std::make_shared<const Known>(
                    Known{users.dataset, users.rule, users.split,
                          readUserTraits(context.workspace, users.dataset, users.rule, users.split, context.stop)});
            }
            throwIfStopped(context.stop);
            return {traits, overRepresentation(traits->traits, users.users)};
        },
        [this, asked = m_asked](Answer answer) {
            if (asked != m_asked) return;
            m_known = std::move(answer.first);
            m_result = std::move(answer.second);
            m_comparing = false;
            fill();
        },
        [this, asked = m_asked](const QString& message, const QString& hint) {
            if (asked != m_asked) return;
            m_problem = message + QLatin1Char(' ') + hint;
            m_comparing = false;
            fill();
        });
}

void TraitsView::addRow(const TraitComparison& trait) {
    const auto share = [](const Proportion& part) {
        return Cell(percentText(part.share()),
                    tr("%1 of %2 users").arg(wholeNumber(part.hits), wholeNumber(part.cases)));
    };
    const QString low = signedNumber(100 * trait.interval.low, 1), high = signedNumber(100 * trait.interval.high, 1);
    const QString p = trait.test == ShareTest::FisherExact
                          ? tr("p = %1 before the correction, by Fisher's exact test")
                          : tr("p = %1 before the correction, by the test of two proportions");
    m_table->addRow({QString::fromStdString(trait.value),
                     {featureText(trait), QString::fromStdString(trait.feature)},
                     share(trait.cohort),
                     share(trait.others),
                     signedNumber(100 * trait.difference, 1),
                     {tr("%1 to %2").arg(low, high),
                      tr("%1 to %2 percentage points").arg(low, high),
                      {{IntervalDelegate::LowRole, trait.interval.low},
                       {IntervalDelegate::ValueRole, trait.difference},
                       {IntervalDelegate::HighRole, trait.interval.high},
                       {IntervalDelegate::ClearRole, OverRepresentation::isFinding(trait)}}},
                     trait.ratio ? QString::number(*trait.ratio, 'f', 2) : QStringLiteral("–"),
                     {probabilityText(trait.adjusted), p.arg(probabilityText(trait.p))}});
}

void TraitsView::fill() {
    m_table->clearRows();
    std::vector<double> below, above;
    int left = 0;
    if (m_result) {
        for (const TraitComparison& trait : m_result->traits) {
            if (!m_all->isChecked() && !OverRepresentation::isFinding(trait)) continue;
            const int side = m_side->currentIndex();
            if (side != kBoth && trait.isOver() != (side == kMore)) continue;
            if (m_table->rowCount() == kMostRows) {
                ++left;
                continue;
            }
            if (trait.interval.low < 0) below.push_back(-trait.interval.low);
            if (trait.interval.high > 0) above.push_back(trait.interval.high);
            addRow(trait);
        }
    }
    m_intervals->setRange(-usualReach(std::move(below)), usualReach(std::move(above)));
    m_table->fitColumns();
    m_side->setEnabled(m_result.has_value());
    m_all->setEnabled(m_result.has_value());
    m_table->setEmptyText(m_comparing            ? tr("Comparing with all other users…")
                          : !m_problem.isEmpty() ? m_problem
                          : !m_result            ? tr("Choose a cohort to see what its users have in common.")
                          : m_all->isChecked()   ? tr("Nothing was compared: too few users have anything in common.")
                                                 : tr("Nothing differs clearly."));
    QString note = m_result ? QString::fromStdString(m_result->sentence()) : QString();
    if (m_result && m_known)
        note +=
            QLatin1Char(' ') + (m_known->split == Split::Test ? tr("The held-out items are the test items (%1).")
                                                              : tr("The held-out items are the validation items (%1)."))
                                   .arg(QString::fromStdString(m_known->rule.name()));
    if (m_result) note += QLatin1Char(' ') + tr("The property the users were chosen by differs for that reason alone.");
    if (left > 0) note += QLatin1Char(' ') + tr("The first %1 rows are listed.").arg(wholeNumber(kMostRows));
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

}  // namespace recscope::ui
