// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/model_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/data/archive.h"
#include "core/torchscript/short_text.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::json;

constexpr const char* kDescriptionFile = "recscope.json";
constexpr std::size_t kMaxDescriptionBytes = std::size_t{128} << 20;
constexpr std::int64_t kMaxLength = 100'000;
constexpr std::size_t kMaxTitleBytes = 100;

std::string hint() {
    return translated(
        "resources/python/recscope_export.py writes model files with a recscope.json; the manual's page \"Made "
        "elsewhere\" describes them.");
}

[[noreturn]] void fail(const std::string& sentence) {
    throw Error(ErrorKind::Input, sentence, hint());
}

[[noreturn]] void failKey(const char* key, const std::string& needed) {
    fail(translated("In recscope.json, \"{}\" must be {}.", key, needed));
}

const Json& at(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end()) fail(translated("recscope.json has no \"{}\".", key));
    return *found;
}

std::int64_t wholeNumber(const Json& json, const char* key, std::int64_t low, std::int64_t high) {
    const std::string needed = translated("a whole number from {} to {}", low, high);
    const Json& value = at(json, key);
    if (!value.is_number_integer() || value.get<double>() < static_cast<double>(low) ||
        value.get<double>() > static_cast<double>(high))
        failKey(key, needed);
    return value.get<std::int64_t>();
}

std::vector<std::string> ids(const Json& json, const char* key) {
    const Json& list = at(json, key);
    if (!list.is_array() || list.empty())
        failKey(key,
                translated("a list of at least one id, of which the first belongs to number 1 of the model's input"));
    std::vector<std::string> ids;
    for (const Json& id : list) {
        if (!id.is_string() && !id.is_number())
            failKey(key, translated(
                             "a list of at least one id, of which the first belongs to number 1 of the model's input"));
        ids.push_back(id.is_string() ? id.get<std::string>() : id.dump());
    }
    const std::set<std::string> different(ids.begin(), ids.end());
    if (different.size() != ids.size()) fail(translated("recscope.json lists an id twice in \"{}\".", key));
    return ids;
}

std::string oneOf(const Json& json, const char* key, const std::vector<std::string>& names) {
    const Json& value = at(json, key);
    if (!value.is_string() || std::find(names.begin(), names.end(), value.get<std::string>()) == names.end()) {
        std::string known;
        for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
        failKey(key, translated("one of: {}", known));
    }
    return value.get<std::string>();
}

}  // namespace

bool isTorchScript(const std::filesystem::path& path) {
    try {
        if (packingOf(path) != Packing::Zip) return false;
        const std::vector<ArchiveMember> members = archiveMembers(path);
        return std::any_of(members.begin(), members.end(),
                           [](const ArchiveMember& member) { return member.name.find("/code/") != std::string::npos; });
    } catch (const Error&) {
        return false;  // the caller reports what is wrong with the file
    }
}

ModelDescription readModelDescription(const std::filesystem::path& path) {
    std::string description;
    for (const ArchiveMember& member : archiveMembers(path))
        if (member.name.ends_with(std::string("/extra/") + kDescriptionFile)) description = member.name;
    if (description.empty()) fail(translated("{} holds no recscope.json.", path.filename().string()));
    return parseModelDescription(readUpTo(*openMember(path, description), kMaxDescriptionBytes));
}

ModelDescription parseModelDescription(const std::string& text) {
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) fail(translated("recscope.json is not a JSON object."));
    if (json.value("format", Json()) != Json(1)) failKey("format", "1");
    ModelDescription description;
    if (const auto title = json.find("title"); title != json.end() && title->is_string())
        description.title = shortText(title->get<std::string>(), kMaxTitleBytes);
    description.items = ids(json, "items");
    if (const auto users = json.find("users"); users != json.end() && !users->is_null())
        description.users = ids(json, "users");
    description.maxLength = wholeNumber(json, "max_length", 1, kMaxLength);
    const Json& padding = at(json, "padding");
    if (!padding.is_object()) failKey("padding", R"({"side": "left", "id": 0})");
    description.paddingSide =
        oneOf(padding, "side", {"left", "right"}) == "left" ? PaddingSide::Left : PaddingSide::Right;
    constexpr std::int64_t kMaxId = 1'000'000'000;
    description.paddingId = wholeNumber(padding, "id", 0, kMaxId);
    description.predictsAt = oneOf(json, "answers", {"last", "mask"}) == "last" ? PredictsAt::Last : PredictsAt::Mask;
    if (description.predictsAt == PredictsAt::Mask) description.maskId = wholeNumber(json, "mask", 0, kMaxId);
    if (const auto attention = json.find("attention"); attention != json.end() && !attention->is_null())
        description.attention = oneOf(json, "attention", {"softmax", "pointwise"}) == "softmax"
                                    ? AttentionWeights::Softmax
                                    : AttentionWeights::Pointwise;
    return description;
}

}  // namespace recscope
