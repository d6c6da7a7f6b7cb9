// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device_trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/recommender/device_failure.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kGpuWarmUp = 6;  // unmeasured steps: three ordinary ones, one that records a CUDA graph, two replays
constexpr int kCpuWarmUp = 1;
constexpr int kSteps = 8;         // largest number of measured steps
constexpr double kSeconds = 0.5;  // seconds after which no further step is measured
// The trial ends if a warm-up step takes more than this many times as long as a step of the other device.
constexpr double kFarSlower = 10;

/// Takes steps of one training target, epoch after epoch.
class Steps {
public:
    Steps(TrainingTarget& trainingTarget, double learningRate, const std::stop_token& stop)
        : m_module(*trainingTarget.module), m_learningRate(learningRate), m_stop(stop) {}

    void take() {
        if (m_step % m_module.stepsPerEpoch() == 0) m_module.startEpoch(m_step / m_module.stepsPerEpoch() + 1, 0);
        m_module.step(m_step++, m_learningRate, m_stop);
        throwIfStopped(m_stop);
    }
    /// Waits until all steps are done: a GPU works asynchronously.
    void waitForDevice() { m_module.takeLosses(/*all=*/true); }

private:
    TrainingModule& m_module;
    double m_learningRate;
    const std::stop_token& m_stop;
    std::int64_t m_step = 0;
};

/// Seconds per step, measured after `warmUp` unmeasured steps. The other device takes `otherSeconds` seconds per step
/// (0 = not known); measuring stops early if the other device is much faster.
double secondsPerStep(Steps& steps, int warmUp, double otherSeconds, const std::function<double()>& seconds) {
    for (int i = 0; i < warmUp; ++i) {
        const double begin = seconds();
        steps.take();
        steps.waitForDevice();
        const double taken = seconds() - begin;
        if (otherSeconds > 0 && taken > kFarSlower * otherSeconds) return taken;
    }
    const double begin = seconds();
    int taken = 0;
    do {
        steps.take();
        ++taken;
    } while (taken < kSteps && seconds() - begin < kSeconds);
    steps.waitForDevice();
    return (seconds() - begin) / taken;
}

/// Clears the notification on destruction.
struct ScopedNotification {
    explicit ScopedNotification(const std::function<void(const std::string&)>& sink) : notify(sink) {}
    ~ScopedNotification() { notify({}); }
    ScopedNotification(const ScopedNotification&) = delete;
    ScopedNotification& operator=(const ScopedNotification&) = delete;
    const std::function<void(const std::string&)>& notify;
};

/// The reason why a device is not used: the error that it threw in the trial. Rethrows Error(Cancelled).
Message whyNot(Device device, const std::exception& error) {
    const auto* known = dynamic_cast<const Error*>(&error);
    if (known && known->kind() == ErrorKind::Cancelled) throw *known;
    const std::optional<DeviceFailure> failure = deviceFailureOf(error);
    const bool isGpu = device == Device::Cuda;
    if (failure && failure->kind == DeviceFailureKind::OutOfMemory)
        return isGpu ? MessageId::GpuMemoryLow : MessageId::CpuMemoryLow;
    return {isGpu ? MessageId::GpuUnusable : MessageId::CpuUnusable,
            {failure ? Message(failure->message) : messageOf(error)}};
}

std::string milliseconds(double seconds) {
    return fmt::format("{:.{}f}", 1000 * seconds, seconds < 0.01 ? 2 : 0);
}

}  // namespace

DeviceTrial tryDevices(const std::function<TrainingTarget(Device)>& make, double learningRate,
                       const std::function<double()>& seconds, const std::function<void(const std::string&)>& notify,
                       const std::stop_token& stop) {
    notify(translated("Measuring whether the GPU or the CPU is faster for this training"));
    const ScopedNotification notified(notify);
    double gpu = 0;
    try {
        TrainingTarget trainingTarget = make(Device::Cuda);
        Steps steps(trainingTarget, learningRate, stop);
        gpu = secondsPerStep(steps, kGpuWarmUp, /*otherSeconds=*/0, seconds);
    } catch (const std::exception& error) {
        return {.device = Device::Cpu, .reason = whyNot(Device::Cuda, error)};
    }
    double cpu = 0;
    try {
        TrainingTarget trainingTarget = make(Device::Cpu);
        Steps steps(trainingTarget, learningRate, stop);
        cpu = secondsPerStep(steps, kCpuWarmUp, gpu, seconds);
    } catch (const std::exception& error) {
        return {.device = Device::Cuda, .reason = whyNot(Device::Cpu, error)};
    }
    if (gpu < cpu)
        return {.device = Device::Cuda,
                .reason = Message(MessageId::FasterThanCpu, {milliseconds(gpu), milliseconds(cpu)})};
    return {.device = Device::Cpu, .reason = Message(MessageId::FasterThanGpu, {milliseconds(cpu), milliseconds(gpu)})};
}

DeviceTrial deviceForResumedRun(const DeviceFacts& began, bool hasGpu) {
    const bool beganOnGpu = began.kind == DeviceKind::Cuda;
    if (hasGpu) return {.device = beganOnGpu ? Device::Cuda : Device::Cpu, .reason = Message(MessageId::WhereRunBegan)};
    return {.device = Device::Cpu,
            .reason = beganOnGpu ? std::optional(Message(MessageId::GpuOfRunIsGone)) : std::nullopt};
}

}  // namespace recscope
