// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/gru4rec_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/kernels/dropout_keys.h"
#include "core/kernels/loops.h"
#include "core/kernels/operations.h"
#include "core/kernels/product.h"
#include "core/losses/ranking_rows.h"

namespace recscope {

namespace {

struct Range {
    std::int64_t begin = 0, end = 0;
    std::int64_t size() const { return end - begin; }
    bool contains(std::int64_t i) const { return i >= begin && i < end; }
};

/// Returns which of `count` elements worker `index` processes.
Range shareOf(int index, int workers, std::int64_t count) {
    return {count * index / workers, count * (index + 1) / workers};
}

template <class Number>
void resize(std::vector<Number>& values, std::int64_t count) {
    values.resize(static_cast<std::size_t>(count));
}

}  // namespace

/// A table of item vectors. Each step updates only the rows that it used (`touched`).
struct Gru4RecStep::Table {
    Table(const AdagradState& adagradState, std::int64_t rows) : adagrad(adagradState), touched(rows) {}

    AdagradState adagrad;
    SparseRows touched;
};

/// A tensor of a GRU layer. Its gradient is at offset `begin` in Worker::gradients.
struct Gru4RecStep::Tensor {
    AdagradState adagrad;
    std::int64_t rows = 0, columns = 0, begin = 0;
    std::int64_t count() const { return rows * columns; }
};

/// One thread's part of a step: a range of slots, and the sums of these slots' gradients.
struct Gru4RecStep::Worker {
    Worker(int ofIndex, const RunConfig& config) : index(ofIndex), row(rankingLossOf(config)) {}

