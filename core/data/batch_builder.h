// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/data/row_table.h"
#include "core/sequence/history_batch.h"
#include "core/util/producer_thread.h"

namespace recscope {

/// The thread that builds the batches of a dataset ahead of the code that stores them.
using BatchThread = ProducerThread<HistoryBatch, 8>;

/// Which rows of a user form one order.
enum class BatchOrders {
    None,      ///< the dataset has no orders
    Column,    ///< rows with the same number in RowDetails::orders; a row without a number is an order of its own
    SameTime,  ///< rows with the same time
};

/// What the batches contain besides the items.
struct BatchContents {
    bool hasTimes = false, hasRatings = false, hasKinds = false;
    BatchOrders orders = BatchOrders::None;
};

/// Counts of equal times in a dataset, at the precision of the file.
struct TimeTies {
    std::int64_t interactions = 0;  ///< number of interactions with the same time as the user's previous one
    std::int64_t usersLastTwo = 0;  ///< number of users whose last two interactions have the same time
    bool onlyDates = true;          ///< all times are at midnight UTC; true if there are no times
};

/// Packs the rows of users into batches, one user after the other, and passes each full batch to `push`.
class BatchBuilder {
public:
    /// `details` must already contain the details of the rows that are passed to `add`.
    BatchBuilder(const BatchContents& contents, const RowDetails& details, const BatchThread::Push& push)
        : m_contents(contents), m_details(details), m_push(push) {}

    /// Adds all rows of the next user, given in file order; sorts them by time if there are times. Rows of one order
    /// stay together, at the position of their earliest row.
    void add(std::span<Row> rows);
    /// Call after the last user.
    void finish();
    /// The ties among the rows added so far. They cannot be counted from a HistoryBatch, which holds only whole
    /// seconds.
    const TimeTies& ties() const { return m_ties; }

private:
    void keepOrdersTogether(std::span<Row> rows);
    void addOrders(std::span<const Row> rows);
    void countTies(std::span<const Row> rows);

    BatchContents m_contents;
    const RowDetails& m_details;
    const BatchThread::Push& m_push;
    HistoryBatch m_batch;
    TimeTies m_ties;
};

/// Sorts by time; rows with equal times keep their order.
void orderByTime(std::span<Row> rows);

}  // namespace recscope
