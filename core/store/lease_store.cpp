// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lease_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <random>

#include "core/store/connection.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isAlive(const Lease& lease) {
    return lease.host != LeaseStore::thisHost() || ::kill(lease.process, 0) == 0 || errno != ESRCH;
}

/// The leases that have not expired, dead workers' included.
std::vector<Lease> unexpired(SQLite::Database& database) {
    SQLite::Statement select(database,
                             "SELECT dataset, config, worker, host, process FROM lease WHERE expires > unixepoch()");
    std::vector<Lease> leases;
    while (select.executeStep())
        leases.push_back({.dataset = select.getColumn(0).getInt64(),
                          .config = textAt(select, 1),
                          .worker = textAt(select, 2),
                          .host = textAt(select, 3),
                          .process = select.getColumn(4).getInt()});
    return leases;
}

}  // namespace

std::string LeaseStore::thisHost() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : std::string();
}

std::string LeaseStore::newWorker() {
    std::random_device random;
    return fmt::format("{} {} {:08x}{:08x}", LeaseStore::thisHost(), ::getpid(), random(), random());
}

bool LeaseStore::claim(DatasetId dataset, const std::string& config, const std::string& worker) {
    bool isOurs = false;
    writing(m_workspace, [&](SQLite::Database& database) {
        const std::vector<Lease> leases = unexpired(database);
        const bool isHeld = std::any_of(leases.begin(), leases.end(), [&](const Lease& lease) {
            return lease.dataset == dataset && lease.config == config && lease.worker != worker && isAlive(lease);
        });
        if (isHeld) return;
        SQLite::Statement insert(database,
                                 "INSERT OR REPLACE INTO lease (dataset, config, worker, host, process, expires) "
                                 "VALUES (?, ?, ?, ?, ?, unixepoch() + ?)");
        SQLite::bind(insert, dataset, config, worker, LeaseStore::thisHost(), static_cast<std::int64_t>(::getpid()),
                     static_cast<std::int64_t>(kDuration.count()));
        insert.exec();
        isOurs = true;
    });
    return isOurs;
}

void LeaseStore::renew(const std::string& worker) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement update(database, "UPDATE lease SET expires = unixepoch() + ? WHERE worker = ?");
        SQLite::bind(update, static_cast<std::int64_t>(kDuration.count()), worker);
        update.exec();
    });
}

void LeaseStore::release(const std::string& worker) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement remove(database, "DELETE FROM lease WHERE worker = ?");
        remove.bind(1, worker);
        remove.exec();
    });
}

void LeaseStore::require(DatasetId dataset, const std::string& config, const std::string& worker) const {
    const bool isHeld = reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT 1 FROM lease WHERE dataset = ? AND config = ? AND worker = ?");
        SQLite::bind(select, dataset, config, worker);
        return select.executeStep();
    });
    if (!isHeld)
        throw LeaseLost(ErrorKind::Workspace, translated("Another worker has taken over this run."),
                        translated("This worker did not report for {} seconds, for example because it was suspended.",
                                   kDuration.count()));
}

std::vector<Lease> LeaseStore::live() const {
    std::vector<Lease> leases = reading(m_workspace, [](SQLite::Database& database) { return unexpired(database); });
    std::erase_if(leases, [](const Lease& lease) { return !isAlive(lease); });
    return leases;
}

}  // namespace recscope
