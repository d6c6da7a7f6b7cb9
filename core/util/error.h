// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace recscope {

/// The kinds of errors that callers need to distinguish.
enum class ErrorKind {
    Usage,      ///< the request itself is wrong: unknown option, value out of range
    Input,      ///< a file or an id that the user of the program gave cannot be used
    Workspace,  ///< the workspace file cannot be opened, read or written
    Numeric,    ///< a loss or score is not finite
    Cancelled,  ///< the user of the program stopped the work; finished parts are saved
};

/// The exception class of RecScope. Holds a sentence for the user of the program and a hint at what to do next.
/// Exceptions that end an operation are caught in two places: in `JobRunner` (ui/jobs) and in the CLI's `main`.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& sentence, std::string hint = {});

    ErrorKind kind() const { return m_kind; }
    const std::string& hint() const { return m_hint; }

private:
    ErrorKind m_kind;
    std::string m_hint;
};

/// Throws Error(Input).
[[noreturn]] void failInput(const std::string& sentence, const std::string& hint);

}  // namespace recscope
