// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// Limits the C library to two heaps (arenas in glibc's terms) for all threads instead of eight per core. Every heap
/// keeps its peak size, so many heaps waste memory in a program that runs for hours. Must be called before the first
/// thread is created; does nothing if the C library has no such heaps.
void limitHeaps();

}  // namespace recscope
