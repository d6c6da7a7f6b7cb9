// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/language.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/util/error.h"
#include "core/util/message_catalogue.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

std::vector<std::pair<std::string, std::string>> translationFiles();  // (file name, text) of each .po file

namespace {

/// A language with its parsed catalogue. Kept until the program ends, so that a thread may keep using it while another
/// thread switches the language.
struct LoadedLanguage {
    std::string code;
    std::unique_ptr<const MessageCatalogue> messages;
};

std::atomic<const LoadedLanguage*> current = nullptr;  // null = English

/// Parses the catalogue of the language on the first call; null if the language has no catalogue (English).
const LoadedLanguage* loadedLanguage(const std::string& code) {
    static std::mutex mutex;
    static std::map<std::string, LoadedLanguage> known;
    const std::lock_guard lock(mutex);
    LoadedLanguage& language = known[code];
    if (!language.messages) {
        for (const auto& [name, text] : translationFiles()) {
            if (name != code + ".po") continue;
            language.messages = std::make_unique<const MessageCatalogue>(text);
            language.code = code;
        }
    }
    return language.messages ? &language : nullptr;
}

bool hasCatalogue(const std::string& code) {
    const auto files = translationFiles();
    return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.first == code + ".po"; });
}

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

const std::vector<Language>& languages() {
    static const std::vector<Language> all = [] {
        std::vector<Language> known = {{"en", "English"},
                                       {"zh_CN", "简体中文"},
                                       {"ko", "한국어"},
                                       {"it", "Italiano", ',', '.'},
                                       {"de", "Deutsch", ',', '.'}};
        std::erase_if(known,
                      [](const Language& language) { return language.code != "en" && !hasCatalogue(language.code); });
        return known;
    }();
    return all;
}

std::string languageOf(std::string_view localeName) {
    std::string name(localeName.substr(0, localeName.find_first_of(".@")));
    std::replace(name.begin(), name.end(), '-', '_');
    if (name == "zh" || name == "zh_SG" || name.starts_with("zh_Hans")) name = "zh_CN";  // simplified characters
    for (const Language& language : languages())
        if (name == language.code || name.substr(0, name.find('_')) == language.code) return language.code;
    return {};
}

std::string systemLanguage() {
    std::string_view locale;
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (locale.empty()) locale = environment(name);
    if (locale == "C" || locale == "POSIX" || locale.starts_with("C.")) return "en";
    for (std::string_view requested = environment("LANGUAGE"); !requested.empty();) {
        const std::size_t end = std::min(requested.find(':'), requested.size());
        if (std::string code = languageOf(requested.substr(0, end)); !code.empty()) return code;
        requested.remove_prefix(std::min(end + 1, requested.size()));
    }
    const std::string code = languageOf(locale);
    return code.empty() ? "en" : code;
}

void setLanguage(std::string_view code) {
    std::vector<std::string> codes;
    for (const Language& language : languages()) codes.push_back(language.code);
    if (std::find(codes.begin(), codes.end(), code) == codes.end())
        throw Error(ErrorKind::Usage, translated("RecScope is not available in \"{}\".", code),
                    translated("The languages are {}.", listed(codes)));
    current.store(loadedLanguage(std::string(code)));
}

std::string currentLanguage() {
    const LoadedLanguage* language = current.load();
    return language ? language->code : languages().front().code;
}

const Language& currentLanguageInfo() {
    const std::string code = currentLanguage();
    const auto found = std::find_if(languages().begin(), languages().end(),
                                    [&](const Language& language) { return language.code == code; });
    return found == languages().end() ? languages().front() : *found;
}

const MessageCatalogue* currentMessages() {
    const LoadedLanguage* language = current.load();
    return language ? language->messages.get() : nullptr;
}

}  // namespace recscope
