// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/device_failure.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "core/recommender/evaluate.h"

namespace recscope {
namespace {

using Kind = DeviceFailureKind;

struct Case {
    const char* name;
    const char* message;  ///< as LibTorch throws it
    Kind kind;
    const char* needed;  ///< the amount of memory in the message that was requested; "" if it has none
    const char* free;    ///< the amount of free memory in the message; "" if it has none
};

class Failures : public testing::TestWithParam<Case> {};

TEST_P(Failures, AreClassifiedByTheLibrariesMessages) {
    const Case& given = GetParam();
    const auto failure = deviceFailureOf(
        std::runtime_error(std::string(given.message) + "\nCUDA kernel errors might be reported later: out of memory"));
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, given.kind);
    EXPECT_EQ(failure->message, given.message);
    EXPECT_EQ(failure->needed, given.needed);
    EXPECT_EQ(failure->free, given.free);
}

INSTANTIATE_TEST_SUITE_P(
    All, Failures,
    testing::Values(
        Case{"allocator_2",
             "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 139.72 GiB of which 10.12 "
             "MiB is free. Including non-PyTorch memory, this process has 4.43 GiB memory in use.",
             Kind::OutOfMemory, "2.00 GiB", "10.12 MiB"},
        Case{"allocator_1_13",
             "CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 10.76 GiB total capacity; 9.58 GiB already "
             "allocated; 13.56 MiB free; 9.69 GiB reserved in total by PyTorch)",
             Kind::OutOfMemory, "20.00 MiB", "13.56 MiB"},
        Case{"runtime", "CUDA error: out of memory", Kind::OutOfMemory, "", ""},
        Case{"driver", "CUDA driver error: out of memory", Kind::OutOfMemory, "", ""},
        Case{"cublas", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", Kind::OutOfMemory,
             "", ""},
        Case{"cudnn", "cuDNN error: CUDNN_STATUS_ALLOC_FAILED", Kind::OutOfMemory, "", ""},
        Case{"no_code", "CUDA error: no kernel image is available for execution on the device", Kind::NotSupported, "",
             ""},
        Case{"launch", "CUDA error: unspecified launch failure", Kind::Lost, "", ""},
        Case{"access", "CUDA error: an illegal memory access was encountered", Kind::Lost, "", ""},
        Case{"ecc", "CUDA error: uncorrectable ECC error encountered", Kind::Lost, "", ""},
        Case{"assertion", "CUDA error: device-side assert triggered", Kind::Lost, "", ""},
        Case{"cublas_failed",
             "CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm( handle, opa, opb, m, n, k)`",
             Kind::Lost, "", ""},
        Case{"cublas_not_initialised", "CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`",
             Kind::Lost, "", ""},
        Case{"cudnn_failed", "cuDNN error: CUDNN_STATUS_EXECUTION_FAILED", Kind::Lost, "", ""}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Failures, OtherErrorsAreNotDeviceFailures) {
    EXPECT_FALSE(deviceFailureOf(std::bad_alloc()));
    EXPECT_FALSE(deviceFailureOf(std::runtime_error("mat1 and mat2 shapes cannot be multiplied\nCUDA error: none")));
    EXPECT_FALSE(deviceFailureOf(
        std::runtime_error("[enforce fail at alloc_cpu.cpp:66] DefaultCPUAllocator: can't allocate memory")));
    EXPECT_FALSE(deviceFailureOf(Error(ErrorKind::Usage, "No CUDA error: there is no GPU.")))
        << "an Error already has a message for the person";
}

TEST(Failures, MessagesNameTheNeededAndTheFreeMemory) {
    DeviceFailure failure{.kind = Kind::OutOfMemory, .message = {}, .needed = "2.00 GiB", .free = "10.12 MiB"};
    EXPECT_STREQ(oneHistoryTooLarge(failure, {}).what(),
                 "Not even one history fits into the GPU's memory: another 2.00 GiB were needed, 10.12 MiB are free.");
    failure.free.clear();
    EXPECT_STREQ(oneHistoryTooLarge(failure, std::int64_t{3} << 29).what(),
                 "Not even one history fits into the GPU's memory: another 2.00 GiB were needed, 1.50 GiB are free.");
    failure.needed.clear();
    EXPECT_STREQ(trainingError(failure).what(), "The GPU has too little memory left for this training.");
    EXPECT_STREQ(evaluationError(failure).what(), "The GPU has too little memory left for this evaluation.");
}

std::string evaluationThatThrows(const char* message) {
    try {
        evaluateOn(DeviceChoice::Cpu, [&](Device) -> Evaluation { throw std::runtime_error(message); });
    } catch (const DeviceError& error) {
        return error.what();
    } catch (const std::exception&) {
        return "not a GPU failure";
    }
    return "none";
}

TEST(Failures, AnEvaluationReportsThemAsDeviceErrors) {
    EXPECT_EQ(evaluationThatThrows("CUDA error: unspecified launch failure\nframe #0"),
              "The GPU stopped working: CUDA error: unspecified launch failure.");
    EXPECT_EQ(evaluationThatThrows("CUDA error: out of memory"),
              "The GPU has too little memory left for this evaluation.");
    EXPECT_EQ(evaluationThatThrows("mat1 and mat2 shapes cannot be multiplied"), "not a GPU failure");
}

}  // namespace
}  // namespace recscope
