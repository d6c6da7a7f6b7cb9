// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "core/util/message.h"

namespace recscope {

enum class DeviceFailureKind {
    OutOfMemory,   ///< a smaller batch may fit
    NotSupported,  ///< this build has no code for this GPU
    Lost,          ///< this process can no longer use the GPU
};

/// A GPU failure, with parts of the message from LibTorch or a CUDA library.
struct DeviceFailure {
    DeviceFailureKind kind = DeviceFailureKind::Lost;
    std::string message;  ///< first line of the message
    std::string needed;   ///< OutOfMemory: the requested size, "2.00 GiB"; empty if not stated
    std::string free;     ///< OutOfMemory: the free memory; empty if not stated
};

/// Recognises a GPU failure. Returns nothing if the exception does not come from a GPU.
std::optional<DeviceFailure> deviceFailureOf(const std::exception& error);

/// A GPU failure with a message for the user of the program. Everything stored before the failure is intact, so work
/// can continue from there, on the CPU if need be.
class DeviceError : public MessageError {
    using MessageError::MessageError;
};

/// The error to report if the GPU fails during training.
DeviceError trainingError(const DeviceFailure& failure);
/// The error to report if the GPU fails during an evaluation.
DeviceError evaluationError(const DeviceFailure& failure);
/// Converts an exception from a GPU to an error to report; `makeError` is one of the two functions above. Returns a
/// DeviceError unchanged, and nothing if the exception does not come from a GPU.
std::optional<DeviceError> deviceErrorOf(const std::exception& error, DeviceError (*makeError)(const DeviceFailure&));
/// The error to report if even a batch of one history does not fit into the GPU's memory. `freeBytes` is used if the
/// failure does not state the free memory.
DeviceError oneHistoryTooLarge(const DeviceFailure& failure, std::optional<std::int64_t> freeBytes);

}  // namespace recscope
