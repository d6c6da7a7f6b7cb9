// SPDX-License-Identifier: GPL-3.0-or-later
// What libFuzzer calls (llvm.org/docs/LibFuzzer.html); the build says which target this is.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    recscope::fuzz::RECSCOPE_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
    return 0;
}
