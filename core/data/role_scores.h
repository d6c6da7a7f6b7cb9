// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/column_names.h"
#include "core/data/column_profile.h"
#include "core/data/role_weights.h"

namespace recscope {

inline constexpr double kNever = -1000;  ///< the score of a column that cannot have a role

/// True for a column that can be neither user nor item, whatever its name: times, coordinates, lists, yes and no.
bool cannotBeId(const ColumnProfile& profile);

/// The scores that decide between users and items, computed once for a table.
class RoleScores {
public:
    /// The arguments must outlive the object.
    RoleScores(const std::vector<ColumnProfile>& profiles, const RoleWeights& weights);

    /// The score of a pair of user and item columns.
    double ofPair(std::size_t userColumn, std::size_t itemColumn) const;

    /// False if one of the columns only describes the other, or if their names suggest no role and their values do not
    /// look like those of users and items.
    bool canBePair(std::size_t userColumn, std::size_t itemColumn) const;
    /// False if the column only describes an item, or if the item has a known name and this column is named neither as
    /// users or orders nor as ids.
    bool canBeUser(std::size_t column) const;
    /// True for a column of quantities: whole numbers up to 1,000 whose smallest, 0 or 1, is the most frequent, under a
    /// name that is unknown or a plural ("items") and does not name ids.
    bool isNumberOfPieces(std::size_t column) const;

    std::vector<double> user, item;  ///< indexed by column: its score as the user, and as the item
    std::vector<NameMeaning> names;  ///< indexed by column
    bool isNamed = false;            ///< the columns have names that carry a meaning
    bool namesUsers = false;         ///< a name suggests users

private:
    bool hasNeutralName(std::size_t column) const;
    void preferTargets();
    void preferDirections();
    void preferUnknownIds();
    void preferOrders();
    void preferDescriptions();
    void avoidOtherRoles();
    void avoidNumbersOfParts();
    void avoidNumberedColumns();
    void avoidPlaces();
    void avoidPlacesOfThings();
    void takeTheOnlyId();
    void avoidArtistsOfTracks();
    void avoidStates();
    bool hasTitles() const;
    bool hasBooks() const;
    bool isCoarser(std::size_t column) const;

    const std::vector<ColumnProfile>& m_profiles;
    const RoleWeights& m_weights;
};

}  // namespace recscope
