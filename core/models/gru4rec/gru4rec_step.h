// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/models/gru4rec/gru4rec.h"
#include "core/models/gru4rec/sparse_rows.h"
#include "core/optimizer/adagrad.h"
#include "core/recommender/host_tensors.h"
#include "core/util/worker_pool.h"

namespace recscope {

/// The inputs and targets of a step: B slots.
struct SessionParallelBatch {
    std::vector<Token> inputs, targets;  ///< (B)
    std::vector<Token> negatives;        ///< drawn for all slots; one that was drawn twice counts twice
};

/// Makes the updates of a GRU4Rec. Only the items that a step reads or scores get gradients, and an item that was drawn
/// several times is scored once. Results are reproducible for a given number of threads.
class Gru4RecStep {
public:
    /// `model` must outlive this.
    Gru4RecStep(Gru4Rec& model, const RunConfig& config, int threads);
    ~Gru4RecStep();

    /// The numbers of training interactions (V + 2), for logq.
    void setItemCounts(std::span<const double> itemCounts);

    /// `states` (B, d) of each layer are replaced with those after the step. Returns the mean loss of the slots. The
    /// gradient is that of the sum of their losses divided by the configured number of slots even if fewer are left, as
    /// in the authors' code.
    double learn(const SessionParallelBatch& batch, std::vector<std::vector<float>>& states, std::uint64_t dropoutSeed,
                 double learningRate);

    /// Adagrad's sums and velocities.
    HostTensors& optimizerState() { return m_optimizer; }
    const HostTensors& optimizerState() const { return m_optimizer; }

private:
    struct Table;
    struct Tensor;
    struct Worker;

    AdagradNumbers numbersOf(const std::string& name, float* values, std::vector<std::int64_t> shape);
    void chooseColumns(const SessionParallelBatch& batch);
    void read(Worker& worker, const SessionParallelBatch& batch, std::uint64_t dropoutSeed);
    void scoreAndReturn(Worker& worker);
    void update(Worker& worker, double learningRate);
    void updateTable(Worker& worker, Table& table, double learningRate);
    void updateBias(Worker& worker, double learningRate);
    void inWorkers(const std::function<void(Worker&)>& job);

    Gru4Rec& m_model;
    RunConfig m_config;
    Gru4RecConfig m_own;
    HostTensors m_optimizer;
    std::vector<Tensor> m_tensors;               ///< those of the layers, each updated whole in every step
    std::unique_ptr<Table> m_outputTable;        ///< output item vectors
    std::unique_ptr<Table> m_inputTable;         ///< input item vectors; null: the same table
    AdagradNumbers m_biasNumbers;                ///< (V + 2)
    std::vector<float> m_logCounts, m_logDrawn;  ///< (V + 2) logq times the log weight of a target, of a drawn item

    // State of the current step.
    std::int64_t m_batchSize = 0;                       ///< B
    std::vector<std::int32_t> m_slotNumbers;            ///< 0 … B - 1
    SparseRows m_drawn;                                 ///< the negatives, each once
    std::vector<Token> m_columns;                       ///< n: the targets, then the negatives
    std::vector<float> m_counts, m_bias;                ///< (n)
    std::vector<std::int32_t> m_columnSlots;            ///< (n) rows of the output table
    std::int64_t m_biasCount = 0;                       ///< how many of them have a bias
    std::vector<std::int32_t> m_inputSlots;             ///< (B) rows of the input table
    std::vector<float> m_vectors;                       ///< (n, d)
    std::vector<float> m_inputs, m_inputGradients;      ///< (B, d)
    std::vector<std::vector<float>> m_before, m_after;  ///< per layer (B, d)

    std::vector<std::unique_ptr<Worker>> m_workers;
    std::unique_ptr<WorkerPool> m_pool;  ///< null: the calling thread does all the work
};

}  // namespace recscope
