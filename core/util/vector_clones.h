// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Placed before a function that consists of plain loops. The function is compiled once for each vector width, and the
/// widest version that the machine supports is chosen at run time. The levels "x86-64-v…" match all processors with the
/// required features; a processor name after arch= would match only processors of that make. On platforms other than
/// x86-64 with GCC there is a single version. Not used with sanitizers, because the version is chosen before they have
/// been initialised.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define RECSCOPE_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RECSCOPE_VECTOR_CLONES
#endif
