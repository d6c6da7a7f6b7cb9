// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/remote/child_process.h"
#include "core/remote/machine.h"
#include "core/util/error.h"

namespace recscope {

/// The machine cannot be reached (any more), which may be temporary. Everything on it continues.
class ConnectionLost : public Error {
public:
    using Error::Error;
};

/// Lines "recscope: key value" of an answer; other output (a greeting of the login shell) is ignored.
using Answers = std::map<std::string, std::string>;

/// Runs sh scripts on another machine through the system's ssh (`RECSCOPE_SSH` names another program), which never
/// waits for a password. Scripts contain no line break, backslash or exclamation mark outside of `shellWord`, so that
/// every login shell passes them on unchanged.
class RemoteShell {
public:
    explicit RemoteShell(Machine machine);

    const Machine& machine() const { return m_machine; }
    std::string name() const { return shortName(m_machine.destination); }

    /// Throws ConnectionLost; Error(Input) if the key was refused, the disk there is full, or the script failed;
    /// Error(Cancelled) if `goesOn` ended it.
    void run(const std::string& script, const ChildCalls& calls) const;
    Answers ask(const std::string& script, const std::function<bool()>& goesOn) const;

    /// The error for a full disk there, the same wherever it is noticed.
    Error diskFull() const;

private:
    [[noreturn]] void failReaching(const std::string& messages) const;
    [[noreturn]] void failScript(int exitCode, const std::string& messages) const;

    Machine m_machine;
};

}  // namespace recscope
