// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/error.h"

#include <utility>

namespace recscope {

Error::Error(ErrorKind kind, const std::string& sentence, std::string hint)
    : std::runtime_error(sentence), m_kind(kind), m_hint(std::move(hint)) {}

void failInput(const std::string& sentence, const std::string& hint) {
    throw Error(ErrorKind::Input, sentence, hint);
}

}  // namespace recscope
