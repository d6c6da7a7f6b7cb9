// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/remote_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "core/remote/shell_words.h"
#include "core/util/shell_word.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kSentAtOnce = 256 * 1024;

/// Defines the shell function `alive`, which checks that a process exists and belongs to this run. After a restart of
/// the machine the process id may belong to another program.
constexpr std::string_view kAlive =
    "alive() { [ -n \"$1\" ] && kill -0 \"$1\" 2>/dev/null && { [ -d /proc/self ] || return 0; } && "
    "grep -aq \"$f\" \"/proc/$1/cmdline\" 2>/dev/null; };";
/// Sets the shell variables w and p to the process ids of the watcher (the shell that waits for the training, see
/// `launch`) and of the training.
constexpr std::string_view kWatcher = "w=$(cat watcher.pid 2>/dev/null); p=$(cat pid 2>/dev/null);";

const char* signalName(RemoteSignal signal) {
    switch (signal) {
        case RemoteSignal::Stop:
            return "TERM";
        case RemoteSignal::Pause:
            return "USR1";
        case RemoteSignal::Resume:
            break;
    }
    return "USR2";
}

std::int64_t numberOf(ShellValues& answers, const char* key) {
    return std::atoll(answers[key].c_str());
}

void requireChecksum(const std::string& sha256) {
    constexpr std::size_t kDigits = 64;
    const bool isChecksum = sha256.size() == kDigits && std::all_of(sha256.begin(), sha256.end(), [](char c) {
                                return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                            });
    if (!isChecksum)
        throw Error(ErrorKind::Input, translated("\"{}\" is not a checksum.", sha256),
                    translated("Please report this message."));
}

}  // namespace

RemoteFolder::RemoteFolder(Machine machine, std::string folder)
    : m_shell(std::move(machine)), m_folder(std::move(folder)) {
    if (!isFolderName(m_folder))
        throw Error(
            ErrorKind::Input, translated("\"{}\" is not the folder of a run on another machine.", m_folder),
            translated("The workspace was changed by another program; nothing was requested from the other machine."));
}

/// Returns a script that sets the shell variables f to the folder's name and d to its path and then runs `rest`.
std::string RemoteFolder::script(const std::string& rest) const {
    return fmt::format("{} {}; f={}; d=\"$r/$f\"; {} {}", kAnswerFunction, kRemoteRoot, m_folder, kAlive, rest);
}

RemoteStatus RemoteFolder::status(const ShouldContinue& shouldContinue) const {
    ShellValues answers = m_shell.query(
        script(fmt::format("mkdir -p \"$r\"; {}; cd \"$d\" 2>/dev/null || exit 0; says folder yes; "
                           "[ -d started ] && says started yes; {} "
                           // If the exit code has just been written, waits up to 2 seconds for the watcher to end.
                           "i=0; while alive \"$w\" && [ -s exit ] && [ $i -lt 20 ]; do sleep 0.1; i=$((i+1)); done; "
                           "{{ alive \"$w\" || alive \"$p\"; }} && says alive yes; [ -e paused ] && says paused yes; "
                           "says exit \"$(cat exit 2>/dev/null)\"",
                           kReportsFree, kWatcher)),
        shouldContinue);
    RemoteStatus status{.hasFolder = answers["folder"] == "yes",
                        .hasStarted = answers["started"] == "yes",
                        .isAlive = answers["alive"] == "yes",
                        .isPaused = answers["paused"] == "yes",
                        .exitCode = {},
                        .freeKib = numberOf(answers, "free")};
    if (!answers["exit"].empty()) status.exitCode = std::atoi(answers["exit"].c_str());
    return status;
}

bool RemoteFolder::hasDataset(const std::string& sha256, const ShouldContinue& shouldContinue) const {
    requireChecksum(sha256);
    ShellValues answers = m_shell.query(
        script(fmt::format("s=\"$r/datasets/{}.recscope\"; [ -f \"$s\" ] && touch \"$s\" && says dataset yes; exit 0",
                           sha256)),
        shouldContinue);
    return answers["dataset"] == "yes";
}

