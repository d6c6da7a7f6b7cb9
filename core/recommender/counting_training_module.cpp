// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/counting_training_module.h"

#include <utility>

#include "core/config/config_schema.h"
#include "core/util/error.h"
#include "core/util/progress.h"

namespace recscope {

std::int64_t CountingTrainingModule::samples() const {
    std::int64_t samples = 0;
    for (std::int32_t user = 0; user < m_histories->userCount(); ++user)
        samples += m_histories->training(user).empty() ? 0 : 1;
    return samples;
}

std::optional<std::int64_t> CountingTrainingModule::step(std::int64_t step, double /*learningRate*/,
                                                         const std::stop_token& stop) {
    try {
        const double loss = m_count(*m_histories, stop);
        m_losses.push_back({.step = step + 1, .loss = loss, .scored = 1});
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) return std::nullopt;
        throw;
    }
    return samples();
}

std::vector<StepLoss> CountingTrainingModule::takeLosses(bool /*all*/) {
    return std::exchange(m_losses, {});
}

RunConfig countedConfig(const std::string& model) {
    static const ConfigSchema schema(splitKeys());
    RunConfig config;
    config.model = model;
    config.schema = &schema;
    config.training.epochs = 1;
    return config;
}

}  // namespace recscope
