// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QObject>
#include <QPromise>
#include <QThreadPool>
#include <memory>
#include <type_traits>
#include <utility>

namespace recscope::ui {

/// Runs `work` in a thread of the global pool, then passes its result to `use` in the thread of `receiver`, unless
/// `receiver` no longer exists then. Intended for files and pictures; work that needs a workspace must be a job
/// (ui/jobs/job_runner.h).
template <typename Work, typename Use>
void runInBackground(QObject* receiver, Work work, Use use) {
    using Result = std::invoke_result_t<Work>;
    auto promise = std::make_shared<QPromise<Result>>();
    promise->future().then(receiver, std::move(use));
    promise->start();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
}

}  // namespace recscope::ui
