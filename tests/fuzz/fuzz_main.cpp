// SPDX-License-Identifier: GPL-3.0-or-later
// The entry point of libFuzzer (llvm.org/docs/LibFuzzer.html); the build sets the target that this program tests.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" const char* __asan_default_options();

// An archive's header can make libarchive allocate terabytes; it treats a failed allocation as the end of the archive.
const char* __asan_default_options() {
    return "allocator_may_return_null=1";
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    recscope::fuzz::RECSCOPE_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
    return 0;
}
