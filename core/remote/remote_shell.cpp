// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/remote_shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/util/shell_word.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kSshFailed = 255;                     // exit code of ssh for its own errors (ssh(1), EXIT STATUS)
constexpr std::string_view kAnswer = "recscope: ";  // the beginning of each line of an answer

bool contains(const std::string& text, std::string_view words) {
    return text.find(words) != std::string::npos;
}

/// The last nonempty line of `messages`, without a final period.
std::string lastLine(const std::string& messages) {
    std::istringstream lines(messages);
    std::string last;
    for (std::string line; std::getline(lines, line);)
        if (!trimmed(line).empty()) last = trimmed(line);
    while (last.ends_with('.')) last.pop_back();
    return last;
}

}  // namespace

RemoteShell::RemoteShell(Machine machine) : m_machine(std::move(machine)) {
    checkMachine(m_machine);
}

void RemoteShell::run(const std::string& script, const ChildCalls& calls) const {
    const char* const other = std::getenv("RECSCOPE_SSH");
    const std::vector<std::string> words = {other && *other ? other : "ssh",
                                            "-T",
                                            "-o",
                                            "BatchMode=yes",
                                            "-o",
                                            "ConnectTimeout=10",
                                            "-o",
                                            "ServerAliveInterval=5",
                                            "-o",
                                            "ServerAliveCountMax=3",
                                            "-o",
                                            "ForwardX11=no",
                                            "-o",
                                            "ForwardAgent=no",
                                            "--",
                                            m_machine.destination,
                                            "exec sh -c " + shellWord(script)};
    const ChildResult end = runChild(words, calls);
    if (end.wasStopped) throw Error(ErrorKind::Cancelled, translated("No longer following the run."));
    if (end.exitCode == kSshFailed || end.exitCode < 0) failReaching(end.messages);
    if (end.exitCode != 0) failScript(end.exitCode, end.messages);
}

ShellValues RemoteShell::query(const std::string& script, const std::function<bool()>& shouldContinue) const {
    std::string text;
    run(script, {.output = [&](std::string_view bytes) { text += bytes; }, .shouldContinue = shouldContinue});
    ShellValues answers;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(kAnswer)) continue;
        const std::string_view stated = std::string_view(line).substr(kAnswer.size());
        const std::size_t space = std::min(stated.find(' '), stated.size());
        answers[std::string(stated.substr(0, space))] = trimmed(stated.substr(space));
    }
    return answers;
}

std::optional<ReportedError> reportedError(const std::string& messages) {
    std::optional<ReportedError> reported;
    std::istringstream lines(messages);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!json.is_object() || !json.contains("error") || !json["error"].is_object()) continue;
        const auto& error = json["error"];
        reported = {.message = error.value("message", ""), .hint = error.value("hint", "")};
        if (!error.contains("fact")) {
            // A RecScope of a version before schema 16 sends only the sentence, in English.
            if (error.value("message", "").starts_with("The disk is full"))
                reported->message = {MessageId::DiskFull, {""}};
            continue;
        }
        if (Message fact = messageFromJson(error["fact"].dump()); fact.id != MessageId::Text)
            reported->message = std::move(fact);
    }
    return reported;
}

MessageError RemoteShell::diskFull() const {
    return {ErrorKind::Input,
            {MessageId::DiskFullThere, {name()}},
            translated("Free some space there and resume: the work done so far is kept.")};
}

void RemoteShell::failReaching(const std::string& messages) const {
    const std::string& machine = m_machine.destination;
    if (contains(messages, "REMOTE HOST IDENTIFICATION HAS CHANGED"))
        throw Error(ErrorKind::Input,
                    translated("{} may not be the same machine as before: its host key has changed.", name()),
                    translated("If you know why, run `ssh {}` in a terminal: it explains what to do.", machine));
    if (contains(messages, "Host key verification failed"))
        throw Error(ErrorKind::Input, translated("{} is not known to ssh on this machine yet.", name()),
                    translated("Run `ssh {}` once in a terminal and accept its key.", machine));
    if (contains(messages, "Permission denied") || contains(messages, "Too many authentication failures"))
        throw Error(
            ErrorKind::Input, translated("{} refused your key.", name()),
            translated("`ssh {0}` must log in without asking for a password: `ssh-copy-id {0}` sets it up.", machine));
    if (contains(messages, "Bad configuration option") || contains(messages, "terminating,"))
        throw Error(ErrorKind::Input, translated("ssh cannot use its configuration: {}.", lastLine(messages)),
                    translated("Correct ~/.ssh/config."));
    const std::string why = lastLine(messages);
    throw ConnectionLost(ErrorKind::Input, {MessageId::CannotBeReached, {name(), why.empty() ? "" : ": " + why}},
                         translated("Is it switched on, and is there a network? Try `ssh {}` in a terminal.", machine));
}

void RemoteShell::failScript(int exitCode, const std::string& messages) const {
    // The two texts are English messages of system programs. If the machine uses another language, a full disk is
    // recognised only from RecScope's own report.
    const std::optional<ReportedError> reported = reportedError(messages);
    if (contains(messages, "No space left on device") || contains(messages, "Disk quota exceeded") ||
        (reported && concerns(reported->message, MessageId::DiskFull)))
        throw diskFull();
    if (reported)
        throw MessageError(ErrorKind::Input, {MessageId::OnMachine, {name(), reported->message}}, reported->hint);
    const std::string why = lastLine(messages);
    throw Error(ErrorKind::Input,
                translated("{} could not carry out the request: {}.", name(),
                           why.empty() ? translated("exit code {}", exitCode) : why),
                translated("Log in there and check whether ~/.local/share/recscope is writable."));
}

}  // namespace recscope
