// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/criteria_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/lists/attribute_filter.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("criteriaText", text);
}

template <class Number>
QString rangeText(const std::optional<Number>& from, const std::optional<Number>& to) {
    if (from && to) return tr("%1 to %2").arg(wholeNumber(*from), wholeNumber(*to));
    return from ? tr("%1 or more").arg(wholeNumber(*from)) : tr("%1 or fewer").arg(wholeNumber(*to));
}

QString rankRange(const UserCriteria& criteria) {
    return criteria.minRank && criteria.maxRank ? rangeText(criteria.minRank, criteria.maxRank)
           : criteria.minRank                   ? tr("%1 or worse").arg(wholeNumber(*criteria.minRank))
                                                : tr("%1 or better").arg(wholeNumber(*criteria.maxRank));
}

QString rankText(const UserCriteria& criteria, const std::optional<RankFacts>& facts) {
    const QString run = facts ? QString::fromStdString(facts->run) : QString();
    const QString item =
        criteria.ranks && criteria.ranks->split == Split::Valid ? tr("validation item") : tr("test item");
    return tr("%1 at rank %2 in “%3” (%4)")
        .arg(item, rankRange(criteria), run, facts ? QString::fromStdString(facts->protocol) : QString());
}

/// "missed by SASRec 1", "rank 50 or worse in SASRec 1 on validation"
QString rankName(const UserCriteria& criteria, const std::optional<RankFacts>& facts) {
    const QString run = facts ? QString::fromStdString(facts->run) : QString();
    const bool isMiss = criteria.minRank == kHitRank + 1 && !criteria.maxRank;
    const bool isHit = criteria.maxRank == kHitRank && !criteria.minRank;
    const QString name = isMiss  ? tr("missed by %1").arg(run)
                         : isHit ? tr("hit by %1").arg(run)
                                 : tr("rank %1 in %2").arg(rankRange(criteria), run);
    return criteria.ranks && criteria.ranks->split == Split::Valid ? tr("%1 on validation").arg(name) : name;
}

}  // namespace

QString criteriaName(const UserCriteria& criteria, const std::optional<RankFacts>& ranks, const QString& itemTitle,
                     const QString& cohort, bool favouritesOnly) {
    QStringList parts;
    if (criteria.filter.minLength || criteria.filter.maxLength)
        parts << tr("%1 interactions").arg(rangeText(criteria.filter.minLength, criteria.filter.maxLength));
    if (criteria.minRank || criteria.maxRank) parts << rankName(criteria, ranks);
    if (criteria.contains) parts << tr("with %1").arg(itemTitle);
    for (const AttributeTest& test : criteria.filter.attributes) parts << AttributeFilter::words(test);
    if (!criteria.filter.search.empty())
        parts << tr("id contains %1").arg(QString::fromStdString(criteria.filter.search));
    if (!cohort.isEmpty()) parts << tr("of %1").arg(cohort);
    if (favouritesOnly) parts << tr("favourites");
    QString name = parts.isEmpty() ? tr("all users") : parts.join(QStringLiteral(", "));
    return name.replace(0, 1, name.left(1).toUpper());
}

QString criteriaText(const UserCriteria& criteria, const std::optional<RankFacts>& ranks, const QString& itemTitle,
                     const QString& cohort, bool favouritesOnly) {
    QStringList parts;
    if (criteria.filter.minLength || criteria.filter.maxLength)
        parts << tr("%1 interactions").arg(rangeText(criteria.filter.minLength, criteria.filter.maxLength));
    if (criteria.minRank || criteria.maxRank) parts << rankText(criteria, ranks);
    if (criteria.contains) parts << tr("with “%1” in the history").arg(itemTitle);
    for (const AttributeTest& test : criteria.filter.attributes) parts << AttributeFilter::words(test);
    if (!criteria.filter.search.empty())
        parts << tr("with “%1” in the id").arg(QString::fromStdString(criteria.filter.search));
    if (!cohort.isEmpty()) parts << tr("of the cohort “%1”").arg(cohort);
    if (favouritesOnly) parts << tr("favourites");
    if (parts.isEmpty()) return tr("All users.");
    return tr("Users: %1.").arg(parts.join(QStringLiteral("; ")));
}

}  // namespace recscope::ui
