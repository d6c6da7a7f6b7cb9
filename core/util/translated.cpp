// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/translated.h"

#include <fmt/format.h>

#include <locale>
#include <map>
#include <mutex>
#include <regex>
#include <string>
#include <utility>

#include "core/util/language.h"
#include "core/util/message_catalogue.h"

namespace recscope {

namespace {

std::optional<std::string_view> translationOf(std::string_view text) {
    const MessageCatalogue* messages = currentMessages();
    return messages ? messages->find({}, text) : std::nullopt;
}

class Numbers : public std::numpunct<char> {
public:
    Numbers(char point, char group) : m_point(point), m_group(group) {}

protected:
    char do_decimal_point() const override { return m_point; }
    char do_thousands_sep() const override { return m_group; }
    std::string do_grouping() const override { return "\3"; }

private:
    char m_point, m_group;
};

const std::locale& localeOf(const Language& language) {
    static std::mutex mutex;
    static std::map<std::string, std::locale> known;
    const std::lock_guard lock(mutex);
    const auto found = known.find(language.code);
    if (found != known.end()) return found->second;
    std::locale locale(std::locale::classic(), new Numbers(language.point, language.group));  // the locale owns Numbers
    return known.emplace(language.code, std::move(locale)).first->second;
}

/// Turns "{:.2f}" into "{:.2Lf}": without L, a format writes numbers in English style.
std::string withNumbersOfLocale(std::string_view format) {
    static const std::regex decimals(R"(\{(\d*):([^{}]*)([feg])\})");
    return std::regex_replace(std::string(format), decimals, "{$1:$2L$3}");
}

}  // namespace

std::string translated(std::string_view text) {
    return std::string(translationOf(text).value_or(text));
}

std::string translatedFormat(fmt::string_view format, fmt::format_args arguments) {
    if (const auto translation = translationOf({format.data(), format.size()})) {
        try {
            if (currentLanguageInfo().point == '.')
                return fmt::vformat(fmt::string_view(translation->data(), translation->size()), arguments);
            return fmt::vformat(localeOf(currentLanguageInfo()), withNumbersOfLocale(*translation), arguments);
        } catch (const fmt::format_error&) {  // a faulty translation falls back to English
        }
    }
    return fmt::vformat(format, arguments);
}

}  // namespace recscope
