// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "core/util/error.h"

namespace recscope {

enum class DeviceFailureKind {
    OutOfMemory,   ///< less at once may fit
    NotSupported,  ///< this build has no code for this GPU
    Lost,          ///< nothing more can be computed on it in this process
};

/// Something that a GPU could not do, as LibTorch and CUDA's libraries say it: in words.
struct DeviceFailure {
    DeviceFailureKind kind = DeviceFailureKind::Lost;
    std::string words;   ///< the first line
    std::string needed;  ///< OutOfMemory: what was asked for at once, "2.00 GiB"; empty if it is not said
    std::string free;    ///< OutOfMemory: what was left; empty if it is not said
};

/// Nothing if the exception is not a GPU's.
std::optional<DeviceFailure> deviceFailureOf(const std::exception& error);

/// What a GPU could not do, for a person. What was stored before is whole: it can be gone on with, on the CPU too.
class DeviceError : public Error {
    using Error::Error;
};

/// Of a training.
DeviceError trainingError(const DeviceFailure& failure);
/// Of an evaluation.
DeviceError evaluationError(const DeviceFailure& failure);
/// What a GPU threw, told by one of those two; a DeviceError as it is. Nothing if the exception is not a GPU's.
std::optional<DeviceError> deviceErrorOf(const std::exception& error, DeviceError (*notify)(const DeviceFailure&));
/// There is nothing left to halve. `freeBytes` counts where the failure does not say what was free.
DeviceError oneHistoryTooLarge(const DeviceFailure& failure, std::optional<std::int64_t> freeBytes);

}  // namespace recscope
