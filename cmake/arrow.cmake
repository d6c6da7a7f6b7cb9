# SPDX-License-Identifier: GPL-3.0-or-later
# If RECSCOPE_ARROW names a Python virtual environment, finds Apache Arrow in its pyarrow wheel. Defines the target
# recscope_arrow, which links Arrow's libraries, and RECSCOPE_ARROW_HEADERS, the folder of its headers.

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
# libparquet contains a copy of OpenSSL and exports its symbols. Some libraries on which LibTorch depends use the same
# symbols of the distribution's OpenSSL, and the library that is loaded first provides them for all. libparquet itself
# needs them only for encrypted Parquet files, which RecScope does not read. Therefore the distribution's OpenSSL is
# linked first, although RecScope does not call it.
find_library(RECSCOPE_CRYPTO_LIBRARY NAMES libcrypto.so.3)
if(RECSCOPE_CRYPTO_LIBRARY)
  target_link_libraries(recscope_arrow INTERFACE
    -Wl,--push-state,--no-as-needed ${RECSCOPE_CRYPTO_LIBRARY} -Wl,--pop-state)
endif()
target_link_libraries(recscope_arrow INTERFACE ${parquet_library} ${arrow_library})
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # programs find Arrow in its own folder
message(STATUS "Arrow of ${pyarrow}")
