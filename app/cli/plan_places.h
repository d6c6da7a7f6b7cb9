// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan_run.h"

namespace recscope::cli {

inline constexpr const char* kHere = "here";  ///< the name of this machine in --on

/// The places that `plan run` trains at: one for each value of --on, or this machine without --on. This machine is
/// listed `atOnce` times. `there` is the path of recscope-cli on the other machines, see `namedMachine`. Throws
/// Error(Usage) if a place is given twice.
std::vector<PlanPlace> placesOf(const std::vector<std::string>& on, const std::string& there, DeviceChoice device,
                                int atOnce);

/// "gpu1"; "here" for this machine.
std::string placeName(const PlanPlace& place);

}  // namespace recscope::cli
