// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/kept_work.h"

#include <map>
#include <set>

namespace recscope::ui {

namespace {

std::map<const QObject*, std::set<JobId>>& keeping() {
    static std::map<const QObject*, std::set<JobId>> jobs;
    return jobs;
}

}  // namespace

void markAsKeepingWork(JobRunner& jobs, JobId id) {
    if (!keeping().contains(&jobs))
        QObject::connect(&jobs, &QObject::destroyed,
                         [runner = static_cast<const QObject*>(&jobs)] { keeping().erase(runner); });
    keeping()[&jobs].insert(id);
}

bool keepsWork(const JobRunner& jobs, JobId id) {
    const auto found = keeping().find(&jobs);
    return found != keeping().end() && found->second.contains(id);
}

}  // namespace recscope::ui
