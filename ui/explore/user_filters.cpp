// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/user_filters.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QToolButton>

#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_box.h"
#include "ui/explore/tabs/item_search.h"
#include "ui/jobs/job_runner.h"
#include "ui/lists/attribute_filter.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr int kMaxValue = 1'000'000'000;
enum RankFilter { kAnyRank, kHit, kMiss, kBetween };

}  // namespace

UserFilters::UserFilters(JobRunner& jobs, QWidget* parent)
    : QWidget(parent),
      m_minLength(new QSpinBox),
      m_maxLength(new QSpinBox),
      m_minRank(new QSpinBox),
      m_maxRank(new QSpinBox),
      m_rankFilter(new QComboBox),
      m_ranks(new QWidget),
      m_item(new ItemSearch(jobs)),
      m_attributeCaption(new QLabel(tr("Attribute"))),
      m_attribute(new AttributeFilter(QStringLiteral("user"))),
      m_attributes(jobs, {.title = tr("Reading the attributes")},
                   [](JobContext& context, DatasetId dataset) {
                       return summariesOf(UserAttributeStore(context.workspace).list(dataset));
                   }),
      m_favourites(new QCheckBox(tr("Favourites only"))),
      m_cohort(new CohortBox(tr("Any cohort"))),
      m_reset(new QToolButton) {
    const auto prepare = [this](QSpinBox* spin, const char* name, const QString& accessible, const QString& tip) {
        spin->setObjectName(QString::fromLatin1(name));
        keepValue(spin, StateScope::Dataset);
        spin->setRange(0, kMaxValue);
        spin->setSpecialValueText(tr("any"));
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        spin->setGroupSeparatorShown(true);
        spin->setKeyboardTracking(false);
        spin->setMinimumWidth(Theme::instance().px(40));
        spin->setAccessibleName(accessible);
        spin->setToolTip(tip);
        connect(spin, &QSpinBox::valueChanged, this, &UserFilters::handleChange);
    };
    prepare(m_minLength, "userMinLength", tr("Minimum items"), tr("Histories of at least this many items; 0 = any"));
    prepare(m_maxLength, "userMaxLength", tr("Maximum items"), tr("Histories of at most this many items; 0 = any"));
    prepare(m_minRank, "userMinRank", tr("Best rank"), tr("The held-out item has this rank or a worse one; 0 = any"));
    prepare(m_maxRank, "userMaxRank", tr("Worst rank"), tr("The held-out item has this rank or a better one; 0 = any"));
    m_rankFilter->setObjectName(QStringLiteral("userServed"));
    keepValue(m_rankFilter, StateScope::Dataset);
    m_rankFilter->addItems({tr("Any rank"), tr("Hit: 1 – %1").arg(kHitRank), tr("Miss: %1 and worse").arg(kHitRank + 1),
                            tr("Ranks from – to")});
    for (int i = 0; i < m_rankFilter->count(); ++i)
        m_rankFilter->setItemData(i, i);  // the value stored in the UI state
    m_rankFilter->setAccessibleName(tr("Rank of the held-out item"));
    m_rankFilter->setMinimumContentsLength(8);
    m_rankFilter->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_item->setObjectName(QStringLiteral("userHasItem"));
    m_item->setPlaceholderText(tr("has this item"));
    m_item->setAccessibleName(tr("Users who have this item"));
    m_item->setToolTip(tr("Type a part of a title and choose it: only users who have this item are listed"));
    m_favourites->setObjectName(QStringLiteral("userFavourites"));
    keepValue(m_favourites, StateScope::Dataset);
    m_cohort->setObjectName(QStringLiteral("userCohort"));
    keepValue(m_cohort, StateScope::Dataset);
    m_cohort->setAccessibleName(tr("Users of a cohort"));
    m_reset->setObjectName(QStringLiteral("userFiltersReset"));
    m_reset->setIcon(lineIcon(QStringLiteral("reset")));
    m_reset->setAccessibleName(tr("Show all users"));

    const auto fromTo = [](QSpinBox* from, QSpinBox* to) {
        return row({grow(from), mutedLabel(QStringLiteral("–")), grow(to)}, space::kUnit);
    };
    const auto caption = [](const QString& text) {
        auto* label = new QLabel(text);
        label->setProperty("role", "caption");
        return label;
    };
    arrange(m_ranks, fromTo(m_minRank, m_maxRank));
    m_ranks->hide();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(Theme::instance().px(space::kPadding));
    grid->setVerticalSpacing(Theme::instance().px(space::kUnit));
    grid->setColumnStretch(1, 1);
    grid->addWidget(caption(tr("Length")), 0, 0);
    grid->addLayout(fromTo(m_minLength, m_maxLength), 0, 1);
    grid->addWidget(caption(tr("Rank")), 1, 0);
    grid->addWidget(m_rankFilter, 1, 1);
    grid->addWidget(m_ranks, 2, 1);
    grid->addWidget(m_item, 3, 0, 1, 2);
    m_attributeCaption->setProperty("role", "caption");
    grid->addWidget(m_attributeCaption, 4, 0);
    grid->addWidget(m_attribute, 4, 1);
    grid->addWidget(caption(tr("Cohort")), 5, 0);
    grid->addWidget(m_cohort, 5, 1);
    grid->addLayout(row({grow(m_favourites), m_reset}), 6, 0, 1, 2);

    connect(m_rankFilter, &QComboBox::currentIndexChanged, this, [this](int rankFilter) {
        m_ranks->setVisible(rankFilter == kBetween);
        handleChange();
    });
    connect(m_item, &ItemSearch::itemChosen, this, &UserFilters::handleChange);
    connect(m_item, &ItemSearch::itemCleared, this, &UserFilters::handleChange);
    connect(m_attribute, &AttributeFilter::changed, this, &UserFilters::handleChange);
    m_attributes.reportFailures();
    connect(&m_attributes, &AnyAsyncQuery::changed, this, &UserFilters::showAttributes);
    connect(m_favourites, &QCheckBox::toggled, this, &UserFilters::handleChange);
    connect(m_cohort, &CohortBox::cohortChanged, this, &UserFilters::handleChange);
    connect(m_reset, &QToolButton::clicked, this, &UserFilters::reset);
    setFavouriteCount(0);
    setRanks(false, {});
    showAttributes();
    handleChange();
}

