// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/heap.h"

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace recscope {

void limitHeaps() {
#ifdef __GLIBC__
    ::mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace recscope
