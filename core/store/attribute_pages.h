// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/user_attribute.h"
#include "core/store/dataset_store.h"

namespace recscope {

/// Whether each user (or item) passes all tests, shape (count), where `count` is the number of users (or items). No
/// user or item passes a test of an attribute that is not among `attributes`.
std::vector<bool> passing(std::span<const UserAttribute> attributes, std::span<const AttributeTest> tests,
                          std::size_t count);

/// The value of a user or item for display and export: a label, a number as "12.5", or empty if it is not known.
std::string attributeText(const UserAttribute& attribute, std::size_t index);

/// Like DatasetStore::users, but sorted by this attribute: numbers by value, categories alphabetically. Users without a
/// value come last in both directions; an attribute that does not exist is treated as one without values.
Page<UserInfo> usersByAttribute(Workspace& workspace, DatasetId id, const UserFilter& filter,
                                const std::string& attribute, Direction direction, std::int64_t offset,
                                std::int64_t limit);
/// Like DatasetStore::searchItems, but sorted by this attribute in the same way.
Page<ItemInfo> itemsByAttribute(Workspace& workspace, DatasetId id, const ItemFilter& filter,
                                const std::string& attribute, Direction direction, std::int64_t offset,
                                std::int64_t limit);

}  // namespace recscope
