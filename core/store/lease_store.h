// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/util/error.h"

namespace recscope {

class Workspace;

/// Thrown by a write of a worker whose lease has passed to another one, for example after it was suspended.
struct LeaseLost : Error {
    using Error::Error;
};

/// A worker's claim on a run that is to be trained. The dataset and the config identify the run.
struct Lease {
    DatasetId dataset = 0;
    std::string config;  ///< RunConfig as JSON, all keys
    std::string worker;
    std::string host;
    int process = 0;  ///< process id on that host
};

/// The claims of the workers that share the runs of a plan. Throws Error(Workspace) if SQLite fails.
class LeaseStore {
public:
    static constexpr std::chrono::seconds kDuration{60};  ///< of a lease that is not renewed

    explicit LeaseStore(Workspace& workspace) : m_workspace(workspace) {}

    static std::string thisHost();
    /// A name for a worker in this process that no other worker has.
    static std::string newWorker();

    /// Claims a run for a worker of this process. False if another living worker holds it.
    bool claim(DatasetId dataset, const std::string& config, const std::string& worker);
    /// Prolongs the worker's lease.
    void renew(const std::string& worker);
    void release(const std::string& worker);
    /// Throws LeaseLost unless the worker holds a lease on this run.
    void require(DatasetId dataset, const std::string& config, const std::string& worker) const;
    /// The leases of living workers: those that have not expired and, on this host, whose process exists.
    std::vector<Lease> live() const;

private:
    Workspace& m_workspace;
};

}  // namespace recscope
