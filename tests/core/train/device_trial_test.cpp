// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_trial.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/util/error.h"

namespace recscope {
namespace {

/// A clock that the training modules advance, and a record of what they did.
struct SimulatedDevices {
    double seconds = 0;
    std::map<Device, double> stepSeconds;  ///< duration of a step on each device
    std::map<Device, int> steps;
    std::int64_t stepsPerEpoch = 100;
    std::string gpuFailure;  ///< thrown by the GPU's second step
    std::string cpuFailure;  ///< thrown by the CPU's steps
    std::vector<std::string> notified;
};

class TimedTrainingModule : public TrainingModule {
public:
    TimedTrainingModule(SimulatedDevices& devices, Device device) : m_devices(devices), m_device(device) {}
    void setTrainingData(const Histories&) override {}
    std::int64_t samples() const override { return 1; }
    std::int64_t stepsPerEpoch() const override { return m_devices.stepsPerEpoch; }
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override {
        EXPECT_EQ(firstStep, 0);
        m_epoch = epoch;
    }
    std::optional<std::int64_t> step(std::int64_t step, double, const std::stop_token& stop) override {
        EXPECT_EQ(m_epoch, step / m_devices.stepsPerEpoch + 1) << "a step outside its epoch";
        if (stop.stop_requested()) return std::nullopt;
        ++m_devices.steps[m_device];
        if (m_device == Device::Cuda && step == 1 && !m_devices.gpuFailure.empty())
            throw std::runtime_error(m_devices.gpuFailure);
        if (m_device == Device::Cpu && !m_devices.cpuFailure.empty()) throw std::runtime_error(m_devices.cpuFailure);
        m_pendingSeconds += m_devices.stepSeconds[m_device];
        return 1;
    }
    /// Time passes only here, as on a GPU, where losses have to be awaited.
    std::vector<StepLoss> takeLosses(bool) override {
        m_devices.seconds += m_pendingSeconds;
        m_pendingSeconds = 0;
        return {};
    }
    DeviceFacts device() const override { return describeDevice(m_device); }

private:
    SimulatedDevices& m_devices;
    Device m_device;
    std::int64_t m_epoch = 0;
    double m_pendingSeconds = 0;
};

DeviceTrial runTrial(SimulatedDevices& devices, const std::stop_token& stop = {}) {
    const auto make = [&](Device device) {
        return TrainingTarget{.recommender = nullptr, .module = std::make_unique<TimedTrainingModule>(devices, device)};
    };
    return tryDevices(
        make, /*learningRate=*/1e-3, [&] { return devices.seconds; },
        [&](const std::string& sentence) {
            EXPECT_TRUE(!devices.notified.empty() || devices.steps.empty())
                << "a step was taken before the first message";
            devices.notified.push_back(sentence);
        },
        stop);
}

TEST(DeviceTrial, ChoosesTheFasterDeviceAndStatesBothTimes) {
    SimulatedDevices devices;
    devices.stepSeconds = {{Device::Cuda, 0.002}, {Device::Cpu, 0.008}};
    const DeviceTrial large = runTrial(devices);
    EXPECT_EQ(large.device, Device::Cuda);
    EXPECT_EQ(large.reason, Message(MessageId::FasterThanCpu, {"2.00", "8.00"}));
    SimulatedDevices tiny;
    tiny.stepSeconds = {{Device::Cuda, 0.002}, {Device::Cpu, 0.001}};
    const DeviceTrial small = runTrial(tiny);
    EXPECT_EQ(small.device, Device::Cpu);
    EXPECT_EQ(small.reason, Message(MessageId::FasterThanGpu, {"1.00", "2.00"}));
}

TEST(DeviceTrial, AFarSlowerCpuTakesOnlyOneStep) {
    SimulatedDevices devices;
    devices.stepSeconds = {{Device::Cuda, 0.01}, {Device::Cpu, 5}};
    EXPECT_EQ(runTrial(devices).device, Device::Cuda);
    EXPECT_EQ(devices.steps[Device::Cpu], 1);
}

TEST(DeviceTrial, ShortEpochsFollowEachOther) {
    SimulatedDevices devices;
    devices.stepsPerEpoch = 3;
    devices.stepSeconds = {{Device::Cuda, 0.001}, {Device::Cpu, 0.002}};
    EXPECT_EQ(runTrial(devices).device, Device::Cuda);
    EXPECT_GT(devices.steps[Device::Cuda], 6) << "warm-up steps, then measured ones";
}

TEST(DeviceTrial, TheCpuIsChosenIfTheGpuIsFullOrFails) {
    SimulatedDevices devices;
    devices.stepSeconds = {{Device::Cuda, 0.001}, {Device::Cpu, 0.002}};
    devices.gpuFailure = "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`";
    const DeviceTrial full = runTrial(devices);
    EXPECT_EQ(full.device, Device::Cpu);
    EXPECT_EQ(full.reason, Message(MessageId::GpuMemoryLow));
    devices.steps.clear();
    devices.notified.clear();
    devices.gpuFailure = "CUDA error: unspecified launch failure\nframe #0";
    EXPECT_EQ(runTrial(devices).reason, Message(MessageId::GpuUnusable, {"CUDA error: unspecified launch failure"}));
    EXPECT_EQ(devices.steps[Device::Cpu], 0) << "a broken GPU needs no comparison";
}

TEST(DeviceTrial, IfTheCpuFailsTheGpuIsChosen) {
    SimulatedDevices devices;
    devices.stepSeconds = {{Device::Cuda, 0.001}, {Device::Cpu, 0.002}};
    devices.cpuFailure = "std::bad_something";
    const DeviceTrial trial = runTrial(devices);
    EXPECT_EQ(trial.device, Device::Cuda);
    ASSERT_TRUE(trial.reason);
    EXPECT_EQ(wordsOf(*trial.reason), "the CPU cannot be used: An unexpected error occurred: std::bad_something");
}

TEST(DeviceTrial, ReportsOneMessageWhileMeasuring) {
    SimulatedDevices devices;
    devices.stepSeconds = {{Device::Cuda, 0.001}, {Device::Cpu, 0.002}};
    runTrial(devices);
    EXPECT_EQ(devices.notified,
              (std::vector<std::string>{"Measuring whether the GPU or the CPU is faster for this training", ""}));
}

TEST(DeviceTrial, AResumedRunStaysOnItsDeviceOrStatesWhyNot) {
    DeviceFacts gpu;
    gpu.kind = DeviceKind::Cuda;
    EXPECT_EQ(deviceForResumedRun(gpu, /*hasGpu=*/true).device, Device::Cuda);
    EXPECT_EQ(deviceForResumedRun(cpuFacts(2), /*hasGpu=*/true).device, Device::Cpu);
    EXPECT_EQ(deviceForResumedRun(cpuFacts(2), /*hasGpu=*/true).reason, Message(MessageId::WhereRunBegan));
    EXPECT_EQ(deviceForResumedRun(cpuFacts(2), /*hasGpu=*/false).reason, std::nullopt);
    const DeviceTrial gone = deviceForResumedRun(gpu, /*hasGpu=*/false);
    EXPECT_EQ(gone.device, Device::Cpu);
    EXPECT_EQ(gone.reason, Message(MessageId::GpuOfRunIsGone));
}

TEST(DeviceTrial, AStopCancelsTheTrial) {
    SimulatedDevices devices;
    std::stop_source stop;
    stop.request_stop();
    try {
        runTrial(devices, stop.get_token());
        FAIL() << "the trial was not stopped";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    }
}

}  // namespace
}  // namespace recscope
