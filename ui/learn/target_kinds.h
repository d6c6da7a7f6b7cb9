// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/sequence/dataset.h"
#include "core/sequence/split.h"

namespace recscope {
class Workspace;
}

namespace recscope::ui {

/// True for the sample dataset, where each interaction is known to have a planted cause or to be random.
bool knowsCauses(const DatasetInfo& dataset);

/// The kind of each user's held-out item: its planted cause if the dataset has planted causes, else a category that can
/// be computed for any dataset.
struct TargetKinds {
    bool areCauses = false;  ///< true if the kinds are planted causes
    QStringList titles;      ///< translated titles, indexed by kind
    /// The kind of each user's item, as an index in `titles`, shape (number of users); -1 = no held-out item.
    std::vector<int> ofUser;
    /// The expected best ranks (see `PatternCases::best`), ascending by user; empty if unknown.
    std::vector<UserRank> best;
};

/// Computes the kinds. On data without planted causes, the kind is the first that applies: an item that the same user
/// had before; one of the ten items that in training most often followed the last item of the user's input; one of the
/// most popular 10 % of the items; any other item. Throws Error(Cancelled).
TargetKinds targetKinds(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                        const std::stop_token& stop);

/// The ranks of the users whose held-out item is of this kind; the second overload filters each list.
std::vector<UserRank> ofKind(const TargetKinds& kinds, int kind, const std::vector<UserRank>& ranks);
std::vector<std::vector<UserRank>> ofKind(const TargetKinds& kinds, int kind,
                                          const std::vector<std::vector<UserRank>>& lists);

}  // namespace recscope::ui
