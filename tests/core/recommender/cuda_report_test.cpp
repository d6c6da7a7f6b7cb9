// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/cuda_report.h"

#include <gtest/gtest.h>

#include <ostream>

#include "core/recommender/available_gpu.h"
#include "core/recommender/device_choice.h"
#include "core/util/error.h"

namespace recscope {
namespace {

constexpr int kInsufficientDriver = 35, kNotReady = 802, kNoDevice = 100;  // enum cudaError

struct Case {
    const char* name;
    CudaReport report;
    CudaState state;
    const char* sentence;
};

class AnswerOfCuda : public testing::TestWithParam<Case> {};

TEST_P(AnswerOfCuda, SaysWhatIsMissing) {
    const Case& given = GetParam();
    EXPECT_EQ(stateOf(given.report), given.state);
    const Failure why = whyNoCuda(given.report);
    EXPECT_EQ(why.sentence, given.sentence);
    EXPECT_TRUE(why.hint.starts_with("Choose the device cpu")) << why.hint;
}

CudaReport reportOf(int error, int driver, bool isRestricted) {
    return {.error = error,
            .message = "system not yet initialized",
            .gpus = 0,
            .driverVersion = driver,
            .runtimeVersion = 13020,
            .isRestricted = isRestricted,
            .name = {},
            .bytes = 0};
}

INSTANTIATE_TEST_SUITE_P(
    All, AnswerOfCuda,
    testing::Values(Case{"no_driver", reportOf(kInsufficientDriver, 0, false), CudaState::NoDriver,
                         "CUDA needs NVIDIA's driver, and there is none on this machine."},
                    Case{"no_driver_and_hidden", reportOf(kNoDevice, 0, true), CudaState::NoDriver,
                         "CUDA needs NVIDIA's driver, and there is none on this machine."},
                    Case{"old_driver", reportOf(kInsufficientDriver, 12040, false), CudaState::OldDriver,
                         "NVIDIA's driver supports CUDA 12.4 and older; this build of RecScope needs CUDA 13.2."},
                    Case{"hidden", reportOf(kNoDevice, 13020, true), CudaState::Hidden,
                         "CUDA_VISIBLE_DEVICES hides all GPUs from RecScope."},
                    Case{"no_gpu", reportOf(kNoDevice, 13020, false), CudaState::NoGpu,
                         "NVIDIA's driver finds no GPU on this machine."},
                    Case{"broken", reportOf(kNotReady, 13020, true), CudaState::Broken,
                         "CUDA cannot be used: system not yet initialized."}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(AnswerOfCuda, ABuildWithoutCudaSaysHowToGetOne) {
    EXPECT_EQ(stateOf(std::nullopt), CudaState::NotBuilt);
    EXPECT_EQ(whyNoCuda(std::nullopt).sentence, "This build of RecScope does not include CUDA.");
    EXPECT_EQ(whyNoCuda(std::nullopt).hint, "Choose the device cpu, or build with ./dev build --torch newest.");
}

TEST(AnswerOfCuda, AGpuThatCanBeUsedIsNamedWithItsMemory) {
    CudaReport report = reportOf(0, 13020, true);
    report.gpus = 1;
    report.name = "NVIDIA H200";
    report.bytes = 150'754'820'096;
    EXPECT_EQ(stateOf(report), CudaState::Usable);
    EXPECT_EQ(gpuTitle(report), "NVIDIA H200, 140 GiB");
}

TEST(OpenDevice, WithoutAGpuCudaIsRefusedWithTheReasonAndAutomaticTakesTheCpu) {
    if (stateOf(queryCuda()) == CudaState::Usable) GTEST_SKIP() << "there is a GPU here";
    try {
        openDevice(DeviceChoice::Cuda);
        FAIL() << "CUDA was opened";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Usage);
        EXPECT_EQ(error.what(), whyNoCuda(queryCuda()).sentence);
        EXPECT_EQ(error.hint(), whyNoCuda(queryCuda()).hint);
    }
    EXPECT_EQ(openDevice(DeviceChoice::Auto), Device::Cpu);
    EXPECT_TRUE(availableGpu().title.empty());
    EXPECT_EQ(availableGpu().missing.sentence, whyNoCuda(queryCuda()).sentence);
}

}  // namespace
}  // namespace recscope
