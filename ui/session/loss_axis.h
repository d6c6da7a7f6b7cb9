// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/recommender/loss_unit.h"

namespace recscope::ui {

/// The label of a plot's loss axis, such as "Loss (nats)"; "Loss" if there is no unit, or none is given because the
/// curves have different ones.
QString lossAxis(std::optional<LossUnit> unit);

}  // namespace recscope::ui
