// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "core/util/error.h"

namespace recscope {

enum class DeviceFailureKind {
    OutOfMemory,   ///< a smaller batch may fit
    NotSupported,  ///< this build has no code for this GPU
    Lost,          ///< this process can no longer use the GPU
};

/// A GPU failure as LibTorch and the CUDA libraries report it, in their words.
struct DeviceFailure {
    DeviceFailureKind kind = DeviceFailureKind::Lost;
    std::string words;   ///< the first line
    std::string needed;  ///< OutOfMemory: the requested size, "2.00 GiB"; empty if not stated
    std::string free;    ///< OutOfMemory: the free memory; empty if not stated
};

/// Nothing if the exception does not come from a GPU.
std::optional<DeviceFailure> deviceFailureOf(const std::exception& error);

/// A GPU failure in words for the person at the screen. What was stored before is intact: work can continue from it, on
/// the CPU too.
class DeviceError : public Error {
    using Error::Error;
};

/// The error for a training.
DeviceError trainingError(const DeviceFailure& failure);
/// The error for an evaluation.
DeviceError evaluationError(const DeviceFailure& failure);
/// Converts a GPU's exception with one of these two functions; returns a DeviceError unchanged. Nothing if the
/// exception does not come from a GPU.
std::optional<DeviceError> deviceErrorOf(const std::exception& error, DeviceError (*notify)(const DeviceFailure&));
/// The error if even a batch of one history does not fit. `freeBytes` is used if the failure does not state the free
/// memory.
DeviceError oneHistoryTooLarge(const DeviceFailure& failure, std::optional<std::int64_t> freeBytes);

}  // namespace recscope
