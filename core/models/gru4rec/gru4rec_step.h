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

/// The inputs and targets of one step for its B slots, and the negatives that the slots share. A slot reads one
/// history, one item per step. In this file, B is the number of slots, V the number of items, and d the width of the
/// item vectors.
struct SessionParallelBatch {
    std::vector<Token> inputs, targets;  ///< (B)
    std::vector<Token> negatives;        ///< shared by all slots; an item that was drawn twice counts twice
};

/// Makes the optimizer steps of a GRU4Rec model. Only the items that a step reads or scores get gradients, and an item
/// that was drawn several times is scored once. Results are reproducible for a given number of threads.
class Gru4RecStep {
public:
    /// `model` must outlive this.
    Gru4RecStep(Gru4Rec& model, const RunConfig& config, int threads);
    ~Gru4RecStep();

    /// Sets the number of training interactions of each token, (V + 2), which the config key log_q needs.
    void setItemCounts(std::span<const double> itemCounts);

    /// Makes one step and returns the mean loss of the slots. `states` holds the states (B, d) of each layer and is
    /// replaced with the states after the step. The gradient is computed for the sum of the slots' losses divided by
    /// the configured number of slots, even if fewer slots are left, as in the authors' code.
    double step(const SessionParallelBatch& batch, std::vector<std::vector<float>>& states, std::uint64_t dropoutSeed,
                double learningRate);

    /// Adagrad's sums of squared gradients and, with momentum, its velocities.
    HostTensors& optimizerState() { return m_optimizer; }
    const HostTensors& optimizerState() const { return m_optimizer; }

private:
    struct Table;
    struct Tensor;
    struct Worker;

    AdagradState adagradStateOf(const std::string& name, float* values, std::vector<std::int64_t> shape);
    void chooseColumns(const SessionParallelBatch& batch);
    /// Copies the output vectors of this worker's share of the candidates to m_vectors.
    void gatherVectors(Worker& worker);
    /// Advances this worker's slots by one position, scores the candidates, and runs the backward pass to the vectors,
    /// biases and layers. The states before the step receive no gradient: there is no backpropagation through time.
    void computeGradients(Worker& worker, const SessionParallelBatch& batch, std::uint64_t dropoutSeed);
    /// Sums the gradients of all workers and updates this worker's share of each table and tensor.
    void update(Worker& worker, double learningRate);
    void updateTable(Worker& worker, Table& table, double learningRate);
    void updateBias(Worker& worker, double learningRate);
    void runOnWorkers(const std::function<void(Worker&)>& job);

    Gru4Rec& m_model;
    RunConfig m_config;
    Gru4RecConfig m_modelConfig;
    HostTensors m_optimizer;
    std::vector<Tensor> m_tensors;         ///< the tensors of the GRU layers; every step updates all of their values
    std::unique_ptr<Table> m_outputTable;  ///< output item vectors
    std::unique_ptr<Table> m_inputTable;   ///< input item vectors; null if they are the output vectors
    AdagradState m_biasAdagrad;            ///< (V + 2) output biases and their Adagrad state
    std::vector<float> m_logCounts, m_logDrawn;  ///< (V + 2) log_q corrections of targets and of drawn negatives

    // State of the current step, with n candidates (items that are scored).
    std::int64_t m_batchSize = 0;             ///< B
    std::vector<std::int32_t> m_slotNumbers;  ///< 0 … B - 1: row numbers for dropAndAdd(), independent of the threads
    SparseRows m_drawn;                       ///< the distinct negatives
    std::vector<Token> m_columns;         ///< (n) candidates: the targets of the B slots, then the distinct negatives
    std::vector<float> m_counts, m_bias;  ///< (n) how often each candidate counts; its bias minus the log_q correction
    std::vector<std::int32_t> m_columnRows;  ///< (n) SparseRows index of each candidate's row in the output table
    std::int64_t m_biasCount = 0;            ///< number of distinct candidates: only their biases are updated
    std::vector<std::int32_t> m_inputRows;   ///< (B) SparseRows index of each input's row in the input table
    std::vector<float> m_vectors;            ///< (n, d) output vectors of the candidates
    std::vector<float> m_inputGradients;     ///< (B, d) gradients of the input vectors, before dropout
    std::vector<std::vector<float>> m_before, m_after;  ///< per layer (B, d) states before and after the step

    std::vector<std::unique_ptr<Worker>> m_workers;
    std::unique_ptr<WorkerPool> m_pool;  ///< null: the calling thread does all the work
};

}  // namespace recscope
