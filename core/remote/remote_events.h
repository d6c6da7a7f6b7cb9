// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/trainer.h"

namespace recscope {

/// Reads the JSON lines of `recscope-cli train` on another machine, brings a run's record up to date with them, and
/// tells an observer what it would have been told here.
class RemoteEvents {
public:
    /// What an epoch brings, to be stored before it is told.
    struct Update {
        std::vector<EpochRecord> epochs;
        std::vector<StepRecord> steps;  ///< those that were told of
        std::int64_t heard = 0;         ///< bytes up to here
    };
    enum class End { None, Finished, Stopped };
    using Store = std::function<void(const RunRecord&, const Update&)>;

    /// `heard`: bytes of the events that were read before. `run` and `observer` outlive it.
    RemoteEvents(RunRecord& run, std::string machine, std::int64_t heard, TrainObserver& observer, Store store);

    /// Throws Error(Input) if a line of JSON is not what a training prints; other lines are passed over, torn ones too.
    void read(std::string_view bytes);
    /// After a broken line: what came of an unfinished line will be sent again.
    void forgetUnfinishedLine() { m_line.clear(); }
    std::int64_t heard() const { return m_heard; }
    /// Whether a training has told since that it began: from then on it understands signals.
    bool hasBegun() const { return m_hasBegun; }
    /// How the last training said that it ended.
    End end() const { return m_end; }

private:
    void readLine(const std::string& line);

    RunRecord& m_run;
    std::string m_machine;
    std::int64_t m_heard;  ///< whole lines
    TrainObserver& m_observer;
    Store m_store;
    std::string m_line;
    std::vector<StepRecord> m_steps;  ///< since the last epoch
    bool m_hasBegun = false;
    End m_end = End::None;
};

}  // namespace recscope
