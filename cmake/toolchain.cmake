# SPDX-License-Identifier: GPL-3.0-or-later
# Common build options of all targets: ccache and mold if they are installed, warnings, sanitizers.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # With precompiled headers ccache needs these two settings (its manual, "Precompiled headers").
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

# GCC 12 reports false overflows in std::string("a") + std::to_string(b) (GCC bug 105651, fixed in 13).
add_library(recscope_warnings INTERFACE)
target_compile_options(recscope_warnings INTERFACE -Wall -Wextra -Wpedantic
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-stringop-overflow;-Wno-restrict;-Wno-array-bounds>
  $<$<BOOL:${RECSCOPE_WARNINGS_AS_ERRORS}>:-Werror>)

# Parsing the headers of the standard library takes most of the compile time of a small file, so they are precompiled.
set(STANDARD_HEADERS <algorithm> <array> <chrono> <cmath> <cstdint> <cstring> <filesystem> <functional> <map> <memory>
  <numeric> <optional> <set> <span> <stop_token> <string> <string_view> <unordered_map> <unordered_set> <utility> <vector>)

# A unity build compiles eight sources as one: their headers are parsed only once, which shortens a full build. After an
# edit it compiles more than the edited source, so the preset dev builds without it.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
if(CMAKE_UNITY_BUILD)
  # GCC takes the sources that are included in another one for headers, and would warn of types with local members.
  target_compile_options(recscope_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()

# compile_alone(SOURCE…): keeps sources out of the unity build, because they define a local name that another source of
# their target also defines.
function(compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

if(RECSCOPE_SANITIZE)
  # -O1 replaces an earlier -O: fast enough for all tests. -g1 lets reports name functions and lines. A finding ends the
  # program. Under sanitizers GCC gives false warnings on uninitialised variables (see its manual, "-fsanitize").
  add_compile_options(-fsanitize=${RECSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1
    -Wno-maybe-uninitialized)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=${RECSCOPE_SANITIZE})
endif()

if(RECSCOPE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "RECSCOPE_FUZZ needs clang: set CXX=clang++-16 before the first configuration.")
  endif()
  # With a constexpr std::vector, clang rejects torch's ivalue.h: it instantiates the members of std::vector<IValue>
  # where IValue is only declared. Therefore clang uses the standard library of GCC 11, whose vector is not constexpr.
  file(GLOB headers_of_gcc_11 /usr/lib/gcc/*/11)
  if(headers_of_gcc_11)
    add_compile_options(--gcc-install-dir=${headers_of_gcc_11})
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=address,undefined)
endif()
