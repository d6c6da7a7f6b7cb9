// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/explore/user_finder.h"

namespace recscope::ui {

/// The filters of a list of users as a sentence, which is stored with a cohort: "Users: 20 to 50 interactions; test
/// item at rank 11 or worse in “SASRec 1” (full: …).". The other arguments supply what `criteria` lacks: names of the
/// run and protocol of the ranks, title of the item, name of the cohort, and whether only favourites are listed.
QString criteriaText(const UserCriteria& criteria, const std::optional<RankFacts>& ranks, const QString& itemTitle,
                     const QString& cohort, bool favouritesOnly);

/// A short form of `criteriaText`, suggested as the cohort's name: "20 to 50 interactions, missed by SASRec 1".
QString criteriaName(const UserCriteria& criteria, const std::optional<RankFacts>& ranks, const QString& itemTitle,
                     const QString& cohort, bool favouritesOnly);

}  // namespace recscope::ui
