// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/timeline_store.h"

#include <sqlite3.h>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/store/connection.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr float kOne = 65535;  // the stored number for a weight of 1

/// Two bytes per weight, little-endian.
std::string packed(std::span<const float> weights) {
    std::string bytes;
    bytes.reserve(2 * weights.size());
    for (const float weight : weights) {
        const auto value = static_cast<unsigned>(std::lround(std::min(std::max(weight, 0.0F), 1.0F) * kOne));
        bytes += static_cast<char>(value & 0xFFU);
        bytes += static_cast<char>(value >> 8U);
    }
    return bytes;
}

std::vector<float> unpacked(const std::string& bytes) {
    std::vector<float> weights;
    weights.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const unsigned value = static_cast<unsigned char>(bytes[i]) |
                               static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1])) << 8U;
        weights.push_back(static_cast<float>(value) / kOne);
    }
    return weights;
}

std::string toJson(std::span<const SnapshotItem> items) {
    nlohmann::json list = nlohmann::json::array();
    for (const SnapshotItem& item : items) list.push_back({item.token, item.score, item.probability});
    return list.dump();
}

std::string toJson(const SnapshotHeldOut& heldOut) {
    return nlohmann::json({heldOut.token, heldOut.rank, heldOut.score, heldOut.probability}).dump();
}

}  // namespace

std::vector<std::int32_t> TimelineStore::pinned(DatasetId dataset) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT user FROM pinned_user WHERE dataset = ? ORDER BY user");
        SQLite::bind(select, dataset);
        std::vector<std::int32_t> users;
        while (select.executeStep()) users.push_back(select.getColumn(0).getInt());
        return users;
    });
}

void TimelineStore::pin(DatasetId dataset, std::int32_t user) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement others(database, "SELECT COUNT(*) FROM pinned_user WHERE dataset = ? AND user <> ?");
        SQLite::bind(others, dataset, user);
        others.executeStep();
        if (static_cast<std::size_t>(others.getColumn(0).getInt64()) >= kMaxPinned) {
            throw Error(ErrorKind::Usage, translated("{} users are pinned already.", kMaxPinned),
                        translated("Unpin one of them: every epoch records the attention of each pinned user."));
        }
        SQLite::Statement insert(database, "INSERT OR IGNORE INTO pinned_user (dataset, user) VALUES (?, ?)");
        SQLite::bind(insert, dataset, user);
        insert.exec();
    });
}

void TimelineStore::unpin(DatasetId dataset, std::int32_t user) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement remove(database, "DELETE FROM pinned_user WHERE dataset = ? AND user = ?");
        SQLite::bind(remove, dataset, user);
        remove.exec();
    });
}

void TimelineStore::record(RunId run, std::span<const EpochSnapshot> snapshots) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement insert(database,
                                 "INSERT OR REPLACE INTO film_frame (run, user, epoch, first_position, positions, "
                                 "layers, heads, weights, top, step, held_out) "
                                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        for (const EpochSnapshot& each : snapshots) {
            const std::string positions = nlohmann::json(each.positions).dump(), top = toJson(each.top);
            const std::string weights = packed(each.weights);
            insert.reset();
            SQLite::bind(insert, run, each.user, each.epoch, each.firstPosition, positions, each.layers, each.heads);
            insert.bind(8, weights.data(), static_cast<int>(weights.size()));
            insert.bind(9, top);
            insert.bind(10, each.step);
            if (each.heldOut) {
                insert.bind(11, toJson(*each.heldOut));
            } else {
                insert.bind(11);
            }
            insert.exec();
        }
    });
}

std::vector<std::int32_t> TimelineStore::users(RunId run) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT DISTINCT user FROM film_frame WHERE run = ? ORDER BY user");
        SQLite::bind(select, run);
        std::vector<std::int32_t> users;
        while (select.executeStep()) users.push_back(select.getColumn(0).getInt());
        return users;
    });
}

std::vector<std::int64_t> TimelineStore::epochs(RunId run, std::int32_t user) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT epoch FROM film_frame WHERE run = ? AND user = ? ORDER BY epoch");
        SQLite::bind(select, run, user);
        std::vector<std::int64_t> epochs;
        while (select.executeStep()) epochs.push_back(select.getColumn(0).getInt64());
        return epochs;
    });
}

std::optional<EpochSnapshot> TimelineStore::snapshot(RunId run, std::int32_t user, std::int64_t epoch) const {
    return reading(m_workspace, [&](SQLite::Database& database) -> std::optional<EpochSnapshot> {
        SQLite::Statement select(
            database,
            "SELECT first_position, positions, layers, heads, weights, top, step, held_out FROM film_frame "
            "WHERE run = ? AND user = ? AND epoch = ?");
        SQLite::bind(select, run, user, epoch);
        if (!select.executeStep()) return std::nullopt;
        const auto fail = [&](const char* what) {
            throwWorkspaceError(SQLite::Exception(what, SQLITE_CORRUPT), m_workspace.path());
        };
        EpochSnapshot stored;
        stored.epoch = epoch;
        stored.user = user;
        stored.firstPosition = select.getColumn(0).getInt();
        try {
            stored.positions = nlohmann::json::parse(textAt(select, 1)).get<std::vector<Token>>();
            stored.layers = select.getColumn(2).getInt();
            stored.heads = select.getColumn(3).getInt();
            stored.weights = unpacked(textAt(select, 4));
            for (const auto& item : nlohmann::json::parse(textAt(select, 5)))
                stored.top.push_back({.token = item.at(0), .score = item.at(1), .probability = item.at(2)});
            stored.step = select.getColumn(6).getInt64();
            if (!select.isColumnNull(7)) {
                const auto kept = nlohmann::json::parse(textAt(select, 7));
                stored.heldOut = {
                    .token = kept.at(0), .rank = kept.at(1), .score = kept.at(2), .probability = kept.at(3)};
            }
        } catch (const nlohmann::json::exception& error) {
            fail(error.what());
        }
        const std::size_t size = stored.positions.size();
        if (stored.layers < 0 || stored.heads < 0 ||
            stored.weights.size() != size * size * std::size_t(stored.layers) * std::size_t(stored.heads))
            fail("the weights of a timeline snapshot do not have the stated size");
        return stored;
    });
}

}  // namespace recscope