    int index;
    Range slots;
    kernels::Arena arena;
    kernels::RankingRow row;
    std::vector<float> vectorGradients;  ///< (n, d) gradients of the candidates' output vectors
    std::vector<float> biasGradients;    ///< (n) gradients of the candidates' biases
    std::vector<float> gradients;        ///< gradients of the tensors of all layers, concatenated
    std::vector<float> rowGradients;     ///< gradients of the table rows that this worker updates
    double loss = 0;
};

Gru4RecStep::Gru4RecStep(Gru4Rec& model, const RunConfig& config, int threads)
    : m_model(model),
      m_config(config),
      m_modelConfig(gru4RecOf(config)),
      m_drawn(vocabularySize(model.shape().itemCount)) {
    const Gru4Rec::Parameters& parameters = model.parameters();
    const std::int64_t width = vocabularySize(model.shape().itemCount), H = m_modelConfig.dim;
    m_outputTable = std::make_unique<Table>(
        adagradStateOf(m_modelConfig.tiedOutput ? "item_embedding.weight" : "output_embedding.weight",
                       parameters.output, {width, H}),
        width);
    if (!m_modelConfig.tiedOutput)
        m_inputTable =
            std::make_unique<Table>(adagradStateOf("item_embedding.weight", parameters.items, {width, H}), width);
    m_biasAdagrad = adagradStateOf("output.bias", parameters.bias, {width});
    std::int64_t begin = 0;
    for (std::size_t layer = 0; layer < parameters.layers.size(); ++layer) {
        const auto add = [&](const char* part, float* values, std::vector<std::int64_t> shape) {
            const std::int64_t rows = shape[0], columns = shape.size() > 1 ? shape[1] : 1;
            m_tensors.push_back({adagradStateOf(fmt::format("gru.layers.{}.{}", layer, part), values, std::move(shape)),
                                 rows, columns, begin});
            begin += rows * columns;
        };
        const GruWeights& weights = parameters.layers[layer];
        add("input.weight", weights.input, {3 * H, H});
        add("input.bias", weights.inputBias, {3 * H});
        add("hidden.weight", weights.hidden, {3 * H, H});
        add("hidden.bias", weights.hiddenBias, {3 * H});
    }
    for (int i = 0; i < threads; ++i) {
        m_workers.push_back(std::make_unique<Worker>(i, config));
        resize(m_workers.back()->gradients, begin);
    }
    if (threads > 1) m_pool = std::make_unique<WorkerPool>(threads);
    m_after.resize(parameters.layers.size());
}

Gru4RecStep::~Gru4RecStep() = default;

AdagradState Gru4RecStep::adagradStateOf(const std::string& name, float* values, std::vector<std::int64_t> shape) {
    AdagradState state;
    state.values = values;
    state.squares = m_optimizer.add("squares." + name, shape);
    if (m_modelConfig.momentum > 0) state.velocity = m_optimizer.add("velocity." + name, std::move(shape));
    return state;
}

void Gru4RecStep::setItemCounts(std::span<const double> itemCounts) {
    const double logQ = m_config.loss.kind == LossKind::CrossEntropy ? m_modelConfig.logQ : 0;
    m_logCounts.assign(itemCounts.size(), 0.0F);
    m_logDrawn = m_logCounts;
    for (std::size_t token = 0; token < itemCounts.size(); ++token) {
        if (itemCounts[token] <= 0) continue;  // an item without interactions is neither a target nor drawn
        m_logCounts[token] = static_cast<float>(logQ * std::log(itemCounts[token]));
        m_logDrawn[token] = static_cast<float>(logQ * m_modelConfig.popularityPower * std::log(itemCounts[token]));
    }
}

double Gru4RecStep::step(const SessionParallelBatch& batch, std::vector<std::vector<float>>& states,
                         std::uint64_t dropoutSeed, double learningRate) {
    m_batchSize = static_cast<std::int64_t>(batch.inputs.size());
    resize(m_slotNumbers, m_batchSize);
    std::iota(m_slotNumbers.begin(), m_slotNumbers.end(), 0);
    chooseColumns(batch);
    const std::int64_t H = m_modelConfig.dim;
    resize(m_vectors, static_cast<std::int64_t>(m_columns.size()) * H);
    resize(m_inputGradients, m_batchSize * H);
    for (std::vector<float>& after : m_after) resize(after, m_batchSize * H);
    m_before.swap(states);
    runOnWorkers([&](Worker& worker) { gatherVectors(worker); });
    runOnWorkers([&](Worker& worker) { computeGradients(worker, batch, dropoutSeed); });
    runOnWorkers([&](Worker& worker) { update(worker, learningRate); });
    states.swap(m_before);
    states.swap(m_after);
    double loss = 0;
    for (const auto& worker : m_workers) loss += worker->loss;
    return loss / static_cast<double>(m_batchSize);
}

void Gru4RecStep::runOnWorkers(const std::function<void(Worker&)>& job) {
    if (!m_pool) {
        const kernels::OneThreadProducts oneThread;
        job(*m_workers.front());
        return;
    }
    m_pool->run([&](int index) {
        kernels::useOneThread();
        job(*m_workers[static_cast<std::size_t>(index)]);
    });
}

/// Determines the candidates of the step, which are the columns of its scores, and the table rows of the candidates and
/// the inputs.
void Gru4RecStep::chooseColumns(const SessionParallelBatch& batch) {
    m_columns = batch.targets;
    m_counts.assign(batch.targets.size(), 1.0F);
    m_drawn.clear();
    for (const Token item : batch.negatives) {
        const auto column = batch.targets.size() + static_cast<std::size_t>(m_drawn.touch(item));
        if (column == m_columns.size()) {
            m_columns.push_back(item);
            m_counts.push_back(0);
        }
        ++m_counts[column];
    }
    const Gru4Rec::Parameters& parameters = m_model.parameters();
    m_outputTable->touched.clear();
    m_columnRows.clear();
    m_bias.clear();
    for (std::size_t j = 0; j < m_columns.size(); ++j) {
        const auto token = static_cast<std::size_t>(m_columns[j]);
        m_columnRows.push_back(m_outputTable->touched.touch(m_columns[j]));
        const std::vector<float>& correction = j < batch.targets.size() ? m_logCounts : m_logDrawn;
        m_bias.push_back(parameters.bias[token] - (correction.empty() ? 0 : correction[token]));
    }
    m_biasCount = m_outputTable->touched.count();
    SparseRows& inputRows = (m_inputTable ? m_inputTable : m_outputTable)->touched;
    if (m_inputTable) inputRows.clear();
    m_inputRows.clear();
    for (const Token item : batch.inputs) m_inputRows.push_back(inputRows.touch(item));
}

void Gru4RecStep::gatherVectors(Worker& worker) {
    const std::int64_t H = m_modelConfig.dim;
    const Range columns =
        shareOf(worker.index, static_cast<int>(m_workers.size()), static_cast<std::int64_t>(m_columns.size()));
    for (std::int64_t j = columns.begin; j < columns.end; ++j)
        std::copy_n(m_model.parameters().output + m_columns[static_cast<std::size_t>(j)] * H, H,
                    m_vectors.data() + j * H);
}

void Gru4RecStep::computeGradients(Worker& worker, const SessionParallelBatch& batch, std::uint64_t dropoutSeed) {
    worker.slots = shareOf(worker.index, static_cast<int>(m_workers.size()), m_batchSize);
    worker.loss = 0;
    const std::int64_t H = m_modelConfig.dim, rows = worker.slots.size(), first = worker.slots.begin;
    const auto n = static_cast<std::int64_t>(m_columns.size());
    if (rows == 0) return;
    worker.arena.reset();
    std::fill(worker.gradients.begin(), worker.gradients.end(), 0.0F);
    worker.vectorGradients.assign(static_cast<std::size_t>(n * H), 0.0F);
    worker.biasGradients.assign(static_cast<std::size_t>(n), 0.0F);

    const kernels::Matrix inputs = worker.arena.matrix(rows, H);
    for (std::int64_t b = 0; b < rows; ++b)
        std::copy_n(m_model.parameters().items + batch.inputs[static_cast<std::size_t>(first + b)] * H, H,
                    inputs.row(b));
    const auto numbers =
        std::span(m_slotNumbers).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(rows));
    kernels::DropoutKeys keys(dropoutSeed);
    kernels::Tape tape(worker.arena, /*recordsGradients=*/true);
    kernels::Variable* states = &tape.result(inputs, [&](const kernels::Matrix& gradient) {
        std::copy_n(gradient.data, gradient.size(), m_inputGradients.data() + first * H);
    });
    states = &tape.dropoutAndAdd(*states, nullptr, keys.next(m_modelConfig.inputDropout), numbers);
    const std::array<std::int32_t, 2> onePosition = {0, static_cast<std::int32_t>(rows)};
    for (std::size_t layer = 0; layer < m_before.size(); ++layer) {
        const auto parameter = [&](std::size_t part) {
            const Tensor& tensor = m_tensors[4 * layer + part];
            return kernels::Parameter{tensor.adagrad.values, worker.gradients.data() + tensor.begin, tensor.rows,
                                      tensor.columns};
        };
        states = &kernels::gruStates(
            tape, *states,
            {.input = parameter(0), .inputBias = parameter(1), .hidden = parameter(2), .hiddenBias = parameter(3)},
            gruShapeOf(m_config), onePosition, {m_before[layer].data() + first * H, rows, H});
        states = &tape.dropoutAndAdd(*states, nullptr, keys.next(m_modelConfig.hiddenDropout), numbers);
        std::copy_n(states->value.data, rows * H, m_after[layer].data() + first * H);
    }
    kernels::Variable& scores = tape.linear(*states, {m_vectors.data(), worker.vectorGradients.data(), n, H},
                                            {m_bias.data(), worker.biasGradients.data(), n, 1});
    float beta = 0;
    const kernels::Matrix& gradient = tape.gradientToWrite(scores, beta);
    std::copy_n(scores.value.data, gradient.size(), gradient.data);
    for (std::int64_t b = 0; b < rows; ++b)
        worker.loss += worker.row.computeLossAndGradients(gradient.row(b), m_counts.data(), n, first + b,
                                                          1.0 / static_cast<double>(m_config.training.batchSize));
    tape.backward();
}

