# SPDX-License-Identifier: GPL-3.0-or-later
# Finds LibTorch: the distribution's, one in CMAKE_PREFIX_PATH, or the one in PyPI's wheels. Defines TORCH_LIBRARIES and
# TORCH_INCLUDE_DIRS; the targets torch_cuda and torch::cudart if LibTorch was built with CUDA; RECSCOPE_NCCL if NCCL is
# usable; and RECSCOPE_TORCH_PYTHON, the Python whose `import torch` loads this LibTorch.

set(RECSCOPE_TORCH_WHEELS "" CACHE PATH
  "Virtual environment of Python whose torch to build against; empty: a LibTorch that CMake finds")

# NCCL is usable if LibTorch was built with it and nccl.h is in one of the given folders or on CMake's search path.
# LibTorch's headers include nccl.h.
function(look_for_nccl)
  set(RECSCOPE_NCCL OFF PARENT_SCOPE)
  if(NOT TARGET torch_cuda)
    return()
  endif()
  get_target_property(definitions torch_cuda INTERFACE_COMPILE_DEFINITIONS)
  find_path(RECSCOPE_NCCL_HEADERS nccl.h HINTS ${ARGN})
  if("USE_C10D_NCCL" IN_LIST definitions AND RECSCOPE_NCCL_HEADERS)
    set(RECSCOPE_NCCL ON PARENT_SCOPE)
    set_property(TARGET torch::cudart APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${RECSCOPE_NCCL_HEADERS}")
  endif()
endfunction()

if(NOT RECSCOPE_TORCH_WHEELS)
  find_package(Torch REQUIRED)
  if(TARGET torch_cuda AND Torch_VERSION VERSION_LESS 2.4)
    message(FATAL_ERROR "LibTorch ${Torch_VERSION} has CUDA, but not the CUDA graphs that RecScope needs: 2.4 has them.")
  endif()
  look_for_nccl()
  set(RECSCOPE_TORCH_PYTHON /usr/bin/python3)
  return()
endif()

file(GLOB site_packages ${RECSCOPE_TORCH_WHEELS}/lib/python3*/site-packages)
set(torch_targets ${site_packages}/torch/share/cmake/Caffe2/Caffe2Targets.cmake)
if(NOT EXISTS "${torch_targets}")
  message(FATAL_ERROR "There is no torch in ${RECSCOPE_TORCH_WHEELS}. ./dev build --torch newest puts it there.")
endif()
set(RECSCOPE_TORCH_PYTHON ${RECSCOPE_TORCH_WHEELS}/bin/python)

# The wheel's TorchConfig.cmake requires a CUDA toolkit with a compiler, which RecScope does not need. Therefore only
# the wheel's list of targets is included. That list refers to three external targets: the CUDA runtime, whose headers
# and library are in wheels that torch depends on, and two whose libraries are already linked into the wheel.
file(GLOB cuda_runtime ${site_packages}/nvidia/*/lib/libcudart.so.*)
if(cuda_runtime)
  file(GLOB cuda_headers ${site_packages}/nvidia/*/include)
  add_library(torch::cudart SHARED IMPORTED)
  set_target_properties(torch::cudart PROPERTIES
    IMPORTED_LOCATION "${cuda_runtime}"
    INTERFACE_INCLUDE_DIRECTORIES "${cuda_headers}")
endif()
add_library(protobuf::libprotobuf INTERFACE IMPORTED)
add_library(caffe2::mkl INTERFACE IMPORTED)
include(${torch_targets})

# The wheel also contains the headers of libraries that are linked into it, among them oneDNN and fmt, whose versions
# differ from the distribution's. Only LibTorch's own headers may be visible.
set(torch_headers ${CMAKE_BINARY_DIR}/torch-headers)
file(MAKE_DIRECTORY ${torch_headers})
foreach(folder ATen c10 caffe2 torch)
  file(CREATE_LINK ${site_packages}/torch/include/${folder} ${torch_headers}/${folder} SYMBOLIC)
endforeach()
set(TORCH_INCLUDE_DIRS ${torch_headers} ${site_packages}/torch/include/torch/csrc/api/include)
foreach(target c10 c10_cuda torch torch_cpu torch_cuda)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${TORCH_INCLUDE_DIRS}")
  endif()
endforeach()

# The wheel's libraries export template instantiations of their own oneDNN, including a one-time initialisation, under
# the same symbol names as the distribution's oneDNN. The library loaded first provides them for both. RecScope computes
# its matrix products with the distribution's oneDNN, so it is linked first. LibTorch does not use oneDNN, because
# RecScope switches that off (core/recommender/device.cpp).
set(TORCH_LIBRARIES dnnl torch_library c10)
# RecScope links the wheel's OpenMP runtime, so that only one is loaded: wherever the wheel's folder is on the library
# search path, its runtime is found first.
if(EXISTS ${site_packages}/torch/lib/libgomp.so.1)
  set(OpenMP_gomp_LIBRARY ${site_packages}/torch/lib/libgomp.so.1 CACHE FILEPATH "OpenMP's runtime")
endif()
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # programs find LibTorch in its own folder

look_for_nccl(${cuda_headers})
file(STRINGS ${site_packages}/torch/version.py torch_version REGEX "^__version__")
message(STATUS "LibTorch of ${site_packages}: ${torch_version}")
