// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/data/row_table.h"
#include "core/sequence/history_batch.h"
#include "core/util/producer_thread.h"

namespace recscope {

/// The thread that builds the batches of a dataset ahead of the code that stores them.
using BatchThread = ProducerThread<HistoryBatch, 8>;

/// Packs the rows of users into batches, one user after the other, and passes each full batch to `push`.
class BatchBuilder {
public:
    BatchBuilder(bool hasTimes, bool hasRatings, const BatchThread::Push& push)
        : m_hasTimes(hasTimes), m_hasRatings(hasRatings), m_push(push) {}

    /// Adds all rows of the next user, given in file order; sorts them by time if there are times.
    void add(std::span<Row> rows);
    /// Call after the last user.
    void finish();

private:
    bool m_hasTimes, m_hasRatings;
    const BatchThread::Push& m_push;
    HistoryBatch m_batch;
};

/// Sorts by time; rows with equal times keep their order.
void orderByTime(std::span<Row> rows);

}  // namespace recscope
