// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/progress.h"

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

void throwIfStopped(const std::stop_token& stop) {
    if (stop.stop_requested())
        throw Error(ErrorKind::Cancelled, translated("Stopped."), translated("Unfinished work was discarded."));
}

}  // namespace recscope
