// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/remote/remote_shell.h"

namespace recscope {

// Parts of scripts.
/// Defines `states`, which prints an answer.
inline constexpr std::string_view kStates = "says() { echo \"recscope: $*\"; };";
/// Sets r, the folder on the other machine that holds everything of ours.
inline constexpr std::string_view kRemoteRoot = "r=\"${XDG_DATA_HOME:-$HOME/.local/share}/recscope/remote\"";
/// Answers with the free space of its disk in KiB.
inline constexpr std::string_view kReportsFree = "{ set -- $(df -Pk \"$r\" | tail -n 1); says free \"$4\"; }";

/// How a run stands on the other machine.
struct RemoteStatus {
    bool hasFolder = false;
    bool hasStarted = false;  ///< a training was started there once
    bool isAlive = false;     ///< it trains now, or is paused
    bool isPaused = false;
    std::optional<int> exitCode;  ///< of the last training, once it has ended
    std::int64_t freeKib = 0;
};

/// The signals that recscope-cli understands while it trains.
enum class RemoteSignal { Stop, Pause, GoOn };

/// A file there.
struct RemoteFile {
    std::int64_t bytes = 0;
    std::string sha256;
};

/// The folder of one run on another machine: dataset, workspace, events, process, run archive. Each call is one
/// connection, and may be repeated after a broken line. Throws as `RemoteShell`.
class RemoteFolder {
public:
    using GoesOn = std::function<bool()>;

    /// Throws Error(Input) if `folder` is no folder's name.
    RemoteFolder(Machine machine, std::string folder);
    const RemoteShell& shell() const { return m_shell; }

    RemoteStatus status(const GoesOn& goesOn) const;

    /// Whether a dataset's file of this checksum is there already, from this run or an earlier one.
    bool hasDataset(const std::string& sha256, const GoesOn& goesOn) const;
    /// How much of it has arrived by now.
    std::int64_t arrivedBytes(const GoesOn& goesOn) const;
    /// Sends what is missing. `sent` is told how many bytes are on their way, from the file's beginning.
    void sendDataset(const std::filesystem::path& file, std::int64_t from,
                     const std::function<void(std::int64_t)>& sent, const GoesOn& goesOn) const;
    /// Keeps it under its checksum. False: other bytes have arrived; they are thrown away.
    bool acceptDataset(const std::string& sha256, const GoesOn& goesOn) const;

    /// Begins to train on the dataset of this checksum. The arguments follow `train`. Once only, however often it is
    /// asked for.
    void start(const std::string& sha256, const std::vector<std::string>& arguments, const GoesOn& goesOn) const;
    /// Begins to train again where an earlier training ended.
    void startAgain(const std::vector<std::string>& arguments, const GoesOn& goesOn) const;
    /// `start` begins anew: the training ended before there was anything to go on with.
    void forgetStart(const GoesOn& goesOn) const;
    void send(RemoteSignal signal, const GoesOn& goesOn) const;

    /// The events from byte `from` on as they come, until the training has ended. Some may have come since: `events`.
    void follow(std::int64_t from, const ChildCalls& calls) const;
    /// The events there are from byte `from` on.
    void events(std::int64_t from, const ChildCalls& calls) const;
    /// The last the training said on its standard error.
    std::string lastMessages(const GoesOn& goesOn) const;

    /// Writes the run's run archive there.
    RemoteFile makeRunArchive(const GoesOn& goesOn) const;
    /// Its bytes from `from` on.
    void readRunArchive(std::int64_t from, const ChildCalls& calls) const;

    /// Ends what trains there and removes the folder; datasets that were not needed for 30 days go, too.
    void remove(const GoesOn& goesOn) const;

private:
    std::string script(const std::string& rest) const;
    std::string launch(const std::vector<std::string>& arguments) const;

    RemoteShell m_shell;
    std::string m_folder;
};

}  // namespace recscope
