// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/metrics/cohort_basis.h"
#include "core/sequence/dataset.h"
#include "core/sequence/split.h"

namespace recscope::ui {

/// Users that were chosen on a page and can be saved as a cohort.
struct CohortProposal {
    DatasetId dataset = 0;
    std::vector<std::int32_t> users;  ///< indices in the dataset, ascending
    QString howChosen;                ///< a sentence that says how the users were chosen
    QString name;                     ///< suggested name
    SplitRule rule;                   ///< which items of the users' histories are held out
    Split split = Split::Test;        ///< which held-out item of a user is compared: validation or test
    CohortBasis basis = {};           ///< criteria that chose the users; they determine the comparison group
    bool operator==(const CohortProposal&) const = default;
};

}  // namespace recscope::ui
