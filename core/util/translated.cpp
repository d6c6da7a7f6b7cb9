// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/translated.h"

#include <fmt/format.h>

#include "core/util/language.h"
#include "core/util/message_catalogue.h"

namespace recscope {

namespace {

const std::string* translationOf(std::string_view text) {
    const MessageCatalogue* messages = currentMessages();
    return messages ? messages->find({}, text) : nullptr;
}

}  // namespace

std::string translated(std::string_view text) {
    const std::string* translation = translationOf(text);
    return translation ? *translation : std::string(text);
}

std::string translatedFormat(fmt::string_view format, fmt::format_args arguments) {
    if (const std::string* translation = translationOf({format.data(), format.size()})) {
        try {
            return fmt::vformat(*translation, arguments);
        } catch (const fmt::format_error&) {  // a translation may be wrong, what is said in English is not lost by it
        }
    }
    return fmt::vformat(format, arguments);
}

}  // namespace recscope
