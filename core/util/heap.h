// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// Limits the C library to two heaps for all threads, instead of eight per core, each of which keeps its peak size:
/// this matters in a program that runs for hours. To be called before the first thread is created; does nothing if the
/// C library has no such heaps.
void shareHeaps();

}  // namespace recscope
