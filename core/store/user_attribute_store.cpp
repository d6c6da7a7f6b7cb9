// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/user_attribute_store.h"

#include <SQLiteCpp/Savepoint.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "core/store/analysis_store.h"
#include "core/store/connection.h"
#include "core/store/packed_numbers.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kCategory = "category";

std::string packed(const UserAttribute& attribute) {
    std::string bytes;
    for (const std::int32_t category : attribute.categories)
        appendPacked(bytes, std::bit_cast<std::uint32_t>(category));
    for (const double number : attribute.numbers) appendPacked(bytes, std::bit_cast<std::uint64_t>(number));
    return bytes;
}

void unpack(const std::string& bytes, UserAttribute& attribute) {
    if (attribute.kind == AttributeKind::Category) {
        for (std::size_t i = 0; i < bytes.size() / sizeof(std::uint32_t); ++i)
            attribute.categories.push_back(std::bit_cast<std::int32_t>(packedAt<std::uint32_t>(bytes, i)));
    } else {
        for (std::size_t i = 0; i < bytes.size() / sizeof(std::uint64_t); ++i)
            attribute.numbers.push_back(std::bit_cast<double>(packedAt<std::uint64_t>(bytes, i)));
    }
}

}  // namespace

const char* AttributeStore::table() const {
    return m_owners == AttributesOf::Users ? "user_attribute" : "item_attribute";
}

void AttributeStore::add(DatasetId dataset, std::span<const UserAttribute> attributes) {
    reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Savepoint savepoint(database, "attributes");
        SQLite::Statement insert(database, fmt::format("INSERT INTO {} VALUES (?, ?, ?, ?, ?, ?)", table()));
        std::int64_t position = 0;
        for (const UserAttribute& attribute : attributes) {
            const std::string bytes = packed(attribute);
            SQLite::bind(
                insert, dataset, position++, attribute.name,
                attribute.kind == AttributeKind::Category ? kCategory : "number",
                nlohmann::json(attribute.labels).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
            insert.bind(6, bytes.data(), static_cast<int>(bytes.size()));
            insert.exec();
            insert.reset();
        }
        savepoint.release();
    });
}

void AttributeStore::replace(DatasetId dataset, std::vector<UserAttribute> attributes) {
    writing(m_workspace, [&](SQLite::Database& database) {
        std::vector<UserAttribute> all = list(dataset);
        for (UserAttribute& attribute : attributes) {
            const auto same = std::find_if(all.begin(), all.end(),
                                           [&](const UserAttribute& stored) { return stored.name == attribute.name; });
            if (same == all.end()) {
                all.push_back(std::move(attribute));
            } else {
                *same = std::move(attribute);
            }
        }
        SQLite::Statement clear(database, fmt::format("DELETE FROM {} WHERE dataset = ?", table()));
        clear.bind(1, dataset);
        clear.exec();
        add(dataset, all);
        if (m_owners != AttributesOf::Users) return;
        SQLite::Statement outdated(database, "DELETE FROM analysis WHERE dataset = ? AND kind GLOB ? || ' *'");
        SQLite::bind(outdated, dataset, kReferencesKind);
        outdated.exec();
    });
}

std::vector<UserAttribute> AttributeStore::list(DatasetId dataset) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<UserAttribute> attributes;
        SQLite::Statement select(
            database,
            fmt::format("SELECT name, kind, labels, content FROM {} WHERE dataset = ? ORDER BY position", table()));
        select.bind(1, dataset);
        while (select.executeStep()) {
            UserAttribute& attribute = attributes.emplace_back();
            attribute.name = textAt(select, 0);
            attribute.kind = textAt(select, 1) == kCategory ? AttributeKind::Category : AttributeKind::Number;
            const auto labels = nlohmann::json::parse(textAt(select, 2), nullptr, /*allow_exceptions=*/false);
            const auto isText = [](const nlohmann::json& label) { return label.is_string(); };
            if (!labels.is_array() || !std::all_of(labels.begin(), labels.end(), isText)) {
                throw Error(ErrorKind::Workspace,
                            m_owners == AttributesOf::Users ? translated("The stored user attributes cannot be read.")
                                                            : translated("The stored item attributes cannot be read."),
                            translated("The workspace may be damaged."));
            }
            attribute.labels = labels.get<std::vector<std::string>>();
            unpack(textAt(select, 3), attribute);
        }
        return attributes;
    });
}

}  // namespace recscope
