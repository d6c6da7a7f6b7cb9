// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/criteria_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <vector>

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

/// A filter as a part of the cohort's name and as a part of the sentence.
struct FilterWords {
    QString name, text;
};

std::vector<FilterWords> wordsOf(const UserCriteria& criteria, const std::optional<RankFacts>& ranks,
                                 const QString& itemTitle, const QString& cohort, bool favouritesOnly) {
    std::vector<FilterWords> words;
    if (criteria.filter.minLength || criteria.filter.maxLength) {
        const QString length =
            tr("%1 interactions").arg(rangeText(criteria.filter.minLength, criteria.filter.maxLength));
        words.push_back({length, length});
    }
    if (criteria.minRank || criteria.maxRank) words.push_back({rankName(criteria, ranks), rankText(criteria, ranks)});
    if (criteria.contains)
        words.push_back({tr("with %1").arg(itemTitle), tr("with “%1” in the history").arg(itemTitle)});
    for (const AttributeTest& test : criteria.filter.attributes)
        words.push_back({AttributeFilter::words(test), AttributeFilter::words(test)});
    if (!criteria.filter.search.empty()) {
        const QString search = QString::fromStdString(criteria.filter.search);
        words.push_back({tr("id contains %1").arg(search), tr("with “%1” in the id").arg(search)});
    }
    if (!cohort.isEmpty()) words.push_back({tr("of %1").arg(cohort), tr("of the cohort “%1”").arg(cohort)});
    if (favouritesOnly) words.push_back({tr("favourites"), tr("favourites")});
    return words;
}

}  // namespace

QString criteriaName(const UserCriteria& criteria, const std::optional<RankFacts>& ranks, const QString& itemTitle,
                     const QString& cohort, bool favouritesOnly) {
    QStringList parts;
    for (const FilterWords& words : wordsOf(criteria, ranks, itemTitle, cohort, favouritesOnly)) parts << words.name;
    QString name = parts.isEmpty() ? tr("all users") : parts.join(QStringLiteral(", "));
    return name.replace(0, 1, name.left(1).toUpper());
}

QString criteriaText(const UserCriteria& criteria, const std::optional<RankFacts>& ranks, const QString& itemTitle,
                     const QString& cohort, bool favouritesOnly) {
    QStringList parts;
    for (const FilterWords& words : wordsOf(criteria, ranks, itemTitle, cohort, favouritesOnly)) parts << words.text;
    if (parts.isEmpty()) return tr("All users.");
    return tr("Users: %1.").arg(parts.join(QStringLiteral("; ")));
}

}  // namespace recscope::ui
