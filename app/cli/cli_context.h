// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/interrupt.h"
#include "core/metrics/metrics.h"
#include "core/sequence/dataset.h"
#include "core/store/workspace.h"
#include "core/train/pause_switch.h"
#include "core/util/progress.h"

namespace recscope::cli {

/// Keeps the order in which keys are written: easier to read.
using Json = nlohmann::ordered_json;

/// What every subcommand shares: the workspace, the manner of printing, the stop.
class CliContext {
public:
    std::string workspacePath;            ///< --workspace; empty = the default one, shared with the window
    bool json = false;                    ///< --json
    int exitCode = 0;                     ///< what main returns when no error was thrown
    std::optional<double> progressEvery;  ///< seconds between two progress lines or events; empty = see `isDue`

    /// Opened on first use; made where it does not exist yet.
    Workspace& workspace();
    void closeWorkspace() { m_workspace.reset(); }
    std::stop_token stop() const { return m_interrupt.token(); }
    /// Of trainings; SIGUSR1 and SIGUSR2 set it.
    PauseSwitch& pause() { return m_pause; }

    /// One line of JSON on stdout, at once.
    void print(const Json& value) const;
    /// Shows where the work stands on stderr: written over ten times a second in a terminal, otherwise a line a minute,
    /// so that a log of hours is not silent. Nothing with --json.
    ProgressSink progress();
    void showStatus(const std::string& line);
    /// Prints what `event` makes, at most once a second, if --json.
    void showEvent(const std::function<Json()>& event);
    /// Wipes the status line, so that something else can be printed.
    void endStatus();

private:
    bool isDue(double seconds);

    std::optional<Workspace> m_workspace;
    PauseSwitch m_pause;
    Interrupt m_interrupt{[this](bool paused) { paused ? m_pause.pause() : m_pause.resume(); }};
    std::chrono::steady_clock::time_point m_shownAt = std::chrono::steady_clock::now();
    bool m_statusShown = false;
};

Json toJson(const Metrics& metrics);
Json toJson(const Protocol& protocol);
/// The shape of `datasets` in DESIGN's list.
Json toJson(const DatasetInfo& dataset);

}  // namespace recscope::cli
