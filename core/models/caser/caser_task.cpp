// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/caser/caser_task.h"

namespace recscope {

CaserTask::CaserTask(Caser& model, const RunConfig& config, MinibatchStep& step)
    : m_model(model), m_config(caserOf(config)), m_seed(config.training.seed) {
    for (int worker = 0; worker < step.threads(); ++worker)
        m_nets.push_back(std::make_unique<CaserNet>(m_config, step.parameters(worker)));
}

std::int64_t CaserTask::setTrainingData(const Histories& histories) {
    return m_samples.emplace(histories, m_config, m_seed).count();
}

double CaserTask::computeGradients(const Share& share, kernels::Arena& arena) {
    std::vector<CaserSample> samples;
    samples.reserve(share.samples.size());
    for (const std::int64_t index : share.samples) samples.push_back(m_samples->at(index, share.epoch));
    return m_nets[static_cast<std::size_t>(share.worker)]->computeGradients(samples, share.batchSamples,
                                                                            share.dropoutSeed, arena);
}

}  // namespace recscope
