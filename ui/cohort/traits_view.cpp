// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cohort/traits_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <algorithm>
#include <functional>
#include <vector>

#include "core/store/user_attribute_store.h"
#include "core/store/user_traits_reader.h"
#include "ui/cohort/interval_delegate.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

enum Column { Value, Interval95 = 5 };  // in the order of columns()
enum Side { kMore, kLess, kBoth };

constexpr int kMaxRows = 500;  // largest number of comparisons shown; significant differences come first

/// The feature's name, kept short because the value beside it needs the space.
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
    return {
        {tr("Value")},
        {tr("Property")},
        {tr("Cohort"), tr("Share of the cohort's users"), true},
        {tr("Others"),
         tr("Share among the other users who could have been chosen; the text below the table describes them"), true},
        {tr("Difference, % points"), tr("In percentage points, with its 95 % interval (Newcombe)"), true},
        {tr("95 % interval"),
         tr("In percentage points, drawn relative to zero; a filled disc marks a clear difference, an arrow a "
            "value beyond the scale"),
         false,
         {tr("95 % interval from, % points"), tr("95 % interval to, % points")}},
        {tr("Ratio"), tr("Share in the cohort divided by the share among the others"), true},
        {tr("Corrected p"),
         tr("The p-value after Benjamini and Hochberg's correction for all comparisons; 0.05 or "
            "less is a clear difference"),
         true,
         {tr("Corrected p")}}};
}

/// Names the test of a p-value; the text has a placeholder for the value.
QString testText(ShareTest test) {
    switch (test) {
        case ShareTest::FisherExact:
            return TraitsView::tr("p = %1 before the correction, by Fisher's exact test");
        case ShareTest::MantelHaenszel:
            return TraitsView::tr("p = %1 before the correction, by Mantel and Haenszel's test within history lengths");
        case ShareTest::StratifiedExact:
            return TraitsView::tr("p = %1 before the correction, by the exact test within history lengths");
        case ShareTest::PooledNormal:
            break;
    }
    return TraitsView::tr("p = %1 before the correction, by the test of two proportions");
}

QString probabilityText(double p) {
    return p < 0.0001 ? QStringLiteral("< 0.0001") : fixedNumber(p, 4);
}

/// How far the longest interval reaches from zero, without outliers. Up to three intervals are outliers if they reach
/// more than twice as far as all others; they would shrink the others to dots. They are usually the trait that the
/// users were chosen by and traits that follow from it.
double usualReach(std::vector<double> reaches) {
    constexpr std::size_t kMaxLeftOut = 3, kMinKept = 5;
    constexpr double kOutlierRatio = 2;
    std::sort(reaches.begin(), reaches.end(), std::greater<>());
    for (std::size_t leftOut = kMaxLeftOut; leftOut > 0; --leftOut)
        if (reaches.size() >= leftOut + kMinKept && reaches[leftOut - 1] > kOutlierRatio * reaches[leftOut])
            return reaches[leftOut];
    return reaches.empty() ? 0 : reaches.front();
}

/// Compares users with the others who could have been chosen; caches the traits of one dataset under one split.
class Comparison {
public:
    OverRepresentation operator()(JobContext& context, const CohortProposal& users) {
        const std::vector<Token> ignored = users.basis.items();
        // Attributes may have been added since the traits were read.
        std::vector<AttributeSummary> attributes =
            summariesOf(UserAttributeStore(context.workspace).list(users.dataset));
        if (!m_cached || m_cached->attributes != attributes || m_cached->dataset != users.dataset ||
            m_cached->rule != users.rule || m_cached->split != users.split || m_cached->ignored != ignored)
            m_cached = std::make_shared<const CachedTraits>(CachedTraits{
                users.dataset, users.rule, users.split, ignored, std::move(attributes),
                readUserTraits(context.workspace, users.dataset, users.rule, users.split, ignored, context.stop)});
        throwIfStopped(context.stop);
        return overRepresentation(m_cached->traits, users.users, users.basis);
    }

private:
    struct CachedTraits {
        DatasetId dataset = 0;
        SplitRule rule;
        Split split = Split::Test;
        std::vector<Token> ignored;
        std::vector<AttributeSummary> attributes;
        UserTraits traits;
    };
    std::shared_ptr<const CachedTraits> m_cached;
};

}  // namespace

