// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/random_tensors.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace recscope {

/// Uses the Box-Muller transform.
double standardNormal(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

void drawNormal(float* values, std::int64_t count, double deviation, Random& random) {
    for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(deviation * standardNormal(random));
}

void drawUniform(float* values, std::int64_t count, double limit, Random& random) {
    for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(limit * (2 * random.uniform() - 1));
}

/// Draws each row from a normal distribution and makes it orthogonal to the previous rows (Gram-Schmidt).
void drawOrthogonal(float* values, std::int64_t size, Random& random) {
    std::vector<std::vector<double>> rows;
    for (std::int64_t r = 0; r < size; ++r) {
        std::vector<double> row(static_cast<std::size_t>(size));
        for (double& value : row) value = standardNormal(random);
        for (const std::vector<double>& before : rows) {
            double along = 0;
            for (std::size_t c = 0; c < row.size(); ++c) along += row[c] * before[c];
            for (std::size_t c = 0; c < row.size(); ++c) row[c] -= along * before[c];
        }
        double squares = 0;
        for (const double value : row) squares += value * value;
        for (std::size_t c = 0; c < row.size(); ++c) {
            row[c] /= std::sqrt(squares);
            values[r * size + static_cast<std::int64_t>(c)] = static_cast<float>(row[c]);
        }
        rows.push_back(std::move(row));
    }
}

}  // namespace recscope
