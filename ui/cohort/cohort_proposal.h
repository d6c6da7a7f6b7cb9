// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/metrics/cohort_basis.h"
#include "core/sequence/dataset.h"
#include "core/sequence/split.h"

namespace recscope::ui {

/// Users somebody has just chosen on a page, before they have a name.
struct CohortProposal {
    DatasetId dataset = 0;
    std::vector<std::int32_t> users;  ///< indices in the dataset, rising
    QString chosen;                   ///< how, as a sentence
    QString name;                     ///< offered
    SplitRule rule;                   ///< what is held out of their histories
    Split split = Split::Test;
    CohortBasis basis = {};  ///< what they were chosen by, which decides whom they are compared with
    bool operator==(const CohortProposal&) const = default;
};

}  // namespace recscope::ui
