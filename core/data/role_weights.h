// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace recscope {

/// The numbers that decide which columns are user, item, time and rating. The table in role_weights.cpp says what each
/// is for.
struct RoleWeights {
    double nothingAgainst, missingUser, missingItem, fewValues, few, category, textUser, textItem, repeatedText,
        repeating, decimals, urlUser, urlItem, scale, scaleOfFewRows, rowIdUser, rowIdItem, idName, orderAsUser,
        descriptionAsItem, namedForOther, coarser, coarserWithin, unknownNames, userFirst, itemOfUser, leastUnnamed,
        close, left, leftOfLinks, asMany, asLong, runs, grouped, stay, shorter, titles, twoWords, shareOfTexts, mail,
        property, timeMissing, clock, implausible, spreadsheetDays, timeOfItem, timeOfUser, timeOfSameNoun,
        weakRatingName, scaleOfRating, ratingMissing, ratingOfWords, ratingByValues, ratingOfFewRows, nameOfEntity,
        lastWord, plural, endsInTime, otherTime, moreWords, endsInRating, otherMeaning, less, mostAgainstExact,
        gradesWithoutName, mostColumnsByValues, hardlyRepeats, fewestValues, fewestNumbered, fewestRowNumbers,
        fewestScores;
};

/// One row of the table of these numbers.
struct RoleWeight {
    const char* name;
    double RoleWeights::*member;
    double value;
    double neutral;        ///< with this value, the rule has no effect
    const char* neededBy;  ///< a case of tests/data/variants that is read differently without the rule
    const char* sentence;  ///< what the number is for
};

/// The table of all numbers, each with the case that needs it.
std::span<const RoleWeight> roleWeights();

extern const RoleWeights kUsualWeights;  ///< the values of the table

}  // namespace recscope
