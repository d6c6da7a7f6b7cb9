# SPDX-License-Identifier: GPL-3.0-or-later
# Finds Apache Arrow in PyPI's wheel pyarrow if RECSCOPE_ARROW names one. Defines then the target recscope_arrow, its
# libraries, and RECSCOPE_ARROW_HEADERS.

set(RECSCOPE_ARROW "" CACHE PATH
  "Virtual environment of Python whose pyarrow to build against; empty: a build that reads and writes no Parquet")
if(NOT RECSCOPE_ARROW)
  return()
endif()

file(GLOB pyarrow ${RECSCOPE_ARROW}/lib/python3*/site-packages/pyarrow)
file(GLOB arrow_library ${pyarrow}/libarrow.so.*)
file(GLOB parquet_library ${pyarrow}/libparquet.so.*)
if(NOT arrow_library OR NOT parquet_library)
  message(FATAL_ERROR "There is no pyarrow in ${RECSCOPE_ARROW}. ./dev build --with arrow puts it there.")
endif()

set(RECSCOPE_ARROW_HEADERS ${pyarrow}/include)
add_library(recscope_arrow INTERFACE)
# libparquet exports the OpenSSL that is linked into it under the symbol names of the distribution's, which libraries below
# LibTorch use. The library loaded first provides them for all. Only encrypted Parquet, which is not read, uses
# libparquet's, so the distribution's is linked first, although nothing here calls it.
find_library(RECSCOPE_CRYPTO_LIBRARY NAMES libcrypto.so.3)
if(RECSCOPE_CRYPTO_LIBRARY)
  target_link_libraries(recscope_arrow INTERFACE
    -Wl,--push-state,--no-as-needed ${RECSCOPE_CRYPTO_LIBRARY} -Wl,--pop-state)
endif()
target_link_libraries(recscope_arrow INTERFACE ${parquet_library} ${arrow_library})
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # programs find Arrow in its own folder
message(STATUS "Arrow of ${pyarrow}")
