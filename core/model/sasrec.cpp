// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sasrec.h"

#include "core/model/transformer.h"

namespace recscope {

std::shared_ptr<SequenceModel> makeSasRec(const RunConfig& config, std::int32_t itemCount) {
    return makeTransformer(config, itemCount,
                           {.task = Task::NextItem,
                            .initialisation = Initialisation::GlorotUniform,
                            .sight = Sight::LeftOnly,
                            .dropsInside = true});
}

}  // namespace recscope
