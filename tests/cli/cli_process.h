// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace recscope::test {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

/// A new folder for temporary files; the destructor removes it.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path(const std::string& name) const { return (m_path / name).string(); }
    std::string write(const std::string& name, const std::string& content) const;  ///< returns the path

private:
    std::filesystem::path m_path;
};

/// The outcome of a finished process.
struct Outcome {
    int exitCode = -1;  ///< -1: ended by `signal`
    int signal = 0;
    std::string out, err;

    Json json() const { return Json::parse(out); }
    std::vector<Json> events() const;  ///< `out` as one JSON object per line
};

/// The conditions under which a process runs.
struct ProcessContext {
    std::uint64_t maxFileBytes = 0;  ///< if > 0, no file can grow beyond it, as on a full disk
    std::vector<std::pair<std::string, std::string>> environment;  ///< variables in addition to those of the test
    std::string networkNamespace;                                  ///< as `ip netns` names it; empty: the test's own
    int core = -1;         ///< if >= 0: the process is bound to one core, the one with this index among the usable ones
    bool inShell = false;  ///< recscope-cli is the child of a shell, as in a script
};

/// The real recscope-cli as a child process; the destructor kills it if it still runs.
class CliProcess {
public:
    explicit CliProcess(const Arguments& arguments, std::uint64_t maxFileBytes = 0);
    CliProcess(const Arguments& arguments, const ProcessContext& context);
    ~CliProcess();
    CliProcess(const CliProcess&) = delete;
    CliProcess& operator=(const CliProcess&) = delete;

    /// Waits until stdout contains the text. Returns false if the process ends first.
    bool waitForOutput(const std::string& text);
    void send(int signal) const;
    Outcome wait();  ///< waits until the process ends

private:
    TemporaryFolder m_folder;
    pid_t m_pid = -1;
};

/// Runs recscope-cli to the end.
Outcome runCli(const Arguments& arguments, std::uint64_t maxFileBytes = 0);

}  // namespace recscope::test
