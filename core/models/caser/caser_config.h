// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// Caser (Tang & Wang, WSDM 2018). Its filters read an image whose L rows are the vectors of the newest items.
struct CaserConfig {
    std::int64_t dim = 50;                ///< d: width of the user vectors and of the item vectors
    std::int64_t window = 5;              ///< L: number of newest items that are the input of the model
    std::int64_t targets = 3;             ///< T: number of items after a window that are predicted together
    std::int64_t verticalFilters = 4;     ///< n_v: number of vertical filters
    std::int64_t horizontalFilters = 16;  ///< n_h: number of horizontal filters of each height 1…L
    std::int64_t negatives = 3;           ///< number of negatives per window
    double dropout = 0.5;                 ///< dropout probability on the output of the filters

    bool operator==(const CaserConfig&) const = default;
};

inline CaserConfig& caserOf(RunConfig& config) {
    return config.own.as<CaserConfig>();
}
inline const CaserConfig& caserOf(const RunConfig& config) {
    return config.own.as<CaserConfig>();
}

const ConfigSchema& caserSchema();

}  // namespace recscope
