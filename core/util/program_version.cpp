// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/program_version.h"

namespace recscope {

const char* programVersion() {
    return RECSCOPE_VERSION;
}

}  // namespace recscope
