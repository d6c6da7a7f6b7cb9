// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/device_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <regex>
#include <string_view>

#include "core/util/translated.h"

namespace recscope {

namespace {

bool hasAny(std::string_view message, std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return message.find(part) != message.npos; });
}

/// The text that the first group of the pattern matches; empty without a match.
std::string found(const std::string& message, const char* pattern) {
    std::smatch match;
    return std::regex_search(message, match, std::regex(pattern)) ? match[1].str() : std::string();
}

constexpr const char* kHint = translatable(
    "Choose a smaller max_length, dim or batch_size, close other programs that use the GPU, or choose the device cpu.");

/// The sentence for a lack of memory. `what` is one of MessageId::GpuTooSmall…
Message memoryMessage(MessageId what, const DeviceFailure& failure) {
    if (failure.needed.empty() && failure.free.empty()) return {MessageId::GpuMemoryUnknown, {what}};
    if (failure.needed.empty()) return {MessageId::GpuMemory, {what, Message(MessageId::MemoryFree, {failure.free})}};
    const Message andFree = failure.free.empty() ? Message("") : Message(MessageId::AndMemoryFree, {failure.free});
    return {MessageId::GpuMemory, {what, Message(MessageId::MemoryNeeded, {failure.needed, andFree})}};
}

/// The error for a GPU failure that a smaller batch would not avoid.
DeviceError unusable(const DeviceFailure& failure, const std::string& hintIfLost) {
    if (failure.kind == DeviceFailureKind::NotSupported)
        return {ErrorKind::Input,
                {MessageId::GpuNotSupported, {failure.message}},
                translated("Choose the device cpu, or build against a LibTorch that supports the GPU.")};
    return {ErrorKind::Input, {MessageId::GpuLost, {failure.message}}, hintIfLost};
}

}  // namespace

std::optional<DeviceFailure> deviceFailureOf(const std::exception& error) {
    if (dynamic_cast<const Error*>(&error)) return std::nullopt;
    std::string message = error.what();
    message.resize(std::min(message.find('\n'), message.size()));  // the other lines are advice and the stack trace
    DeviceFailure failure{.kind = DeviceFailureKind::Lost, .message = message, .needed = {}, .free = {}};
    // Libraries report a lack of memory in different words. On first use, cuBLAS may also report NOT_INITIALIZED, which
    // is not listed here because a lost GPU gives the same status.
    if (hasAny(message, {"CUDA out of memory", "CUDA error: out of memory", "CUDA driver error: out of memory",
                         "cudaErrorMemoryAllocation", "CUBLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED",
                         "CUSPARSE_STATUS_ALLOC_FAILED", "CUSOLVER_STATUS_ALLOC_FAILED"})) {
        failure.kind = DeviceFailureKind::OutOfMemory;
        failure.needed = found(message, R"(Tried to allocate ([0-9.]+ [KMGT]?i?B|[0-9.]+ bytes))");
        // "of which 10.12 MiB is free" since PyTorch 2.1, "; 10.12 MiB free;" in earlier versions
        failure.free = found(message, R"(([0-9.]+ (?:[KMGT]?i?B|bytes))(?: is)? free)");
        return failure;
    }
    if (hasAny(message, {"no kernel image is available", "invalid device function", "unsupported toolchain"})) {
        failure.kind = DeviceFailureKind::NotSupported;
        return failure;
    }
    if (hasAny(message, {"CUDA error", "CUDA driver error", "cuDNN error", "CUBLAS_STATUS_", "CUDNN_STATUS_",
                         "CUSPARSE_STATUS_", "CUSOLVER_STATUS_", "NCCL error", "cudaError"}))
        return failure;
    return std::nullopt;
}

DeviceError trainingError(const DeviceFailure& failure) {
    if (failure.kind == DeviceFailureKind::OutOfMemory)
        return {ErrorKind::Input, memoryMessage(MessageId::GpuTooSmallForTraining, failure), translated(kHint)};
    return unusable(failure, translated("The run can be resumed from its last epoch, immediately with the device cpu. "
                                        "To use the GPU again, restart RecScope."));
}

DeviceError evaluationError(const DeviceFailure& failure) {
    if (failure.kind == DeviceFailureKind::OutOfMemory)
        return {ErrorKind::Input, memoryMessage(MessageId::GpuTooSmallForEvaluation, failure),
                translated("Close other programs that use the GPU, or choose the device cpu.")};
    return unusable(failure, translated("Choose the device cpu. To use the GPU again, restart RecScope."));
}

std::optional<DeviceError> deviceErrorOf(const std::exception& error, DeviceError (*makeError)(const DeviceFailure&)) {
    if (const auto* known = dynamic_cast<const DeviceError*>(&error)) return *known;
    const std::optional<DeviceFailure> failure = deviceFailureOf(error);
    return failure ? std::optional(makeError(*failure)) : std::nullopt;
}

DeviceError oneHistoryTooLarge(const DeviceFailure& failure, std::optional<std::int64_t> freeBytes) {
    DeviceFailure reported = failure;
    if (reported.free.empty() && freeBytes)
        reported.free = fmt::format("{:.2f} GiB", static_cast<double>(*freeBytes) / (1 << 30));
    return {ErrorKind::Input, memoryMessage(MessageId::GpuTooSmallForOneHistory, reported), translated(kHint)};
}

}  // namespace recscope
