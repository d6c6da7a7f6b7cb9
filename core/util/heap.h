// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// For a program that runs for hours: threads share two heaps of the C library instead of having eight a core, each of
/// which keeps what it ever needed at once. To be called before the first thread is made; does nothing where the C
/// library has no such heaps.
void shareHeaps();

}  // namespace recscope
