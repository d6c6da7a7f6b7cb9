// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Before a function made of plain loops: it is compiled once for each vector width, and the widest the machine has is
/// chosen at run time. The levels are chosen by what a processor can do; a processor's name after arch= would be chosen
/// for that make alone. Elsewhere than on x86-64 with GCC there is one body. Sanitizers start after such a choice would
/// run.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define RECSCOPE_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RECSCOPE_VECTOR_CLONES
#endif
