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

/// It is the sample: of each interaction it is known what caused it, or that it was chance.
bool knowsCauses(const DatasetInfo& dataset);

/// What kind of item was held out from each user: by its planted cause where the data knows it, else by what can be
/// counted in any data.
struct TargetKinds {
    bool areCauses = false;
    QStringList titles;          ///< by kind; translated
    std::vector<int> ofUser;     ///< (U) index in titles; -1: none
    std::vector<UserRank> best;  ///< in user order, the best reachable; empty where that is not known
};

/// On data without known causes each held-out item is the first of these that it is: chosen before by the same user;
/// among the ten items that most often followed the user's last one in training; among the tenth of the items with the
/// most interactions; anything else. Throws Error(Cancelled).
TargetKinds targetKinds(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                        const std::stop_token& stop);

/// Those of the ranks whose users have this kind; of several lists, list by list.
std::vector<UserRank> ofKind(const TargetKinds& kinds, int kind, const std::vector<UserRank>& ranks);
std::vector<std::vector<UserRank>> ofKind(const TargetKinds& kinds, int kind,
                                          const std::vector<std::vector<UserRank>>& lists);

}  // namespace recscope::ui
