// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_task.h"

namespace recscope {

NcfTask::NcfTask(Ncf& model, const RunConfig& config, MinibatchStep& step)
    : m_model(model), m_config(ncfOf(config)), m_seed(config.training.seed), m_step(step) {
    for (int worker = 0; worker < step.threads(); ++worker)
        m_nets.push_back(std::make_unique<NeuMfNet>(m_config, step.parameters(worker)));
}

std::int64_t NcfTask::setTrainingData(const Histories& histories) {
    m_model.count(histories);
    return m_samples.emplace(histories, m_config.negatives, m_seed).count();
}

void NcfTask::startEpoch(std::int64_t epoch) {
    if (m_config.pretrainingEpochs == 0) return;
    const bool isPretraining = epoch <= m_config.pretrainingEpochs;
    m_trainedPart = isPretraining ? NcfTrainedPart::Halves : NcfTrainedPart::Whole;
    for (const auto& net : m_nets) net->setTrainedPart(m_trainedPart);
    // Adam's moments from pretraining belong to the separately trained halves, so the whole model is trained without
    // Adam, as in the paper.
    m_step.setRule(isPretraining ? UpdateRule::Adam : UpdateRule::Plain);
    m_step.learnAllBut(isPretraining ? std::vector<std::string>{"output.weight", "output.bias"}
                                     : std::vector<std::string>{"gmf.output.weight", "gmf.output.bias",
                                                                "mlp.output.weight", "mlp.output.bias"});
}

void NcfTask::endStep() {
    if (m_trainedPart == NcfTrainedPart::Halves) m_model.joinHalves();
}

double NcfTask::computeGradients(const Share& share, kernels::Arena& arena) {
    std::vector<NcfSample> samples;
    samples.reserve(share.samples.size());
    for (const std::int64_t index : share.samples) samples.push_back(m_samples->at(index, share.epoch));
    return m_nets[static_cast<std::size_t>(share.worker)]->computeGradients(samples, share.batchSamples, arena);
}

}  // namespace recscope