std::int64_t RemoteFolder::arrivedBytes(const ShouldContinue& shouldContinue) const {
    ShellValues answers = m_shell.query(
        script("mkdir -p \"$d\" && cd \"$d\" && says bytes $(cat dataset.part 2>/dev/null | wc -c)"), shouldContinue);
    return numberOf(answers, "bytes");
}

// Each byte is written at its offset in the file, so bytes that arrive late from a lost connection only rewrite the
// same content.
void RemoteFolder::sendDataset(const std::filesystem::path& path, std::int64_t from,
                               const std::function<void(std::int64_t)>& sent,
                               const ShouldContinue& shouldContinue) const {
    std::ifstream file(path, std::ios::binary);
    file.seekg(from);
    std::int64_t position = from;
    m_shell.run(script(fmt::format("cd \"$d\" && exec dd of=dataset.part bs=65536 iflag=fullblock oflag=seek_bytes "
                                   "seek={} conv=notrunc status=none",
                                   from)),
                {.input =
                     [&] {
                         std::string bytes(kSentAtOnce, '\0');
                         file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
                         bytes.resize(static_cast<std::size_t>(file.gcount()));
                         position += file.gcount();
                         if (sent) sent(position);
                         return bytes;
                     },
                 .shouldContinue = shouldContinue});
}

bool RemoteFolder::acceptDataset(const std::string& sha256, const ShouldContinue& shouldContinue) const {
    requireChecksum(sha256);
    ShellValues answers =
        m_shell.query(script(fmt::format("cd \"$d\" && s=$(sha256sum < dataset.part | cut -c 1-64) && "
                                         "if [ \"$s\" = {0} ]; then mkdir -p \"$r/datasets\" && "
                                         "mv -f dataset.part \"$r/datasets/{0}.recscope\" && says dataset yes; "
                                         "else rm -f dataset.part; fi",
                                         sha256)),
                      shouldContinue);
    return answers["dataset"] == "yes";
}

/// The script that starts the training in a separate session, so that the training survives a lost connection. When the
/// training ends, its exit code is written to the file `exit`.
std::string RemoteFolder::launch(const std::vector<std::string>& arguments) const {
    std::string command =
        fmt::format("{} --json --workspace \"$PWD/workspace.recscope\" train", programWord(m_shell.machine().program));
    for (const std::string& argument : arguments) command += " " + shellWord(argument);
    const std::string watcher = fmt::format(
        "echo $$ > watcher.pid; {} >> events.jsonl 2> errors.txt & p=$!; echo $p > pid; wait $p; "
        "echo $? > exit.part && mv -f exit.part exit",
        command);
    // A full disk or a crash may have truncated the last line, so the next event starts on a new line.
    return fmt::format(
        "{{ [ -z \"$(tail -c 1 events.jsonl 2>/dev/null)\" ] || echo >> events.jsonl; }}; "
        "rm -f exit paused pid watcher.pid && {{ nohup setsid sh -c {} recscope-{} < /dev/null > /dev/null 2>&1 & }}; "
        "i=0; while [ $i -lt 100 ] && [ -z \"$(cat pid 2>/dev/null)\" ]; do sleep 0.1; i=$((i+1)); done",
        shellWord(watcher), m_folder);
}

void RemoteFolder::start(const std::string& sha256, const std::vector<std::string>& arguments,
                         const ShouldContinue& shouldContinue) const {
    requireChecksum(sha256);
    m_shell.run(script(fmt::format("mkdir -p \"$d\" && cd \"$d\" || exit 1; [ -d started ] && exit 0; "
                                   "cp \"$r/datasets/{}.recscope\" workspace.part && "
                                   "mv -f workspace.part workspace.recscope && : > events.jsonl && mkdir started && {}",
                                   sha256, launch(arguments))),
                {.shouldContinue = shouldContinue});
}

