// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_versions.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/store/dataset_store.h"
#include "core/util/error.h"

namespace recscope {

std::vector<DatasetInfo> laterVersions(const DatasetStore& store, const DatasetInfo& dataset) {
    std::vector<DatasetInfo> later;
    for (DatasetId next = dataset.next; next != 0; next = later.back().next) later.push_back(store.byId(next));
    return later;
}

std::vector<DatasetInfo> laterVersions(std::span<const DatasetInfo> datasets, DatasetId dataset) {
    const auto find = [&](DatasetId id) {
        return std::find_if(datasets.begin(), datasets.end(), [&](const DatasetInfo& info) { return info.id == id; });
    };
    std::vector<DatasetInfo> later;
    for (auto version = find(dataset); version != datasets.end() && !version->isNewest();) {
        version = find(version->next);
        if (version != datasets.end()) later.push_back(*version);
    }
    return later;
}

std::vector<DatasetInfo> withVersionsTogether(const std::vector<DatasetInfo>& datasets) {
    const auto find = [&](DatasetId id) {
        return std::find_if(datasets.begin(), datasets.end(), [&](const DatasetInfo& info) { return info.id == id; });
    };
    std::vector<DatasetInfo> together;
    for (const DatasetInfo& newest : datasets) {
        if (!newest.isNewest() && find(newest.next) != datasets.end()) continue;
        together.push_back(newest);
        for (auto version = find(newest.previous); version != datasets.end(); version = find(version->previous))
            together.push_back(*version);
    }
    return together;
}

bool hasUser(const DatasetStore& store, const DatasetInfo& dataset, const std::string& userId) {
    try {
        (void)store.userById(dataset.id, userId);
        return true;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        return false;
    }
}

VersionMap::VersionMap(Workspace& workspace, DatasetId from, DatasetId to) {
    const DatasetStore store(workspace);
    std::unordered_map<std::string, Token> tokens;
    for (ItemInfo& item : store.items(to)) tokens.emplace(std::move(item.id), item.token);
    m_tokens.push_back(kPadToken);
    for (const ItemInfo& item : store.items(from)) {
        const auto found = tokens.find(item.id);
        m_tokens.push_back(found == tokens.end() ? kPadToken : found->second);
    }
    const auto usersOf = [&](DatasetId id) {
        return store.users(id, {}, UserOrder::Index, Direction::Ascending, /*offset=*/0, store.byId(id).users).rows;
    };
    std::unordered_map<std::string, std::int32_t> users;
    for (UserInfo& user : usersOf(to)) users.emplace(std::move(user.id), user.user);
    for (const UserInfo& user : usersOf(from)) {
        const auto found = users.find(user.id);
        m_users.push_back(found == users.end() ? -1 : found->second);
    }
}

std::optional<Token> VersionMap::token(Token from) const {
    const Token found = m_tokens.at(static_cast<std::size_t>(from));
    return found == kPadToken ? std::nullopt : std::optional(found);
}

std::optional<std::int32_t> VersionMap::user(std::int32_t from) const {
    const std::int32_t found = m_users.at(static_cast<std::size_t>(from));
    return found < 0 ? std::nullopt : std::optional(found);
}

MappedHistory VersionMap::history(const History& from) const {
    MappedHistory mapped;
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (const auto found = token(from[i])) {
            mapped.history.items.push_back(*found);
            if (from.hasTimes()) mapped.history.times.push_back(from.times()[i]);
        } else {
            ++mapped.leftOut;
        }
    }
    return mapped;
}

MappedInteractions VersionMap::interactions(std::span<const Interaction> from) const {
    MappedInteractions mapped;
    for (const Interaction& interaction : from) {
        if (const auto found = token(interaction.token)) {
            mapped.kept.push_back(interaction);
            mapped.kept.back().token = *found;
        } else {
            ++mapped.leftOut;
        }
    }
    return mapped;
}

}  // namespace recscope
