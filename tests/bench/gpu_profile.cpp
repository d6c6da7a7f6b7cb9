// SPDX-License-Identifier: GPL-3.0-or-later
// Measures with LibTorch's profiler where training steps on a GPU spend their time. Throws if LibTorch has no CUDA.
#include <stdexcept>

#include "bench.h"

#ifdef RECSCOPE_CUDA
#include <torch/autograd.h>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/types.h>

#include <algorithm>

#include "core/models/transformer/transformer_recommender.h"
#include "core/models/transformer/transformer_training_module.h"
#include "core/recommender/model_entry.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#endif

namespace recscope::bench {

#ifdef RECSCOPE_CUDA

namespace {

namespace profiler = torch::profiler::impl;

bool hasAny(const std::string& name, std::initializer_list<const char*> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return name.find(part) != std::string::npos; });
}

/// The member of `seconds` that a kernel of cuBLAS, cuDNN or LibTorch belongs to, judged by the kernel's name.
double& secondsOf(KernelSeconds& seconds, const std::string& kernel) {
    if (hasAny(kernel, {"fmha", "flash", "attention", "sdpa"})) return seconds.attention;
    if (hasAny(kernel, {"gemm", "gemv", "nvjet", "xmma", "cutlass", "splitK", "cublas"})) return seconds.products;
    return seconds.others;
}

}  // namespace

KernelSeconds profileSteps(const std::filesystem::path& path, const std::string& name, const std::string& json) {
    constexpr std::int64_t kWarmUp = 8, kProfiled = 20;
    Workspace workspace = Workspace::open(path);
    const Histories histories = DatasetStore(workspace).histories(DatasetStore(workspace).byName(name).id);
    const RunConfig config = configFromJson(json);
    openDevice(DeviceChoice::Cuda);
    const auto recommender = makeRecommender(
        config, {.itemCount = histories.itemCount, .userCount = histories.userCount()}, InitialWeights::Random);
    recommender->to(Device::Cuda);
    const auto module = recommender->makeTrainingModule(config, Device::Cuda);
    module->setTrainingData(histories);
    std::int64_t step = 0;
    const auto runSteps = [&](std::int64_t steps) {
        for (; steps > 0; --steps, ++step) {
            if (step % module->stepsPerEpoch() == 0) module->startEpoch(1 + step / module->stepsPerEpoch(), 0);
            module->step(step, config.training.learningRate, {});
        }
        module->takeLosses(/*all=*/true);
    };
    runSteps(kWarmUp);
    const profiler::ProfilerConfig settings(profiler::ProfilerState::KINETO);
    const std::set<profiler::ActivityType> activities = {profiler::ActivityType::CUDA};
    torch::autograd::profiler::prepareProfiler(settings, activities);
    torch::autograd::profiler::enableProfiler(settings, activities);
    runSteps(kProfiled);
    const auto result = torch::autograd::profiler::disableProfiler();
    KernelSeconds seconds;
    for (const auto& event : result->events()) {
        if (event.deviceType() != c10::DeviceType::CUDA) continue;
        secondsOf(seconds, event.name()) += static_cast<double>(event.durationNs()) * 1e-9;
    }
    return seconds;
}

#else

KernelSeconds profileSteps(const std::filesystem::path&, const std::string&, const std::string&) {
    throw std::runtime_error("This build's LibTorch has no CUDA.");
}

#endif

}  // namespace recscope::bench
