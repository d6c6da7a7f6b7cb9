// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/data/row_table.h"
#include "core/sequence/history_batch.h"
#include "core/util/producer_thread.h"

namespace recscope {

/// Makes the batches of a dataset ahead of the one who writes them.
using BatchThread = ProducerThread<HistoryBatch, 8>;

/// Puts the rows of one user after the other into batches.
class BatchBuilder {
public:
    BatchBuilder(bool hasTimes, bool hasRatings, const BatchThread::Push& push)
        : m_hasTimes(hasTimes), m_hasRatings(hasRatings), m_push(push) {}

    /// All rows of the next user, in the order of the file; they are brought into the order of time.
    void add(std::span<Row> rows);
    /// After the last user.
    void finish();

private:
    bool m_hasTimes, m_hasRatings;
    const BatchThread::Push& m_push;
    HistoryBatch m_batch;
};

/// Orders by time; equal times keep their order.
void orderByTime(std::span<Row> rows);

}  // namespace recscope
