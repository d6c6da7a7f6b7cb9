// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/cuda_graph.h"

#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/cuda.h>
#include <torch/types.h>

namespace recscope {

namespace {

/// Wraps at::cuda::CUDAGraph, which handles the default generator: a replay draws from the current seed and offset of
/// the generator and advances it.
class CudaGraph : public WorkGraph {
public:
    void warmUp(const Work& work) override { onSeparateStream(work); }

    void record(const Work& work) override {
        torch::cuda::synchronize();
        onSeparateStream([&] {
            // Work of other threads on the device, such as evaluating another run, must not make the capture fail.
            m_graph.capture_begin(m_pool, cudaStreamCaptureModeThreadLocal);
            try {
                work();
                m_graph.capture_end();
            } catch (...) {
                abortCapture();
                throw;
            }
        });
    }

    void replay() override { m_graph.replay(); }

private:
    /// Executes the work on a separate stream, because the default stream cannot be captured. Both streams wait for
    /// each other, so that memory released by one can be reused by the other.
    void onSeparateStream(const Work& work) {
        const c10::cuda::CUDAStream before = c10::cuda::getCurrentCUDAStream();
        at::cuda::CUDAEvent begun, done;
        begun.record(before);
        begun.block(m_stream);
        {
            const c10::cuda::CUDAStreamGuard guard(m_stream);
            work();
        }
        done.record(m_stream);
        done.block(before);
    }

    /// Ends a capture that failed. The generator and the allocator may still assume that it is in progress, because
    /// capture_end() stops at its first error; dropout would then throw in every later step.
    void abortCapture() {
        const auto ignoringErrors = [](const auto& work) {
            try {
                work();
            } catch (const std::exception&) {  // the capture had already ended
            }
        };
        ignoringErrors([&] { m_graph.capture_end(); });
        ignoringErrors([&] { c10::cuda::CUDACachingAllocator::endAllocateToPool(m_stream.device_index(), m_pool); });
        ignoringErrors([] {
            at::Generator generator = at::cuda::detail::getDefaultCUDAGenerator();
            const std::uint64_t seed = generator.current_seed();
            generator.graphsafe_set_state(at::cuda::detail::createCUDAGenerator());
            generator.set_current_seed(seed);
        });
    }

    c10::cuda::CUDAStream m_stream = c10::cuda::getStreamFromPool();
    decltype(at::cuda::graph_pool_handle()) m_pool = at::cuda::graph_pool_handle();
    at::cuda::CUDAGraph m_graph;
};

}  // namespace

std::unique_ptr<WorkGraph> makeCudaGraph() {
    return std::make_unique<CudaGraph>();
}

}  // namespace recscope
