// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_task.h"

namespace recscope {

NcfTask::NcfTask(Ncf& model, const RunConfig& config, MinibatchStep& step)
    : m_model(model), m_config(ncfOf(config)), m_seed(config.training.seed) {
    for (int worker = 0; worker < step.threads(); ++worker)
        m_nets.push_back(std::make_unique<NeuMfNet>(m_config, step.parameters(worker)));
}

std::int64_t NcfTask::learnFrom(const Histories& histories) {
    m_model.count(histories);
    return m_samples.emplace(histories, m_config.negatives, m_seed).count();
}

double NcfTask::learn(const Share& share, kernels::Arena& arena) {
    std::vector<NcfSample> samples;
    samples.reserve(share.samples.size());
    for (const std::int64_t index : share.samples) samples.push_back(m_samples->at(index, share.epoch));
    return m_nets[static_cast<std::size_t>(share.worker)]->learn(samples, share.batchSamples, arena);
}

}  // namespace recscope