void Gru4RecStep::update(Worker& worker, double learningRate) {
    updateTable(worker, *m_outputTable, learningRate);
    if (m_inputTable) updateTable(worker, *m_inputTable, learningRate);
    updateBias(worker, learningRate);
    for (const Tensor& tensor : m_tensors) {
        const Range range = shareOf(worker.index, static_cast<int>(m_workers.size()), tensor.count());
        float* sum = nullptr;
        for (const auto& from : m_workers) {
            if (from->slots.size() == 0) continue;
            float* const part = from->gradients.data() + tensor.begin + range.begin;
            if (sum)
                kernels::addScaled(sum, part, range.size(), 1);
            else
                sum = part;
        }
        adagradStep(tensor.adagrad.at(range.begin), sum, range.size(), learningRate, m_modelConfig.momentum);
    }
}

/// Updates the worker's share of the rows: sums the gradients of each row over all candidates and inputs that use it,
/// then makes an Adagrad step.
void Gru4RecStep::updateTable(Worker& worker, Table& table, double learningRate) {
    const std::int64_t H = m_modelConfig.dim;
    const Range range = shareOf(worker.index, static_cast<int>(m_workers.size()), table.touched.count());
    std::vector<float>& gradients = worker.rowGradients;
    gradients.assign(static_cast<std::size_t>(range.size() * H), 0.0F);
    const auto gradientOf = [&](std::int64_t index) { return gradients.data() + (index - range.begin) * H; };
    if (&table == m_outputTable.get()) {
        for (std::size_t j = 0; j < m_columns.size(); ++j) {
            if (!range.contains(m_columnRows[j])) continue;
            for (const auto& from : m_workers) {
                if (from->slots.size() > 0)
                    kernels::addScaled(gradientOf(m_columnRows[j]),
                                       from->vectorGradients.data() + static_cast<std::int64_t>(j) * H, H, 1);
            }
        }
    }
    if (&table == m_inputTable.get() || !m_inputTable) {
        for (std::size_t b = 0; b < m_inputRows.size(); ++b) {
            if (range.contains(m_inputRows[b]))
                kernels::addScaled(gradientOf(m_inputRows[b]),
                                   m_inputGradients.data() + static_cast<std::int64_t>(b) * H, H, 1);
        }
    }
    for (std::int64_t index = range.begin; index < range.end; ++index)
        adagradStep(table.adagrad.at(table.touched.row(index) * H), gradientOf(index), H, learningRate,
                    m_modelConfig.momentum);
}

void Gru4RecStep::updateBias(Worker& worker, double learningRate) {
    const Range range = shareOf(worker.index, static_cast<int>(m_workers.size()), m_biasCount);
    std::vector<float>& gradients = worker.rowGradients;
    gradients.assign(static_cast<std::size_t>(range.size()), 0.0F);
    for (std::size_t j = 0; j < m_columns.size(); ++j) {
        if (!range.contains(m_columnRows[j])) continue;
        for (const auto& from : m_workers) {
            if (from->slots.size() > 0)
                gradients[static_cast<std::size_t>(m_columnRows[j] - range.begin)] += from->biasGradients[j];
        }
    }
    for (std::int64_t index = range.begin; index < range.end; ++index)
        adagradStep(m_biasAdagrad.at(m_outputTable->touched.row(index)), gradients.data() + (index - range.begin), 1,
                    learningRate, m_modelConfig.momentum);
}

}  // namespace recscope
