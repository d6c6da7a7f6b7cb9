// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/epoch_order.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <span>

#include "core/util/error.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

void shuffleEpoch(std::vector<std::int32_t>& order, std::int64_t samples, std::uint64_t seed, std::int64_t epoch) {
    constexpr std::uint64_t kOrderStream = 1;
    if (samples > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorKind::Usage, translated("An epoch of {} samples is too long.", samples),
                    translated("Fewer negatives make fewer samples; so does a smaller part of the data."));
    order.resize(static_cast<std::size_t>(samples));
    std::iota(order.begin(), order.end(), 0);
    Random({seed, kOrderStream, static_cast<std::uint64_t>(epoch)}).shuffle(std::span(order));
}

}  // namespace recscope
