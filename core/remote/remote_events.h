// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/trainer.h"

namespace recscope {

/// Reads the JSON lines of `recscope-cli train` on another machine, updates a run's record from them, and notifies an
/// observer as a local training would.
class RemoteEvents {
public:
    /// New data from the events, to be stored before the observer is notified.
    struct Update {
        std::vector<EpochRecord> epochs;
        std::vector<StepRecord> steps;  ///< steps reported since the last update
        std::int64_t bytesRead = 0;     ///< number of bytes of the events read so far
    };
    enum class End { None, Finished, Stopped };
    using Store = std::function<void(const RunRecord&, const Update&)>;

    /// `bytesRead`: number of bytes of the events that were read earlier. `run` and `observer` must outlive this
    /// object.
    RemoteEvents(RunRecord& run, std::string machine, std::int64_t bytesRead, TrainObserver& observer, Store store);

    /// Throws Error(Input) if a JSON line is not an event of a training; skips lines that are not JSON, including
    /// truncated ones.
    void read(std::string_view bytes);
    /// Must be called after a lost connection, because the unfinished line will be sent again.
    void forgetUnfinishedLine() { m_line.clear(); }
    std::int64_t bytesRead() const { return m_bytesRead; }
    /// Whether a training has reported its start to this object. A training handles signals only after its start.
    bool hasBegun() const { return m_hasBegun; }
    /// How the last training ended, according to its events.
    End end() const { return m_end; }

private:
    void readLine(const std::string& line);

    RunRecord& m_run;
    std::string m_machine;
    std::int64_t m_bytesRead;  ///< number of bytes in complete lines
    TrainObserver& m_observer;
    Store m_store;
    std::string m_line;
    std::vector<StepRecord> m_steps;  ///< steps since the last epoch
    bool m_hasBegun = false;
    End m_end = End::None;
};

}  // namespace recscope
