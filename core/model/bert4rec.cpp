// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bert4rec.h"

#include "core/model/transformer.h"

namespace recscope {

std::shared_ptr<SequenceModel> makeBert4Rec(const RunConfig& config, std::int32_t itemCount) {
    return makeTransformer(config, itemCount,
                           {.task = Task::Cloze,
                            .initialisation = Initialisation::TruncatedNormal,
                            .sight = Sight::BothSides,
                            .dropsInside = false});
}

}  // namespace recscope
