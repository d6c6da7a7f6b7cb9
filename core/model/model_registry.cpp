// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>

#include "core/model/bert4rec.h"
#include "core/model/sasrec.h"
#include "core/model/sequence_model.h"
#include "core/train/presets.h"
#include "core/util/random.h"

namespace recscope {

namespace {

using Factory = std::function<std::shared_ptr<SequenceModel>(const RunConfig&, std::int32_t)>;

const Factory& factoryOf(const std::string& name) {
    static const std::map<std::string, Factory> factories = {
        {"bert4rec", makeBert4Rec},
        {"sasrec", makeSasRec},
    };
    return factories.at(modelInfo(name).name);
}

/// One value of N(0, 1), drawn again while beyond two deviations (Box-Muller).
double truncatedNormal(Random& random) {
    for (;;) {
        const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
        const double value = radius * std::cos(2 * std::numbers::pi * random.uniform());
        if (std::abs(value) <= 2) return value;
    }
}

/// Order and values depend on the seed alone.
void initialiseWeights(SequenceModel& model, std::uint64_t seed) {
    constexpr double kDeviation = 0.02;
    torch::NoGradGuard noGrad;
    std::uint64_t index = 0;
    for (auto& parameter : model.named_parameters()) {
        Random random({seed, 0x1417, index++});
        torch::Tensor& values = parameter.value();
        if (values.dim() < 2) {
            values.fill_(parameter.key().find("norm.weight") != std::string::npos ? 1 : 0);
            continue;
        }
        const double limit = std::sqrt(6.0 / static_cast<double>(values.size(0) + values.size(1)));
        float* data = values.data_ptr<float>();
        for (std::int64_t i = 0; i < values.numel(); ++i) {
            data[i] = static_cast<float>(model.traits().initialisation == Initialisation::TruncatedNormal
                                             ? kDeviation * truncatedNormal(random)
                                             : limit * (2 * random.uniform() - 1));
        }
    }
}

}  // namespace

std::shared_ptr<SequenceModel> makeModel(const RunConfig& config, std::int32_t itemCount) {
    checkConfig(config);
    auto model = factoryOf(config.model)(config, itemCount);
    initialiseWeights(*model, config.seed);
    return model;
}

}  // namespace recscope
