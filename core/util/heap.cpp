// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/heap.h"

#include <cstdlib>  // defines the macro of the C library

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace recscope {

void shareHeaps() {
#ifdef __GLIBC__
    ::mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace recscope