TraitsView::TraitsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_comparison(session.jobs(), {.title = tr("Comparing with the other users")},
                   [compare = std::make_shared<Comparison>()](JobContext& context, const CohortProposal& users) {
                       return (*compare)(context, users);
                   }),
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
    m_all->setToolTip(tr("Lists every comparison, starting with the most certain"));
    m_table->setItemDelegateForColumn(Interval95, m_intervals);
    arrange(this, column({row({m_side, m_all, stretch()}, space::kSpacing), grow(m_table), m_note}));
    connect(m_side, &QComboBox::currentIndexChanged, this, &TraitsView::fill);
    connect(m_all, &QCheckBox::toggled, this, &TraitsView::fill);
    connect(&Theme::instance(), &Theme::changed, this, &TraitsView::fill);
    connect(m_table, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    connect(&m_comparison, &AnyAsyncQuery::changed, this, &TraitsView::fill);
    fill();
}

void TraitsView::clear() {
    m_comparison.clear();
}

void TraitsView::setUsers(const CohortProposal& users) {
    m_table->setExportName(users.name.isEmpty() ? tr("cohort") : users.name);
    m_comparison.rerun(users);
}

void TraitsView::addRow(const TraitComparison& trait) {
    const auto counts = [](const Proportion& proportion) { return partOfUsersText(proportion.hits, proportion.cases); };
    const bool isStratified = trait.test == ShareTest::MantelHaenszel || trait.test == ShareTest::StratifiedExact;
    const QString low = signedNumber(100 * trait.interval.low, 1), high = signedNumber(100 * trait.interval.high, 1);
    const QString p = testText(trait.test);
    m_table->addRow(
        {QString::fromStdString(trait.value),
         {featureText(trait), QString::fromStdString(trait.feature)},
         {percentText(trait.cohort.share()), counts(trait.cohort)},
         {percentText(trait.othersShare),
          isStratified ? tr("%1, weighted as if they had the cohort's history lengths").arg(counts(trait.others))
                       : counts(trait.others)},
         signedNumber(100 * trait.difference, 1),
         {tr("%1 to %2").arg(low, high),
          tr("%1 to %2 percentage points").arg(low, high),
          {{IntervalDelegate::LowRole, trait.interval.low},
           {IntervalDelegate::ValueRole, trait.difference},
           {IntervalDelegate::HighRole, trait.interval.high},
           {IntervalDelegate::ClearRole, OverRepresentation::isFinding(trait)},
           {kExactValuesRole, QVariantList{100 * trait.interval.low, 100 * trait.interval.high}}}},
         trait.ratio ? fixedNumber(*trait.ratio, 2) : QStringLiteral("–"),
         {probabilityText(trait.adjusted),
          p.arg(probabilityText(trait.p)),
          {{kExactValuesRole, QVariantList{trait.adjusted}}}}});
}

void TraitsView::fill() {
    m_table->clearRows();
    std::vector<double> below, above;
    int leftOut = 0;
    const auto found = result();
    if (found) {
        for (const TraitComparison& trait : found->traits) {
            if (!m_all->isChecked() && !OverRepresentation::isFinding(trait)) continue;
            const int side = m_side->currentIndex();
            if (side != kBoth && trait.isOver() != (side == kMore)) continue;
            if (m_table->rowCount() == kMaxRows) {
                ++leftOut;
                continue;
            }
            if (trait.interval.low < 0) below.push_back(-trait.interval.low);
            if (trait.interval.high > 0) above.push_back(trait.interval.high);
            addRow(trait);
        }
    }
    m_intervals->setRange(-usualReach(std::move(below)), usualReach(std::move(above)));
    m_table->fitColumns();
    m_side->setEnabled(found != nullptr);
    m_all->setEnabled(found != nullptr);
    const QString problem = m_comparison.failureWithHint();
    m_table->setEmptyText(isComparing()        ? tr("Comparing with the other users…")
                          : !problem.isEmpty() ? problem
                          : !found             ? tr("Choose a cohort to see what its users have in common.")
                          : m_all->isChecked() ? tr("Nothing was compared: too few users have anything in common.")
                                               : tr("Nothing differs clearly."));
    QString note = found ? QString::fromStdString(found->sentence()) : QString();
    if (found)
        note += QLatin1Char(' ') + (m_comparison.request()->split == Split::Test
                                        ? tr("The held-out items are the test items (%1).")
                                        : tr("The held-out items are the validation items (%1)."))
                                       .arg(QString::fromStdString(m_comparison.request()->rule.name()));
    if (leftOut > 0) note += QLatin1Char(' ') + tr("The first %1 rows are listed.").arg(wholeNumber(kMaxRows));
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

}  // namespace recscope::ui