void RemoteFolder::startAgain(const std::vector<std::string>& arguments, const ShouldContinue& shouldContinue) const {
    m_shell.run(script(fmt::format("cd \"$d\" || exit 1; {} alive \"$w\" && exit 0; alive \"$p\" && exit 0; {}",
                                   kWatcher, launch(arguments))),
                {.shouldContinue = shouldContinue});
}

void RemoteFolder::forgetStart(const ShouldContinue& shouldContinue) const {
    m_shell.run(script("cd \"$d\" || exit 1; rm -rf started"), {.shouldContinue = shouldContinue});
}

void RemoteFolder::send(RemoteSignal signal, const ShouldContinue& shouldContinue) const {
    const char* const mark = signal == RemoteSignal::Pause ? "touch paused;" : "rm -f paused;";
    m_shell.run(script(fmt::format("cd \"$d\" || exit 1; {} {} alive \"$p\" && kill -s {} \"$p\"; exit 0", mark,
                                   kWatcher, signalName(signal))),
                {.shouldContinue = shouldContinue});
}

void RemoteFolder::follow(std::int64_t from, const ChildCalls& calls) const {
    // The streams of the background loop, which stops `tail` when the training ends, are redirected, so that the loop
    // does not keep the connection open. If the connection is lost, the loop ends once `tail` has noticed.
    m_shell.run(script(fmt::format(
                    "cd \"$d\" || exit 1; {} tail -c +{} -f events.jsonl & t=$!; "
                    "{{ while {{ alive \"$w\" || alive \"$p\"; }} && kill -0 $t; do sleep 0.3; done; kill $t; }} "
                    "< /dev/null > /dev/null 2>&1 & wait $t; exit 0",
                    kWatcher, from + 1)),
                calls);
}

void RemoteFolder::events(std::int64_t from, const ChildCalls& calls) const {
    m_shell.run(script(fmt::format("cd \"$d\" && exec tail -c +{} events.jsonl", from + 1)), calls);
}

std::string RemoteFolder::lastMessages(const ShouldContinue& shouldContinue) const {
    std::string text;
    m_shell.run(script("cd \"$d\" && exec tail -c 4000 errors.txt"),
                {.output = [&](std::string_view bytes) { text += bytes; }, .shouldContinue = shouldContinue});
    return text;
}

RemoteFile RemoteFolder::makeRunArchive(const ShouldContinue& shouldContinue) const {
    ShellValues answers = m_shell.query(
        script(fmt::format("cd \"$d\" || exit 1; {} --workspace \"$PWD/workspace.recscope\" --json export --run=run "
                           "--capsule=\"$PWD/capsule.safetensors\" > /dev/null || exit 1; "
                           "says bytes $(wc -c < capsule.safetensors); "
                           "says sha256 $(sha256sum < capsule.safetensors | cut -c 1-64)",
                           programWord(m_shell.machine().program))),
        shouldContinue);
    return {.bytes = numberOf(answers, "bytes"), .sha256 = answers["sha256"]};
}

void RemoteFolder::readRunArchive(std::int64_t from, const ChildCalls& calls) const {
    m_shell.run(script(fmt::format("cd \"$d\" && exec tail -c +{} capsule.safetensors", from + 1)), calls);
}

void RemoteFolder::remove(const ShouldContinue& shouldContinue) const {
    m_shell.run(
        script(fmt::format("cd \"$d\" 2>/dev/null && {{ {} for k in $w $p; do alive $k && kill -s KILL $k; done; "
                           "cd \"$r\"; sleep 0.1; rm -rf \"$d\"; }}; "
                           "find \"$r/datasets\" -type f -mtime +30 -exec rm -f {{}} + 2>/dev/null; "
                           "[ ! -e \"$d\" ]",
                           kWatcher)),
        {.shouldContinue = shouldContinue});
}

}  // namespace recscope
