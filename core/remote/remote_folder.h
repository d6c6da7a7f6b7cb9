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

// Fragments of shell scripts.
/// Defines the shell function `says`, which prints an answer line for `RemoteShell::query`.
inline constexpr std::string_view kAnswerFunction = "says() { echo \"recscope: $*\"; };";
/// Sets the shell variable r to the folder that contains all files of RecScope on the other machine.
inline constexpr std::string_view kRemoteRoot = "r=\"${XDG_DATA_HOME:-$HOME/.local/share}/recscope/remote\"";
/// Prints the free space, in KiB, of the disk that contains the folder $r.
inline constexpr std::string_view kReportsFree = "{ set -- $(df -Pk \"$r\" | tail -n 1); says free \"$4\"; }";

/// The state of a run on the other machine.
struct RemoteStatus {
    bool hasFolder = false;
    bool hasStarted = false;  ///< a training has been started in this folder
    bool isAlive = false;     ///< the training is running or paused
    bool isPaused = false;
    std::optional<int> exitCode;  ///< exit code of the last training, once it has ended
    std::int64_t freeKib = 0;     ///< free KiB on the disk that contains the folder
};

/// The signals that recscope-cli understands while it trains.
enum class RemoteSignal { Stop, Pause, Resume };

/// A file on the other machine.
struct RemoteFile {
    std::int64_t bytes = 0;
    std::string sha256;
};

/// The folder of one run on another machine. It contains the dataset, the workspace, the events, the process id and the
/// run archive. Each method uses one connection and may be called again after the connection was lost. All methods
/// throw for the same reasons as `RemoteShell::run`.
class RemoteFolder {
public:
    using ShouldContinue = std::function<bool()>;

    /// Throws Error(Input) if `folder` is not a valid folder name.
    RemoteFolder(Machine machine, std::string folder);
    const RemoteShell& shell() const { return m_shell; }

    RemoteStatus status(const ShouldContinue& shouldContinue) const;

    /// Whether a dataset file with this checksum exists on the other machine already, from this run or an earlier one.
    bool hasDataset(const std::string& sha256, const ShouldContinue& shouldContinue) const;
    /// How many bytes of the dataset have arrived so far.
    std::int64_t arrivedBytes(const ShouldContinue& shouldContinue) const;
    /// Sends the file's bytes from offset `from` on. `sent` receives the number of bytes sent so far, counted from the
    /// beginning of the file.
    void sendDataset(const std::filesystem::path& file, std::int64_t from,
                     const std::function<void(std::int64_t)>& sent, const ShouldContinue& shouldContinue) const;
    /// Stores the dataset under its checksum. If the bytes that arrived have a different checksum, deletes them and
    /// returns false.
    bool acceptDataset(const std::string& sha256, const ShouldContinue& shouldContinue) const;

    /// Starts the training on the dataset with this checksum; `arguments` are those of `recscope-cli train`. Repeated
    /// calls start it only once.
    void start(const std::string& sha256, const std::vector<std::string>& arguments,
               const ShouldContinue& shouldContinue) const;
    /// Resumes an earlier training that has ended.
    void startAgain(const std::vector<std::string>& arguments, const ShouldContinue& shouldContinue) const;
    /// Allows `start` to start the training again from the beginning. Called if the training ended before there was
    /// anything to resume.
    void forgetStart(const ShouldContinue& shouldContinue) const;
    void send(RemoteSignal signal, const ShouldContinue& shouldContinue) const;

    /// Streams the events from byte `from` on until the training has ended. Call `events` afterwards, because the last
    /// events may arrive after the stream has ended.
    void follow(std::int64_t from, const ChildCalls& calls) const;
    /// Reads the existing events from byte `from` on.
    void events(std::int64_t from, const ChildCalls& calls) const;
    /// The last messages that the training wrote to its standard error.
    std::string lastMessages(const ShouldContinue& shouldContinue) const;

    /// Writes the run archive on the other machine.
    RemoteFile makeRunArchive(const ShouldContinue& shouldContinue) const;
    /// Reads the run archive from byte `from` on.
    void readRunArchive(std::int64_t from, const ChildCalls& calls) const;

    /// Ends the training if it is running and removes the folder on the other machine. Also removes datasets there that
    /// were unused for 30 days.
    void remove(const ShouldContinue& shouldContinue) const;

private:
    std::string script(const std::string& rest) const;
    std::string launch(const std::vector<std::string>& arguments) const;

    RemoteShell m_shell;
    std::string m_folder;
};

}  // namespace recscope
