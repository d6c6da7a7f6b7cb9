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

/// How many times of a dataset are equal, at the precision of the file.
struct TimeTies {
    std::int64_t interactions = 0;  ///< at the same time as the user's interaction before
    std::int64_t usersLastTwo = 0;  ///< users whose last two interactions have the same time
    bool onlyDates = true;          ///< no time has a time of day; true without any time
};

/// Packs the rows of users into batches, one user after the other, and passes each full batch to `push`.
class BatchBuilder {
public:
    /// The details must be complete for the rows that `add` receives.
    BatchBuilder(const BatchContents& contents, const RowDetails& details, const BatchThread::Push& push)
        : m_contents(contents), m_details(details), m_push(push) {}

    /// Adds all rows of the next user, given in file order; sorts them by time if there are times. Rows of one order
    /// stay together: the order stands where its earliest row does.
    void add(std::span<Row> rows);
    /// Call after the last user.
    void finish();
    /// Of the rows so far. A HistoryBatch has whole seconds only, so it cannot tell.
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
