// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/remote/child_process.h"
#include "core/remote/machine.h"
#include "core/util/message.h"

namespace recscope {

/// The machine cannot be reached, or the connection to it was lost; either may be temporary. Programs on the machine
/// continue to run.
class ConnectionLost : public MessageError {
public:
    using MessageError::MessageError;
};

/// The lines "recscope: KEY VALUE" that a script prints, as values by key. Other output, such as a greeting of the
/// login shell, is ignored.
using ShellValues = std::map<std::string, std::string>;

/// The error that recscope-cli reported on the other machine.
struct ReportedError {
    Message message;  ///< a MessageId::Text if the version there sends only sentences
    std::string hint;
};
/// Reads the last line of the messages in which recscope-cli --json reports an error; nothing if there is none.
std::optional<ReportedError> reportedError(const std::string& messages);

/// Runs sh scripts on another machine through the system's ssh (`RECSCOPE_SSH` names another program), which never
/// prompts for a password. Scripts must contain no line break, backslash or exclamation mark outside of words quoted by
/// `shellWord`, so that every login shell passes them on unchanged.
class RemoteShell {
public:
    explicit RemoteShell(Machine machine);

    const Machine& machine() const { return m_machine; }
    std::string name() const { return shortName(m_machine.destination); }

    /// Runs the script and blocks until it has ended. Throws ConnectionLost; Error(Input) if the machine refuses the
    /// ssh key, its disk is full, or the script fails; Error(Cancelled) if `shouldContinue` returns false.
    void run(const std::string& script, const ChildCalls& calls) const;
    /// Like `run`, and returns the values that the script prints.
    ShellValues query(const std::string& script, const std::function<bool()>& shouldContinue) const;

    /// The error for a full disk on the machine. All code that notices a full disk throws this one message.
    MessageError diskFull() const;

private:
    [[noreturn]] void failReaching(const std::string& messages) const;
    [[noreturn]] void failScript(int exitCode, const std::string& messages) const;

    Machine m_machine;
};

}  // namespace recscope
