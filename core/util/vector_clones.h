// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Placed before a function made of plain loops: it is compiled once for each vector width, and the widest that the
/// machine supports is chosen at run time. Levels are matched by processor features; a processor name after arch= would
/// match that make alone. On platforms other than x86-64 with GCC there is a single version. Not used with sanitizers,
/// which start after this choice would run.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define RECSCOPE_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RECSCOPE_VECTOR_CLONES
#endif