/// Attributes may have been added on the Data page since the filters were shown last.
void UserFilters::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_dataset) m_attributes.rerun(*m_dataset);
}

void UserFilters::showAttributes() {
    if (m_attributes.isOpen()) return;  // until the answer comes, the choice stays
    const bool hadTest = !m_attribute->tests().empty();
    const auto attributes = m_attributes.answer();
    m_attribute->setAttributes(attributes ? *attributes : std::vector<AttributeSummary>());
    m_attributeCaption->setVisible(!m_attribute->attributes().empty());
    if (hadTest && m_attribute->tests().empty()) handleChange();
}

void UserFilters::setDataset(std::optional<DatasetId> dataset) {
    const QScopedValueRollback quiet(m_quiet, true);
    m_dataset = dataset;
    m_item->setDataset(dataset);
    m_attributes.cancel();
    showAttributes();
    if (dataset) m_attributes.rerun(*dataset);
    reset();
}

void UserFilters::setRanks(bool enabled, const QString& about) {
    m_rankFilter->setEnabled(enabled);
    m_rankFilter->setToolTip(about);
    if (!enabled && m_rankFilter->currentIndex() != kAnyRank) m_rankFilter->setCurrentIndex(kAnyRank);
}

void UserFilters::setFavouriteCount(int count) {
    m_favourites->setEnabled(count > 0);
    m_favourites->setToolTip(count > 0 ? tr("Only the users marked with a star")
                                       : tr("No user is marked yet: mark users with the star below the list"));
    if (count == 0) m_favourites->setChecked(false);
}

void UserFilters::addTo(UserCriteria& criteria) const {
    const auto set = [](const QSpinBox* spin, auto& value) {
        if (spin->value() > 0) value = spin->value();
    };
    set(m_minLength, criteria.filter.minLength);
    set(m_maxLength, criteria.filter.maxLength);
    switch (m_rankFilter->currentIndex()) {
        case kHit:
            criteria.maxRank = kHitRank;
            break;
        case kMiss:
            criteria.minRank = kHitRank + 1;
            break;
        case kBetween:
            set(m_minRank, criteria.minRank);
            set(m_maxRank, criteria.maxRank);
            break;
        default:
            break;
    }
    criteria.contains = m_item->item();
    criteria.filter.attributes = m_attribute->tests();
}

bool UserFilters::favouritesOnly() const {
    return m_favourites->isChecked();
}

void UserFilters::setCohorts(CohortBook& book) {
    m_cohort->setBook(book);
}

void UserFilters::setCohortsOffered(bool offered) {
    if (!offered) m_cohort->reset();
    m_cohort->setEnabled(offered);
}

const SavedCohort* UserFilters::cohort() const {
    return m_cohort->cohort();
}

QString UserFilters::itemTitle() const {
    return m_item->text();
}

int UserFilters::count() const {
    UserCriteria criteria;
    addTo(criteria);
    return int(criteria.filter.minLength || criteria.filter.maxLength) + int(criteria.minRank || criteria.maxRank) +
           int(criteria.contains.has_value()) + int(criteria.filter.attributes.size()) + int(favouritesOnly()) +
           int(cohort() != nullptr);
}

void UserFilters::reset() {
    {
        const QScopedValueRollback quiet(m_quiet, true);
        for (QSpinBox* spin : {m_minLength, m_maxLength, m_minRank, m_maxRank}) spin->setValue(0);
        m_rankFilter->setCurrentIndex(kAnyRank);
        m_item->clearItem();
        m_attribute->reset();
        m_favourites->setChecked(false);
        m_cohort->reset();
    }
    handleChange();
}

void UserFilters::handleChange() {
    const int set = count();
    m_reset->setEnabled(set > 0);
    m_reset->setToolTip(set > 0 ? tr("Show all users") : tr("No filter is set"));
    if (!m_quiet) emit changed();
}

QVariant UserFilters::uiState() const {
    return m_item->item() ? QVariantList{*m_item->item(), m_item->text()} : QVariant();
}

void UserFilters::restoreState(const QVariant& state) {
    const QVariantList item = state.toList();
    if (item.size() == 2) m_item->chooseItem(item[0].toInt(), item[1].toString());
}

}  // namespace recscope::ui
