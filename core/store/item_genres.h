// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The genres of "Comedy|Romance".
std::vector<std::string> genresIn(const std::string& genres);

/// For each token, (V + 2), the ascending numbers of its genres; empty if no item of the dataset has genres.
std::vector<std::vector<std::int32_t>> genreNumbers(Workspace& workspace, DatasetId dataset);

}  // namespace recscope
