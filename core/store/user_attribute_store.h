// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/sequence/user_attribute.h"

namespace recscope {

class Workspace;

/// Whether attributes belong to a dataset's users or to its items.
enum class AttributesOf { Users, Items };

/// The values of one attribute, among which a filter of the users or items offers a choice.
struct AttributeSummary {
    std::string name;
    AttributeKind kind = AttributeKind::Category;
    std::vector<std::string> labels;   ///< for Category: the values that occur, in alphabetical order
    double smallest = 0, largest = 0;  ///< for Number
    std::int64_t known = 0;            ///< number of users or items with a value
    bool operator==(const AttributeSummary&) const = default;
};
std::vector<AttributeSummary> summariesOf(std::span<const UserAttribute> attributes);

/// The attributes of a dataset's users or items. Throws Error(Workspace) if SQLite fails.
class AttributeStore {
public:
    /// Adds the attributes. May run inside another store's transaction, so that a dataset is stored with its attributes
    /// or not at all.
    void add(DatasetId dataset, std::span<const UserAttribute> attributes);
    /// Adds the attributes in one transaction; an existing attribute of the same name is replaced.
    void replace(DatasetId dataset, std::vector<UserAttribute> attributes);
    std::vector<UserAttribute> list(DatasetId dataset) const;  ///< in the order of the columns of their file

protected:
    AttributeStore(Workspace& workspace, AttributesOf owners) : m_workspace(workspace), m_owners(owners) {}

private:
    const char* table() const;

    Workspace& m_workspace;
    AttributesOf m_owners;
};

/// Attributes with a value per user, in the order of the users' indices.
class UserAttributeStore : public AttributeStore {
public:
    explicit UserAttributeStore(Workspace& workspace) : AttributeStore(workspace, AttributesOf::Users) {}
};

/// Attributes with a value per item, in the order of the items' tokens (1…V, the numbers that models use). They are
/// stored as UserAttribute as well; its values are then those of the items.
class ItemAttributeStore : public AttributeStore {
public:
    explicit ItemAttributeStore(Workspace& workspace) : AttributeStore(workspace, AttributesOf::Items) {}
};

}  // namespace recscope
