// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace recscope {

/// What went wrong, as far as callers need to distinguish.
enum class ErrorKind {
    Usage,      ///< the request itself is wrong: unknown option, value out of range
    Input,      ///< a file or an id the person gave cannot be used
    Workspace,  ///< the workspace file cannot be opened, read or written
    Numeric,    ///< a loss or score is not finite
    Cancelled,  ///< the person stopped the work; what was finished is saved
};

/// The one exception of RecScope: a sentence for the person and a hint at what to do next.
/// Caught once at the job border (`JobRunner`) and once in the CLI's `main`.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& sentence, std::string hint = {});

    ErrorKind kind() const { return m_kind; }
    const std::string& hint() const { return m_hint; }

private:
    ErrorKind m_kind;
    std::string m_hint;
};

}  // namespace recscope
